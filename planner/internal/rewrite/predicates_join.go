package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// joinPredicates gives what holds of a join's rows: what holds of its inputs, its condition, and what follows from both
// by equal columns (RelMdPredicates.JoinConditionBasedPredicateInference).
func (c *context) joinPredicates(n *logical.Node, j *logical.Join, w concern) []expr.Expr {
	nLeft := len(n.Inputs[0].Row.Fields)
	inf := newInference(j.Cond)
	ofLeft, ofRight := inf.sources(w).sides(nLeft)
	left := expr.Conjuncts(expr.Conjunction(c.pulledUp(n.Inputs[0], ofLeft)...))
	right := expr.Conjuncts(expr.Conjunction(c.pulledUp(n.Inputs[1], ofRight)...))
	for i, e := range right {
		right[i] = expr.Shift(e, nLeft)
	}
	switch j.Type {
	case logical.Left, logical.Anti:
		return w.only(left)
	case logical.Right:
		// Calcite leaves the numbers of the join's row.
		return w.only(right)
	case logical.Full:
		return nil
	}
	inf.know(left, right)
	inf.from(left, w)
	inf.from(right, w)
	if j.Type == logical.Semi {
		list := w.only(left)
		list = list[:len(list):len(list)]
		for _, e := range inf.found {
			if rangeOf(nLeft).Contains(refs(e)) {
				list = append(list, e)
			}
		}
		return list
	}
	list := append(append([]expr.Expr(nil), w.only(left)...), w.only(right)...)
	for _, e := range conjuncts(j.Cond) {
		if expr.Deterministic(e) && w.wants(e) {
			list = append(list, e)
		}
	}
	return append(list, inf.found...)
}

// sides divides what is asked of a join between its inputs.
func (w concern) sides(nLeft int) (left, right concern) {
	if w.all {
		return w, w
	}
	left.cols, right.cols = sidesOf(w.cols, nLeft)
	left.both, right.both = sidesOf(w.both, nLeft)
	left.weak, right.weak = sidesOf(w.weak, nLeft)
	return left, right
}

func sidesOf(cols keys.Cols, nLeft int) (left, right keys.Cols) {
	for i := range cols.All() {
		if i < nLeft {
			left = left.With(i)
		} else {
			right = right.With(i - nLeft)
		}
	}
	return left, right
}

// inference finds what predicates say of columns that a join makes equal to theirs.
type inference struct {
	same  map[int]keys.Cols // columns equal to a column, itself included; those that equal no other are left out
	all   map[string]bool
	equal map[string]bool // the equalities of the condition
	found []expr.Expr
}

func newInference(cond expr.Expr) *inference {
	inf := &inference{same: map[int]keys.Cols{}, all: map[string]bool{}, equal: map[string]bool{}}
	for _, e := range conjuncts(cond) {
		if a, b, ok := equalColumns(e); ok {
			inf.equal[e.Digest()] = true
			both := inf.equalTo(a.Index).Union(inf.equalTo(b.Index))
			for i := range both.All() {
				inf.same[i] = both
			}
		}
	}
	return inf
}

func (inf *inference) equalTo(i int) keys.Cols {
	if s, ok := inf.same[i]; ok {
		return s
	}
	return keys.Of(i)
}

// sources asks for what the wanted predicates can follow from: predicates about the same columns and those equal to them.
func (inf *inference) sources(w concern) concern {
	if w.all {
		return w
	}
	return concern{cols: inf.withEqual(w.cols), both: inf.withEqual(w.both), weak: inf.withEqual(w.weak)}
}

// withEqual is cols and the columns equal to them.
func (inf *inference) withEqual(cols keys.Cols) keys.Cols {
	more := cols
	for i := range cols.All() {
		if s, ok := inf.same[i]; ok {
			more = more.Union(s)
		}
	}
	return more
}

// know remembers what holds already.
func (inf *inference) know(lists ...[]expr.Expr) {
	for _, list := range lists {
		for _, e := range list {
			inf.all[e.Digest()] = true
		}
	}
}

// from adds every predicate of list with its columns put for equal ones in all ways, as far as it is wanted.
func (inf *inference) from(list []expr.Expr, w concern) {
	if len(inf.same) == 0 {
		return
	}
	for _, e := range list {
		cols := refs(e).Slice()
		if len(cols) == 0 || inf.equal[e.Digest()] {
			continue
		}
		inf.combine(e, cols, map[int]int{}, w)
	}
}

func (inf *inference) combine(e expr.Expr, cols []int, to map[int]int, w concern) {
	if len(cols) > 0 {
		for i := range inf.equalTo(cols[0]).All() {
			to[cols[0]] = i
			inf.combine(e, cols[1:], to, w)
		}
		return
	}
	now := expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
		if i, ok := to[r.Index]; ok && i != r.Index {
			return expr.NewRef(i, r.Type())
		}
		return r
	})
	if inf.all[now.Digest()] || expr.AlwaysTrue(now) {
		return
	}
	now = expr.SimplifyPredicates(expr.Conjuncts(now)...)
	if inf.all[now.Digest()] || expr.AlwaysTrue(now) {
		return
	}
	inf.all[now.Digest()] = true
	if w.wants(now) {
		inf.found = append(inf.found, now)
	}
}
