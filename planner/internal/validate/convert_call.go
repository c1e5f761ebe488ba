package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// cast binds CAST and TRY_CAST. (StandardConvertletTable.convertCast, FlinkConvertletTable.convertTryCast)
func (c *converter) cast(e *ast.Cast) expr.Expr {
	to := c.Types[e]
	if isNull(e.X) {
		return expr.NullOf(to)
	}
	x := c.expr(e.X)
	if e.Fn == "TRY_CAST" {
		to = to.WithNullable(true)
		if x.Type().Equal(to) {
			return x
		}
		return expr.NewCall(expr.TryCastOp, to, x)
	}
	to = to.WithNullable(x.Type().Nullable)
	if e.Interval != nil {
		return c.castInterval(e, x, to)
	}
	return expr.CastTo(x, to)
}

// castInterval makes an interval of a literal where it can.
func (c *converter) castInterval(e *ast.Cast, x expr.Expr, to *types.Type) expr.Expr {
	if l, ok := x.(*expr.Literal); ok {
		switch v := l.Value.(type) {
		case expr.Interval:
			return expr.NewLiteral(v, to)
		case expr.Dec:
			if n, ok := v.Int64(); ok {
				return expr.NewLiteral(expr.Interval(n*expr.UnitSize(e.Interval.From)), to)
			}
		}
	}
	if x.Type().Equal(to) {
		return x
	}
	return expr.CastTo(x, to)
}

func (c *converter) call(e *ast.Call) expr.Expr {
	if r := c.Rewrites[e]; r != nil {
		return c.expr(r)
	}
	if isDescriptor(e) {
		c.descriptor(e)
	}
	call := c.Calls[e]
	if call == nil {
		diag.Unknown(e.Span(), "%s", construct(e))
	}
	if isOver(e) {
		return c.b.Over(e)
	}
	if x := c.specialCall(e); x != nil {
		return x
	}
	var args []expr.Expr
	if !e.Star {
		args = c.all(arranged(call, e))
	}
	return expr.NewCall(call.Op, c.Types[e], args...)
}

// arranged gives the operands in the order of the function's parameters.
func arranged(call *Call, e *ast.Call) []ast.Expr {
	if call.Args != nil {
		return call.Args
	}
	return positional(e)
}

// specialCall binds calls that become something else, nil for the others.
func (c *converter) specialCall(e *ast.Call) expr.Expr {
	switch upper(functionName(e)) {
	case "SQRT":
		half, _ := expr.ParseDec("0.5")
		x := c.expr(e.Args[0])
		return c.operator(function.Lookup("POWER"), x, expr.NewLiteral(half, types.DecimalType(2, 1).WithNullable(false)))
	case "CHARACTER_LENGTH":
		f := function.Lookup("CHAR_LENGTH")
		return c.operator(f, c.expr(e.Args[0]))
	case "TIMESTAMPADD":
		return c.timestampAdd(e)
	case "TIMESTAMPDIFF":
		return c.timestampDiff(e)
	case "FLOOR", "CEIL", "CEILING":
		if t := c.Types[e.Args[0]]; len(e.Args) == 1 && t != nil && t.IsInterval() {
			// StandardConvertletTable.FloorCeilConvertlet compares the interval where it wants a condition.
			panic(diag.New("java.lang.NullPointerException", "Can't find leastRestrictive type for [BOOLEAN, "+t.Validator()+"]", source.Span{}))
		}
	}
	if e.Special == ast.MinusDate {
		return expr.NewCall(expr.DateDiffOp, c.Types[e], c.expr(e.Args[0]), c.expr(e.Args[1]))
	}
	return nil
}

func unitOf(e *ast.Call) string { return upper(e.Args[0].(*ast.Qualifier).From) }

// timestampAdd is time + unit * n. (TimestampAddConvertlet)
func (c *converter) timestampAdd(e *ast.Call) expr.Expr {
	n, t := c.expr(e.Args[1]), c.expr(e.Args[2])
	unit := unitOf(e)
	switch unit {
	case "MICROSECOND", "NANOSECOND", "MILLISECOND", "DECADE", "CENTURY", "MILLENNIUM", "EPOCH", "DOW", "DOY", "ISODOW", "ISOYEAR":
		diag.Unknown(e.Span(), "TIMESTAMPADD(%s, …)", unit)
	}
	one := expr.NewLiteral(expr.Interval(expr.UnitSize(unit)), types.Interval(unit, "", -1, -1))
	add := c.operator(function.Binary("*"), one, n)
	typ := c.Types[e]
	return expr.NewCall(expr.DatePlusOp, typ.WithNullable(t.Type().Nullable || add.Type().Nullable), t, add)
}

