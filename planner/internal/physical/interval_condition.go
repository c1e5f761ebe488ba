package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
)

// rangeUnder narrows what is known of a column by a condition that holds: by those of its terms that read the column
// alone (ColumnIntervalUtil.getColumnIntervalWithFilter).
func rangeUnder(known *valueRange, cond expr.Expr, col int) *valueRange {
	begin := known
	if begin == nil {
		begin = &valueRange{}
	}
	out := begin
	if e, _ := termsOf(expr.ExpandSearch(cond), col, false); e != nil {
		out = conditionRange(begin, e)
	}
	if out.open() {
		return nil
	}
	return out
}

// termsOf gives what of a condition, or of its contrary, reads the column alone, nil for nothing, and whether that is all
// of it. NOT goes down to the comparisons, IS TRUE is looked through. (FlinkRelOptUtil.partition)
func termsOf(e expr.Expr, col int, contrary bool) (part expr.Expr, all bool) {
	c, ok := e.(*expr.Call)
	if !ok {
		return nil, false
	}
	switch k := c.Op.Op; {
	case k == expr.Not:
		return termsOf(c.Args[0], col, !contrary)
	case k == expr.IsTrue && !contrary:
		return termsOf(c.Args[0], col, false)
	case k == expr.IsFalse && !contrary:
		return termsOf(c.Args[0], col, true)
	case k == expr.And || k == expr.Or:
		parts, all := make([]expr.Expr, 0, len(c.Args)), true
		for _, a := range c.Args {
			p, whole := termsOf(a, col, contrary)
			if all = all && whole; p != nil {
				parts = append(parts, p)
			}
		}
		switch {
		case len(parts) == 0:
			return nil, false
		case (k == expr.And) != contrary:
			return expr.AndOf(parts...), all
		case all:
			return expr.OrOf(parts...), true
		}
		return nil, false
	}
	if !expr.Refs(e).Equal(keys.Of(col)) {
		return nil, false
	}
	if !contrary {
		return e, true
	}
	switch k := c.Op.Op; k {
	case expr.Equals, expr.NotEquals, expr.LessThan, expr.LessOrEqual, expr.GreaterThan, expr.GreaterOrEqual:
		return expr.CompareOf(k.NegateNullSafe(), c.Args[0], c.Args[1]), true
	}
	return expr.NotOf(e), true
}

// conditionRange narrows begin by a condition that reads one column.
func conditionRange(begin *valueRange, e expr.Expr) *valueRange {
	c, ok := e.(*expr.Call)
	if !ok {
		return begin
	}
	switch c.Op.Op {
	case expr.And:
		out := begin
		for _, a := range c.Args {
			out = intersectRange(out, conditionRange(begin, a))
		}
		return out
	case expr.Or:
		out := emptyRange
		for _, a := range c.Args {
			out = unionRange(out, conditionRange(begin, a))
		}
		return out
	}
	return intersectRange(begin, comparisonRange(c))
}
