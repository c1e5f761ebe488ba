// Package diff holds two answers against each other, node by node.
package diff

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner"
)

// Result is what changed between two scripts.
type Result struct {
	Statements []Statement `json:"statements"`
	// Same says that nothing changed that a plan shows.
	Same bool `json:"same"`
	// Costs says that a change makes the job keep or send more, or lose a key,
	// or be refused.
	Costs bool `json:"costs"`
}

// Statement is a pair of statements, or one that has no partner.
type Statement struct {
	// Title names the pair by its sinks.
	Title   string             `json:"title"`
	A, B    *planner.Statement `json:"-"`
	Summary []Finding          `json:"summary"`
	Rows    []Row              `json:"rows"`
}

// Finding is a change in words.
type Finding struct {
	Text string `json:"text"`
	// Costs says that the change is for the worse.
	Costs bool `json:"costs"`
}

// RowKind says what became of a node.
type RowKind string

// The kinds of row.
const (
	Same    RowKind = "same"
	Changed RowKind = "changed"
	Added   RowKind = "added"
	Removed RowKind = "removed"
)

// Row is a node of one plan beside its partner in the other.
type Row struct {
	Kind           RowKind       `json:"kind"`
	A, B           *planner.Node `json:"-"`
	DepthA, DepthB int           `json:"-"`
	// LineA and LineB are the nodes as Flink prints them.
	LineA   string   `json:"a,omitempty"`
	LineB   string   `json:"b,omitempty"`
	Changes []Change `json:"changes,omitempty"`
}

// Change is one property of a node that differs.
type Change struct {
	// What is mode, key, state, inserted, or the attribute's name.
	What   string `json:"what"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Compare pairs the statements of two answers and aligns their plans.
func Compare(a, b planner.Result) Result {
	out := Result{Same: true}
	for _, p := range pair(planning(a), planning(b)) {
		st := compareStatements(p[0], p[1])
		for _, f := range st.Summary {
			out.Same = false
			out.Costs = out.Costs || f.Costs
		}
		for _, r := range st.Rows {
			if r.Kind != Same {
				out.Same = false
			}
		}
		out.Statements = append(out.Statements, st)
	}
	return out
}

// planning are the statements that have a plan, or were refused one.
func planning(r planner.Result) []*planner.Statement {
	var out []*planner.Statement
	for i := range r.Statements {
		if r.Statements[i].Verdict != planner.Done {
			out = append(out, &r.Statements[i])
		}
	}
	return out
}

// answer is what a statement is compared by: its own plan, or else the plan of
// the sketch.
func answer(s *planner.Statement) *planner.Answer {
	if s.Plan == nil && s.Assumed != nil {
		return &s.Assumed.Answer
	}
	return &s.Answer
}

// name is what stays the same when a statement is edited: the sinks it writes
// to, or that it is a query.
func name(s *planner.Statement) string {
	if p := answer(s).Plan; p != nil {
		var names []string
		for _, r := range p.Roots {
			if n := p.Node(r); n != nil && n.Op == "Sink" {
				names = append(names, planner.TableName(n))
			}
		}
		if len(names) > 0 {
			return "INSERT INTO " + strings.Join(names, ", ")
		}
	}
	words := strings.Fields(s.SQL)
	for i, w := range words {
		if strings.EqualFold(w, "INTO") && i+1 < len(words) {
			w := strings.Trim(words[i+1], "`;")
			return "INSERT INTO " + w[strings.LastIndexByte(w, '.')+1:]
		}
	}
	return s.Kind
}

// pair joins statements of the same name in order; what is left over stays alone.
func pair(a, b []*planner.Statement) [][2]*planner.Statement {
	var out [][2]*planner.Statement
	used := make([]bool, len(b))
	for _, x := range a {
		var partner *planner.Statement
		for j, y := range b {
			if !used[j] && name(x) == name(y) {
				used[j], partner = true, y
				break
			}
		}
		out = append(out, [2]*planner.Statement{x, partner})
	}
	for j, y := range b {
		if !used[j] {
			out = append(out, [2]*planner.Statement{nil, y})
		}
	}
	// One statement each, with other sinks: they are meant to be compared.
	if len(a) == 1 && len(b) == 1 && len(out) == 2 {
		return [][2]*planner.Statement{{a[0], b[0]}}
	}
	return out
}

func compareStatements(a, b *planner.Statement) Statement {
	switch {
	case a == nil:
		return Statement{Title: name(b), B: b, Summary: []Finding{{Text: "The statement is new."}}, Rows: rowsOf(nil, answer(b).Plan)}
	case b == nil:
		return Statement{Title: name(a), A: a, Summary: []Finding{{Text: "The statement is gone."}}, Rows: rowsOf(answer(a).Plan, nil)}
	}
	st := Statement{Title: name(b), A: a, B: b}
	st.Rows = rowsOf(answer(a).Plan, answer(b).Plan)
	st.Summary = append(verdicts(a, b), findings(st.Rows)...)
	return st
}

// verdicts says where the answers are of different kinds.
func verdicts(a, b *planner.Statement) []Finding {
	switch {
	case a.Verdict != b.Verdict:
		words := map[planner.Verdict]string{planner.Planned: "planned", planner.Rejected: "refused", planner.NotModelled: "not modelled"}
		return []Finding{{
			Text:  fmt.Sprintf("It was %s and is now %s.", words[a.Verdict], words[b.Verdict]),
			Costs: b.Verdict == planner.Rejected,
		}}
	case a.Verdict == planner.Rejected && message(a) != message(b):
		return []Finding{{Text: "It is refused with another message."}}
	}
	return nil
}

func message(s *planner.Statement) string {
	if len(s.Errors) == 0 {
		return ""
	}
	return s.Errors[len(s.Errors)-1].Message
}

// compareNodes lists what differs between partners.
func compareNodes(a, b *planner.Node) []Change {
	var out []Change
	add := func(what, before, after string) {
		if before != after {
			out = append(out, Change{what, before, after})
		}
	}
	add("mode", strings.Join(a.Mode, ","), strings.Join(b.Mode, ","))
	add("key", keys(a), keys(b))
	for _, x := range a.Attrs {
		add(x.Name, x.Text, b.Attr(x.Name))
	}
	for _, x := range b.Attrs {
		if !slices.ContainsFunc(a.Attrs, func(y planner.Attr) bool { return y.Name == x.Name }) {
			add(x.Name, "", x.Text)
		}
	}
	if a.State != nil && b.State != nil {
		add("state", string(a.State.Class), string(b.State.Class))
	}
	return out
}

func keys(n *planner.Node) string {
	var out []string
	for _, k := range n.UpsertKeys {
		out = append(out, "("+strings.Join(k, ", ")+")")
	}
	return strings.Join(out, " ")
}
