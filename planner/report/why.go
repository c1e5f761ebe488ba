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
	told := map[string]bool{}
	for _, f := range s.FellShort {
		if told[f.Text] {
			continue
		}
		told[f.Text] = true
		p("# Fell short: %s instead of %s. %s", f.Got, f.Wanted, f.Text)
	}
	w.advice(answer.Advice)
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
			p("#   at %d:%d: %s", line, col, edited(e.New))
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
			p("#   %s: %s", strings.Join(strings.Fields(r.Title), " "), outcome(r.Verdict, r.Mode, r.Inserted, r.Message))
			if r.Effect != "" {
				p("#     %s", r.Effect)
			}
		}
	}
}

func outcome(v planner.Verdict, mode, inserted []string, message string) string {
	switch v {
	case planner.Rejected:
		return "rejected: " + beginning(message)
	case planner.NotModelled:
		return "not modelled"
	}
	out := "[" + strings.Join(mode, ",") + "]"
	if len(inserted) > 0 {
		out += ", inserts " + strings.Join(inserted, ", ")
	}
	return out
}

// advice writes what Flink itself advises, in its words.
func (w *Writer) advice(text string) {
	for line := range strings.Lines(text) {
		if advice, ok := strings.CutPrefix(strings.TrimSpace(line), "advice["); ok {
			_, advice, _ = strings.Cut(advice, "]: ")
			fmt.Fprintf(w.Out, "\n# Flink advises: %s\n", advice)
		}
	}
}

// edited is the text of an edit, each of its lines a comment.
func edited(text string) string {
	if strings.TrimSpace(text) == "" {
		return "(taken out)"
	}
	return strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "\n#     ")
}

// beginning is the first sentence of a message of Flink's, which stands in full where it is about the statement itself.
func beginning(message string) string {
	first, _, _ := strings.Cut(message, "\n")
	if who, node, ok := strings.Cut(first, " which is produced by node "); ok {
		op, _, _ := strings.Cut(node, "(")
		return who + " which is produced by node " + op + "(…)"
	}
	if i := strings.Index(first, ". "); i > 0 {
		first = first[:i+1]
	}
	if r := []rune(first); len(r) > 160 {
		return string(r[:157]) + "…"
	}
	return first
}

// nodes writes what is to be said of each node, in the plan's order. What forces several nodes is told in full once.
func (w *Writer) nodes(p *planner.Plan) {
	told := map[string]bool{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if len(n.Reasons) == 0 && n.Why == "" && n.KeyJourney == nil && (n.State == nil || n.State.Class == planner.StateNone) {
			continue
		}
		line, _, _ := strings.Cut(n.Line, "(")
		fmt.Fprintf(w.Out, "\n# %s [%s]", line, strings.Join(n.Mode, ","))
		if at := n.SQL(); at != nil {
			l, c := planner.Position(w.Script, at.Start)
			fmt.Fprintf(w.Out, " from %d:%d", l, c)
		}
		fmt.Fprintln(w.Out)
		if n.Inserted && n.Why != "" {
			fmt.Fprintf(w.Out, "#   inserted: %s\n", n.Why)
		}
		for _, r := range n.Reasons {
			if r.Kind == "inserted" && n.Why != "" {
				continue
			}
			text := r.Text
			if r.Kind == "forced" && r.ForcedBy != nil {
				if told[text] {
					text = "It hands on UPDATE_BEFORE for " + p.Nodes[*r.ForcedBy].Name + "."
				}
				told[r.Text] = true
			}
			fmt.Fprintf(w.Out, "#   %s: %s\n", r.Kind, text)
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
