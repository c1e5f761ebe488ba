package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// plain refuses with a ValidationException of Flink's own, without a position.
func (v *validator) plain(message string) {
	panic(diag.New(diag.Validation, message, source.Span{}))
}

// processFunction validates a process table function (TO_CHANGELOG, FROM_CHANGELOG) or refuses an unknown function.
func (v *validator) processFunction(sc *Scope, c *ast.Call, name string) *TableCall {
	switch name {
	case "TO_CHANGELOG":
		return v.toChangelog(sc, c)
	case "FROM_CHANGELOG":
		return v.fromChangelog(sc, c)
	case "ML_PREDICT", "ML_EVALUATE", "VECTOR_SEARCH":
		v.unknown(c.Span(), name)
	}
	if v.Session.Function(c.Name.Texts()) != nil {
		v.unknown(c.Span(), "the table function "+name+" of the script")
	}
	ts := make([]string, 0, len(c.Args))
	for _, a := range c.Args {
		ts = append(ts, "<"+familyName(v.typeOf(sc, a))+">")
	}
	v.fail(c.Span(), "No match found for function signature "+strings.Join(c.Name.Texts(), ".")+"("+strings.Join(ts, ", ")+")")
	return nil
}

var familyNames = map[types.Family]string{
	types.NullFamily: "NULL", types.BooleanFamily: "BOOLEAN", types.NumericFamily: "NUMERIC", types.CharacterFamily: "CHARACTER",
	types.BinaryFamily: "BINARY", types.DateFamily: "DATE", types.TimeFamily: "TIME", types.TimestampFamily: "TIMESTAMP",
	types.YearMonthFamily: "INTERVAL_YEAR_MONTH", types.DayTimeFamily: "INTERVAL_DAY_TIME", types.AnyFamily: "ANY",
}

func familyName(t *types.Type) string {
	if n := familyNames[t.Family()]; n != "" {
		return n
	}
	return t.Validator()
}

// toChangelog is TO_CHANGELOG(input, op, op_mapping, …): an op column before the input's.
func (v *validator) toChangelog(sc *Scope, c *ast.Call) *TableCall {
	call := &TableCall{Name: "TO_CHANGELOG", Args: v.arguments(c, []string{"input", "op", "op_mapping", "on_time", "uid"}, 1)}
	v.tableArgument(sc, c, call, false)
	if call.Row == nil {
		v.unknown(c.Span(), "TO_CHANGELOG without a table")
	}
	op := "op"
	if d, ok := call.Args[1].(*ast.Call); ok && len(d.Args) == 1 {
		if id, ok := d.Args[0].(*ast.Ident); ok {
			op = id.Simple()
		}
	}
	fields := []types.Field{{Name: op, Type: types.StringType.WithNullable(false)}}
	fields = append(fields, call.Row.Fields...)
	call.Out = types.RowType(fields...)
	v.restArgs(sc, call)
	return call
}

// fromChangelog is FROM_CHANGELOG(input, op, op_mapping, …): the input without its op column.
func (v *validator) fromChangelog(sc *Scope, c *ast.Call) *TableCall {
	call := &TableCall{Name: "FROM_CHANGELOG", Args: v.arguments(c, []string{"input", "op", "op_mapping", "on_time", "uid"}, 1)}
	v.tableArgument(sc, c, call, false)
	if call.Row == nil {
		v.unknown(c.Span(), "FROM_CHANGELOG without a table")
	}
	op := "op"
	if d, ok := call.Args[1].(*ast.Call); ok && len(d.Args) == 1 {
		if id, ok := d.Args[0].(*ast.Ident); ok {
			op = id.Simple()
		}
	}
	var fields []types.Field
	for _, f := range call.Row.Fields {
		if f.Name != op {
			fields = append(fields, f)
		}
	}
	call.Out = types.RowType(fields...)
	v.restArgs(sc, call)
	return call
}

// restArgs gives the scalar arguments their types.
func (v *validator) restArgs(sc *Scope, call *TableCall) {
	for i, x := range call.Args {
		if i == call.Table || x == nil {
			continue
		}
		if d, ok := x.(*ast.Call); ok && upper(d.Name.Simple()) == "DESCRIPTOR" {
			continue
		}
		v.typeOf(sc, x)
	}
}
