package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// coalesceUnreachable drops the arguments of COALESCE behind the first that is NOT NULL.
var coalesceUnreachable = &rule{
	name: "RemoveUnreachableCoalesceArguments", class: "RemoveUnreachableCoalesceArgumentsRule", on: projectKind | filterKind | joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node { return mapExprs(n, trimCoalesce) },
}

func trimCoalesce(e expr.Expr) expr.Expr {
	c, ok := e.(*expr.Call)
	if !ok || c.Op.Op != expr.Coalesce {
		return e
	}
	for i, a := range c.Args {
		if a.Type().Nullable {
			continue
		}
		switch i {
		case 0:
			return expr.EnsureType(a, c.Type(), false)
		case len(c.Args) - 1:
			return c
		}
		return expr.NewCall(c.Op, c.Type(), c.Args[:i+1]...)
	}
	return c
}

// mapExprs maps the expressions of a projection, filter or join, nil for no change. The row stays as it is.
func mapExprs(n *logical.Node, f func(expr.Expr) expr.Expr) *logical.Node {
	switch o := n.Op.(type) {
	case *logical.Project:
		list := expr.MapArgs(o.Exprs, f)
		if expr.Same(list, o.Exprs) {
			return nil
		}
		op := *o
		op.Exprs = list
		return node(&op, n.Row, n.Span, n.Inputs...)
	case *logical.Filter:
		if cond := expr.Map(o.Cond, f); !same(cond, o.Cond) {
			return withCondition(n, cond)
		}
	case *logical.Join:
		if cond := expr.Map(o.Cond, f); !same(cond, o.Cond) {
			return withCondition(n, cond)
		}
	}
	return nil
}

// coalesceEquiJoin drops one of two key columns that a join makes equal from a COALESCE over it.
//
//	SELECT COALESCE(a.k, b.k) FROM a JOIN b ON a.k = b.k
var coalesceEquiJoin = &rule{
	name: "SimplifyCoalesceWithEquiJoinCondition", class: "SimplifyCoalesceWithEquiJoinConditionRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n.Input())
		if j == nil || j.Type > logical.Right {
			return nil
		}
		if !anyCoalesce(asProject(n).Exprs) {
			return nil
		}
		nLeft := len(n.Input().Inputs[0].Row.Fields)
		info := joinInfo(j.Cond, nLeft)
		return mapExprs(n, func(e expr.Expr) expr.Expr {
			call, ok := e.(*expr.Call)
			if !ok || call.Op.Op != expr.Coalesce || len(call.Args) < 2 {
				return e
			}
			return dropEqualKeys(call, info, nLeft, j.Type)
		})
	},
}

func anyCoalesce(list []expr.Expr) bool {
	for _, e := range list {
		if expr.Any(e, func(x expr.Expr) bool { return expr.Is(x, expr.Coalesce) }) {
			return true
		}
	}
	return false
}

func dropEqualKeys(call *expr.Call, info equiKeys, nLeft int, t logical.JoinType) expr.Expr {
	args := append([]expr.Expr(nil), call.Args...)
	for i := range info.Left {
		l, r := findRef(args, info.Left[i]), findRef(args, info.Right[i]+nLeft)
		if l < 0 || r < 0 {
			continue
		}
		drop := -1
		switch {
		case t == logical.Inner:
			drop = max(l, r)
		case t == logical.Left && r >= l-1:
			drop = r
		case t == logical.Right && l >= r-1:
			drop = l
		}
		if drop >= 0 {
			args = append(args[:drop], args[drop+1:]...)
		}
	}
	switch {
	case len(args) == len(call.Args):
		return call
	case len(args) == 1:
		if types.SupportsImplicitCast(args[0].Type(), call.Type()) {
			return args[0]
		}
		return expr.CastTo(args[0], call.Type())
	}
	return expr.NewCall(call.Op, call.Type(), args...)
}

func findRef(list []expr.Expr, i int) int {
	for k, e := range list {
		if isRef(e, i) {
			return k
		}
	}
	return -1
}
