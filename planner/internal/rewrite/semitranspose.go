package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// semiJoin puts a semi or anti join below the inner join on its left, maybe under a projection of plain columns, on the
// side that its condition reads (FlinkSemiAntiJoinProjectTransposeRule before it). It competes by cost.
//
//	SELECT a.id FROM a JOIN b ON a.id = b.id WHERE a.id IN (SELECT id FROM c)
var semiJoin = &rule{
	name: "SemiAntiJoinJoinTranspose", class: "FlinkSemiAntiJoinJoinTransposeRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		now := pushSemi(n)
		if now == nil || !c.cheaper(now, n) {
			return nil
		}
		return now
	},
}

// semiJoinProject is semiJoin below a projection, with which the one that comes up is merged.
var semiJoinProject = &rule{
	name: "SemiAntiJoinProjectTranspose", class: "FlinkSemiAntiJoinJoinTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if asJoin(n.Input()) == nil {
			return nil
		}
		now := pushSemi(n.Input())
		if now == nil {
			return nil
		}
		now = c.project(now, asProject(n).Exprs, n.Row.Names())
		if !c.cheaper(now, n) {
			return nil
		}
		return now
	},
}

// semiJoinRepeated takes a projection that repeats columns from below a semi or anti join to above it: the rows that are
// joined are smaller then.
//
//	SELECT a AS x, a AS y FROM l INTERSECT SELECT b, c FROM r
var semiJoinRepeated = &rule{
	name: "SemiAntiJoinProjectTransposeRepeated", class: "FlinkSemiAntiJoinProjectTransposeRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		p := asProject(n.Inputs[0])
		if j.Type != logical.Semi && j.Type != logical.Anti || p == nil || !onlyRefs(p.Exprs) || refs(p.Exprs...).Len() == len(p.Exprs) {
			return nil
		}
		return belowSemi(n, j, n.Inputs[0])
	},
}

// belowSemi is the semi or anti join n below the projection of columns on its left.
func belowSemi(n *logical.Node, j *logical.Join, left *logical.Node) *logical.Node {
	in := left.Input()
	cond, top := overInput(j.Cond, left), asProject(left).Exprs
	return rawProject(join(j, j.Type, cond, n.Span, in, n.Inputs[1]), top, n.Row.Names())
}

// overInput is the condition of a join, whose left side is a projection of columns, over what is below that.
func overInput(cond expr.Expr, left *logical.Node) expr.Expr {
	top := asProject(left).Exprs
	nOld, nNew := len(top), len(left.Input().Row.Fields)
	return expr.MapRefs(cond, func(r *expr.Ref) expr.Expr {
		if r.Index < nOld {
			return top[r.Index]
		}
		return expr.NewRef(r.Index-nOld+nNew, r.Type())
	})
}

// pushSemi is the semi or anti join n put below the inner join under it or, failing that, below the projection there; nil if
// it can be neither.
func pushSemi(n *logical.Node) *logical.Node {
	j := asJoin(n)
	if j.Type != logical.Semi && j.Type != logical.Anti {
		return nil
	}
	left, cond := n.Inputs[0], j.Cond
	var top []expr.Expr
	if p := asProject(left); p != nil && onlyRefs(p.Exprs) {
		top = p.Exprs
		cond = overInput(cond, left)
		left = left.Input()
	}
	var now *logical.Node
	if inner := asJoin(left); inner != nil && inner.Type == logical.Inner {
		now = semiBelow(left, inner, n, j, cond)
	}
	if top == nil {
		return now
	}
	if now == nil {
		now = join(j, j.Type, cond, n.Span, left, n.Inputs[1])
	}
	return rawProject(now, rebind(top, now.Row), n.Row.Names())
}

// semiBelow is the inner join at left with the semi or anti join n on one of its sides, nil if the condition reads both.
func semiBelow(left *logical.Node, inner *logical.Join, n *logical.Node, j *logical.Join, cond expr.Expr) *logical.Node {
	nX, nY := len(left.Inputs[0].Row.Fields), len(left.Inputs[1].Row.Fields)
	used := refs(cond)
	readsX, readsY := used.Intersects(rangeOf(nX)), used.Intersects(rangeFrom(nX, nX+nY))
	readsZ := used.Intersects(rangeFrom(nX+nY, nX+nY+len(n.Inputs[1].Row.Fields)))
	if readsX == readsY || !readsZ {
		return nil
	}
	side, from, size := 0, 0, nX
	if readsY {
		side, from, size = 1, nX, nY
	}
	cond = expr.MapRefs(cond, func(r *expr.Ref) expr.Expr {
		if r.Index >= nX+nY {
			return expr.NewRef(r.Index-nX-nY+size, r.Type())
		}
		return expr.NewRef(r.Index-from, r.Type())
	})
	in := []*logical.Node{left.Inputs[0], left.Inputs[1]}
	in[side] = join(j, j.Type, cond, n.Span, in[side], n.Inputs[1])
	return join(inner, logical.Inner, inner.Cond, left.Span, in[0], in[1])
}
