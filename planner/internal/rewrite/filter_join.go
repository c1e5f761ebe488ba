package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// filterIntoJoin pushes a filter into the join below and on into its inputs. What it says of one side's key columns
// holds for the other side's too, and an outer join whose padded rows it drops becomes a stricter one.
//
//	SELECT … FROM p JOIN p2 ON p.id = p2.id WHERE p.id > 5
//	SELECT … FROM p LEFT JOIN p2 ON p.id = p2.id WHERE p2.v > 1
//
// Not above an event-time temporal join.
var filterIntoJoin = &rule{
	name: "FilterIntoJoin", class: "FlinkFilterJoinRule.FlinkFilterIntoJoinRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n.Input())
		if j == nil || eventTimeTemporal(j.Cond) {
			return nil
		}
		return filterJoin(c, n, n.Input(), j, flinkFilters)
	},
}

// joinConditionPush pushes the conjuncts of a join's condition that read one side into that side, where the join does
// not keep its unmatched rows.
var joinConditionPush = &rule{
	name: "JoinConditionPush", class: "FlinkFilterJoinRule.FlinkJoinConditionPushRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		if eventTimeTemporal(j.Cond) {
			return nil
		}
		return filterJoin(c, nil, n, j, flinkFilters)
	},
}

// eventTimeTemporal reports the condition of an event-time temporal join before its keys are known
// (TemporalJoinUtil.isInitialRowTimeTemporalTableJoin).
func eventTimeTemporal(cond expr.Expr) bool {
	return expr.Any(cond, func(e expr.Expr) bool {
		c, ok := e.(*expr.Call)
		return ok && c.Op == initialTemporalOp && initialRowTime(c)
	})
}

// sides are the conjuncts of one run of the rule, by where they are to go.
type sides struct {
	above, join, left, right []expr.Expr
	nLeft                    int
	leftRow, rightRow        *types.Type
}

// filterFlavour is whose rule pushes filters: Flink's copies them to the other side's keys, Calcite's makes one side's
// keys equal that equal one key of the other side.
type filterFlavour uint8

const (
	flinkFilters filterFlavour = iota
	calciteFilters
)

func filterJoin(c *context, f, n *logical.Node, j *logical.Join, flavour filterFlavour) *logical.Node {
	left, right := n.Inputs[0], n.Inputs[1]
	s := &sides{nLeft: len(left.Row.Fields), leftRow: left.Row, rightRow: right.Row}
	s.join = conjuncts(j.Cond)
	if f == nil && len(s.join) == 0 {
		return nil
	}
	origJoin := append([]expr.Expr(nil), s.join...)
	if f != nil {
		s.above = conjuncts(asFilter(f).Cond)
		for i, e := range s.above {
			s.above[i] = collapseNotDistinct(e)
		}
	}
	origAbove := append([]expr.Expr(nil), s.above...)
	t := j.Type
	if len(origAbove) > 0 && t != logical.Inner {
		t = stricter(t, origAbove, s.nLeft, len(n.Row.Fields))
	}
	pushed := s.classifyAbove(t)
	if len(s.left) == 0 && len(s.right) == 0 && len(s.above) == len(origAbove) && sameSet(s.join, origJoin) {
		pushed = false
	}
	if flavour == calciteFilters && t != logical.Full {
		s.join = inferEqualities(s.join, s.nLeft)
	}
	pushed = s.classifyJoin(t) || pushed
	if !pushed && t == j.Type || len(s.join) == 0 && len(s.left) == 0 && len(s.right) == 0 {
		return nil
	}
	cond := s.condition()
	if flavour == calciteFilters {
		return s.finish(c, f, n, j, t, cond)
	}
	info := joinInfo(j.Cond, s.nLeft)
	if f != nil && len(origAbove) > 0 && (t == logical.Inner || t == logical.Left || t == logical.Right) {
		from := info
		if len(from.Left) == 0 {
			from = joinInfo(cond, s.nLeft)
		}
		s.transfer(from, origAbove, t)
	}
	if t == logical.Inner && len(info.Left) > 0 {
		s.transfer(info, origJoin, t)
	}
	return s.finish(c, f, n, j, t, cond)
}

// condition is what the join tests, its columns typed as the inputs have them: above an outer join they were nullable
// (RexUtil.fixUp).
func (s *sides) condition() expr.Expr {
	return expr.MapRefs(expr.Conjunction(s.join...), func(r *expr.Ref) expr.Expr {
		t := s.leftRow.Fields
		i := r.Index
		if i >= s.nLeft {
			t, i = s.rightRow.Fields, i-s.nLeft
		}
		if t[i].Type == r.Type() {
			return r
		}
		return expr.NewRef(r.Index, t[i].Type)
	})
}

// finish builds the join over its filtered inputs, with what stays above.
func (s *sides) finish(c *context, f, n *logical.Node, j *logical.Join, t logical.JoinType, cond expr.Expr) *logical.Node {
	l := c.filter(n.Inputs[0], n.Span, s.left...)
	r := c.filter(n.Inputs[1], n.Span, s.right...)
	if expr.AlwaysTrue(cond) && len(s.left) == 0 && len(s.right) == 0 && t == j.Type {
		return nil
	}
	if len(s.left) > 0 {
		l = c.pushedFrom(f, l)
	}
	if len(s.right) > 0 {
		r = c.pushedFrom(f, r)
	}
	now := join(j, t, cond, n.Span, l, r)
	now = castRow(now, n.Row)
	if f == nil {
		return now
	}
	above := make([]expr.Expr, len(s.above))
	for i, e := range s.above {
		above[i] = over(e, now.Row, sameColumn)
	}
	return c.filter(now, f.Span, above...)
}

