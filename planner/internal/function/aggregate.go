package function

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// ifEmpty makes the result nullable where the group may be empty: no GROUP BY key, or a FILTER.
// (ReturnTypes.ARG0_NULLABLE_IF_EMPTY, AGG_SUM, AVG_AGG_FUNCTION)
func ifEmpty(f func(*types.Type) *types.Type) Return {
	return func(c *Call) *types.Type {
		t := f(c.Args[0].Type)
		if !c.Grouped || c.Filter {
			return t.WithNullable(true)
		}
		return t
	}
}

func itself(t *types.Type) *types.Type { return t }

func aggregate(o *expr.Operator, name string, check Checker, ret Return) *Function {
	f := &Function{Op: o, Name: name, Kind: Aggregate, Check: check, Ret: ret, AllowsFrame: true}
	f.Min, f.Max = arity(check)
	f.Counts = counts(check)
	return f
}

func aggOp(name string, k expr.OpKind) *expr.Operator {
	return &expr.Operator{Name: name, Op: k, Aggregate: true}
}

// windowed is a function for OVER only.
func windowed(o *expr.Operator, check Checker, ret Return) *Function {
	f := aggregate(o, o.Name, check, ret)
	f.Kind, f.AllowsFrame = Window, false
	return f
}

// The rows that validate and the builder of trees name.
var (
	Count, ArrayAgg, GroupingFn, GroupingIDFn *Function
)

func init() {
	bigint, dbl := explicit(types.BigIntType), explicit(types.DoubleType)
	oneOrMore := checkFunc{func(*Call) *Failure { return nil }, func(f *Function) string { return f.Name + "(...)" }}
	count := func(o *expr.Operator) *Function {
		f := aggregate(o, o.Name, oneOrMore, bigint)
		f.Min, f.Max, f.StarAllowed = 1, -1, true
		return f
	}
	Count = count(expr.CountOp)
	comparableOne := checkFunc{func(*Call) *Failure { return nil }, signatureOf("COMPARABLE_TYPE")}
	minmax := func(o *expr.Operator) *Function {
		f := aggregate(o, o.Name, comparableOne, ifEmpty(itself))
		f.Min, f.Max = 1, 1
		return f
	}
	avg := func(o *expr.Operator, name string) *Function {
		return aggregate(o, name, oneNumeric, ifEmpty(types.Avg))
	}
	ArrayAgg = aggregate(aggOp("ARRAY_AGG", expr.OtherOp), "ARRAY_AGG", anyOne, nullIfArgs(func(c *Call) *types.Type {
		return types.ArrayType(c.Args[0].Type).WithNullable(false)
	}))
	ArrayAgg.AllowsNulls = true
	collect := aggregate(expr.CollectOp, "COLLECT", anyOne, func(c *Call) *types.Type {
		return types.MultisetType(c.Args[0].Type).WithNullable(false)
	})
	add(
		Count, count(aggOp("APPROX_COUNT_DISTINCT", expr.OtherOp)),
		aggregate(expr.SumOp, "SUM", oneNumeric, ifEmpty(types.Sum)),
		aggregate(expr.Sum0Op, "$SUM0", oneNumeric, func(c *Call) *types.Type { return types.Sum(c.Args[0].Type).WithNullable(false) }),
		minmax(expr.MinOp), minmax(expr.MaxOp), avg(expr.AvgOp, "AVG"),
		avg(expr.StddevPopOp, "STDDEV_POP"), avg(expr.StddevSampOp, "STDDEV_SAMP"), avg(aggOp("STDDEV", expr.StddevSamp), "STDDEV"),
		avg(expr.VarPopOp, "VAR_POP"), avg(expr.VarSampOp, "VAR_SAMP"), avg(aggOp("VARIANCE", expr.VarSamp), "VARIANCE"),
		aggregate(expr.SingleValueOp, "SINGLE_VALUE", anyOne, arg(0)),
		aggregate(expr.FirstValueOp, "FIRST_VALUE", anyOne, ifEmpty(itself)),
		aggregate(expr.LastValueOp, "LAST_VALUE", anyOne, ifEmpty(itself)),
		aggregate(expr.ListaggOp, "LISTAGG", or(oneCharacter, checkFunc{checkListagg, forms("'LISTAGG(<CHARACTER>, <CHARACTER_LITERAL>)'")}), arg0Nullable),
		collect, ArrayAgg,
	)
	catalogue["LISTAGG"].Min, catalogue["LISTAGG"].Max, catalogue["LISTAGG"].Counts = 1, 2, nil

	group := func(o *expr.Operator, min, max int) *Function {
		f := aggregate(o, o.Name, oneOrMore, bigint)
		f.Min, f.Max = min, max
		return f
	}
	GroupingFn, GroupingIDFn = group(expr.GroupingOp, 1, -1), group(expr.GroupingIDOp, 1, -1)
	add(GroupingFn, GroupingIDFn, group(expr.GroupIDOp, 0, 0))

	add(
		windowed(expr.RowNumberOp, none, bigint), ordered(windowed(expr.RankOp, none, bigint)), ordered(windowed(expr.DenseRankOp, none, bigint)),
		ordered(windowed(aggOp("CUME_DIST", expr.OtherOp), none, dbl)), ordered(windowed(aggOp("PERCENT_RANK", expr.OtherOp), none, dbl)),
		windowed(expr.NtileOp, checkFunc{checkNtile, signatureOf("INTEGER")}, bigint),
		windowed(expr.LeadOp, leadLag(), leadType), windowed(expr.LagOp, leadLag(), leadType),
	)
	catalogue["NTILE"].Min, catalogue["NTILE"].Max = 1, 1
	for _, n := range []string{"LEAD", "LAG"} {
		f := catalogue[n]
		f.AllowsNulls, f.Min, f.Max, f.Counts = true, 1, 3, nil
	}
	initGroupWindows()
}

