// Package examples is the gallery: scripts in the order in which one learns.
package examples

import (
	"embed"
	"strings"
)

//go:embed *.sql *.rows
var scripts embed.FS

// Example is one script with what it shows.
type Example struct {
	Slug, Title string
	// Text is a few sentences; `code` is marked.
	Text []string
	// Group is the step of the way that it belongs to.
	Group string
	// Origin is the script's place in the corpus, whose golden holds Flink's answer.
	Origin string
	SQL    string
	// Rows show it, one on each line; empty where none are given.
	Rows string
}

// All are the examples in order.
var All = load()

// BySlug finds an example and its place in All.
func BySlug(slug string) (int, bool) {
	for i, e := range All {
		if e.Slug == slug {
			return i, true
		}
	}
	return 0, false
}

func load() []Example {
	out := list
	for i := range out {
		b, err := scripts.ReadFile(out[i].Slug + ".sql")
		if err != nil {
			panic(err) // embedded: the tests load this package
		}
		out[i].SQL = strings.TrimRight(string(b), "\n") + "\n"
		if b, err := scripts.ReadFile(out[i].Slug + ".rows"); err == nil {
			out[i].Rows = string(b)
		}
	}
	return out
}
