package web

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"rowkind/planner"
)

// RowsView is the page that sends rows through a plan.
type RowsView struct {
	Page
	SQL, Rows string
	// SavedID is that of the stored snippet which this is.
	SavedID string
	// Problem says what is wrong with the rows.
	Problem string
	Result  *planner.RowsResult
	// Tables are the tables that rows can be given for, as JSON for the grid.
	Tables string
	Steps  []RowsStepView
	Lines  []RowsLine
	Sinks  []RowsSinkView
	Kept   []RowsKeptView
	// Left is how many steps are not drawn.
	Left int
}

// RowsStepView is the head of a step: the row that went in, or what else happened.
type RowsStepView struct {
	Title, Table string
	Row          *RowText
}

// RowsLine is a node of the plan with what left it in each step.
type RowsLine struct {
	Op, Node, Class string
	Cells           []RowsCell
}

// RowsCell is what left a node in a step.
type RowsCell struct {
	Rows []RowText
	Left int
}

// RowText is a row for reading.
type RowText struct{ Kind, Class, Name, Values string }

// RowsSinkView is a sink through the steps.
type RowsSinkView struct {
	Table, KeyWords string
	Cells           []RowsSinkCell
}

// RowsSinkCell is what a step wrote to a sink, and the sink after it.
type RowsSinkCell struct {
	Written, Contents []string
	Left, Records     int
}

// RowsKeptView is what a node keeps through the steps.
type RowsKeptView struct {
	Op                         int
	Node, Name, Table, Columns string
	Cells                      []RowsKeptCell
}

// RowsKeptCell is what a node keeps after a step.
type RowsKeptCell struct {
	Same bool // as after the step before
	Rows []string
	Left int
}

// What a page draws at most.
const (
	mostSteps    = 100
	mostCellRows = 30
)

// NewRows makes the view of a result.
func NewRows(sql, rows string, res *planner.RowsResult) RowsView {
	v := RowsView{SQL: sql, Rows: rows, Result: res}
	if res == nil {
		return v
	}
	if len(res.Tables) > 0 {
		b, _ := json.Marshal(res.Tables) // names only
		v.Tables = string(b)
	}
	if res.Unmodelled != nil {
		return v
	}
	steps := res.Steps()
	if len(steps) > mostSteps {
		v.Left = len(steps) - mostSteps
		steps = steps[:mostSteps]
	}
	for _, s := range steps {
		v.Steps = append(v.Steps, newRowsStep(s))
	}
	for _, l := range flow(planLines(res)) {
		v.Lines = append(v.Lines, newRowsLine(l, steps))
	}
	for i, sink := range res.AllSinks() {
		v.Sinks = append(v.Sinks, newRowsSink(sink, i, steps))
	}
	v.Kept = newRowsKept(steps)
	return v
}

// spaced writes a JSON list as its values, a space behind each comma.
func spaced(list json.RawMessage) string {
	var vals []json.RawMessage
	if json.Unmarshal(list, &vals) != nil {
		return string(list)
	}
	texts := make([]string, len(vals))
	for i, v := range vals {
		texts[i] = string(v)
	}
	return strings.Join(texts, ", ")
}

// newRowsKept lists what the nodes keep, node by node; a step that changed nothing shows what was before.
func newRowsKept(steps []planner.RowsStep) []RowsKeptView {
	var out []RowsKeptView
	at := map[string]int{}
	for n, s := range steps {
		for i := range out {
			out[i].Cells = append(out[i].Cells, RowsKeptCell{Same: true})
		}
		for _, k := range s.States {
			for _, t := range k.Tables {
				id := fmt.Sprint(k.Op, " ", t.Name)
				i, known := at[id]
				if !known {
					i = len(out)
					at[id] = i
					name, _, _ := strings.Cut(k.Node, "(")
					out = append(out, RowsKeptView{Op: k.Op, Node: k.Node, Name: name, Table: t.Name, Columns: strings.Join(t.Columns, ", "), Cells: make([]RowsKeptCell, n+1)})
				}
				c := RowsKeptCell{Left: t.Left}
				for _, r := range t.Rows[:min(len(t.Rows), mostCellRows)] {
					c.Rows = append(c.Rows, spaced(r))
				}
				c.Left += len(t.Rows) - len(c.Rows)
				out[i].Cells[n] = c
			}
		}
	}
	slices.SortStableFunc(out, func(a, b RowsKeptView) int { return a.Op - b.Op })
	return out
}

func newRowsStep(s planner.RowsStep) RowsStepView {
	v := RowsStepView{Title: s.Title}
	var vals []string
	if v.Table, vals = planner.SplitRow(s.Input); len(vals) > 0 {
		kind := strings.Trim(vals[0], `"`)
		v.Row = &RowText{kind, rowClasses[kind][0], rowClasses[kind][1], strings.Join(vals[1:], ", ")}
	}
	return v
}

