package logical

import (
	"slices"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
)

// Block is a part of a statement's trees that is optimized by itself (RelNodeBlock): the tree of a sink, or one that
// several blocks read.
type Block struct {
	// Output is the root of the block, over the roots of its children and what is below them.
	Output   *Node
	Children []*Block
}

// Blocks cuts the trees of several sinks where sub-trees are equal, and gives the blocks of the sinks
// (RelNodeBlockPlanBuilder). Without unions, a UNION ALL is no place to cut at.
func Blocks(roots []*Node, unions bool, budget *diag.Budget) []*Block {
	b := blockBuilder{unions: unions, budget: budget, outputs: map[*Node][]*Node{}, made: map[*Node]*Block{}}
	roots = shareEqual(roots)
	for _, n := range parentsFirst(roots) {
		b.spread(n)
	}
	out := make([]*Block, len(roots))
	for i, r := range roots {
		out[i] = &Block{Output: r}
		b.cut(r, out[i], false)
	}
	return out
}

// Over gives the block's own tree, in which each child is what scan gives for it.
func (b *Block) Over(scan func(child *Block) *Node) *Node {
	return b.over(b.Output, scan, map[*Node]*Node{})
}

func (b *Block) over(n *Node, scan func(*Block) *Node, done map[*Node]*Node) *Node {
	if now, ok := done[n]; ok {
		return now
	}
	now := n
	if i := slices.IndexFunc(b.Children, func(c *Block) bool { return c.Output == n }); i >= 0 {
		now = scan(b.Children[i])
	} else {
		in := make([]*Node, len(n.Inputs))
		for i, x := range n.Inputs {
			in[i] = b.over(x, scan, done)
		}
		now = n.WithInputs(in...)
	}
	done[n] = now
	return now
}

// shareEqual makes equal sub-trees one node (SubplanReuser).
func shareEqual(roots []*Node) []*Node {
	first := map[string]*Node{}
	out := make([]*Node, len(roots))
	for i, r := range roots {
		out[i] = rel.Rewrite(r, func(n *Node) *Node {
			switch n.Op.(type) {
			case *TableFunctionScan, *Sink:
				return n
			}
			d := n.RelDigest()
			if have, ok := first[d]; ok {
				return have
			}
			first[d] = n
			return n
		})
	}
	return out
}

// parentsFirst lists the nodes below roots once each, after all that read them.
func parentsFirst(roots []*Node) []*Node {
	var list []*Node
	seen := map[*Node]bool{}
	var visit func(n *Node)
	visit = func(n *Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		for _, in := range n.Inputs {
			visit(in)
		}
		list = append(list, n)
	}
	for _, r := range roots {
		visit(r)
	}
	slices.Reverse(list)
	return list
}

type blockBuilder struct {
	unions  bool
	budget  *diag.Budget
	outputs map[*Node][]*Node // the roots of the blocks that a node's rows go to
	made    map[*Node]*Block
}

// shared reports a node whose rows go to more than one block.
func (b *blockBuilder) shared(n *Node) bool { return len(b.outputs[n]) > 1 }

// spread tells the inputs of n to which block it belongs: its own, if several read it.
func (b *blockBuilder) spread(n *Node) {
	at := n
	if len(b.outputs[n]) == 1 {
		at = b.outputs[n][0]
	}
	for _, in := range n.Inputs {
		if !slices.Contains(b.outputs[in], at) {
			b.outputs[in] = append(b.outputs[in], at)
		}
	}
}

// cut makes the blocks below n, which belongs to current. With due, what is shared could not be cut at, and the next node
// that can be is.
func (b *blockBuilder) cut(n *Node, current *Block, due bool) {
	b.budget.Check()
	due = due || b.shared(n)
	if due && b.canCut(n) {
		child, ok := b.made[n]
		if !ok {
			child = &Block{Output: n}
			b.made[n] = child
		}
		if !slices.Contains(current.Children, child) {
			current.Children = append(current.Children, child)
		}
		if ok {
			return
		}
		current, due = child, false
	}
	for _, in := range n.Inputs {
		b.cut(in, current, due)
	}
}

// canCut reports a node that can be optimized without what reads it.
func (b *blockBuilder) canCut(n *Node) bool {
	switch o := n.Op.(type) {
	case *TableFunctionScan, *Snapshot:
		return false
	case *SetOp:
		return o.Kind != Union || !o.All || b.unions
	case *Project:
		return !slices.ContainsFunc(o.Exprs, readsGroupWindow)
	case *Aggregate:
		p, ok := n.Input().Op.(*Project)
		return !ok || !slices.ContainsFunc(o.Group, func(g int) bool { return readsGroupWindow(p.Exprs[g]) })
	}
	return true
}

// readsGroupWindow reports a call of TUMBLE, TUMBLE_START and the like (WindowPropertiesRules).
func readsGroupWindow(e expr.Expr) bool {
	return expr.Any(e, func(x expr.Expr) bool {
		c, ok := x.(*expr.Call)
		return ok && c.Op.Op >= expr.GroupTumble && c.Op.Op <= expr.GroupAuxProctime
	})
}
