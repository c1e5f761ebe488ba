// Package web draws pages from planner results. It computes nothing of its own
// about a plan: modes, keys and reasons are shown as the result holds them.
package web

//go:generate go tool templ generate -path .

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"rowkind/planner"
	"rowkind/web/diagram"
)

// AnswerView is an answer made ready for drawing.
type AnswerView struct {
	Script     string
	Result     planner.Result
	Statements []StatementView
	// Declared says in words what the script holds besides plans.
	Declared string
	// More says that tables of other sinks, sources and settings can be asked for.
	More bool
	// Interactive answers offer fixes as buttons of the form around the script.
	Interactive bool
}

// StatementView is one statement that has something to show.
type StatementView struct {
	*planner.Statement
	// ID names the statement's element.
	ID string
	// Title is the statement's first words.
	Title string
	// Line is where it begins.
	Line int
	// Shown is the answer whose plan is drawn: the statement's own, or that of
	// the sketch with its assumptions made.
	Shown *planner.Answer
	Trees []*Row
	Rows  int
	// Cut says that the trees leave nodes out.
	Cut bool
	// Wide and Tall are the diagrams, empty for a plan that is too large.
	Wide string
	Tall string

	Interactive bool
	places      *places
}

// Row is a node in the nested list.
type Row struct {
	*planner.Node
	ID     string
	Inputs []*Row
	// Again marks a node that is drawn elsewhere already.
	Again bool
	// ReuseID is Flink's number of a node that the execution plan shares.
	ReuseID int
}

// NewAnswer makes a result ready.
func NewAnswer(script string, res planner.Result, interactive bool) AnswerView {
	v := AnswerView{Script: script, Result: res, Interactive: interactive}
	pl := &places{script: script}
	done := map[string]int{}
	var order []string
	for i := range res.Statements {
		s := &res.Statements[i]
		if s.Verdict == planner.Done {
			if done[s.Kind] == 0 {
				order = append(order, s.Kind)
			}
			done[s.Kind]++
			continue
		}
		v.Statements = append(v.Statements, newStatement(s, pl, interactive))
	}
	var words []string
	for _, k := range order {
		words = append(words, kindWords(k, done[k]))
	}
	v.Declared = join(words)
	return v
}

func newStatement(s *planner.Statement, pl *places, interactive bool) StatementView {
	v := StatementView{Statement: s, ID: fmt.Sprintf("s%d", s.Index+1), Interactive: interactive, places: pl}
	v.Title = Title(s.SQL)
	v.Line, _ = planner.Position(pl.script, s.Span.Start)
	v.Shown = &s.Answer
	if s.Plan == nil && s.Assumed != nil {
		v.Shown = &s.Assumed.Answer
	}
	if p := v.Shown.Plan; p != nil {
		v.Trees, v.Rows = trees(v.ID, p)
		v.Cut = len(p.Nodes) > maxRows
		if len(p.Nodes) <= maxDrawn {
			v.Wide = diagram.Inline(p, diagram.Right)
			v.Tall = diagram.Inline(p, diagram.Down)
		}
	}
	return v
}

// What a page shows of a plan: so many nodes in a diagram, so many in the list.
const (
	maxDrawn = 200
	maxRows  = 500
)

// trees turns the plan's forest into nested rows; a shared node is entered once.
func trees(prefix string, p *planner.Plan) ([]*Row, int) {
	reuse := map[planner.NodeID]int{}
	for _, r := range p.Reuse {
		reuse[r.Node] = r.ID
	}
	var roots []*Row
	var path []*Row
	rows := 0
	p.Walk(func(n *planner.Node, depth int, again bool) {
		if rows >= maxRows || depth > len(path) {
			return
		}
		r := &Row{Node: n, ID: fmt.Sprintf("%s-n%d", prefix, n.ID), Again: again, ReuseID: reuse[n.ID]}
		rows++
		path = append(path[:depth], r)
		if depth == 0 {
			roots = append(roots, r)
		} else {
			path[depth-1].Inputs = append(path[depth-1].Inputs, r)
		}
	})
	return roots, rows
}

