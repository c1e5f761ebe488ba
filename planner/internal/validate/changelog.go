package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// changelogFunction is one of the two built-in process table functions that take a changelog apart or put one together.
type changelogFunction struct {
	input string // how its signature describes the table
	check func(p *changelogArgs) string
	out   func(p *changelogArgs) []types.Field
}

const changelogSignature = "op => DESCRIPTOR, op_mapping => MAP<STRING, STRING>, on_time => DESCRIPTOR, uid => STRING"

var (
	changelogFunctions  map[string]*changelogFunction
	changelogParameters = []string{"input", "op", "op_mapping", "on_time", "uid"}
	changelogDefaults   = []*types.Type{nil, types.ColumnsType.WithNullable(true), types.MapType(types.StringType, types.StringType),
		types.ColumnsType.WithNullable(true), types.StringType}
)

func init() {
	changelogFunctions = map[string]*changelogFunction{
		"TO_CHANGELOG": {"{TABLE, ROW SEMANTIC TABLE, SUPPORT UPDATES, REQUIRE UPDATE BEFORE, REQUIRE FULL DELETE}",
			checkToChangelog, toChangelogRow},
		"FROM_CHANGELOG": {"{TABLE, ROW SEMANTIC TABLE}", checkFromChangelog, fromChangelogRow},
	}
}

// changelogArgs are the arguments of a call, looked at.
type changelogArgs struct {
	row     *types.Type
	op      []string    // the names of the op descriptor, nil without one
	mapping [][2]string // op_mapping's entries
	mapped  bool        // op_mapping is given
	literal bool        // op_mapping is a constant
	onTime  []string
}

func (p *changelogArgs) opName() string {
	if len(p.op) > 0 {
		return p.op[0]
	}
	return "op"
}

// changelogCall validates a call of such a function (SystemTypeInference around the function's own strategies).
func (v *validator) changelogCall(sc *Scope, c *ast.Call, name string) *TableCall {
	f := changelogFunctions[name]
	call := &TableCall{Name: name, Args: v.changelogOrder(c)}
	v.tableArgument(sc, c, call, false, call.Args[3])
	signature := name + "(input => " + f.input + ", " + changelogSignature + ")"
	ts := v.changelogTypes(sc, c, call, signature)
	invalid := func(why string, outer ...string) {
		r := diag.New(diag.Validation, why, c.Span())
		for _, o := range outer {
			r = r.Wrap(diag.Validation, o)
		}
		panic(r.Wrap(diag.Validation, "Invalid function call:\n"+name+"("+strings.Join(ts, ", ")+")"))
	}
	misfit := func(why string) { invalid(why, "Invalid input arguments. Expected signatures are:\n"+signature) }
	if call.Row == nil {
		misfit("Invalid argument value. Argument 'input' expects a table to be passed.")
	}
	p := &changelogArgs{row: call.Row, op: columnList(call.Args[1]), onTime: columnList(call.Args[3])}
	p.mapped = call.Args[2] != nil
	p.mapping, p.literal = mapLiteral(call.Args[2])
	if p.op != nil && len(p.op) != 1 {
		misfit("The descriptor for argument 'op' must contain exactly one column name.")
	}
	if why := f.check(p); why != "" {
		misfit(why)
	}
	if uid, ok := call.Args[4].(*ast.String); ok && !validUID(uid.Value) {
		misfit("Invalid unique identifier for process table function. The `uid` argument must be a string literal that follows the " +
			"pattern [a-zA-Z_][a-zA-Z-_0-9]*. But found: " + uid.Value)
	}
	fields := f.out(p)
	if d := duplicates(fields); d != "" {
		invalid("Field names must be unique. Found duplicates: [" + d + "]")
	}
	t, why := p.rowtime()
	if why != "" {
		invalid(why)
	}
	if t != nil {
		fields = append(fields, types.Field{Name: uniqueName("rowtime", fields), Type: t})
	}
	call.Out = types.RowType(fields...)
	return call
}

// changelogOrder sorts the arguments by parameter; a name that the function does not have is passed over.
func (v *validator) changelogOrder(c *ast.Call) []ast.Expr {
	out := make([]ast.Expr, max(len(changelogParameters), len(c.Args)))
	named := 0
	for i, a := range c.Args {
		n, ok := a.(*ast.NamedArg)
		if !ok {
			out[i] = a
			continue
		}
		named++
		for k, p := range changelogParameters {
			if p == n.Name.Text {
				out[k] = n.Value
			}
		}
	}
	if named > 0 && named < len(c.Args) {
		const cast = "class org.apache.calcite.sql.SqlNodeList cannot be cast to class org.apache.calcite.sql.SqlIdentifier " +
			"(org.apache.calcite.sql.SqlNodeList and org.apache.calcite.sql.SqlIdentifier are in unnamed module of loader 'app')"
		panic(diag.New("java.lang.ClassCastException", cast, source.Span{}))
	}
	for i := range out {
		if _, ok := out[i].(*ast.Default); ok {
			out[i] = nil
		}
	}
	if len(c.Args) > 0 && out[0] == nil {
		v.fail(c.Span(), "DEFAULT is only allowed for optional parameters")
	}
	return out
}

// changelogTypes gives the types of the arguments as refusals spell them, and refuses a call that no signature fits.
func (v *validator) changelogTypes(sc *Scope, c *ast.Call, call *TableCall, signature string) []string {
	n := len(changelogParameters)
	ts, families := make([]string, n), make([]string, 0, n)
	fits := len(c.Args) > 0 && len(call.Args) == n
	for i, x := range call.Args {
		t := types.ColumnsType.WithNullable(false)
		switch {
		case i == 0 && call.Row != nil:
			t = call.Row.WithNullable(false)
			families = append(families, rowFamily(call.Row))
			ts[i] = t.Summary()
			continue
		case x == nil && len(c.Args) == 0:
			continue
		case x == nil:
			t = changelogDefaults[i]
		case columnList(x) == nil:
			t = v.typeOf(sc, x)
		}
		families = append(families, familyName(t))
		if i < n {
			ts[i] = t.Summary()
			if i > 0 && t.Kind != types.Null && t.Kind != changelogDefaults[i].Kind && !(t.IsString() && i == 4) {
				fits = false
			}
		}
	}
	if !fits {
		v.noMatchOf(c, call.Name, families, signature)
	}
	return ts
}

// rowFamily spells a table's row as a refusal of unknown functions does.
func rowFamily(t *types.Type) string {
	fs := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		fs[i] = f.Type.Validator() + " " + f.Name
	}
	return "RecordType(" + strings.Join(fs, ", ") + ")"
}
