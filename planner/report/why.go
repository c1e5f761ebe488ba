package report

import (
	"fmt"
	"strings"

	"rowkind/planner"
)

// why writes rowkind's own words about a statement.
func (w *Writer) why(s *planner.Statement) {
	p := func(format string, args ...any) { fmt.Fprintf(w.Out, format+"\n", args...) }
	if s.Summary != "" {
		p("\n# %s", s.Summary)
	}
	for _, e := range s.Errors {
		if e.Explanation != "" {
			p("# %s", e.Explanation)
		}
	}
	if u := s.UpdatingClause; u != nil {
		p("# %s", u.Text)
	}
	answer := &s.Answer
	if answer.Plan == nil && s.Assumed != nil {
		answer = &s.Assumed.Answer
		if answer.Summary != "" {
			p("# Assumed: %s", answer.Summary)
		}
	}
	if answer.Plan != nil {
		w.nodes(answer.Plan)
	}
	for _, f := range s.FellShort {
		p("# Fell short: %s instead of %s. %s", f.Got, f.Wanted, f.Text)
	}
	for i, f := range s.Fixes {
		p("\n# Fix %d: %s", i+1, f.Title)
		p("#   %s", f.Effect)
		for _, c := range f.Changes {
			p("#   - %s", c)
		}
		if f.Risk != "" {
			p("#   Risk: %s", f.Risk)
		}
		for _, e := range f.Edits {
			line, col := planner.Position(w.Script, e.Span.Start)
			p("#   at %d:%d: %s", line, col, strings.ReplaceAll(e.New, "\n", "\n#     "))
		}
	}
	if s.Comparison != nil {
		p("\n# %s", s.Comparison.Title)
		for _, c := range s.Comparison.Cases {
			p("#   %s: %s", c.Title, outcome(c.Verdict, c.Mode, c.Inserted, c.Message))
			if c.Meaning != "" {
				p("#     %s", c.Meaning)
			}
		}
	}
	for _, m := range s.Matrices {
		p("\n# %s", m.Title)
		for _, r := range m.Rows {
			p("#   %s: %s", r.Title, outcome(r.Verdict, r.Mode, r.Inserted, r.Message))
		}
	}
}

func outcome(v planner.Verdict, mode, inserted []string, message string) string {
	switch v {
	case planner.Rejected:
		return "rejected: " + message
	case planner.NotModelled:
		return "not modelled"
	}
	out := "[" + strings.Join(mode, ",") + "]"
	if len(inserted) > 0 {
		out += ", inserts " + strings.Join(inserted, ", ")
	}
	return out
}

// nodes writes what is to be said of each node, in the plan's order.
func (w *Writer) nodes(p *planner.Plan) {
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if len(n.Reasons) == 0 && n.Why == "" && n.KeyJourney == nil && (n.State == nil || n.State.Class == planner.StateNone) {
			continue
		}
		line, _, _ := strings.Cut(n.Line, "(")
		fmt.Fprintf(w.Out, "\n# %s [%s]", line, strings.Join(n.Mode, ","))
		if n.Span != nil {
			l, c := planner.Position(w.Script, n.Span.Start)
			fmt.Fprintf(w.Out, " from %d:%d", l, c)
		}
		fmt.Fprintln(w.Out)
		if n.Inserted && n.Why != "" {
			fmt.Fprintf(w.Out, "#   inserted: %s\n", n.Why)
		}
		for _, r := range n.Reasons {
			fmt.Fprintf(w.Out, "#   %s: %s\n", r.Kind, r.Text)
		}
		if k := n.KeyJourney; k != nil {
			fmt.Fprintf(w.Out, "#   key: %s\n", k.Text)
		}
		if s := n.State; s != nil && s.Class != planner.StateNone {
			fmt.Fprintf(w.Out, "#   state %s: %s\n", s.Class, strings.TrimSpace(s.Why+" "+keyedBy(s)))
		}
	}
}

func keyedBy(s *planner.State) string {
	var out string
	if s.KeyedBy != "" {
		out = "Keyed by " + s.KeyedBy + "."
	}
	if s.GrowsWith != "" {
		out += " Grows with " + s.GrowsWith + "."
	}
	return strings.TrimSpace(out)
}
