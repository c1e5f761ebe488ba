package rel

import (
	"sync"

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
	room   *[]byte
	indent []byte
}

// rooms are what writers write into: a text takes memory once, at its length.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// largestRoom is how much of a writer's is kept for the next.
const largestRoom = 4 << 20

// Raw writes texts as they are.
func (w *TreeWriter) Raw(parts ...string) {
	w.start()
	for _, s := range parts {
		*w.room = append(*w.room, s...)
	}
}

func (w *TreeWriter) start() {
	if w.room == nil {
		w.room = rooms.Get().(*[]byte)
	}
}

// String gives what was written, and ends the writing.
func (w *TreeWriter) String() string {
	if w.room == nil {
		return ""
	}
	text := string(*w.room)
	if cap(*w.room) <= largestRoom {
		*w.room = (*w.room)[:0]
		rooms.Put(w.room)
	}
	w.room = nil
	return text
}

// Line writes a node's line below what is indented by now.
func (w *TreeWriter) Line(branch, text string) {
	w.Budget.Write(len(w.indent) + len(branch) + len(text) + 1)
	w.start()
	*w.room = append(*w.room, w.indent...)
	w.Raw(branch, text, "\n")
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
func (w *TreeWriter) Break() { w.Raw("\n") }