func ordered(f *Function) *Function {
	f.NeedsOrder = true
	return f
}

func checkListagg(c *Call) *Failure {
	if len(c.Args) != 2 || !c.Args[0].Type.IsString() || !c.Args[1].Type.IsString() {
		return misfit
	}
	if !c.Args[1].Literal {
		return &Failure{Message: "Argument to function 'LISTAGG' must be a literal", Operand: -1}
	}
	return nil
}

func checkNtile(c *Call) *Failure {
	a := &c.Args[0]
	if !a.Literal {
		return &Failure{Message: "Argument to function 'NTILE' must be a literal", Operand: -1}
	}
	if !a.Type.IsInteger() {
		return misfit
	}
	if n, ok := smallInt(a.Value); !ok || n < 0 {
		return &Failure{Message: "Argument to function 'NTILE' must be a positive integer literal", Operand: -1}
	}
	return nil
}

func leadLag() Checker {
	three := checkFunc{func(c *Call) *Failure {
		if len(c.Args) != 3 || !c.Args[1].Type.IsNumeric() || !Comparable(c.Args[0].Type, c.Args[2].Type) {
			return misfit
		}
		return nil
	}, signatureOf("ANY", "NUMERIC", "ANY")}
	return or(anyOne, family(anyFam, numeric), three)
}

// leadType is nullable unless a default that is not stands for the missing rows. (SqlLeadLagAggFunction)
func leadType(c *Call) *types.Type {
	return c.Args[0].Type.WithNullable(len(c.Args) < 3 || c.Args[2].Type.Nullable)
}

// initGroupWindows adds TUMBLE, HOP and SESSION of GROUP BY, under the names of their operators, and the functions that
// read them. (SqlGroupedWindowFunction, Flink's copy)
func initGroupWindows() {
	two := or(family(datetime, interval), family(datetime, interval, timeFam))
	three := or(family(datetime, interval, interval), family(datetime, interval, interval, timeFam))
	for _, w := range []struct {
		name string
		op   expr.OpKind
		k    Checker
	}{{"TUMBLE", expr.GroupTumble, two}, {"HOP", expr.GroupHop, three}, {"SESSION", expr.GroupSession, two}} {
		f := scalar("$"+w.name, w.k, arg(0))
		f.Kind, f.Op.Op, f.Group = GroupWindow, w.op, w.op
		add(f)
		for _, a := range []struct {
			suffix string
			op     expr.OpKind
			ret    Return
		}{
			{"_START", expr.GroupAuxStart, explicit(types.Timestamp3)}, {"_END", expr.GroupAuxEnd, explicit(types.Timestamp3)},
			{"_ROWTIME", expr.GroupAuxRowtime, arg(0)}, {"_PROCTIME", expr.GroupAuxProctime, arg(0)},
		} {
			x := scalar(w.name+a.suffix, w.k, a.ret)
			x.Kind, x.Op.Op, x.Group = Auxiliary, a.op, w.op
			add(x)
		}
	}
}