// timestampDiff is the difference as an interval, read as a number, divided by what the interval's unit is short of.
// (TimestampDiffConvertlet)
func (c *converter) timestampDiff(e *ast.Call) expr.Expr {
	a, b := c.expr(e.Args[1]), c.expr(e.Args[2])
	unit, divide := unitOf(e), int64(1)
	switch unit {
	case "WEEK":
		unit, divide = "SECOND", 7*86400
	case "QUARTER":
		unit, divide = "MONTH", 3
	case "DECADE":
		unit, divide = "YEAR", 10
	case "CENTURY":
		unit, divide = "YEAR", 100
	case "MILLENNIUM":
		unit, divide = "YEAR", 1000
	case "MILLISECOND", "MICROSECOND", "NANOSECOND", "EPOCH", "DOW", "DOY", "ISODOW", "ISOYEAR":
		diag.Unknown(e.Span(), "TIMESTAMPDIFF(%s, …)", unit)
	}
	null := a.Type().Nullable || b.Type().Nullable
	diff := expr.NewCall(expr.DateDiffOp, types.Interval(unit, "", -1, -1).WithNullable(null), b, a)
	x := expr.CastTo(diff, types.IntType.WithNullable(null))
	if divide == 1 {
		return x
	}
	return expr.NewCall(expr.DivideIntOp, x.Type(), x, expr.IntLiteral(divide))
}

// descriptor binds DESCRIPTOR(a, …).
// descriptor refuses DESCRIPTOR(…) where no table function takes it. (SqlDescriptorOperator)
func (c *converter) descriptor(e *ast.Call) {
	at := e.Span()
	if len(e.Args) > 0 {
		at = e.Args[0].Span()
	}
	panic(diag.InContext(c.Text, at, "Table or column alias must be a simple identifier"))
}

func flag(word string) expr.Expr { return expr.Flag(word) }

func (c *converter) jsonAccess(e *ast.JSONAccess) expr.Expr {
	args := []expr.Expr{c.expr(e.X), c.expr(e.Path)}
	switch e.Fn {
	case "JSON_VALUE":
		for i := range e.Behaviors {
			b := &e.Behaviors[i]
			args = append(args, flag(b.Word))
			if b.Default != nil {
				args = append(args, c.expr(b.Default))
			}
			args = append(args, flag("ON "+b.On))
		}
	case "JSON_QUERY":
		args = append(args, flag(wrapperFlag(e.Wrapper)), flag(emptyOrError(e, "EMPTY")), flag(emptyOrError(e, "ERROR")))
	case "JSON_EXISTS":
		for i := range e.Behaviors {
			args = append(args, flag(e.Behaviors[i].Word))
		}
	}
	return expr.NewCall(c.Calls[e].Op, c.Types[e], args...)
}

func wrapperFlag(w string) string {
	switch w {
	case "WITH CONDITIONAL ARRAY":
		return "WITH_CONDITIONAL_ARRAY"
	case "WITH UNCONDITIONAL ARRAY":
		return "WITH_UNCONDITIONAL_ARRAY"
	}
	return "WITHOUT_ARRAY"
}

func emptyOrError(e *ast.JSONAccess, on string) string {
	word := "NULL"
	for i := range e.Behaviors {
		if e.Behaviors[i].On == on {
			word = e.Behaviors[i].Word
		}
	}
	switch word {
	case "EMPTY ARRAY":
		word = "EMPTY_ARRAY"
	case "EMPTY OBJECT":
		word = "EMPTY_OBJECT"
	}
	return "SqlJsonQueryEmptyOrErrorBehavior[" + word + "]"
}

func (c *converter) jsonBuild(e *ast.JSONBuild) expr.Expr {
	var args []expr.Expr
	if e.Fn == "JSON_OBJECT" || e.Fn == "JSON_ARRAY" {
		args = append(args, flag(nullsClause(e)))
	}
	for i := range e.Pairs {
		args = append(args, c.expr(e.Pairs[i].Key), c.expr(e.Pairs[i].Value))
	}
	args = append(args, c.all(e.Items)...)
	return expr.NewCall(c.Calls[e].Op, c.Types[e], args...)
}