// Title is the statement's first words, without comments, on one line.
func Title(sql string) string {
	sql = stripComments(sql)
	words := strings.Join(strings.Fields(sql), " ")
	if len(words) > 72 {
		cut := strings.LastIndexByte(words[:72], ' ')
		if cut < 40 {
			for cut = 72; cut > 0 && !utf8.RuneStart(words[cut]); cut-- {
			}
		}
		words = words[:cut] + " …"
	}
	return words
}

func stripComments(sql string) string {
	for {
		sql = strings.TrimSpace(sql)
		switch {
		case strings.HasPrefix(sql, "--"):
			_, rest, ok := strings.Cut(sql, "\n")
			if !ok {
				return ""
			}
			sql = rest
		case strings.HasPrefix(sql, "/*") && !strings.HasPrefix(sql, "/*+"):
			_, rest, ok := strings.Cut(sql, "*/")
			if !ok {
				return ""
			}
			sql = rest
		default:
			return sql
		}
	}
}

func kindWords(kind string, n int) string {
	word := map[string]string{
		"CreateTable": "table declared", "CreateView": "view declared", "SET": "setting",
		"CreateCatalogFunction": "function declared", "CreateDatabase": "database declared",
	}[kind]
	if word == "" {
		word = kind
	}
	if n != 1 {
		noun, rest, _ := strings.Cut(word, " ")
		word = strings.TrimSpace(noun + "s " + rest)
	}
	return fmt.Sprintf("%d %s", n, word)
}

func join(words []string) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// places turns byte offsets of the script into the UTF-16 offsets that a
// browser counts in.
type places struct{ script string }

func (p *places) utf16(offset int) int {
	offset = min(max(offset, 0), len(p.script))
	n := 0
	for _, r := range p.script[:offset] {
		n++
		if r > 0xffff {
			n++
		}
	}
	return n
}

func (p *places) attr(s *planner.Span) string {
	if s == nil || s.Empty() {
		return ""
	}
	return fmt.Sprintf("%d-%d", p.utf16(s.Start), p.utf16(s.End))
}

// edits are the edits as the page's script takes them.
func (p *places) edits(list []planner.Edit) string {
	type edit struct {
		From int    `json:"from"`
		To   int    `json:"to"`
		New  string `json:"insert"`
	}
	out := make([]edit, 0, len(list))
	for _, e := range list {
		out = append(out, edit{p.utf16(e.Span.Start), p.utf16(e.Span.End), e.New})
	}
	b, _ := json.Marshal(out)
	return string(b)
}

// sql is the text of a span, shortened.
func (p *places) sql(s *planner.Span) string {
	if s == nil || s.Start < 0 || s.End > len(p.script) || s.Empty() {
		return ""
	}
	return Title(p.script[s.Start:s.End])
}

// Named is the statement under another id, for pages that hold several.
func (s StatementView) Named(id string) StatementView {
	s.ID = id
	if s.Shown.Plan != nil {
		s.Trees, s.Rows = trees(id, s.Shown.Plan)
	}
	return s
}

// NewGalleryEntry says of an example what reaches its sink.
func NewGalleryEntry(slug, title, text string, res planner.Result) GalleryEntry {
	e := GalleryEntry{Slug: slug, Title: title, Text: text}
	for i := range res.Statements {
		s := &res.Statements[i]
		if s.Verdict == planner.Done {
			continue
		}
		e.Refused = s.Verdict == planner.Rejected
		if in := sinkInput(s.Plan); in != nil {
			e.Mode = in.Mode
		}
	}
	return e
}

// Plain is our prose without its marks.
func Plain(text string) string { return strings.ReplaceAll(text, "`", "") }
