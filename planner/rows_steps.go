package planner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// RowsStep is all that one input row caused, or the watermark behind it.
type RowsStep struct {
	At    float64
	Title string
	// Input is the row of the step, nil where a watermark or the end of the input caused it.
	Input   json.RawMessage
	Outputs []RowsOutput
	// States are what nodes keep after the step, of those that it changed; where they were asked for.
	States []RowsKept
}

// RowsKept is what one node keeps.
type RowsKept struct {
	Node   string
	Op     int
	Tables []RowsStateTable
}

// Client is the name of what gets the rows of a SELECT.
const Client = "client"

// AllSinks are the sinks of the plan, or the client that gets the rows of a SELECT.
func (r *RowsResult) AllSinks() []*RowsSink {
	var out []*RowsSink
	for i := range r.Sinks {
		out = append(out, &r.Sinks[i])
	}
	if r.Collected != nil {
		for i := range r.Collected.Sinks {
			s := r.Collected.Sinks[i]
			s.Table = Client
			out = append(out, &s)
		}
	}
	return out
}

// RowsOutput is what left one node in a step.
type RowsOutput struct {
	Node string
	Sink bool
	Rows []json.RawMessage
	// Written says of each row of a sink what was written for it, where rowkind knows that.
	Written []string
	// Op is the operator's index, or the sink's where Sink is set.
	Op int
}

// Steps orders what happened by the moment in which it did. A step in which nothing left any node is there for input rows only.
func (r *RowsResult) Steps() []RowsStep {
	steps := map[float64]*RowsStep{}
	get := func(at float64) *RowsStep {
		s := steps[at]
		if s == nil {
			s = &RowsStep{At: at, Title: r.Moment(at)}
			if i := int(at); at == float64(i) && i >= 0 && i < len(r.Rows) {
				s.Input = r.Rows[i]
			}
			steps[at] = s
		}
		return s
	}
	for i := range r.Rows {
		if r.FailedAt == nil || float64(i) <= *r.FailedAt {
			get(float64(i))
		}
	}
	for i := range r.Operators {
		o := &r.Operators[i]
		for j, row := range o.Rows {
			get(o.At[j]).add(o.Node, i, false, row, "")
		}
	}
	for i, s := range r.AllSinks() {
		for j, row := range s.Rows {
			written := ""
			if j < len(s.Written) {
				written = s.Written[j]
			}
			get(s.At[j]).add(s.Table, i, true, row, written)
		}
	}
	for i := range r.Operators {
		o := &r.Operators[i]
		for _, k := range o.State {
			s := steps[k.At]
			if s == nil {
				s = get(math.Floor(k.At)) // nothing left a node behind the watermark
			}
			s.States = append(s.States, RowsKept{o.Node, i, k.Tables})
		}
	}
	out := make([]RowsStep, 0, len(steps))
	for _, at := range slices.Sorted(maps.Keys(steps)) {
		out = append(out, *steps[at])
	}
	return out
}

func (s *RowsStep) add(node string, op int, sink bool, row json.RawMessage, written string) {
	n := len(s.Outputs)
	if n == 0 || s.Outputs[n-1].Op != op || s.Outputs[n-1].Sink != sink {
		s.Outputs = append(s.Outputs, RowsOutput{Node: node, Op: op, Sink: sink})
		n++
	}
	o := &s.Outputs[n-1]
	o.Rows = append(o.Rows, row)
	if written != "" {
		o.Written = append(o.Written, written)
	}
}

// Moment says in words what happened at a moment of At.
func (r *RowsResult) Moment(at float64) string {
	i := int(at)
	switch {
	case at < 0:
		return "Before the first row"
	case i >= len(r.Rows):
		return "The input ends: every window and timer in event time fires"
	case at != float64(i):
		return fmt.Sprintf("The watermark behind row %d passes", i)
	}
	table, rest := SplitRow(r.Rows[i])
	if len(rest) == 0 {
		return fmt.Sprintf("Row %d", i)
	}
	return fmt.Sprintf("Row %d: %s %s[%s]", i, table, strings.Trim(rest[0], `"`), strings.Join(rest[1:], ", "))
}

// SplitRow gives the first text of a row and its values as they are written in JSON.
func SplitRow(raw json.RawMessage) (first string, vals []string) {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || len(list) == 0 || json.Unmarshal(list[0], &first) != nil {
		return "", nil
	}
	for _, v := range list[1:] {
		vals = append(vals, string(bytes.TrimSpace(v)))
	}
	return first, vals
}

// RowsFold follows what is in a sink while its rows come: the last row of each key, or, without a key, each row as often as it
// was added and not taken back.
type RowsFold struct {
	sink *RowsSink
	next int
	keys []string
	rows map[string][]json.RawMessage
}

// Fold begins before the first row.
func (s *RowsSink) Fold() *RowsFold { return &RowsFold{sink: s, rows: map[string][]json.RawMessage{}} }

// To takes in all rows up to a moment, and gives what is in the sink then and how many rows were written.
func (f *RowsFold) To(at float64) (contents []json.RawMessage, records int) {
	for ; f.next < len(f.sink.Rows) && f.sink.At[f.next] <= at; f.next++ {
		f.take(f.sink.Rows[f.next])
	}
	for _, k := range f.keys {
		contents = append(contents, f.rows[k]...)
	}
	return contents, f.next
}

func (f *RowsFold) take(row json.RawMessage) {
	kind, vals := SplitRow(row)
	by := vals
	if len(f.sink.Key) > 0 {
		by = nil
		for _, c := range f.sink.Key {
			if c < len(vals) {
				by = append(by, vals[c])
			}
		}
	}
	key := strings.Join(by, ",")
	have := f.rows[key]
	switch {
	case kind[0] == '-' && len(have) > 0:
		have = have[1:]
	case kind[0] == '+' && len(f.sink.Key) > 0:
		have = []json.RawMessage{row}
	case kind[0] == '+':
		have = append(have, row)
	}
	if _, known := f.rows[key]; !known {
		f.keys = append(f.keys, key)
	}
	f.rows[key] = have
}

// valuesText is a row without its kind, as [value, …].
func valuesText(row json.RawMessage) string {
	_, vals := SplitRow(row)
	return "[" + strings.Join(vals, ", ") + "]"
}
