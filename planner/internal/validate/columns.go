package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Columns validates an expression over a row of columns, as a table's declaration has them
// (SqlValidator.validateParameterizedExpression). Nothing is put before Calcite's refusal.
func Columns(s *catalog.Session, x ast.Expr, text *source.Text, row *types.Type) (in *Info, err error) {
	defer diag.Catch(&err)
	if text == nil {
		text = source.NewText("")
	}
	v := &validator{Info: newInfo(s, text)}
	sc := &Scope{Kind: ColumnsScope, Children: []Child{{NS: &Namespace{Row: row}}}}
	v.typeOf(sc, x)
	return v.Info, nil
}
