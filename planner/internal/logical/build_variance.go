package logical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/types"
)

// varianceOver spells a variance or standard deviation over a window out as sums and counts
// (StandardConvertletTable.AvgVarianceConvertlet.expandVariance); every step is cast to the type of the whole.
func varianceOver(o expr.Over, t *types.Type) expr.Expr {
	sample := o.Op.Op == expr.StddevSamp || o.Op.Op == expr.VarSamp
	root := o.Op.Op == expr.StddevPop || o.Op.Op == expr.StddevSamp
	sumOf := func(x expr.Expr) expr.Expr {
		s := o
		s.Op, s.Args = expr.SumOp, []expr.Expr{x}
		return castStep(sumOver(s, types.Sum(x.Type()).WithNullable(t.Nullable)), t)
	}
	x := castStep(o.Args[0], t)
	squares := sumOf(castStep(arith("*", x, x), t))
	sum := sumOf(x)
	c := o
	c.Op, c.Args = expr.CountOp, []expr.Expr{x}
	count := expr.NewOver(c, types.BigIntType.WithNullable(false))
	mean := castStep(arith("/", castStep(arith("*", sum, sum), t), castStep(count, t)), t)
	diff := castStep(arith("-", squares, mean), t)
	n := castStep(count, t)
	if sample {
		one := expr.IntLiteral(1)
		less := arith("-", count, one)
		n = expr.NewCall(expr.CaseOp, less.Type().WithNullable(true), expr.Predicate(expr.EqualsOp, count, expr.EnsureType(one, count.Type(), true)), expr.NullOf(less.Type()), less)
	}
	out := arith("/", diff, n)
	if root {
		half, _ := expr.ParseDec("0.5")
		f := function.Lookup("POWER")
		y := expr.NewLiteral(half, types.DecimalType(2, 1).WithNullable(false))
		out = castStep(out, t)
		out = expr.NewCall(f.Op, f.Ret(callOf(f, out, y)), out, y)
	}
	out = expr.EnsureType(out, t, true)
	if out.Type().Nullable && !t.Nullable {
		out = expr.AbstractCast(out, t)
	}
	return out
}

// castStep casts x unless it is of the type, nullability included.
func castStep(x expr.Expr, t *types.Type) expr.Expr {
	if x.Type().Equal(t) {
		return x
	}
	return expr.CastTo(x, t.WithNullable(x.Type().Nullable))
}

func arith(op string, a, b expr.Expr) expr.Expr {
	f := function.Binary(op)
	return expr.NewCall(f.Op, f.Ret(callOf(f, a, b)), a, b)
}

func callOf(f *function.Function, args ...expr.Expr) *function.Call {
	c := &function.Call{F: f}
	for _, a := range args {
		c.Args = append(c.Args, function.Arg{Type: a.Type()})
	}
	return c
}
