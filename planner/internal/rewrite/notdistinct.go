package rewrite

import "rowkind/planner/internal/expr"

// collapseNotDistinct turns the spelled-out forms of a IS NOT DISTINCT FROM b back into the call:
// OR(=(a, b), AND(IS NULL(a), IS NULL(b))) in either order, the equality maybe under IS TRUE, and
// CASE(IS NULL(a), IS NULL(b), IS NULL(b), IS NULL(a), =(a, b)). Anything else stays.
// (RelOptUtil.collapseExpandedIsNotDistinctFromExpr)
func collapseNotDistinct(e expr.Expr) expr.Expr {
	c, ok := e.(*expr.Call)
	if !ok {
		return e
	}
	switch {
	case c.Op.Op == expr.Or && len(c.Args) == 2:
		return collapseOr(c)
	case c.Op.Op == expr.Case && len(c.Args) == 5:
		return collapseCase(c)
	}
	return e
}

func collapseOr(c *expr.Call) expr.Expr {
	eq, ok0 := c.Args[0].(*expr.Call)
	nulls, ok1 := c.Args[1].(*expr.Call)
	if !ok0 || !ok1 {
		return c
	}
	if eq.Op.Op == expr.And && (nulls.Op.Op == expr.Equals || nulls.Op.Op == expr.IsTrue) {
		eq, nulls = nulls, eq
	}
	if eq.Op.Op == expr.IsTrue {
		inner, ok := eq.Args[0].(*expr.Call)
		if !ok {
			return c
		}
		eq = inner
	}
	if nulls.Op.Op != expr.And || len(nulls.Args) != 2 || eq.Op.Op != expr.Equals ||
		!expr.Is(nulls.Args[0], expr.IsNull) || !expr.Is(nulls.Args[1], expr.IsNull) {
		return c
	}
	return collapsed(c, nulls.Args[0].(*expr.Call), nulls.Args[1].(*expr.Call), eq)
}

func collapseCase(c *expr.Call) expr.Expr {
	for _, a := range c.Args[:4] {
		if !expr.Is(a, expr.IsNull) {
			return c
		}
	}
	if !expr.Is(c.Args[4], expr.Equals) || !same(c.Args[0], c.Args[3]) || !same(c.Args[1], c.Args[2]) {
		return c
	}
	return collapsed(c, c.Args[0].(*expr.Call), c.Args[2].(*expr.Call), c.Args[4].(*expr.Call))
}

func collapsed(c, null0, null1, eq *expr.Call) expr.Expr {
	a, b := null0.Args[0], null1.Args[0]
	x, y := expr.RemoveNullabilityCast(eq.Args[0]), expr.RemoveNullabilityCast(eq.Args[1])
	if same(a, x) && same(b, y) || same(b, x) && same(a, y) {
		return expr.NewCall(expr.IsNotDistinctFromOp, expr.True.Type(), a, b)
	}
	return c
}
