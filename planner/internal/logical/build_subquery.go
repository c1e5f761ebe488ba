package logical

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// inside is the tree of a sub-query. It is moved to its place now, as nobody looks into an expression for that later.
func (b *board) inside(q ast.Query) *Node {
	n := b.query(q, false)
	if b.shift == 0 {
		return n
	}
	return Shift(n, b.session.Places, b.shift)
}

// Subquery implements validate.Blackboard: sub-queries stay expressions with a tree inside (RexSubQuery).
func (b *board) Subquery(x ast.Expr) expr.Expr {
	switch e := x.(type) {
	case *ast.In:
		n := b.inside(e.Query)
		keys := b.keys(e.X)
		in := expr.NewSubQuery(expr.InOp, inType(keys, n), n, keys...)
		if e.Not {
			return expr.NotOf(expr.At(in, e.Span()))
		}
		return in
	case *ast.Quantified:
		return b.quantified(e)
	case *ast.Exists:
		q, ok := e.X.(*ast.Subquery)
		if !ok {
			diag.Unknown(e.Span(), "EXISTS of an expression")
		}
		n := b.inside(q.Query)
		if e.Unique {
			return expr.NewSubQuery(expr.UniqueOp, types.BooleanType.WithNullable(false), n)
		}
		return expr.NewSubQuery(expr.ExistsOp, types.BooleanType.WithNullable(false), bareInput(n))
	case *ast.Subquery:
		n := b.inside(e.Query)
		return expr.NewSubQuery(expr.ScalarQueryOp, n.Row.Fields[0].Type.WithNullable(true), n)
	}
	if c, ok := x.(*ast.CollectionQuery); ok {
		b.collect(c)
	}
	diag.Unknown(x.Span(), "this kind of sub-query")
	return nil
}

// collect refuses to gather the rows of a query into one value.
func (b *board) collect(c *ast.CollectionQuery) {
	if use := variablesOf(b.inside(c.Query)); len(use) > 0 {
		diag.Fail(diag.Table, c.Span(), "unexpected correlate variable $cor%d in the plan", use[0])
	}
	expr.CannotConvert("Collect", c.Span())
}

// bareInput is what EXISTS looks at: projections and sorts without limit do not matter.
func bareInput(n *Node) *Node {
	for {
		switch op := n.Op.(type) {
		case *Project:
		case *Sort:
			if op.Fetch != nil || op.Offset != nil {
				return n
			}
		default:
			return n
		}
		n = n.Input()
	}
}

// keys binds the left side of IN, one for each column of a row.
func (b *board) keys(x ast.Expr) []expr.Expr {
	if r, ok := x.(*ast.Row); ok {
		out := make([]expr.Expr, len(r.Items))
		for i, y := range r.Items {
			out[i] = b.convert(y)
		}
		return out
	}
	return []expr.Expr{b.convert(x)}
}

// inType is nullable if a key or a column of the query is (RexSubQuery.type).
func inType(keys []expr.Expr, n *Node) *types.Type {
	nullable := expr.Nullable(keys...)
	for _, f := range n.Row.Fields {
		nullable = nullable || f.Type.Nullable
	}
	return types.BooleanType.WithNullable(nullable)
}

// someOps are the operators of x op SOME (query), and what x op ALL becomes: NOT of the negated SOME.
var someOps, allOps = map[string]*expr.Operator{
	"=": expr.SomeEqOp, "<>": expr.SomeNotEqOp, "<": expr.SomeLessOp, "<=": expr.SomeLessEqOp, ">": expr.SomeGreaterOp, ">=": expr.SomeGreaterEqOp,
}, map[string]*expr.Operator{
	"=": expr.SomeNotEqOp, "<>": expr.SomeEqOp, "<": expr.SomeGreaterEqOp, "<=": expr.SomeGreaterOp, ">": expr.SomeLessEqOp, ">=": expr.SomeLessOp,
}

func (b *board) quantified(e *ast.Quantified) expr.Expr {
	n := b.inside(e.Query)
	keys := b.keys(e.X)
	if e.Quantifier == "ALL" && e.Op == "<>" {
		return expr.NotOf(expr.NewSubQuery(expr.InOp, inType(keys, n), n, keys...))
	}
	if e.Quantifier == "ALL" {
		some := expr.NewSubQuery(allOps[e.Op], inType(keys, n), n, keys...)
		return expr.NotOf(some)
	}
	if e.Op == "=" {
		return expr.NewSubQuery(expr.InOp, inType(keys, n), n, keys...)
	}
	return expr.NewSubQuery(someOps[e.Op], inType(keys, n), n, keys...)
}
