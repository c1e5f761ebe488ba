package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// semiProject leaves out the projection on the left of an anti join below something that computes. Where the right side is
// filtered over a projection that is merged later, and Flink then knows less of the rows that are left, the join without
// the projection is found later, with the higher estimate, and so seems to let through fewer rows.
//
//	SELECT UPPER(a) FROM k WHERE NOT EXISTS (SELECT * FROM k2 WHERE k2.a = k.a AND k2.name LIKE 'x%')
var semiProject = &rule{
	name: "SemiAntiJoinProjectTranspose", class: "FlinkSemiAntiJoinProjectTransposeRule", on: projectKind | aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		in := n.Input()
		if p := asProject(n); p != nil {
			if expr.Computed(p.Exprs) == 0 {
				return nil
			}
			if wide, top := pulledLeft(in); wide != nil {
				return rawProject(wide, substituteAll(p.Exprs, top), n.Row.Names())
			}
			return nil
		}
		names := in.Row.Names()
		var between []expr.Expr
		if p := asProject(in); p != nil && onlyRefs(p.Exprs) {
			between, in = p.Exprs, in.Input()
		}
		wide, top := pulledLeft(in)
		if wide == nil {
			return nil
		}
		if between != nil {
			top = substituteAll(between, top)
		}
		below := rawProject(wide, top, names)
		return c.mergeAggregate(rebuild(n, below), asProject(below))
	},
}

// pulledLeft is an anti join by columns without the projection on its left, and that projection, nil if it has none or Flink
// estimates nothing twice.
func pulledLeft(n *logical.Node) (wide *logical.Node, top []expr.Expr) {
	j := asJoin(n)
	if j == nil || j.Type != logical.Anti || !losesEstimate(n.Inputs[1]) {
		return nil, nil
	}
	p := asProject(n.Inputs[0])
	if p == nil || !onlyRefs(p.Exprs) || len(joinInfo(j.Cond, len(p.Exprs)).Left) == 0 {
		return nil, nil
	}
	cond := overInput(j.Cond, n.Inputs[0])
	return join(j, j.Type, cond, n.Span, n.Inputs[0].Input(), n.Inputs[1]), p.Exprs
}

// losesEstimate reports a filter over a projection over something for which Flink only guesses what a filter keeps, where
// the guess is higher than the estimate.
func losesEstimate(n *logical.Node) bool {
	for asProject(n) != nil {
		n = n.Input()
	}
	f := asFilter(n)
	if f == nil || asProject(n.Input()) == nil {
		return false
	}
	below := n.Input()
	for asProject(below) != nil {
		below = below.Input()
	}
	return share(below, f.Cond) > expr.Selectivity(f.Cond)+1e-9
}