// sinkOp is a sink among the operators of a planLine: below zero.
func sinkOp(index int) int { return -index - 1 }

// outputOf is what left an operator of a planLine in a step, nil where nothing did.
func outputOf(s *planner.RowsStep, op int) *planner.RowsOutput {
	for i := range s.Outputs {
		o := &s.Outputs[i]
		if o.Sink && sinkOp(o.Op) == op || !o.Sink && o.Op == op {
			return o
		}
	}
	return nil
}

type planLine struct {
	depth      int
	name, text string
	op         int
	silent     bool // no rows are recorded of it
}

// planLines are the plan's lines with the operator of each; sinks have their index below zero.
func planLines(res *planner.RowsResult) []planLine {
	lines := strings.Split(res.Keys, "\n")
	out := make([]planLine, 0, len(lines))
	at := make(map[int]int)
	sinks := 0
	for i := range res.Operators {
		o := &res.Operators[i]
		op := i
		if strings.HasPrefix(o.Node, "Sink(") {
			op = sinkOp(sinks)
			sinks++
		}
		for _, l := range o.Lines {
			at[l] = op
		}
	}
	for i, l := range lines {
		op, ok := at[i]
		if !ok {
			continue
		}
		body := strings.TrimLeft(l, " :+-")
		name, _, _ := strings.Cut(body, "(")
		out = append(out, planLine{(len(l) - len(body)) / 3, name, body, op, op >= 0 && res.Operators[op].Columns == nil})
	}
	return out
}

// flow puts the lines of a plan in the order of the data, inputs before their consumers, each node once and
// without those that only pass rows on.
func flow(lines []planLine) []planLine {
	out := make([]planLine, 0, len(lines))
	seen := map[int]bool{}
	var walk func(i int) int
	walk = func(i int) int {
		next := i + 1
		for next < len(lines) && lines[next].depth > lines[i].depth {
			next = walk(next)
		}
		if l := lines[i]; !seen[l.op] && !l.silent {
			seen[l.op] = true
			out = append(out, l)
		}
		return next
	}
	for i := 0; i < len(lines); {
		i = walk(i)
	}
	return out
}

const deepestIndent = 6

func newRowsLine(l planLine, steps []planner.RowsStep) RowsLine {
	v := RowsLine{Op: l.name, Node: l.text, Class: fmt.Sprintf("d%d", min(l.depth, deepestIndent))}
	for _, s := range steps {
		var c RowsCell
		if o := outputOf(&s, l.op); o != nil {
			c.Rows, c.Left = rowTexts(o.Rows)
		}
		v.Cells = append(v.Cells, c)
	}
	return v
}

func newRowsSink(sink *planner.RowsSink, index int, steps []planner.RowsStep) RowsSinkView {
	v := RowsSinkView{Table: shortTable("table", sink.Table), KeyWords: "Its content, each row taken by its kind"}
	if len(sink.Key) > 0 {
		v.KeyWords = "Who keeps the last value of each key sees"
	}
	fold := sink.Fold()
	for _, s := range steps {
		var c RowsSinkCell
		if o := outputOf(&s, sinkOp(index)); o != nil {
			c.Written = o.Written[:min(len(o.Written), mostCellRows)]
		}
		contents, records := fold.To(s.At)
		c.Records = records
		for _, r := range contents[:min(len(contents), mostCellRows)] {
			_, vals := planner.SplitRow(r)
			c.Contents = append(c.Contents, strings.Join(vals, ", "))
		}
		c.Left = max(0, len(contents)-mostCellRows)
		v.Cells = append(v.Cells, c)
	}
	return v
}

// rowsSummary says in a sentence what came of the rows.
func rowsSummary(res *planner.RowsResult) string {
	text := plural(len(res.Rows), "row") + " in"
	for i := range res.Sinks {
		s := &res.Sinks[i]
		text += fmt.Sprintf(", %s to `%s`", plural(len(s.Rows), "record"), shortTable("table", s.Table))
		if contents, _ := s.Fold().To(math.Inf(1)); len(s.Key) > 0 {
			text += fmt.Sprintf(", which then holds %s", plural(len(contents), "key"))
		}
	}
	return text + "."
}

var rowClasses = map[string][2]string{
	"+I": {"k-i", "INSERT"}, "-U": {"k-ub", "UPDATE_BEFORE"}, "+U": {"k-ua", "UPDATE_AFTER"}, "-D": {"k-d", "DELETE"},
}

func rowTexts(rows []json.RawMessage) (out []RowText, left int) {
	for _, r := range rows[:min(len(rows), mostCellRows)] {
		kind, vals := planner.SplitRow(r)
		out = append(out, RowText{kind, rowClasses[kind][0], rowClasses[kind][1], strings.Join(vals, ", ")})
	}
	return out, max(0, len(rows)-mostCellRows)
}
