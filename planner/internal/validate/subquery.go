package validate

import "rowkind/planner/internal/ast"

// subquery validates a query inside an expression; it sees the scope of the expression.
func (v *validator) subquery(sc *Scope, q ast.Query) *Namespace {
	for sc != nil && (sc.Kind == OrderScope || sc.Kind == GroupScope) {
		sc = sc.Parent
	}
	return v.query(sc, q)
}
