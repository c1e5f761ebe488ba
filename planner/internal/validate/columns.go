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

// ColumnTypes types expressions over a row of columns of a session, as the catalog asks for (catalog.Ask.TypeOf).
func ColumnTypes(s *catalog.Session) func(ast.Expr, *source.Text, []catalog.Column) (*types.Type, error) {
	return func(x ast.Expr, text *source.Text, columns []catalog.Column) (*types.Type, error) {
		fields := make([]types.Field, len(columns))
		for i := range columns {
			fields[i] = types.Field{Name: columns[i].Name, Type: columns[i].Type}
		}
		in, err := Columns(s, x, text, types.RowType(fields...))
		if err != nil {
			return nil, err
		}
		return in.Types[x], nil
	}
}
