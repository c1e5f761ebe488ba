package rewrite

import (
	"slices"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// isIntervalJoin reports a join whose condition bounds the time attribute of one side by the other's, from both sides
// or by equality (IntervalJoinUtil.satisfyIntervalJoin). Not semi and anti joins.
func isIntervalJoin(j *logical.Join, left, right *logical.Node, at source.Span) bool {
	if j.Type == logical.Semi || j.Type == logical.Anti {
		return false
	}
	nLeft := len(left.Row.Fields)
	checkTimeCalls(j, left, right, at)
	if !hasTime(left.Row) || !hasTime(right.Row) {
		return false
	}
	fields := slices.Concat(left.Row.Fields, right.Row.Fields)
	lower, upper, equal := 0, 0, 0
	for _, e := range conjuncts(expr.FlinkCNF(j.Cond)) {
		k, leftFirst, ok := timePredicate(e, nLeft, fields)
		if !ok {
			continue
		}
		switch {
		case k == expr.Equals:
			equal++
		case (k == expr.GreaterThan || k == expr.GreaterOrEqual) == leftFirst:
			lower++
		default:
			upper++
		}
	}
	return equal == 1 && lower+upper == 0 || equal == 0 && lower == 1 && upper == 1
}

func hasTime(row *types.Type) bool {
	for _, f := range row.Fields {
		if f.Type.IsTimeAttribute() {
			return true
		}
	}
	return false
}

// timePredicate reads a comparison of an attribute of each side, each alone but for constants.
func timePredicate(e expr.Expr, nLeft int, fields []types.Field) (k expr.OpKind, leftFirst, ok bool) {
	c, isCall := e.(*expr.Call)
	if !isCall || !c.Op.Op.Comparison() || c.Op.Op == expr.NotEquals {
		return 0, false, false
	}
	a, ok1 := soleColumn(c.Args[0])
	b, ok2 := soleColumn(c.Args[1])
	if !ok1 || !ok2 || (a < nLeft) == (b < nLeft) {
		return 0, false, false
	}
	ta, tb := fields[a].Type, fields[b].Type
	if !ta.IsTimeAttribute() || ta.Time != tb.Time || !constantOffset(c.Args[0]) || !constantOffset(c.Args[1]) {
		return 0, false, false
	}
	return c.Op.Op, a < nLeft, true
}

// soleColumn is the one column that e reads, once.
func soleColumn(e expr.Expr) (int, bool) {
	var cols keys.Cols
	n := 0
	expr.Any(e, func(x expr.Expr) bool {
		if r, ok := x.(*expr.Ref); ok {
			cols = cols.With(r.Index)
			n++
		}
		return false
	})
	if n != 1 {
		return 0, false
	}
	return cols.Slice()[0], true
}

// constantOffset reports a column moved by constants only.
func constantOffset(e expr.Expr) bool {
	switch x := e.(type) {
	case *expr.Ref, *expr.Literal:
		return true
	case *expr.Call:
		switch x.Op.Op {
		case expr.Plus, expr.Minus, expr.DatePlus, expr.DateMinus, expr.Cast, expr.Times, expr.ProctimeMaterialize, expr.Reinterpret, expr.UnaryMinus:
			return !someArg(x, func(a expr.Expr) bool { return !constantOffset(a) })
		}
	}
	return false
}

// missedInterval says what kept a join from being an interval join, where its condition compares times as one would.
func missedInterval(j *logical.Join, left, right *logical.Node) logical.Missed {
	nLeft := len(left.Row.Fields)
	fields := append(append(make([]types.Field, 0, nLeft+len(right.Row.Fields)), left.Row.Fields...), right.Row.Fields...)
	var times []string
	for _, e := range conjuncts(j.Cond) {
		c, isCall := e.(*expr.Call)
		if !isCall || !c.Op.Op.Comparison() || c.Op.Op == expr.NotEquals || c.Op.Op == expr.Equals {
			continue
		}
		a, ok1 := soleTimestamp(c.Args[0])
		b, ok2 := soleTimestamp(c.Args[1])
		if !ok1 || !ok2 || (a < nLeft) == (b < nLeft) {
			continue
		}
		var plain []string
		for _, i := range []int{a, b} {
			if !fields[i].Type.IsTimeAttribute() {
				plain = append(plain, fields[i].Name)
			}
		}
		times = []string{fields[a].Name, fields[b].Name}
		switch {
		case len(plain) > 0:
			return logical.Missed{Kind: logical.MissedIntervalTime, Columns: plain}
		case fields[a].Type.Time != fields[b].Type.Time:
			return logical.Missed{Kind: logical.MissedIntervalKinds, Columns: times}
		case !constantOffset(c.Args[0]) || !constantOffset(c.Args[1]):
			return logical.Missed{Kind: logical.MissedIntervalConstant, Columns: times}
		}
	}
	switch {
	case times == nil:
		return logical.Missed{}
	case j.Type == logical.Semi || j.Type == logical.Anti:
		return logical.Missed{Kind: logical.MissedIntervalNegation, Columns: times}
	}
	return logical.Missed{Kind: logical.MissedIntervalBound, Columns: times}
}

// soleTimestamp is the one timestamp that e reads.
func soleTimestamp(e expr.Expr) (int, bool) {
	at, n := 0, 0
	expr.Any(e, func(x expr.Expr) bool {
		if r, ok := x.(*expr.Ref); ok && r.Type().IsTimestamp() {
			at = r.Index
			n++
		}
		return false
	})
	return at, n == 1
}

// checkTimeCalls refuses, as Flink fails where it looks for time attributes, a comparison of nothing but these and constants
// with a call without arguments in it (IntervalJoinUtil.extractTimeAttributeAccesses).
//
//	a LEFT JOIN b ON a.id = b.id AND a.ts > NOW()
func checkTimeCalls(j *logical.Join, left, right *logical.Node, at source.Span) {
	if j.Cond == nil || !expr.Any(j.Cond, callsNothing) {
		return
	}
	for _, e := range conjuncts(expr.FlinkCNF(j.Cond)) {
		c, ok := e.(*expr.Call)
		if !ok || !c.Op.Op.Comparison() || c.Op.Op == expr.NotEquals {
			continue
		}
		times, plain := 0, false
		for i := range c.Args {
			n := 0
			expr.Any(c.Args[i], func(x expr.Expr) bool {
				if r, ok := x.(*expr.Ref); ok {
					n++
					plain = plain || !columnOf(r.Index, left, right).IsTimeAttribute()
				}
				return false
			})
			if i == 0 {
				times = n
			}
		}
		if !plain && (expr.Any(c.Args[0], callsNothing) || times <= 1 && expr.Any(c.Args[1], callsNothing)) {
			diag.Fail(diag.UnsupportedOp, at, "empty.reduceLeft")
		}
	}
}

// callsNothing reports a call without arguments.
func callsNothing(e expr.Expr) bool {
	c, ok := e.(*expr.Call)
	return ok && len(c.Args) == 0
}

func columnOf(i int, left, right *logical.Node) *types.Type {
	if n := len(left.Row.Fields); i >= n {
		return right.Row.Fields[i-n].Type
	}
	return left.Row.Fields[i].Type
}
