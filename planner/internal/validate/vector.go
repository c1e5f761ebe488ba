package validate

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

var vectorParameters = []string{"SEARCH_TABLE", "COLUMN_TO_SEARCH", "COLUMN_TO_QUERY", "TOP_K", "CONFIG"}

// vectorSearch checks a call of VECTOR_SEARCH and gives the rows of the table that is searched with their score
// (SqlVectorSearchTableFunction).
func (v *validator) vectorSearch(sc *Scope, c *ast.Call) *TableCall {
	call := &TableCall{Name: "VECTOR_SEARCH", Args: byName(c.Args, vectorParameters)}
	v.tableArgument(sc, c, call, false, nil)
	if call.Args[0] == nil || call.Args[1] == nil || call.Args[2] == nil || call.Args[3] == nil {
		v.fail(c.Span(), "Invalid number of arguments to function 'VECTOR_SEARCH'. Was expecting 4 arguments")
	}
	columns := columnList(call.Args[1])
	if call.Row == nil || columns == nil {
		v.signature(sc, c, call, "VECTOR_SEARCH(TABLE search_table, DESCRIPTOR(column_to_search), column_to_query, top_k, [MAP['key1', 'value1']...])")
	}
	descriptor := call.Args[1].(*ast.Call)
	for _, x := range descriptor.Args {
		if id, ok := x.(*ast.Ident); ok && call.Row.FieldIndex(id.Simple()) < 0 {
			v.fail(id.Span(), "Unknown identifier '"+id.Simple()+"'")
		}
	}
	if len(columns) != 1 {
		v.plain("Expect parameter COLUMN_TO_SEARCH for VECTOR_SEARCH only contains one column, but multiple columns are found in operand DESCRIPTOR(`" +
			strings.Join(columns, "`, `") + "`).")
	}
	target := call.Row.Fields[call.Row.FieldIndex(columns[0])].Type
	if target.Kind != types.Array || !target.Elem.IsApprox() {
		v.plain("Expect search column `" + columns[0] + "` type is ARRAY<FLOAT> or ARRAY<DOUBLE>, but its type is " + target.Validator() + ".")
	}
	if from := v.typeOf(sc, call.Args[2]); !types.SupportsImplicitCast(from, target) {
		v.plain("Can not cast the query column type " + from.Summary() + " to target type " + target.Validator() +
			". Please keep the query column type is same to the search column type.")
	}
	n, literal := call.Args[3].(*ast.Number)
	if t := v.typeOf(sc, call.Args[3]); !literal || t.Kind != types.Integer {
		v.plain("Expect parameter top_k is an INTEGER NOT NULL literal in VECTOR_SEARCH, but it is " + v.Text.Slice(call.Args[3].Span()) + " with type " + t.Summary() + ".")
	}
	if n.Negative || strings.Trim(n.Text, "0") == "" {
		v.plain("Parameter top_k must be greater than 0, but was " + v.Text.Slice(n.Span()) + ".")
	}
	last := 4
	if x := call.Args[4]; x != nil {
		v.typeOf(sc, x)
		checkSearch(v.config(x))
		last = 5
	}
	call.Args = call.Args[:last]
	name := "score"
	for i := 0; call.Row.FieldIndex(name) >= 0; i++ {
		name = "score" + itoa(i)
	}
	call.Out = types.RowType(append(call.Row.Fields[:len(call.Row.Fields):len(call.Row.Fields)], types.Field{Name: name, Type: types.DoubleType})...)
	return call
}

// checkSearch is SqlVectorSearchTableFunction.checkConfigValue.
func checkSearch(config map[string]string) {
	n, given := config["max-concurrent-operations"]
	if !given {
		return
	}
	i, err := strconv.ParseInt(n, 10, 32)
	if err != nil {
		panic(diag.New("java.lang.NumberFormatException", "For input string: \""+n+"\"", source.Span{}).
			Wrap(diag.IllegalArgument, "Could not parse value '"+n+"' for key 'max-concurrent-operations'.").
			Wrap(diag.Validation, "Failed to parse the config."))
	}
	if i <= 0 && strings.EqualFold(config["async"], "true") {
		panic(diag.New(diag.Validation, "Invalid runtime config option 'max-concurrent-operations'. Its value should be positive integer but was "+n+".", source.Span{}))
	}
}
