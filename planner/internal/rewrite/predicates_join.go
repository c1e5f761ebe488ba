package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// joinPredicates gives what holds of a join's rows: what holds of its inputs, its condition, and what follows from both
// by equal columns (RelMdPredicates.JoinConditionBasedPredicateInference).
func (c *context) joinPredicates(n *logical.Node, j *logical.Join) []expr.Expr {
	nLeft := len(n.Inputs[0].Row.Fields)
	size := nLeft + len(n.Inputs[1].Row.Fields)
	left := expr.Conjuncts(expr.Conjunction(c.pulledUp(n.Inputs[0])...))
	right := expr.Conjuncts(expr.Conjunction(c.pulledUp(n.Inputs[1])...))
	for i, e := range right {
		right[i] = expr.Shift(e, nLeft)
	}
	switch j.Type {
	case logical.Left, logical.Anti:
		return left
	case logical.Right:
		// Calcite leaves the numbers of the join's row.
		return right
	case logical.Full:
		return nil
	}
	inf := newInference(j.Cond, size, left, right)
	inf.from(left)
	inf.from(right)
	if j.Type == logical.Semi {
		list := left[:len(left):len(left)]
		for _, e := range inf.found {
			if rangeOf(nLeft).Contains(refs(e)) {
				list = append(list, e)
			}
		}
		return list
	}
	list := append(append([]expr.Expr(nil), left...), right...)
	for _, e := range conjuncts(j.Cond) {
		if expr.Deterministic(e) {
			list = append(list, e)
		}
	}
	return append(list, inf.found...)
}

// inference finds what predicates say of columns that a join makes equal to theirs.
type inference struct {
	same  []keys.Cols // columns equal to each column, itself included
	all   map[string]bool
	equal map[string]bool // the equalities of the condition
	found []expr.Expr
}

func newInference(cond expr.Expr, size int, known ...[]expr.Expr) *inference {
	inf := &inference{all: map[string]bool{}, equal: map[string]bool{}}
	for _, list := range known {
		for _, e := range list {
			inf.all[e.Digest()] = true
		}
	}
	inf.same = make([]keys.Cols, size)
	for i := range inf.same {
		inf.same[i] = keys.Of(i)
	}
	for _, e := range conjuncts(cond) {
		call, ok := e.(*expr.Call)
		if !ok || call.Op.Op != expr.Equals {
			continue
		}
		a, ok1 := call.Args[0].(*expr.Ref)
		b, ok2 := call.Args[1].(*expr.Ref)
		if ok1 && ok2 {
			inf.equal[e.Digest()] = true
			both := inf.same[a.Index].Union(inf.same[b.Index])
			for i := range both.All() {
				inf.same[i] = both
			}
		}
	}
	return inf
}

// from adds every predicate of list with its columns put for equal ones in all ways.
func (inf *inference) from(list []expr.Expr) {
	for _, e := range list {
		cols := refs(e).Slice()
		if len(cols) == 0 || inf.equal[e.Digest()] {
			continue
		}
		inf.combine(e, cols, map[int]int{})
	}
}

func (inf *inference) combine(e expr.Expr, cols []int, to map[int]int) {
	if len(cols) > 0 {
		for i := range inf.same[cols[0]].All() {
			to[cols[0]] = i
			inf.combine(e, cols[1:], to)
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
	inf.found = append(inf.found, now)
	inf.all[now.Digest()] = true
}
