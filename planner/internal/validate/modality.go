package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// namesTable says that a query reads something of a name.
func namesTable(q ast.Query, name string) bool {
	found := false
	ast.Inspect(q, func(n ast.Node) bool {
		t, ok := n.(*ast.TableName)
		found = found || ok && len(t.Name.Parts) == 1 && t.Name.Simple() == name
		return !found
	})
	return found
}

// whole validates the query of a statement.
func (v *validator) whole(q ast.Query) {
	v.functions(q)
	v.query(nil, q)
	v.modality(q)
}

// modality refuses SELECT STREAM: no table of Flink says that it can be read as a stream
// (SqlValidatorImpl.validateModality).
func (v *validator) modality(q ast.Query) {
	switch q := q.(type) {
	case *ast.OrderBy:
		v.modality(q.Query)
	case *ast.SetOp:
		v.modality(q.L)
		v.modality(q.R)
	case *ast.Select:
		if q.Stream {
			v.stream(q)
		}
	}
}

func (v *validator) stream(q *ast.Select) {
	var names []string
	if info := v.Selects[q]; info.From != nil {
		for _, c := range info.From.Children {
			names = append(names, c.Name)
		}
	}
	if len(names) == 1 {
		v.fail(q.From.Span(), "Cannot convert table '"+names[0]+"' to stream")
	}
	v.fail(q.Span(), "Cannot stream results of a query with no streaming inputs: '"+strings.Join(names, ", ")+
		"'. At least one input should be convertible to a stream")
}
