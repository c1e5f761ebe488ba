package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// replace rebuilds e top-down: where f gives an expression it stands for what it was given, where it gives nil its
// parts are rebuilt. What does not change stays the same pointer.
func replace(e expr.Expr, f func(expr.Expr) expr.Expr) expr.Expr {
	if r := f(e); r != nil {
		return r
	}
	switch x := e.(type) {
	case *expr.Call:
		if args := replaceAll(x.Args, f); args != nil {
			return expr.NewCall(x.Op, x.Type(), args...)
		}
	case *expr.FieldAccess:
		if row := replace(x.Row, f); row != x.Row {
			return expr.NewFieldAccess(row, x.Field)
		}
	case *expr.SubQuery:
		if args := replaceAll(x.Args, f); args != nil {
			return expr.NewSubQuery(x.Op, x.Type(), x.Rel, args...)
		}
	case *expr.Over:
		return expr.Map(e, func(x expr.Expr) expr.Expr {
			if r := f(x); r != nil {
				return r
			}
			return x
		})
	}
	return e
}

// replaceAll is replace for a list, nil if nothing changed.
func replaceAll(list []expr.Expr, f func(expr.Expr) expr.Expr) []expr.Expr {
	var out []expr.Expr
	for i, e := range list {
		now := replace(e, f)
		if now != e && out == nil {
			out = append(make([]expr.Expr, 0, len(list)), list...)
		}
		if out != nil {
			out[i] = now
		}
	}
	return out
}

// eachExpr is replaceAll that gives the list itself if nothing changed.
func eachExpr(list []expr.Expr, f func(expr.Expr) expr.Expr) []expr.Expr {
	if out := replaceAll(list, f); out != nil {
		return out
	}
	return list
}

// over rebinds e, moved by the function at, to the columns of row: types are taken from there.
func over(e expr.Expr, row *types.Type, at func(int) int) expr.Expr {
	return expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
		i := at(r.Index)
		t := row.Fields[i].Type
		if i == r.Index && t == r.Type() {
			return r
		}
		return expr.NewRef(i, t)
	})
}

// substituteAll puts projects[i] for each reference to column i.
func substituteAll(list, projects []expr.Expr) []expr.Expr {
	return expr.MapArgs(list, func(x expr.Expr) expr.Expr {
		if r, ok := x.(*expr.Ref); ok {
			return projects[r.Index]
		}
		return x
	})
}

// identity makes references to all columns of row.
func identity(row *types.Type) []expr.Expr {
	list := make([]expr.Expr, len(row.Fields))
	for i, f := range row.Fields {
		list[i] = expr.NewRef(i, f.Type)
	}
	return list
}

// isIdentity reports whether list is $0 … $n-1 over row, types included (RexUtil.isIdentity).
func isIdentity(list []expr.Expr, row *types.Type) bool {
	if len(list) != len(row.Fields) {
		return false
	}
	for i, e := range list {
		r, ok := e.(*expr.Ref)
		if !ok || r.Index != i || !r.Type().Equal(row.Fields[i].Type) {
			return false
		}
	}
	return true
}

// hasOver reports whether one of the list has a windowed aggregate in it.
func hasOver(list []expr.Expr) bool {
	for _, e := range list {
		if expr.HasOver(e) {
			return true
		}
	}
	return false
}

// same reports whether two expressions are equal.
func same(a, b expr.Expr) bool { return a == b || a.Digest() == b.Digest() }

// conjuncts splits e at its ANDs; none for nil and TRUE.
func conjuncts(e expr.Expr) []expr.Expr {
	if e == nil {
		return nil
	}
	return expr.Conjuncts(e)
}

// refs gives the columns that the expressions read.
func refs(list ...expr.Expr) keys.Cols {
	var s keys.Cols
	for _, e := range list {
		s = addRefs(s, e)
	}
	return s
}

// addRefs gives s and the columns that e reads.
func addRefs(s keys.Cols, e expr.Expr) keys.Cols {
	switch x := e.(type) {
	case nil:
		return s
	case *expr.Literal:
		return s
	case *expr.Ref:
		return s.With(x.Index)
	case *expr.Call:
		for _, a := range x.Args {
			s = addRefs(s, a)
		}
		return s
	}
	return s.Union(expr.Refs(e))
}

// asProject gives the projection of n, nil if it is none.
func asProject(n *logical.Node) *logical.Project {
	p, _ := n.Op.(*logical.Project)
	return p
}

// asFilter gives the filter of n, nil if it is none.
func asFilter(n *logical.Node) *logical.Filter {
	f, _ := n.Op.(*logical.Filter)
	return f
}

// asJoin gives the join of n, nil if it is none.
func asJoin(n *logical.Node) *logical.Join {
	j, _ := n.Op.(*logical.Join)
	return j
}
