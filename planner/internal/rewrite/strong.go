package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
)

// notTrueForNulls reports whether e is surely not true where all of the columns are NULL (Strong.isNotTrue).
func notTrueForNulls(e expr.Expr, cols keys.Cols) bool {
	if c, ok := e.(*expr.Call); ok {
		switch c.Op.Op {
		case expr.IsNotNull:
			return nullForNulls(c.Args[0], cols)
		case expr.Or:
			return !someArg(c, func(a expr.Expr) bool { return !notTrueForNulls(a, cols) })
		case expr.And:
			return someArg(c, func(a expr.Expr) bool { return notTrueForNulls(a, cols) })
		}
	}
	return nullForNulls(e, cols)
}

// nullForNulls reports whether e is surely NULL where all of the columns are NULL (Strong.isNull).
func nullForNulls(e expr.Expr, cols keys.Cols) bool {
	switch x := e.(type) {
	case *expr.Ref:
		return cols.Has(x.Index)
	case *expr.Literal:
		return x.Value == nil
	case *expr.Call:
		return nullCall(x, cols)
	}
	return false
}

func nullCall(c *expr.Call, cols keys.Cols) bool {
	isNull := func(a expr.Expr) bool { return nullForNulls(a, cols) }
	isNotNull := func(a expr.Expr) bool { return !nullForNulls(a, cols) }
	switch {
	case nullIfAnyArg(c.Op):
		return someArg(c, isNull)
	case c.Op.Op == expr.And || c.Op.Op == expr.Or || c.Op.Op == expr.Coalesce:
		return !someArg(c, isNotNull)
	case c.Op.Op == expr.Case:
		for i, a := range c.Args {
			if (i%2 == 1 || i == len(c.Args)-1) && !nullForNulls(a, cols) {
				return false
			}
		}
		return true
	}
	return false
}

// nullIfAnyArg reports the operators that give NULL as soon as one operand is NULL (Strong.Policy.ANY).
func nullIfAnyArg(o *expr.Operator) bool {
	switch o.Op {
	case expr.Not, expr.Equals, expr.NotEquals, expr.LessThan, expr.LessOrEqual, expr.GreaterThan, expr.GreaterOrEqual,
		expr.Like, expr.SimilarTo, expr.Plus, expr.UnaryPlus, expr.Minus, expr.UnaryMinus, expr.Times, expr.Divide,
		expr.DatePlus, expr.DateMinus, expr.DateDiff, expr.Cast, expr.Reinterpret, expr.Trim, expr.Ceil, expr.Floor,
		expr.Extract, expr.Item:
		return true
	case expr.OtherOp:
		switch o.Name {
		case "LTRIM", "RTRIM", "GREATEST", "LEAST", "TIMESTAMP_ADD", "TIMESTAMP_DIFF":
			return true
		}
	}
	return false
}

func someArg(c *expr.Call, f func(expr.Expr) bool) bool {
	for _, a := range c.Args {
		if f(a) {
			return true
		}
	}
	return false
}
