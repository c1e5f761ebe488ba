package expr

// CollapseNotDistinct turns the spelled-out forms of a IS NOT DISTINCT FROM b back into the call:
// OR(=(a, b), AND(IS NULL(a), IS NULL(b))) in either order, the equality maybe under IS TRUE, and
// CASE(IS NULL(a), IS NULL(b), IS NULL(b), IS NULL(a), =(a, b)). Anything else stays.
// (RelOptUtil.collapseExpandedIsNotDistinctFromExpr)
func CollapseNotDistinct(e Expr) Expr {
	c, ok := e.(*Call)
	if !ok {
		return e
	}
	switch {
	case c.Op.Op == Or && len(c.Args) == 2:
		return collapseOr(c)
	case c.Op.Op == Case && len(c.Args) == 5:
		return collapseCase(c)
	}
	return e
}

func collapseOr(c *Call) Expr {
	eq, ok0 := c.Args[0].(*Call)
	nulls, ok1 := c.Args[1].(*Call)
	if !ok0 || !ok1 {
		return c
	}
	if eq.Op.Op == And && (nulls.Op.Op == Equals || nulls.Op.Op == IsTrue) {
		eq, nulls = nulls, eq
	}
	if eq.Op.Op == IsTrue {
		inner, ok := eq.Args[0].(*Call)
		if !ok {
			return c
		}
		eq = inner
	}
	if nulls.Op.Op != And || len(nulls.Args) != 2 || eq.Op.Op != Equals ||
		!Is(nulls.Args[0], IsNull) || !Is(nulls.Args[1], IsNull) {
		return c
	}
	return collapsed(c, nulls.Args[0].(*Call), nulls.Args[1].(*Call), eq)
}

func collapseCase(c *Call) Expr {
	for _, a := range c.Args[:4] {
		if !Is(a, IsNull) {
			return c
		}
	}
	if !Is(c.Args[4], Equals) || !sameExpr(c.Args[0], c.Args[3]) || !sameExpr(c.Args[1], c.Args[2]) {
		return c
	}
	return collapsed(c, c.Args[0].(*Call), c.Args[2].(*Call), c.Args[4].(*Call))
}

func collapsed(c, null0, null1, eq *Call) Expr {
	a, b := null0.Args[0], null1.Args[0]
	x, y := RemoveNullabilityCast(eq.Args[0]), RemoveNullabilityCast(eq.Args[1])
	if sameExpr(a, x) && sameExpr(b, y) || sameExpr(b, x) && sameExpr(a, y) {
		return NewCall(IsNotDistinctFromOp, True.Type(), a, b)
	}
	return c
}

func sameExpr(a, b Expr) bool { return a.Digest() == b.Digest() }
