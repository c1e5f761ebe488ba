package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// removeSingleValue drops the check that a scalar sub-query has one row, where it computes one item over an aggregate of
// all rows: that is one row. It is a rule of decorrelation, and so comes only where something is correlated.
//
//	SELECT (SELECT COUNT(*) - 1 FROM o WHERE o.cid = c.id) FROM c
var removeSingleValue = &rule{
	name: "RemoveSingleAggregate", class: "RelDecorrelator.RemoveSingleAggregateRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		single := n.Op.(*logical.Aggregate)
		p := asProject(n.Input())
		if p == nil || len(p.Exprs) != 1 || len(single.Group) > 0 || len(single.Calls) != 1 || single.Calls[0].Op.Op != expr.SingleValue {
			return nil
		}
		agg, ok := n.Input().Input().Op.(*logical.Aggregate)
		if !ok || len(agg.Group) > 0 || agg.Sets != nil {
			return nil
		}
		item := p.Exprs[0]
		if t := n.Row.Fields[0].Type; !item.Type().Equal(t) {
			item = expr.CastToExactly(item, t)
		}
		return rawProject(n.Input().Input(), []expr.Expr{item}, n.Row.Names())
	},
}
