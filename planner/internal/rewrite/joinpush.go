package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// joinTypeCoerce casts the sides of an equality of two columns to their common type.
var joinTypeCoerce = &rule{
	name: "JoinConditionTypeCoerce", class: "JoinConditionTypeCoerceRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		list := conjuncts(j.Cond)
		changed := false
		for i, e := range list {
			if now := coerced(e, n); now != e {
				list[i], changed = now, true
			}
		}
		if !changed {
			return nil
		}
		return withCondition(n, expr.SimplifyFilter(expr.AndOf(list...)))
	},
}

func coerced(e expr.Expr, n *logical.Node) expr.Expr {
	if !expr.Is(e, expr.Equals) {
		return e
	}
	call := e.(*expr.Call)
	a, ok1 := call.Args[0].(*expr.Ref)
	b, ok2 := call.Args[1].(*expr.Ref)
	if !ok1 || !ok2 || a.Type().SameIgnoringNull(b.Type()) {
		return e
	}
	t := types.LeastRestrictive(a.Type(), b.Type())
	if t == nil {
		diag.Fail(diag.Table, n.Span, "implicit type conversion between %s and %s is not supported on join's condition now",
			a.Type().ExecString(), b.Type().ExecString())
	}
	return expr.EqualsOf(expr.EnsureType(a, t, true), expr.EnsureType(b, t, true))
}

// joinPushExpressions computes the sides of equalities that are expressions as extra columns of the inputs; a
// projection above drops them again.
//
//	SELECT … FROM p JOIN p2 ON UPPER(p.name) = p2.name
var joinPushExpressions = &rule{
	name: "JoinPushExpressions", class: "JoinPushExpressionsRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		if expr.Any(j.Cond, isFieldAccess) || expr.HasSubQuery(j.Cond) {
			return nil
		}
		left, right := n.Inputs[0], n.Inputs[1]
		p := &keyPusher{nLeft: len(left.Row.Fields), nRight: len(right.Row.Fields)}
		cond := p.push(j.Cond)
		if len(p.left) == 0 && len(p.right) == 0 {
			return nil
		}
		l := c.withColumns(left, p.left, 0)
		r := c.withColumns(right, p.right, -(p.nLeft + len(p.left)))
		now := join(j, j.Type, cond, n.Span, l, r)
		var list []expr.Expr
		var names []string
		add := func(from, count int) {
			for i := from; i < from+count; i++ {
				list = append(list, expr.NewRef(i, now.Row.Fields[i].Type))
				names = append(names, now.Row.Fields[i].Name)
			}
		}
		add(0, p.nLeft)
		if j.Type != logical.Semi && j.Type != logical.Anti {
			add(p.nLeft+len(p.left), p.nRight)
		}
		return c.project(now, list, nil)
	},
}

func isFieldAccess(e expr.Expr) bool {
	_, ok := e.(*expr.FieldAccess)
	return ok
}

// withColumns adds the expressions, their columns moved by n, as columns of in.
func (c *context) withColumns(in *logical.Node, extra []expr.Expr, n int) *logical.Node {
	if len(extra) == 0 {
		return in
	}
	list := identity(in.Row)
	names := in.Row.Names()
	for _, e := range extra {
		list = append(list, expr.Shift(e, n))
		names = append(names, "")
	}
	return c.project(in, list, names)
}

// keyPusher finds the expressions that become columns (RelOptUtil.pushDownEqualJoinConditions). As the left input
// grows, references to the right one move.
type keyPusher struct {
	nLeft, nRight int
	left, right   []expr.Expr
}

func (p *keyPusher) pivot() int { return p.nLeft + len(p.left) }

const (
	emptySide = 3
)

func sideOf(s keys.Cols, pivot int) int {
	l, r := s.Intersects(rangeOf(pivot)), false
	for i := range s.All() {
		r = r || i >= pivot
	}
	switch {
	case l && r:
		return bothSides
	case l:
		return leftSide
	case r:
		return rightSide
	}
	return emptySide
}

func (p *keyPusher) push(e expr.Expr) expr.Expr {
	e = collapseNotDistinct(e)
	c, ok := e.(*expr.Call)
	if !ok {
		return e
	}
	switch c.Op.Op {
	case expr.Equals, expr.IsNotDistinctFrom:
		l, r := sideOf(refs(c.Args[0]), p.pivot()), sideOf(refs(c.Args[1]), p.pivot())
		if !(l == leftSide && r == rightSide || l == rightSide && r == leftSide) {
			return e
		}
		return p.operands(c, false)
	case expr.And:
		return p.operands(c, true)
	}
	return p.side(e)
}

// operands pushes each operand of an AND or an equality in turn, moving the others as the left input grows.
func (p *keyPusher) operands(c *expr.Call, and bool) expr.Expr {
	args := append([]expr.Expr(nil), c.Args...)
	changed := false
	for i := range args {
		before := p.pivot()
		now := args[i]
		if and {
			now = collapseNotDistinct(now)
			if expr.Is(now, expr.Equals) || expr.Is(now, expr.IsNotDistinctFrom) {
				now = p.push(now)
			}
		} else {
			now = p.side(now)
		}
		if grown := p.pivot() - before; grown > 0 {
			for k := range args {
				if k != i {
					args[k] = moveFrom(args[k], before, grown)
				}
			}
			changed = true
		}
		changed = changed || !same(now, args[i])
		args[i] = now
	}
	if !changed {
		return c
	}
	return expr.NewCall(c.Op, c.Type(), args...)
}

// side makes a column of one side of an equality, or of a condition on one side that is all there is, unless it is a
// column or a constant.
func (p *keyPusher) side(e expr.Expr) expr.Expr {
	if isPlain(e) || expr.Is(e, expr.Or) || expr.Is(e, expr.Not) {
		return e
	}
	if expr.Is(e, expr.And) || expr.Is(e, expr.Equals) || expr.Is(e, expr.IsNotDistinctFrom) {
		return p.push(e)
	}
	mid := p.pivot()
	switch sideOf(refs(e), mid) {
	case leftSide:
		for i, x := range p.right {
			p.right[i] = moveFrom(x, mid, 1)
		}
		p.left = append(p.left, e)
		return expr.NewRef(mid, e.Type())
	case rightSide:
		p.right = append(p.right, e)
		return expr.NewRef(mid+p.nRight+len(p.right)-1, e.Type())
	}
	return e
}

// moveFrom moves the references from column at on by n.
func moveFrom(e expr.Expr, at, n int) expr.Expr {
	return expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
		if r.Index < at {
			return r
		}
		return expr.NewRef(r.Index+n, r.Type())
	})
}
