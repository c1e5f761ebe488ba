package physical

import (
	"strconv"
	"time"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// timeBounds are the bounds of an interval join: how much earlier or later than the right's time the left's may be.
type timeBounds struct {
	rowTime      bool
	lower, upper int64
	left, right  int
	rest         []expr.Expr // what else the condition says
}

// intervalBounds finds in a join's condition what bounds the times of its sides to each other: two comparisons, one
// in each direction, or one equality (IntervalJoinUtil.extractWindowBoundsFromPredicate).
func intervalBounds(l *logical.Node, o *logical.Join) (timeBounds, bool) {
	var b timeBounds
	if o.Cond == nil || o.Type == logical.Semi || o.Type == logical.Anti {
		return b, false
	}
	width := len(l.Inputs[0].Row.Fields)
	var preds []timePredicate
	for _, t := range expr.Conjuncts(expr.FlinkCNF(o.Cond)) {
		if p, ok := timePredicateOf(t, width); ok {
			preds = append(preds, p)
		} else {
			b.rest = append(b.rest, t)
		}
	}
	switch {
	case len(preds) == 1 && preds[0].op == expr.Equals:
	case len(preds) == 2 && preds[0].op != expr.Equals && preds[1].op != expr.Equals:
	default:
		return b, false
	}
	first, ok := preds[0].bound()
	if !ok {
		return b, false
	}
	b.lower, b.upper = first, first
	if len(preds) == 2 {
		second, ok := preds[1].bound()
		switch {
		case !ok || preds[0].lower() == preds[1].lower():
			return b, false
		case preds[0].lower():
			b.upper = second
		default:
			b.lower = second
		}
	}
	b.rowTime, b.left, b.right = preds[0].rowTime, preds[0].leftTime, preds[0].rightTime
	return b, true
}

// timePredicate is a comparison of a time attribute of the left input with one of the right.
type timePredicate struct {
	op                  expr.OpKind
	rowTime             bool
	leftFirst           bool // the left input's time is on the left of the operator
	leftTime, rightTime int
	args                []expr.Expr
}

func timePredicateOf(e expr.Expr, width int) (timePredicate, bool) {
	var p timePredicate
	call, ok := e.(*expr.Call)
	if !ok {
		return p, false
	}
	switch call.Op.Op {
	case expr.GreaterThan, expr.GreaterOrEqual, expr.LessThan, expr.LessOrEqual, expr.Equals:
	default:
		return p, false
	}
	a, ok1 := timeAttribute(call.Args[0])
	b, ok2 := timeAttribute(call.Args[1])
	if !ok1 || !ok2 || a.Type().Time != b.Type().Time || (a.Index < width) == (b.Index < width) {
		return p, false
	}
	p = timePredicate{op: call.Op.Op, rowTime: a.Type().Time == types.Rowtime, leftFirst: a.Index < width, args: call.Args,
		leftTime: a.Index, rightTime: b.Index - width}
	if !p.leftFirst {
		p.leftTime, p.rightTime = b.Index, a.Index-width
	}
	return p, true
}

// timeAttribute gives the one time attribute that e reads, if it reads nothing else.
func timeAttribute(e expr.Expr) (*expr.Ref, bool) {
	var found *expr.Ref
	count, other := 0, false
	expr.Any(e, func(x expr.Expr) bool {
		if r, ok := x.(*expr.Ref); ok {
			if r.Type().IsTimeAttribute() {
				found = r
				count++
			} else {
				other = true
			}
		}
		return false
	})
	return found, count == 1 && !other
}

// lower reports a predicate that bounds the left's time from below.
func (p timePredicate) lower() bool {
	switch p.op {
	case expr.GreaterThan, expr.GreaterOrEqual:
		return p.leftFirst
	case expr.LessThan, expr.LessOrEqual:
		return !p.leftFirst
	}
	return true
}

// bound is the milliseconds by which the left's time may differ (computeWindowBoundFromPredicate).
func (p timePredicate) bound() (int64, bool) {
	a, ok1 := offsetOf(p.args[0])
	b, ok2 := offsetOf(p.args[1])
	if !ok1 || !ok2 {
		return 0, false
	}
	d := b - a
	if !p.leftFirst {
		d = a - b
	}
	switch {
	case p.op == expr.LessThan && p.leftFirst, p.op == expr.GreaterThan && !p.leftFirst:
		return d - 1, true
	case p.op == expr.LessThan, p.op == expr.GreaterThan:
		return d + 1, true
	}
	return d, true
}

// offsetOf is the value of e in milliseconds if its time attribute were zero; false if that is no constant.
func offsetOf(e expr.Expr) (int64, bool) {
	switch x := e.(type) {
	case *expr.Ref:
		return 0, x.Type().IsTimeAttribute()
	case *expr.Literal:
		return literalMillis(x)
	case *expr.Call:
		switch x.Op.Op {
		case expr.Cast, expr.Reinterpret, expr.ProctimeMaterialize:
			return offsetOf(x.Args[0])
		case expr.DatePlus, expr.Plus:
			return shifted(x, 1)
		case expr.DateMinus, expr.DateDiff, expr.Minus:
			return shifted(x, -1)
		case expr.UnaryMinus:
			v, ok := offsetOf(x.Args[0])
			return -v, ok
		case expr.Times:
			a, ok1 := offsetOf(x.Args[0])
			b, ok2 := offsetOf(x.Args[1])
			return a * b, ok1 && ok2
		}
	}
	return 0, false
}

func shifted(x *expr.Call, sign int64) (int64, bool) {
	a, ok1 := offsetOf(x.Args[0])
	if x.Args[1].Type().Kind == types.IntervalYearMonth {
		l, ok := x.Args[1].(*expr.Literal)
		if !ok || !ok1 {
			return 0, false
		}
		months, ok := l.Value.(expr.Interval)
		return time.UnixMilli(a).UTC().AddDate(0, int(sign*int64(months)), 0).UnixMilli(), ok
	}
	b, ok2 := offsetOf(x.Args[1])
	return a + sign*b, ok1 && ok2
}

func literalMillis(l *expr.Literal) (int64, bool) {
	switch v := l.Value.(type) {
	case expr.Interval:
		return int64(v), true
	case expr.Moment:
		return v.Millis, true
	case expr.Dec:
		return v.Unscaled.Int64(), v.Scale == 0
	}
	return 0, false
}

// intervalJoin is StreamPhysicalIntervalJoinRule.
func (c *converter) intervalJoin(l *logical.Node, o *logical.Join, b timeBounds) *Node {
	width := len(l.Inputs[0].Row.Fields)
	if b.rowTime {
		x, y := l.Inputs[0].Row.Fields[b.left].Type, l.Inputs[1].Row.Fields[b.right].Type
		if x.Kind != y.Kind {
			diag.Fail(diag.Validation, l.Span, "Interval join with rowtime attribute requires same rowtime types, but the types are %s and %s.",
				x.PlanString(), y.PlanString())
		}
	} else if hasRowtime(l.Row) {
		c.failMatching(l.Span, "Interval join with proctime attribute requires no event-time attributes are in the join inputs.")
	}
	eq := EquiKeys(o.Cond, width)
	left := c.exchange(c.convert(l.Inputs[0]), except(eq.Left, b.left))
	right := c.exchange(c.convert(l.Inputs[1]), except(eq.Right, b.right))
	op := &IntervalJoin{Type: o.Type, Cond: o.Cond, Rest: expr.Conjunction(b.rest...), RowTime: b.rowTime, Lower: b.lower, Upper: b.upper,
		LeftTime: b.left, RightTime: b.right}
	return c.node(op, l.Row, l.Span, left, right)
}

func hasRowtime(row *types.Type) bool {
	for _, f := range row.Fields {
		if f.Type.Time == types.Rowtime {
			return true
		}
	}
	return false
}

func except(cols []int, drop int) []int {
	var out []int
	for _, c := range cols {
		if c != drop {
			out = append(out, c)
		}
	}
	return out
}

func durationText(s string) string {
	ms, bad := connector.ParseDuration(s)
	if bad != nil {
		return s
	}
	return strconv.FormatInt(ms, 10) + "ms"
}
