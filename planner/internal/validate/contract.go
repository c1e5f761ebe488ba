package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
)

// The two sides of the package meet in these functions.
//
// The expression side gives the query side:
//
//	(v *validator) typeOf(sc *Scope, e ast.Expr) *types.Type       derive and check, filling Types, Casts, Calls (deriveType + validateExpr)
//	(v *validator) unify(…)                                        coercion of set operations and IN
//	(in *Info) Convert(b Blackboard, e ast.Expr) expr.Expr         the bound expression, with the casts of Casts
//
// The query side gives the expression side:
//
//	(v *validator) resolve(sc *Scope, id *ast.Ident) *Column       the column of a name; fills Columns; refuses unknown names
//	(v *validator) subquery(sc *Scope, q ast.Query) *Namespace     validate a nested query
//	(v *validator) aggregating(sc *Scope) bool                     whether aggregate calls are allowed to be there
//	(v *validator) overWindow(sc *Scope, c *ast.Call)              resolve and check the window of an OVER call

// Blackboard is what the conversion of an expression asks of the tree that is being built (SqlToRelConverter.Blackboard).
type Blackboard interface {
	// Known gives what an expression is already bound to, nil if it is nothing: a group key or an aggregate call once the
	// Aggregate stands below, a measure. It is asked first for each node, from the root of an expression down.
	Known(e ast.Expr) expr.Expr
	// Column binds an identifier, with its path of fields and its outer rows.
	Column(id *ast.Ident) expr.Expr
	// Over binds an OVER call.
	Over(c *ast.Call) expr.Expr
	// Subquery binds IN (query), EXISTS, SOME, ALL, a scalar or collection query: x is the *ast.In, *ast.Exists,
	// *ast.Quantified, *ast.Subquery or *ast.CollectionQuery. The operands on its left have the casts of Casts.
	Subquery(x ast.Expr) expr.Expr
}

// refuse makes the refusal that fail raises; FlinkPlannerImpl's prefix is put before it where the statement is wrapped.
func (v *validator) refuse(at source.Span, message string) *diag.Rejection {
	return diag.InContext(v.Text, at, message)
}
