// Rowsdiff compares rows through plans with Flink's.
//
//	rowsdiff make SEED [COUNT] < scripts.jsonl   adds random rows to each {"id", "sql"} that has a plan
//	rowsdiff compare < answers.jsonl             runs what rows-oracle answered, and tells of each difference
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"rowkind/planner"
)

type script struct {
	ID   string            `json:"id"`
	SQL  string            `json:"sql"`
	Rows []json.RawMessage `json:"rows"`
	run
	Collected *run            `json:"collected,omitempty"`
	Error     json.RawMessage `json:"error,omitempty"`
	FailedAt  *float64        `json:"failed_at,omitempty"`
}

type run struct {
	Keys      string `json:"keys,omitempty"`
	Operators []node `json:"operators,omitempty"`
	Sinks     []node `json:"sinks,omitempty"`
}

type node struct {
	Op      int               `json:"op"`
	Node    string            `json:"node,omitempty"`
	Table   string            `json:"table,omitempty"`
	Rows    []json.RawMessage `json:"rows"`
	At      []float64         `json:"at"`
	Records [][]*string       `json:"records,omitempty"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: rowsdiff make SEED [COUNT] | compare")
		os.Exit(2)
	}
	in := bufio.NewReader(os.Stdin)
	d := json.NewDecoder(in)
	tally := map[string]int{}
	for n := 0; d.More(); n++ {
		var s script
		if err := d.Decode(&s); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if os.Args[1] == "make" {
			addRows(&s, n)
			continue
		}
		kind, detail := compare(&s)
		tally[kind]++
		if kind != "same" {
			fmt.Printf("%s\t%s\t%s\n", kind, s.ID, detail)
		}
	}
	for _, k := range slices.Sorted(keysOf(tally)) {
		fmt.Fprintf(os.Stderr, "%5d %s\n", tally[k], k)
	}
}

func keysOf(m map[string]int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func addRows(s *script, n int) {
	seed, count := number(2, 1), number(3, 24)
	if len(s.Rows) > 0 {
		seed = -1 // it has rows of its own
	} else {
		s.Rows = planner.RandomRows(context.Background(), s.SQL, uint64(seed*100_000+n), count, planner.Options{})
	}
	if len(s.Rows) == 0 {
		return
	}
	b, _ := json.Marshal(map[string]any{"id": s.ID, "sql": s.SQL, "rows": s.Rows}) // plain values
	fmt.Println(string(b))
}

func number(arg, otherwise int) int {
	if len(os.Args) > arg {
		if n, err := strconv.Atoi(os.Args[arg]); err == nil {
			return n
		}
	}
	return otherwise
}

// compare gives the kind of the first difference and what it is.
func compare(s *script) (kind, detail string) {
	rows, _ := json.Marshal(s.Rows) // was decoded
	got, err := planner.Rows(context.Background(), s.SQL, rows, planner.Options{Limits: planner.Limits{Time: time.Minute}})
	switch {
	case err != nil:
		return "refused here", err.Error()
	case got.Unmodelled != nil:
		return "not modelled", got.Unmodelled.Construct
	case len(s.Error) > 0 && len(got.Error) == 0:
		return "error in Flink only", short(string(s.Error))
	case len(s.Error) == 0 && len(got.Error) > 0:
		return "error here only", got.Error[len(got.Error)-1].Message
	case len(s.Operators) == 0 && len(s.Error) > 0:
		return "same", ""
	case s.FailedAt == nil && len(s.Error) > 0:
		return "same", ""
	}
	if s.FailedAt != nil && got.FailedAt != nil {
		// How far the other tasks come while a job fails is a race: what counts is what was before.
		s.run.until(math.Floor(*s.FailedAt) - 1)
		s.Collected.until(math.Floor(*s.FailedAt) - 1)
		cut(&got.RowsRun, math.Floor(*s.FailedAt)-1)
		cut(got.Collected, math.Floor(*s.FailedAt)-1)
	}
	if kind, detail = compareRun(&s.run, &got.RowsRun); kind != "same" {
		return kind, detail
	}
	if s.Collected != nil {
		if got.Collected == nil {
			return "nothing collected", ""
		}
		if kind, detail = compareRun(s.Collected, got.Collected); kind != "same" {
			return kind, "collected: " + detail
		}
	}
	if a, b := s.FailedAt, got.FailedAt; (a == nil) != (b == nil) || a != nil && math.Abs(*a-*b) > 1 {
		return "fails at another time", fmt.Sprint(*s.FailedAt, " here ", *got.FailedAt)
	}
	return "same", ""
}

// until leaves out what came at a moment or later.
func (r *run) until(at float64) {
	if r == nil {
		return
	}
	for _, list := range [][]node{r.Operators, r.Sinks} {
		for i := range list {
			n := &list[i]
			n.Rows, n.Records = n.Rows[:before(n.At, at)], nil
		}
	}
}

func cut(r *planner.RowsRun, at float64) {
	if r == nil {
		return
	}
	for i := range r.Operators {
		r.Operators[i].Rows = r.Operators[i].Rows[:before(r.Operators[i].At, at)]
	}
	for i := range r.Sinks {
		r.Sinks[i].Rows, r.Sinks[i].Records = r.Sinks[i].Rows[:before(r.Sinks[i].At, at)], nil
	}
}

func before(at []float64, end float64) int {
	n := 0
	for n < len(at) && at[n] < end {
		n++
	}
	return n
}

func compareRun(s *run, got *planner.RowsRun) (kind, detail string) {
	if s.Keys != got.Keys {
		return "other plan", ""
	}
	for i, k := range s.Sinks {
		if i >= len(got.Sinks) {
			return "no sink", k.Table
		}
		if d := differ(k.Rows, k.At, got.Sinks[i].Rows, got.Sinks[i].At, got.Sinks[i].Key); d != "" {
			return "sink", firstNode(s, got) + "; at the sink " + k.Table + d
		}
		if w, h := pairs(k.Records), pairsOf(got.Sinks[i].Records); w != h {
			return "records", "\n  Flink " + w + "\n  here  " + h
		}
	}
	if d := firstNode(s, got); d != "" {
		return "node", d
	}
	return "same", ""
}

func pairs(records [][]*string) string {
	var out []string
	for _, r := range records {
		b, _ := json.Marshal(r) // text
		out = append(out, string(b))
	}
	sort.Strings(out)
	return masked(strings.Join(out, " "))
}

func pairsOf(raw []json.RawMessage) string {
	var out [][]*string
	for _, r := range raw {
		var p []*string
		if json.Unmarshal(r, &p) == nil {
			out = append(out, p)
		}
	}
	return pairs(out)
}

// firstNode names the first operator from which other rows leave.
func firstNode(s *run, got *planner.RowsRun) string {
	if len(s.Operators) != len(got.Operators) {
		return "other operators"
	}
	for i, o := range s.Operators {
		if h := got.Operators[i]; h.Node == o.Node || len(o.Rows) > 0 {
			if d := differ(o.Rows, o.At, h.Rows, h.At, nil); d != "" {
				return short(o.Node) + d
			}
		}
	}
	return ""
}

func short(s string) string {
	if len(s) > 500 {
		return s[:500] + "…"
	}
	return s
}

// differ compares rows: those of one moment as a set, those of one key in order.
func differ(want []json.RawMessage, wantAt []float64, have []json.RawMessage, haveAt []float64, key []int) string {
	w, h := moments(want, wantAt), moments(have, haveAt)
	if !slices.Equal(w, h) {
		for i := range max(len(w), len(h)) {
			if a, b := nth(w, i), nth(h, i); a != b {
				return "\n  Flink " + short(a) + "\n  here  " + short(b)
			}
		}
	}
	if len(key) > 0 && perKey(want, key) != perKey(have, key) {
		return "\n  order within a key: Flink " + perKey(want, key) + "\n  here  " + perKey(have, key)
	}
	return ""
}

func perKey(rows []json.RawMessage, key []int) string {
	by := map[string][]string{}
	for _, r := range rows {
		_, vals := planner.SplitRow(r)
		k := ""
		for _, c := range key {
			if c < len(vals) {
				k += masked(vals[c]) + ","
			}
		}
		by[k] = append(by[k], compact(r))
	}
	var out []string
	for k, v := range by {
		out = append(out, k+strings.Join(v, " "))
	}
	sort.Strings(out)
	return strings.Join(out, "; ")
}

func compact(r json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, r) != nil {
		return string(r)
	}
	text := viewInRow.ReplaceAllString(b.String(), "$1")
	return masked(view.ReplaceAllString(text, "null"))
}

// What an accumulator keeps is shown as the name of a Java object.
var (
	viewInRow = regexp.MustCompile(`\[([^\[\],]*),[^\[\],]*,"SqlRawValue\{[^"]*"\]`)
	view      = regexp.MustCompile(`"SqlRawValue\{[^"]*"`)
)

// masked puts a word for the times that the clock showed.
func masked(text string) string {
	return clock.ReplaceAllStringFunc(text, func(t string) string {
		if made, err := time.Parse("2006-01-02", t[:10]); err == nil && time.Since(made) > 0 && time.Since(made) < 48*time.Hour {
			return "now"
		}
		return t
	})
}

// clock are the times that the clock showed while the rows went through.
var clock = regexp.MustCompile(`20\d\d-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d+)?)?`)

func moments(rows []json.RawMessage, at []float64) []string {
	var out []string
	for i := 0; i < len(rows); {
		j := i
		var same []string
		for ; j < len(rows) && at[j] == at[i]; j++ {
			same = append(same, compact(rows[j]))
		}
		sort.Strings(same)
		out = append(out, fmt.Sprint(at[i], ":")+strings.Join(same, " "))
		i = j
	}
	return out
}

func nth(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}
