// Package rel holds what logical and physical trees share: nodes, walking, rebuilding, digests and the text writer.
package rel

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Op is what a node does: a plain struct of package logical or physical.
type Op interface {
	// Name is the operator's name without its convention: "Join", "TableScan".
	Name() string
	// Terms writes the attributes in Flink's order. One list serves digest and EXPLAIN.
	Terms(w *Terms)
}

// Node is an operator over its inputs. It is immutable and may be shared.
type Node[O Op] struct {
	Op     O
	Inputs []*Node[O]
	// Row is the row type that the node yields: a NOT NULL row.
	Row *types.Type
	// Span is the clause of SQL that the node came from; for a node made by a rule, that of the node it replaced.
	Span source.Span
	// Traits are what the changelog inference has found; zero before it.
	Traits mode.Traits
	// ID names a node of a physical tree through all rewriting, for reasons; 0 for none.
	ID int

	digest string
}

// New makes a node.
func New[O Op](op O, row *types.Type, span source.Span, inputs ...*Node[O]) *Node[O] {
	return &Node[O]{Op: op, Inputs: inputs, Row: row, Span: span}
}

// RowType is the row that the node yields.
func (n *Node[O]) RowType() *types.Type { return n.Row }

// Input gives the only or first input.
func (n *Node[O]) Input() *Node[O] { return n.Inputs[0] }

// WithInputs gives n over other inputs; n itself if they are the same.
func (n *Node[O]) WithInputs(in ...*Node[O]) *Node[O] {
	same := len(in) == len(n.Inputs)
	for i := 0; same && i < len(in); i++ {
		same = in[i] == n.Inputs[i]
	}
	if same {
		return n
	}
	c := *n
	c.Inputs, c.digest = in, ""
	return &c
}

// WithOp gives n doing op instead.
func (n *Node[O]) WithOp(op O) *Node[O] {
	c := *n
	c.Op, c.digest = op, ""
	return &c
}

// WithRow gives n with another row type.
func (n *Node[O]) WithRow(row *types.Type) *Node[O] {
	c := *n
	c.Row, c.digest = row, ""
	return &c
}

// WithSpan gives n as it stands at another place.
func (n *Node[O]) WithSpan(at source.Span) *Node[O] {
	c := *n
	c.Span = at
	return &c
}

// WithTraits gives n with the traits t.
func (n *Node[O]) WithTraits(t mode.Traits) *Node[O] {
	if n.Traits == t {
		return n
	}
	c := *n
	c.Traits, c.digest = t, ""
	return &c
}

// RelDigest is equal for equal trees: operator, attributes, row type, inputs. It is a hash, as long as it may be.
func (n *Node[O]) RelDigest() string {
	if n.digest == "" {
		n.digest = digest(n)
	}
	return n.digest
}

// All ranges over the tree from n, a node before its inputs, shared nodes each time they are met.
func All[O Op](n *Node[O]) func(yield func(*Node[O]) bool) {
	return func(yield func(*Node[O]) bool) { walk(n, yield) }
}

func walk[O Op](n *Node[O], yield func(*Node[O]) bool) bool {
	if !yield(n) {
		return false
	}
	for _, in := range n.Inputs {
		if !walk(in, yield) {
			return false
		}
	}
	return true
}

// Rewrite rebuilds the tree bottom-up: f gets each node over its rewritten inputs and gives what is to stand for it
// (the same pointer for no change). A shared node is rewritten once.
func Rewrite[O Op](n *Node[O], f func(*Node[O]) *Node[O]) *Node[O] {
	return rewrite(n, f, map[*Node[O]]*Node[O]{})
}

func rewrite[O Op](n *Node[O], f func(*Node[O]) *Node[O], done map[*Node[O]]*Node[O]) *Node[O] {
	if r, ok := done[n]; ok {
		return r
	}
	in := n.Inputs
	for i, old := range n.Inputs {
		if now := rewrite(old, f, done); now != old {
			if &in[0] == &n.Inputs[0] {
				in = append([]*Node[O](nil), n.Inputs...)
			}
			in[i] = now
		}
	}
	r := f(n.WithInputs(in...))
	done[n] = r
	return r
}

func digest[O Op](n *Node[O]) string {
	w := Terms{Style: expr.AST, digest: true}
	for _, in := range n.Inputs {
		w.Inputs = append(w.Inputs, in.Row)
	}
	w.Row = n.Row
	n.Op.Terms(&w)
	b := append(make([]byte, 0, 256), n.Op.Name()...)
	b = append(b, '(')
	b = append(b, w.text()...)
	b = append(b, ")"...)
	b = append(b, n.Row.Digest()...)
	b = n.Traits.AppendDigest(b)
	for _, in := range n.Inputs {
		b = append(b, '{')
		b = append(b, in.RelDigest()...)
		b = append(b, '}')
	}
	return types.Hash(b)
}
