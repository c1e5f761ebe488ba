package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
)

// Convert is a stand-in until the expression side is there: columns and sub-queries only.
func (in *Info) Convert(b Blackboard, e ast.Expr) expr.Expr {
	if k := b.Known(e); k != nil {
		return k
	}
	if id, ok := e.(*ast.Ident); ok {
		return b.Column(id)
	}
	diag.Unknown(e.Span(), "this expression")
	return nil
}
