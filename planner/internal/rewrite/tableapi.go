package rewrite

import (
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// throughTableAPI is e after its way to a source and back, as an expression of the Table API: approximate numbers are
// written as Java writes them, intervals have all their units, AND and OR two operands (RexNodeToExpressionConverter,
// ExpressionConverter).
func throughTableAPI(e expr.Expr) expr.Expr {
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		switch x := x.(type) {
		case *expr.Literal:
			return literalThroughTableAPI(x)
		case *expr.Call:
			if x.Op.Op == expr.Search { // written out on its own, so that it stays one operand
				return throughTableAPI(expr.ExpandSearch(x))
			}
			if k := x.Op.Op; (k == expr.And || k == expr.Or) && len(x.Args) > 2 {
				nested := x.Args[0]
				for _, a := range x.Args[1:] {
					nested = expr.Predicate(x.Op, nested, a)
				}
				return nested
			}
		}
		return x
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
