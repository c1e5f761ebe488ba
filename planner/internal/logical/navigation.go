package logical

import "rowkind/planner/internal/expr"

// MEASURES and DEFINE are rewritten as SqlValidatorImpl does: navigation goes down to the columns (NavigationExpander); in
// DEFINE a column is that of the row itself for its own variable and of the last row for others (NavigationReplacer); a
// measure is FINAL or RUNNING.

var (
	matchFinal   = &expr.Operator{Name: "FINAL", Op: expr.MatchFinal}
	matchRunning = &expr.Operator{Name: "RUNNING", Op: expr.MatchRunning}
	matchPrev    = &expr.Operator{Name: "PREV", Op: expr.MatchPrev}
	matchLast    = &expr.Operator{Name: "LAST", Op: expr.MatchLast}
)

// measure is navigationInMeasure.
func measure(e expr.Expr, allRows bool) expr.Expr {
	op := matchFinal
	if allRows {
		op = matchRunning
	}
	k := kindOf(e)
	if k != expr.MatchFinal && k != expr.MatchRunning {
		e = expr.NewCall(op, e.Type(), e)
	} else if !allRows && k == expr.MatchRunning {
		e = expr.NewCall(op, e.Type(), e)
	}
	return spellAverages(expandNavigation(e, nil, nil))
}

// definition is navigationInDefine.
func definition(e expr.Expr, alpha string) expr.Expr {
	return spellAverages(replaceNavigation(expandNavigation(e, nil, nil), alpha))
}

func kindOf(e expr.Expr) expr.OpKind {
	if c, ok := e.(*expr.Call); ok {
		return c.Op.Op
	}
	return expr.OtherOp
}

func physicalNavigation(k expr.OpKind) bool { return k == expr.MatchPrev || k == expr.MatchNext }
func logicalNavigation(k expr.OpKind) bool  { return k == expr.MatchFirst || k == expr.MatchLast }

// expandNavigation puts op with its offset on the columns inside e.
func expandNavigation(e expr.Expr, op *expr.Operator, offset expr.Expr) expr.Expr {
	wrap := func(x expr.Expr) expr.Expr {
		if op == nil {
			return x
		}
		return expr.NewCall(op, x.Type(), x, offset)
	}
	c, ok := e.(*expr.Call)
	if !ok {
		if _, literal := e.(*expr.Literal); literal {
			return e
		}
		return wrap(e)
	}
	k := c.Op.Op
	if (physicalNavigation(k) || logicalNavigation(k)) && len(c.Args) == 2 {
		inner, at := c.Args[0], c.Args[1]
		if physicalNavigation(k) && physicalNavigation(kindOf(inner)) {
			in := inner.(*expr.Call)
			plus := expr.MinusOp
			if in.Op.Op == k {
				plus = expr.PlusOp
			}
			at = expr.NewCall(plus, at.Type(), at, in.Args[1])
			inner = expr.NewCall(c.Op, in.Type(), in.Args[0], at)
		}
		return wrap(expandNavigation(inner, c.Op, at))
	}
	if len(c.Args) == 0 {
		return wrap(e)
	}
	args := make([]expr.Expr, len(c.Args))
	for i, a := range c.Args {
		args[i] = wrap(expandNavigation(a, nil, nil))
	}
	return expr.At(expr.NewCall(c.Op, c.Type(), args...), c.Span())
}

// replaceNavigation makes explicit which row of a variable a column in a DEFINE belongs to.
func replaceNavigation(e expr.Expr, alpha string) expr.Expr {
	switch x := e.(type) {
	case *expr.PatternRef:
		op := matchLast
		if x.Alpha == alpha {
			op = matchPrev
		}
		return expr.NewCall(op, x.Type(), x, expr.IntLiteral(0))
	case *expr.Call:
		k := x.Op.Op
		if logicalNavigation(k) || x.Op.Aggregate || k == expr.MatchFinal || k == expr.MatchRunning {
			return e
		}
		if k == expr.MatchPrev {
			if r, ok := x.Args[0].(*expr.PatternRef); ok {
				if r.Alpha == alpha {
					return e
				}
				return expr.NewCall(matchLast, x.Type(), x.Args...)
			}
		}
		args := make([]expr.Expr, len(x.Args))
		for i, a := range x.Args {
			args[i] = replaceNavigation(a, alpha)
		}
		return expr.At(expr.NewCall(x.Op, x.Type(), args...), x.Span())
	}
	return e
}
