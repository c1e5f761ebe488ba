package rewrite

import "rowkind/planner/internal/logical"

// unionToDistinct makes UNION a UNION ALL under an aggregate on all columns.
var unionToDistinct = &rule{
	name: "UnionToDistinct", class: "UnionToDistinctRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.SetOp)
		if o.Kind != logical.Union || o.All {
			return nil
		}
		all := node(&logical.SetOp{Kind: logical.Union, All: true}, n.Row, n.Span, n.Inputs...)
		return c.distinct(all)
	},
}

// distinct is an aggregate on all columns of n (RelBuilder.distinct).
func (c *context) distinct(n *logical.Node) *logical.Node {
	return c.aggregateOver(&logical.Aggregate{Group: identityMap(len(n.Row.Fields))}, n, n)
}

// unionRemove drops a UNION ALL of one input.
var unionRemove = &rule{
	name: "UnionRemove", class: "UnionEliminatorRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if o := n.Op.(*logical.SetOp); o.Kind == logical.Union && o.All && len(n.Inputs) == 1 {
			return n.Input()
		}
		return nil
	},
}
