package rewrite

import (
	"slices"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// filterReduce folds constants in a filter and drops it, or its input, where that decides it. What the input is known
// to fulfil helps.
var filterReduce = &rule{
	name: "FilterReduceExpressions", class: "ReduceExpressionsRule.FilterReduceExpressionsRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		list, changed := c.reduce(n, []expr.Expr{f.Cond}, expr.InFilter, c.pulledUp(n.Input(), about(f.Cond)))
		cond := list[0]
		switch {
		case expr.AlwaysTrue(cond):
			return n.Input()
		case isLiteral(cond) || expr.IsNullLiteral(cond):
			return empty(n.Row, n.Span)
		case changed:
			return c.filter(n.Input(), n.Span, cond)
		}
		return decidedByType(n, cond)
	},
}

// decidedByType drops a filter that asks whether a NOT NULL column is NULL.
func decidedByType(n *logical.Node, cond expr.Expr) *logical.Node {
	call, ok := cond.(*expr.Call)
	if !ok {
		return nil
	}
	negated := call.Op.Op == expr.Not
	if negated {
		if call, ok = call.Args[0].(*expr.Call); !ok {
			return nil
		}
	}
	k := call.Op.Op
	if k != expr.IsNull && k != expr.IsUnknown && k != expr.IsNotNull {
		return nil
	}
	if r, ok := call.Args[0].(*expr.Ref); !ok || r.Type().Nullable {
		return nil
	}
	if (k == expr.IsNotNull) != negated {
		return n.Input()
	}
	return empty(n.Row, n.Span)
}

// projectReduce folds constants in a projection and puts constants for columns that a filter below fixes.
//
//	SELECT id, id + 1 FROM p WHERE id = 1
var projectReduce = &rule{
	name: "ProjectReduceExpressions", class: "ReduceExpressionsRule.ProjectReduceExpressionsRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n)
		plain := onlyRefs(p.Exprs)
		if plain && c.unfixed[n.Input()] {
			c.unfixed[n] = true
			return nil
		}
		known := c.pulledUp(n.Input(), about(p.Exprs...))
		if plain && !slices.ContainsFunc(known, expr.SaysConstant) {
			if c.unfixed == nil {
				c.unfixed = map[*logical.Node]bool{}
			}
			c.unfixed[n] = true
			return nil
		}
		list, changed := c.reduce(n, p.Exprs, expr.InProject, known)
		if !changed {
			return nil
		}
		return rawProject(n.Input(), list, n.Row.Names())
	},
}

// joinReduce folds constants in the condition of a join.
var joinReduce = &rule{
	name: "JoinReduceExpressions", class: "ReduceExpressionsRule.JoinReduceExpressionsRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		if expr.AlwaysTrue(j.Cond) {
			return nil
		}
		nLeft := len(n.Inputs[0].Row.Fields)
		left, right := about(j.Cond).sides(nLeft)
		known := c.pulledUp(n.Inputs[0], left)
		known = known[:len(known):len(known)]
		for _, e := range c.pulledUp(n.Inputs[1], right) {
			known = append(known, expr.Shift(e, nLeft))
		}
		list, changed := c.reduce(n, []expr.Expr{j.Cond}, expr.InJoin, known)
		if !changed {
			return nil
		}
		return withCondition(n, list[0])
	},
}

// reduce is ReduceExpressionsRule.reduceExpressions for the expressions of n. What Flink would compute and we cannot is
// not guessed.
func (c *context) reduce(n *logical.Node, list []expr.Expr, site expr.Site, known []expr.Expr) ([]expr.Expr, bool) {
	if len(known) == 0 && allPlain(list) {
		return list, false
	}
	r := expr.Reduce(list, site, known, c.zone, c.budget)
	switch {
	case r.Err != nil:
		panic(r.Err)
	case len(r.Unknown) > 0:
		diag.Unknown(n.Span, "the value of a constant %s", r.Unknown[0])
	}
	return r.Exprs, r.Changed
}

func allPlain(list []expr.Expr) bool {
	for _, e := range list {
		if !isPlain(e) {
			return false
		}
	}
	return true
}
