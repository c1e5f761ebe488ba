package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// keyForCall puts a key in the place of MAX and its like over it. The volcano planner does so where it takes a SUM or AVG
// apart, and it does that though nothing reads the sum. Not where there is none, or where one is read: those are taken
// apart later, by what they cost.
//
//	SELECT id, m FROM (SELECT id, MAX(id) AS m, SUM(v) AS s FROM p GROUP BY id)
var keyForCall = &rule{
	name: "KeyForCall", class: "AggregateReduceFunctionsRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Input()
		group, calls, ok := simpleAggregate(agg.Op)
		if !ok || len(group) == 0 || !anyReducible(calls) {
			return nil
		}
		p := asProject(n)
		used := refs(p.Exprs...)
		list := identity(agg.Row)
		found := false
		r := reducer{c: c, agg: agg, group: group}
		for i := range calls {
			at := len(group) + i
			if !used.Has(at) {
				continue
			}
			if isReducible(&calls[i]) {
				return nil
			}
			if key := r.groupKey(&calls[i]); key != nil {
				list[at], found = key, true
			}
		}
		if !found {
			return nil
		}
		return rawProject(agg, substituteAll(p.Exprs, list), n.Row.Names())
	},
}

// filterKeyForCall pushes a filter on what has become a key below the aggregate.
//
//	SELECT id FROM (SELECT id, MAX(id) AS m, SUM(v) AS s FROM p GROUP BY id) WHERE m > 3
var filterKeyForCall = &rule{
	name: "FilterKeyForCall", class: "FilterAggregateTransposeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n.Input())
		if p == nil {
			return nil
		}
		agg := n.Input().Input()
		if _, _, ok := simpleAggregate(agg.Op); !ok {
			return nil
		}
		cond := expr.Substitute(asFilter(n).Cond, p.Exprs)
		lower := filterAggregate.apply(c, node(&logical.Filter{Cond: cond}, agg.Row, n.Span, agg))
		if lower == nil {
			return nil
		}
		return rawProject(lower, p.Exprs, n.Row.Names())
	},
}
