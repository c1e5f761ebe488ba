package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// inferFilterIntoJoin and inferJoinConditionPush are Calcite's own rules, which decorrelation runs.
var (
	inferFilterIntoJoin = &rule{
		name: "FilterIntoJoinInfer", class: "FilterJoinRule.FilterIntoJoinRule", on: filterKind,
		apply: func(c *context, n *logical.Node) *logical.Node {
			j := asJoin(n.Input())
			if j == nil {
				return nil
			}
			return filterJoin(c, n, n.Input(), j, calciteFilters)
		},
	}
	inferJoinConditionPush = &rule{
		name: "JoinConditionPushInfer", class: "FilterJoinRule.JoinConditionPushRule", on: joinKind,
		apply: func(c *context, n *logical.Node) *logical.Node {
			return filterJoin(c, nil, n, asJoin(n), calciteFilters)
		},
	}
)

// inferEqualities rewrites the conjuncts of a join where three or more columns are equal: those of each side among
// themselves, which can be pushed there, and one of each (FilterJoinRule.inferJoinEqualConditions).
//
//	l.a = r.x AND l.a = r.y  =>  r.x = r.y AND l.a = r.x
func inferEqualities(list []expr.Expr, nLeft int) []expr.Expr {
	sets, rest := equalSets(list)
	if !slices.ContainsFunc(sets, func(s []*expr.Ref) bool { return len(s) > 2 }) {
		return list
	}
	for _, set := range sets {
		var left, right []*expr.Ref
		for _, r := range set {
			if r.Index < nLeft {
				left = append(left, r)
			} else {
				right = append(right, r)
			}
		}
		for _, side := range [2][]*expr.Ref{left, right} {
			for i := 1; i < len(side); i++ {
				rest = append(rest, expr.EqualsOf(side[0], side[i]))
			}
		}
		if len(left) > 0 && len(right) > 0 {
			rest = append(rest, expr.EqualsOf(left[0], right[0]))
		}
	}
	return rest
}

// equalSets gathers the columns that the conjuncts equate, as far as the first set that has one of them goes, and the
// conjuncts that are no such equality.
func equalSets(list []expr.Expr) (sets [][]*expr.Ref, rest []expr.Expr) {
	for _, e := range list {
		a, b, ok := equalColumns(e)
		if !ok {
			rest = append(rest, e)
			continue
		}
		at := slices.IndexFunc(sets, func(s []*expr.Ref) bool { return hasRef(s, a) || hasRef(s, b) })
		if at < 0 {
			at = len(sets)
			sets = append(sets, nil)
		}
		for _, r := range [2]*expr.Ref{a, b} {
			if !hasRef(sets[at], r) {
				sets[at] = append(sets[at], r)
			}
		}
	}
	return sets, rest
}

// equalColumns gives the columns of an equality of two.
func equalColumns(e expr.Expr) (a, b *expr.Ref, ok bool) {
	call, ok := e.(*expr.Call)
	if !ok || call.Op.Op != expr.Equals {
		return nil, nil, false
	}
	a, ok1 := call.Args[0].(*expr.Ref)
	b, ok2 := call.Args[1].(*expr.Ref)
	return a, b, ok1 && ok2
}

func hasRef(list []*expr.Ref, r *expr.Ref) bool {
	return slices.ContainsFunc(list, func(x *expr.Ref) bool { return x.Index == r.Index })
}
