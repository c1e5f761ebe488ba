package rel

import (
	"strings"

	"rowkind/planner/internal/diag"
)

// Tree draws a tree, a line for each node: children hang on ":- " and the last on "+- ". The text counts against the
// budget: it grows with the square of the depth.
func Tree[O Op](n *Node[O], budget *diag.Budget, line func(*Node[O]) string) string {
	w := TreeWriter{Budget: budget}
	Draw(&w, n, line)
	return w.String()
}

// Draw is Tree into what is written already.
func Draw[O Op](w *TreeWriter, n *Node[O], line func(*Node[O]) string) { drawTree(w, n, line, "", "") }

func drawTree[O Op](w *TreeWriter, n *Node[O], line func(*Node[O]) string, branch, under string) {
	w.Line(branch, line(n))
	back := w.Indent(under)
	for i, in := range n.Inputs {
		if i == len(n.Inputs)-1 {
			drawTree(w, in, line, "+- ", "   ")
		} else {
			drawTree(w, in, line, ":- ", ":  ")
		}
	}
	w.Dedent(back)
}

// TreeWriter writes the lines of a tree.
type TreeWriter struct {
	Budget *diag.Budget
	b      strings.Builder
	indent []byte
}

// Line writes a node's line below what is indented by now.
func (w *TreeWriter) Line(branch, text string) {
	w.Budget.Write(len(w.indent) + len(branch) + len(text) + 1)
	w.b.Write(w.indent)
	w.b.WriteString(branch)
	w.b.WriteString(text)
	w.b.WriteByte('\n')
}

// Indent moves what follows to the right; Dedent takes what it gave.
func (w *TreeWriter) Indent(by string) (back int) {
	back = len(w.indent)
	w.indent = append(w.indent, by...)
	return back
}

// Dedent moves what follows back.
func (w *TreeWriter) Dedent(back int) { w.indent = w.indent[:back] }

// Break writes an empty line.
func (w *TreeWriter) Break() { w.b.WriteByte('\n') }

// Raw writes a text as it is, and makes room for more after it.
func (w *TreeWriter) Raw(s string, more int) {
	w.b.Grow(len(s) + more)
	w.b.WriteString(s)
}

func (w *TreeWriter) String() string { return w.b.String() }
