package web

import (
	"encoding/json"
	"strings"

	"rowkind/planner"
)

// RowsView is the page that sends rows through a plan.
type RowsView struct {
	Page
	SQL, Rows string
	// Problem says what is wrong with the rows.
	Problem string
	Result  *planner.RowsResult
	Steps   []RowsStepView
	// Left is how many steps are not drawn.
	Left int
}

// RowsStepView is one step beside the plan.
type RowsStepView struct {
	Title string
	Lines []RowsLine
	Sinks []RowsSinkView
}

// RowsLine is a node of the plan with what left it in a step.
type RowsLine struct {
	Indent, Op, Node string
	Rows             []RowText
	Left             int
}

// RowText is a row for reading.
type RowText struct{ Kind, Class, Name, Values string }

// RowsSinkView is a sink after a step.
type RowsSinkView struct {
	Table    string
	Written  []string
	KeyWords string
	Contents []string
	Left     int
	Records  int
}

// What a page draws at most.
const (
	mostSteps    = 100
	mostCellRows = 30
)

// NewRows makes the view of a result.
func NewRows(page Page, sql, rows string, res *planner.RowsResult) RowsView {
	v := RowsView{Page: page, SQL: sql, Rows: rows, Result: res}
	if res == nil || res.Unmodelled != nil {
		return v
	}
	steps := res.Steps()
	if len(steps) > mostSteps {
		v.Left = len(steps) - mostSteps
		steps = steps[:mostSteps]
	}
	plan := planLines(res)
	folds := make([]*planner.RowsFold, len(res.Sinks))
	for i := range folds {
		folds[i] = res.Sinks[i].Fold()
	}
	for _, s := range steps {
		v.Steps = append(v.Steps, newRowsStep(s, res, plan, folds))
	}
	return v
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
			sinks++
			op = -sinks
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
		out = append(out, planLine{strings.Repeat("\u00a0\u00a0", (len(l)-len(body))/3), name, body, op})
	}
	return out
}

type planLine struct {
	indent, name, text string
	op                 int
}

func newRowsStep(s planner.RowsStep, res *planner.RowsResult, plan []planLine, folds []*planner.RowsFold) RowsStepView {
	v := RowsStepView{Title: s.Title}
	byOp := map[int]*planner.RowsOutput{}
	for i := range s.Outputs {
		o := &s.Outputs[i]
		if o.Sink {
			byOp[-o.Op-1] = o
		} else {
			byOp[o.Op] = o
		}
	}
	for _, l := range plan {
		line := RowsLine{Indent: l.indent, Op: l.name, Node: l.text}
		if o := byOp[l.op]; o != nil {
			line.Rows, line.Left = rowTexts(o.Rows)
		}
		v.Lines = append(v.Lines, line)
	}
	for i := range res.Sinks {
		k := RowsSinkView{Table: res.Sinks[i].Table, KeyWords: "Its content, each row taken by its kind:"}
		if len(res.Sinks[i].Key) > 0 {
			k.KeyWords = "Who keeps the last value of each key sees:"
		}
		if o := byOp[-i-1]; o != nil {
			k.Written = o.Written[:min(len(o.Written), mostCellRows)]
		}
		contents, records := folds[i].To(s.At)
		k.Records = records
		for _, r := range contents[:min(len(contents), mostCellRows)] {
			_, vals := planner.SplitRow(r)
			k.Contents = append(k.Contents, strings.Join(vals, ", "))
		}
		k.Left = max(0, len(contents)-mostCellRows)
		v.Sinks = append(v.Sinks, k)
	}
	return v
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
