package rel

import (
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Term is one printed attribute of a node: name=[text].
type Term struct {
	Name, Text string
}

// Terms collects the attributes of a node in one of the styles.
type Terms struct {
	// Style is the section that is written.
	Style expr.Style
	// Row is the node's row type, Inputs those of its inputs.
	Row    *types.Type
	Inputs []*types.Type
	List   []Term

	digest bool
}

// Digest reports whether the terms are for equality, not for print: an op may then write what EXPLAIN hides.
func (w *Terms) Digest() bool { return w.digest }

// Item writes name=[text].
func (w *Terms) Item(name, text string) { w.List = append(w.List, Term{name, text}) }

// ItemIf writes name=[text] if cond.
func (w *Terms) ItemIf(name, text string, cond bool) {
	if cond {
		w.Item(name, text)
	}
}

// Names gives the column names of input i, or of both inputs of a join for i < 0.
func (w *Terms) Names(i int) []string {
	if i >= 0 {
		return w.Inputs[i].Names()
	}
	var s []string
	for _, in := range w.Inputs {
		s = append(s, in.Names()...)
	}
	return s
}

// Expr spells e over the columns names in the style of w.
func (w *Terms) Expr(e expr.Expr, names []string) string { return expr.Print(e, w.Style, names) }

// List of strings joined as attributes join them.
func Join(s []string) string { return strings.Join(s, ", ") }

func (w *Terms) text() string { return Spell(w.List) }

// Spell writes attributes as a line has them.
func Spell(list []Term) string {
	n := 0
	for _, t := range list {
		n += len(t.Name) + len(t.Text) + len("=[], ")
	}
	var b strings.Builder
	b.Grow(n)
	for i, t := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(t.Name)
		b.WriteString("=[")
		b.WriteString(t.Text)
		b.WriteByte(']')
	}
	return b.String()
}

// Line spells n on one line: its name with prefix before it, and its terms; extra are written after them.
func Line[O Op](n *Node[O], style expr.Style, prefix string, extra ...Term) string {
	w := Terms{List: TermsOf(n, style)}
	w.List = append(w.List, extra...)
	s := prefix + n.Op.Name()
	if len(w.List) == 0 {
		return s
	}
	return s + "(" + w.text() + ")"
}

// TermsOf gives the attributes of n in a style.
func TermsOf[O Op](n *Node[O], style expr.Style) []Term {
	w := Terms{Style: style, Row: n.Row}
	for _, in := range n.Inputs {
		w.Inputs = append(w.Inputs, in.Row)
	}
	n.Op.Terms(&w)
	return w.List
}
