package logical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/types"
)

// varianceOver spells a variance or standard deviation over a window out as sums and counts
// (StandardConvertletTable.AvgVarianceConvertlet.expandVariance); every step is cast to the type of the whole.
func varianceOver(o expr.Over, t *types.Type) expr.Expr {
	return variance(o.Op.Op, o.Args[0], t, func(x expr.Expr) expr.Expr {
		s := o
		s.Op, s.Args = expr.SumOp, []expr.Expr{x}
		return sumOver(s, types.Sum(x.Type()).WithNullable(t.Nullable))
	}, func(x expr.Expr) expr.Expr {
		c := o
		c.Op, c.Args = expr.CountOp, []expr.Expr{x}
		return expr.NewOver(c, types.BigIntType.WithNullable(false))
	})
}

// variance spells a variance or standard deviation of arg out with the sums and counts that it is given.
func variance(k expr.OpKind, arg expr.Expr, t *types.Type, sumCall, countCall func(expr.Expr) expr.Expr) expr.Expr {
	sample := k == expr.StddevSamp || k == expr.VarSamp
	root := k == expr.StddevPop || k == expr.StddevSamp
	sumOf := func(x expr.Expr) expr.Expr { return castStep(sumCall(x), t) }
	x := castStep(arg, t)
	squares := sumOf(castStep(arith("*", x, x), t))
	sum := sumOf(x)
	count := countCall(x)
	mean := castStep(arith("/", castStep(arith("*", sum, sum), t), castStep(count, t)), t)
	diff := castStep(arith("-", squares, mean), t)
	n := castStep(count, t)
	if sample {
		one := expr.IntLiteral(1)
		less := arith("-", count, one)
		none := expr.NullOf(less.Type())
		is := expr.Predicate(expr.EqualsOp, count, expr.EnsureType(one, count.Type(), true))
		if _, over := count.(*expr.Over); !over {
			less = expr.AbstractCast(less, none.Type())
		}
		n = expr.NewCall(expr.CaseOp, none.Type(), is, none, less)
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

// spellAverages puts sums and counts in the place of AVG and of variances in a measure or a definition, where the
// convertlets of scalar expressions meet them (StandardConvertletTable.AvgVarianceConvertlet).
func spellAverages(e expr.Expr) expr.Expr {
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		c, ok := x.(*expr.Call)
		if !ok || !c.Op.Aggregate || len(c.Args) != 1 {
			return x
		}
		t := c.Type()
		sum := func(y expr.Expr) expr.Expr {
			return expr.NewCall(expr.SumOp, types.Sum(y.Type()).WithNullable(t.Nullable), y)
		}
		count := func(y expr.Expr) expr.Expr {
			return expr.NewCall(expr.CountOp, types.BigIntType.WithNullable(false), y)
		}
		switch c.Op.Op {
		case expr.Avg:
			s, n := castStep(sum(c.Args[0]), t), count(c.Args[0])
			return expr.EnsureType(expr.NewCall(expr.DivideOp, divideType(s.Type(), n.Type()), s, n), t, true)
		case expr.StddevPop, expr.VarPop, expr.StddevSamp, expr.VarSamp:
			return variance(c.Op.Op, c.Args[0], t, sum, count)
		}
		return x
	})
}
