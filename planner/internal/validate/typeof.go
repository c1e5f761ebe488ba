package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/types"
)

// typeOf is a stand-in until the expression side is there: columns only.
func (v *validator) typeOf(sc *Scope, e ast.Expr) *types.Type {
	if t := v.Types[e]; t != nil {
		return t
	}
	var t *types.Type
	switch e := e.(type) {
	case *ast.Ident:
		t = v.resolve(sc, e).Type
	default:
		v.unknown(e.Span(), "this expression")
	}
	v.Types[e] = t
	return t
}