// castRow casts the columns of n to the types of row where they differ (RelOptUtil.createCastRel without renaming).
func castRow(n *logical.Node, row *types.Type) *logical.Node {
	equal := true
	for i, f := range row.Fields {
		equal = equal && f.Type.Equal(n.Row.Fields[i].Type)
	}
	if equal {
		return n
	}
	list := make([]expr.Expr, len(row.Fields))
	for i, f := range row.Fields {
		list[i] = expr.EnsureType(expr.NewRef(i, n.Row.Fields[i].Type), f.Type, false)
	}
	return rawProject(n, list, n.Row.Names())
}

// stricter drops the padding of outer joins that the filters would drop anyway (RelOptUtil.simplifyJoin).
func stricter(t logical.JoinType, above []expr.Expr, nLeft, n int) logical.JoinType {
	if t == logical.Semi || t == logical.Anti {
		return t
	}
	left, right := keys.Range(0, nLeft), keys.Range(nLeft, n)
	for _, f := range above {
		if (t == logical.Right || t == logical.Full) && notTrueForNulls(f, left) {
			if t == logical.Full {
				t = logical.Left
			} else {
				t = logical.Inner
			}
		}
		if (t == logical.Left || t == logical.Full) && notTrueForNulls(f, right) {
			if t == logical.Full {
				t = logical.Right
			} else {
				t = logical.Inner
			}
		}
		if t == logical.Inner {
			break
		}
	}
	return t
}

// classifyAbove sorts the conjuncts above into the sides and the join (RelOptUtil.classifyFilters).
func (s *sides) classifyAbove(t logical.JoinType) bool {
	into := t == logical.Inner || t == logical.Semi
	toLeft := t == logical.Inner || t == logical.Left || t == logical.Semi || t == logical.Anti
	toRight := t == logical.Inner || t == logical.Right
	var rest []expr.Expr
	changed := false
	for _, e := range s.above {
		switch side := s.side(e); {
		case toLeft && (side == leftSide || side == noSide):
			s.addLeft(e)
		case toRight && (side == rightSide || side == noSide):
			s.addRight(e)
		case into:
			if !has(s.join, e) {
				s.join = append(s.join, e)
			}
		default:
			rest = append(rest, e)
			continue
		}
		changed = true
	}
	s.above = rest
	return changed
}

// classifyJoin moves the conjuncts of the condition that read one side into it.
func (s *sides) classifyJoin(t logical.JoinType) bool {
	toLeft := t == logical.Inner || t == logical.Right || t == logical.Semi
	toRight := t == logical.Inner || t == logical.Left || t == logical.Semi
	rest := s.join[:0:0]
	for _, e := range s.join {
		switch side := s.side(e); {
		case toLeft && (side == leftSide || side == noSide):
			s.addLeft(e)
		case toRight && (side == rightSide || side == noSide && !expr.AlwaysTrue(e)):
			s.addRight(e)
		default:
			rest = append(rest, e)
		}
	}
	changed := len(rest) != len(s.join)
	s.join = rest
	return changed
}

// notTrueForNulls reports whether e is surely not true where all of the columns are NULL (Strong.isNotTrue).
func notTrueForNulls(e expr.Expr, cols keys.Cols) bool { return expr.NotTrueIfColumnsNull(e, cols.Has) }

const (
	leftSide = iota
	rightSide
	bothSides
	noSide
)

// side tells which side e reads; one that reads nothing goes to the first that may have it.
func (s *sides) side(e expr.Expr) int {
	r := refs(e)
	switch {
	case r.Empty():
		return noSide
	case keys.Range(0, s.nLeft).Contains(r):
		return leftSide
	case !r.Intersects(keys.Range(0, s.nLeft)):
		return rightSide
	}
	return bothSides
}

func (s *sides) addLeft(e expr.Expr) {
	if !expr.AlwaysTrue(e) {
		s.left = append(s.left, over(e, s.leftRow, sameColumn))
	}
}

func (s *sides) addRight(e expr.Expr) {
	if !expr.AlwaysTrue(e) {
		s.right = append(s.right, over(e, s.rightRow, func(i int) int { return i - s.nLeft }))
	}
}

// transfer copies conjuncts on one side's key columns to the other side.
func (s *sides) transfer(info equiKeys, list []expr.Expr, t logical.JoinType) {
	if len(info.Left) == 0 {
		return
	}
	leftKeys, rightKeys := keys.Of(info.Left...), keys.Of(info.Right...).Shift(s.nLeft)
	for _, e := range list {
		if !transferable(e, t) {
			continue
		}
		r := refs(e)
		switch {
		case leftKeys.Contains(r):
			e = over(e, s.rightRow, func(i int) int { return info.toRight(i) })
			if !has(s.right, e) {
				s.right = append(s.right, e)
			}
		case rightKeys.Contains(r):
			e = over(e, s.leftRow, func(i int) int { return info.toLeft(i - s.nLeft) })
			if !has(s.left, e) {
				s.left = append(s.left, e)
			}
		}
	}
}

// transferable reports what may be copied: across outer joins only comparisons with a literal.
func transferable(e expr.Expr, t logical.JoinType) bool {
	if expr.AlwaysTrue(e) {
		return false
	}
	if t == logical.Inner {
		return true
	}
	c, ok := e.(*expr.Call)
	return ok && c.Op.Op.Comparison() && (isLiteral(c.Args[0]) || isLiteral(c.Args[1]))
}

func isLiteral(e expr.Expr) bool {
	_, ok := e.(*expr.Literal)
	return ok
}

func has(list []expr.Expr, e expr.Expr) bool {
	for _, x := range list {
		if same(x, e) {
			return true
		}
	}
	return false
}

func sameSet(a, b []expr.Expr) bool {
	for _, e := range a {
		if !has(b, e) {
			return false
		}
	}
	return len(a) == len(b)
}
