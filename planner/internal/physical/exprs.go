package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
)

// any reports whether f holds for e or something in it.
func anyIn(e expr.Expr, f func(expr.Expr) bool) bool {
	if e == nil {
		return false
	}
	if f(e) {
		return true
	}
	switch x := e.(type) {
	case *expr.Call:
		return anyOf(x.Args, f)
	case *expr.FieldAccess:
		return anyIn(x.Row, f)
	case *expr.Over:
		return anyOf(x.Args, f) || anyOf(x.Partition, f)
	case *expr.SubQuery:
		return anyOf(x.Args, f)
	}
	return false
}

func anyOf(es []expr.Expr, f func(expr.Expr) bool) bool {
	for _, e := range es {
		if anyIn(e, f) {
			return true
		}
	}
	return false
}

// Refs gives the columns that e reads (RexNodeExtractor.extractRefInputFields).
func Refs(e expr.Expr) keys.Cols {
	var c keys.Cols
	anyIn(e, func(e expr.Expr) bool {
		if r, ok := e.(*expr.Ref); ok {
			c = c.With(r.Index)
		}
		return false
	})
	return c
}

// deterministic reports whether e gives the same value for the same row, at any time in any query.
func deterministic(e expr.Expr) bool {
	return !anyIn(e, func(e expr.Expr) bool {
		c, ok := e.(*expr.Call)
		return ok && (c.Op.NonDeterministic || c.Op.Dynamic)
	})
}

// Shift renumbers the columns that e reads.
func shift(e expr.Expr, to func(int) int) expr.Expr {
	switch x := e.(type) {
	case *expr.Ref:
		if i := to(x.Index); i != x.Index {
			return expr.NewRef(i, x.Type())
		}
		return x
	case *expr.Call:
		args, changed := shiftAll(x.Args, to)
		if !changed {
			return x
		}
		return expr.NewCall(x.Op, x.Type(), args...)
	case *expr.FieldAccess:
		row := shift(x.Row, to)
		if row == x.Row {
			return x
		}
		return expr.NewFieldAccess(row, x.Field)
	}
	return e
}

func shiftAll(es []expr.Expr, to func(int) int) ([]expr.Expr, bool) {
	var out []expr.Expr
	for i, e := range es {
		if s := shift(e, to); s != e {
			if out == nil {
				out = append([]expr.Expr(nil), es...)
			}
			out[i] = s
		}
	}
	if out == nil {
		return es, false
	}
	return out, true
}

// Conjuncts splits e at its ANDs; none for nil or TRUE.
func Conjuncts(e expr.Expr) []expr.Expr {
	if e == nil || isTrue(e) {
		return nil
	}
	if c, ok := e.(*expr.Call); ok && c.Op.Op == expr.And {
		var out []expr.Expr
		for _, a := range c.Args {
			out = append(out, Conjuncts(a)...)
		}
		return out
	}
	return []expr.Expr{e}
}

func isTrue(e expr.Expr) bool {
	l, ok := e.(*expr.Literal)
	return ok && l.Value == expr.Bool(true)
}

// EquiCond is a join condition taken apart (JoinInfo): pairs of equal columns, and what is left.
type EquiCond struct {
	Left, Right []int
	Rest        []expr.Expr
}

// EquiKeys takes the condition of a join apart, whose left input has leftCount columns (RelOptUtil.splitJoinCondition):
// = and IS NOT DISTINCT FROM between a column of each side are pairs, in the order written.
func EquiKeys(cond expr.Expr, leftCount int) EquiCond {
	var eq EquiCond
	for _, c := range Conjuncts(cond) {
		l, r, ok := equiPair(c, leftCount)
		if !ok {
			eq.Rest = append(eq.Rest, c)
			continue
		}
		eq.Left, eq.Right = append(eq.Left, l), append(eq.Right, r)
	}
	return eq
}

func equiPair(e expr.Expr, leftCount int) (l, r int, ok bool) {
	c, ok := e.(*expr.Call)
	if !ok || c.Op.Op != expr.Equals && c.Op.Op != expr.IsNotDistinctFrom {
		return 0, 0, false
	}
	a, ok1 := c.Args[0].(*expr.Ref)
	b, ok2 := c.Args[1].(*expr.Ref)
	switch {
	case !ok1 || !ok2:
		return 0, 0, false
	case a.Index < leftCount && b.Index >= leftCount:
		return a.Index, b.Index - leftCount, true
	case b.Index < leftCount && a.Index >= leftCount:
		return b.Index, a.Index - leftCount, true
	}
	return 0, 0, false
}
