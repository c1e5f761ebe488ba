package rewrite

import (
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// throughTableAPI is e after its way to a source and back, as an expression of the Table API: approximate numbers are
// written as Java writes them, and intervals have all their units (RexNodeToExpressionConverter, ExpressionConverter).
func throughTableAPI(e expr.Expr) expr.Expr {
	return replace(e, func(x expr.Expr) expr.Expr {
		l, ok := x.(*expr.Literal)
		if !ok {
			return nil
		}
		return literalThroughTableAPI(l)
	})
}

func literalThroughTableAPI(l *expr.Literal) expr.Expr {
	t := l.Type()
	switch t.Kind {
	case types.Double, types.Float:
		d, ok := l.Value.(expr.Dec)
		if !ok {
			return l
		}
		single := t.Kind == types.Float
		size := 64
		if single {
			size = 32
		}
		x, err := strconv.ParseFloat(d.String(), size)
		if err != nil {
			return l
		}
		if d, ok = expr.ParseDec(expr.JavaFloat(x, single)); !ok {
			return l
		}
		d.Form = expr.Scientific
		return expr.NewLiteral(d, t)
	case types.IntervalDayTime:
		return expr.NewLiteral(l.Value, types.Interval("DAY", "SECOND", -1, -1))
	case types.IntervalYearMonth:
		return expr.NewLiteral(l.Value, types.Interval("YEAR", "MONTH", -1, -1))
	}
	return l
}
