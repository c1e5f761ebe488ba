package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/types"
)

// TableCall is what a table function's call was resolved to: its arguments in the order of its parameters.
type TableCall struct {
	Name string // TUMBLE, HOP, CUMULATE, SESSION, or a process table function's
	// Input is the query of the table argument, nil if it has none; Row is its row.
	Input ast.Query
	Row   *types.Type
	// Args are the arguments by parameter; nil for one that was left out. The table is at Table.
	Args      []ast.Expr
	Table     int
	Partition []int
	Order     []ast.OrderItem
	OrderCols []int
	// Model is the model that ML_PREDICT and ML_EVALUATE use.
	Model *catalog.Model
	// Out is the row that the function yields.
	Out *types.Type
}

// windowParameters are the parameters of the windowing table functions, with how many of them must be given.
var windowParameters = map[string]struct {
	names     []string
	must      int
	signature string
}{
	"TUMBLE": {[]string{"DATA", "TIMECOL", "SIZE", "OFFSET"}, 3, "(TABLE table_name, DESCRIPTOR(timecol), datetime interval[, datetime interval])"},
	"HOP": {[]string{"DATA", "TIMECOL", "SLIDE", "SIZE", "OFFSET"}, 4,
		"(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])"},
	"CUMULATE": {[]string{"DATA", "TIMECOL", "STEP", "SIZE", "OFFSET"}, 4,
		"(TABLE table_name, DESCRIPTOR(timecol), datetime interval, datetime interval[, datetime interval])"},
	"SESSION": {[]string{"DATA", "TIMECOL", "GAP"}, 3, "(TABLE table_name [PARTITION BY (keycols, ...)], DESCRIPTOR(timecol), datetime interval)"},
}

// tableFunction validates f(…) in FROM.
func (v *validator) tableFunction(t *ast.TableFunction, p place) *Namespace {
	c := t.Call
	name := upper(c.Name.Simple())
	sc := &Scope{Kind: TableScope, Parent: p.parent, Lateral: p.lateralOf()}
	for _, ch := range p.using.Children {
		sc.add(Child{Name: ch.Name, Path: ch.Path, NS: ch.NS, Nullable: ch.Nullable})
	}
	v.Scopes[t] = sc
	var call *TableCall
	if w, ok := windowParameters[name]; ok && len(c.Name.Parts) == 1 {
		call = v.windowFunction(sc, c, name, w.names, w.must)
	} else {
		call = v.processFunction(sc, c, name)
	}
	v.TableCalls[c] = call
	return &Namespace{Row: call.Out, Node: t}
}

// arguments sorts a call's arguments by parameter, named ones by their name. Too few and too many are refused alike
// (SqlWindowTableFunction's operand count is read as its least).
func (v *validator) arguments(c *ast.Call, params []string, must int) []ast.Expr {
	out := make([]ast.Expr, max(len(params), len(c.Args)))
	strange := false
	for i, a := range c.Args {
		n, ok := a.(*ast.NamedArg)
		if !ok {
			out[i] = a
			continue
		}
		k := parameter(params, n.Name.Text)
		if k < 0 {
			strange = true
			v.similarParameter(c, n, params)
			continue
		}
		out[k] = n.Value
	}
	for i := range out {
		if d, ok := out[i].(*ast.Default); ok {
			v.fail(d.Span(), "No match found for function signature DEFAULT")
		}
	}
	missing := len(out) > len(params)
	for i := range must {
		missing = missing || out[i] == nil
	}
	if missing {
		v.fail(c.Span(), "Invalid number of arguments to function '"+upper(c.Name.Simple())+"'. Was expecting "+itoa(must)+" arguments")
	}
	if strange && !allNamed(c.Args) {
		v.unknown(c.Span(), "a named argument that the function does not have")
	}
	return out
}

// allNamed says that each argument has a name: one that no parameter has is passed over then.
func allNamed(args []ast.Expr) bool {
	for _, a := range args {
		if _, ok := a.(*ast.NamedArg); !ok {
			return false
		}
	}
	return true
}

func parameter(params []string, name string) int {
	for k, p := range params {
		if p == name {
			return k
		}
	}
	return -1
}

// similarParameter refuses a name that is a parameter's but for its case.
func (v *validator) similarParameter(c *ast.Call, n *ast.NamedArg, params []string) {
	if k := parameter(params, upper(n.Name.Text)); k >= 0 {
		v.fail(n.Name.Span(), "Param '"+n.Name.Text+"' not found in function '"+upper(c.Name.Simple())+"'; did you mean '"+params[k]+"'?")
	}
}

func (v *validator) windowFunction(sc *Scope, c *ast.Call, name string, params []string, must int) *TableCall {
	call := &TableCall{Name: name, Args: v.arguments(c, params, must)}
	v.tableArgument(sc, c, call, name == "SESSION", call.Args[1])
	signature := name + windowParameters[name].signature
	d, ok := call.Args[1].(*ast.Call)
	if !ok || d.Name == nil || upper(d.Name.Simple()) != "DESCRIPTOR" || call.Row == nil {
		v.signature(sc, c, call, signature)
	}
	column, _ := d.Args[0].(*ast.Ident)
	if column == nil {
		v.fail(d.Args[0].Span(), "Table or column alias must be a simple identifier")
	}
	k := call.Row.FieldIndex(column.Simple())
	if k < 0 {
		v.fail(column.Span(), "Unknown identifier '"+column.Simple()+"'")
	}
	for _, x := range call.Args[2:] {
		if x == nil {
			continue
		}
		if !v.typeOf(sc, x).IsInterval() {
			v.signature(sc, c, call, signature)
		}
	}
	t := call.Row.Fields[k].Type
	if !t.IsTimeAttribute() && !t.IsTimestamp() {
		v.plain("The window function " + signature + " requires the timecol to be TIMESTAMP or TIMESTAMP_LTZ, but is " + t.Validator() +
			".\nBesides, the timecol must be a time attribute type in streaming mode.")
	}
	fields := append([]types.Field(nil), call.Row.Fields...)
	ts := types.Timestamp3.WithNullable(false)
	fields = append(fields, types.Field{Name: "window_start", Type: ts}, types.Field{Name: "window_end", Type: ts},
		types.Field{Name: "window_time", Type: t.WithNullable(false)})
	call.Out = types.RowType(fields...)
	return call
}

// signature refuses arguments that do not fit (CallBinding.newValidationSignatureError).
func (v *validator) signature(sc *Scope, c *ast.Call, call *TableCall, supported string) {
	ts := make([]string, 0, len(c.Args))
	for i, a := range call.Args {
		switch {
		case a == nil:
		case i == call.Table && call.Row != nil:
			ts = append(ts, "<"+rowText(call.Row)+">")
		default:
			if d, ok := a.(*ast.Call); ok && upper(d.Name.Simple()) == "DESCRIPTOR" {
				ts = append(ts, "<COLUMN_LIST>")
				continue
			}
			ts = append(ts, "<"+v.typeOf(sc, a).Validator()+">")
		}
	}
	v.fail(c.Span(), "Cannot apply '"+call.Name+"' to arguments of type '"+call.Name+"("+strings.Join(ts, ", ")+")'. Supported form(s): "+supported)
}

func rowText(t *types.Type) string {
	return upper(rowFamily(t))
}

// explicitTable makes SELECT * FROM t of a table argument (FlinkCalciteSqlValidator.ExplicitTableSqlSelect).
func (v *validator) explicitTable(t *ast.TableQuery, onTime ast.Expr) {
	s := v.starOver(t, &ast.TableName{Base: ast.At(t.Table.Span()), Name: t.Table})
	d, ok := onTime.(*ast.Call)
	if !ok || d.Name == nil || upper(d.Name.Simple()) != "DESCRIPTOR" {
		return
	}
	for _, x := range d.Args {
		if id, ok := x.(*ast.Ident); ok {
			if v.onTime == nil {
				v.onTime = map[*ast.Select][]string{}
			}
			v.onTime[s] = append(v.onTime[s], id.Simple())
		}
	}
}

// tableArgument validates the table that a function reads. set says that the table may be partitioned; onTime is the
// argument that names its time columns.
func (v *validator) tableArgument(sc *Scope, c *ast.Call, call *TableCall, set bool, onTime ast.Expr) {
	a := call.Args[call.Table]
	var q ast.Query
	switch a := a.(type) {
	case *ast.TableArg:
		q = a.Query
		if a.Table != nil {
			t := &ast.TableQuery{Base: ast.At(a.Table.Span()), Table: a.Table}
			v.argQueries[a] = t
			q = t
			v.explicitTable(t, onTime)
		}
		if !set && len(a.Partition) > 0 {
			v.fail(c.Span(), "Only tables with set semantics may be partitioned. Invalid PARTITION BY clause in the "+itoa(call.Table)+
				"-th operand of table function '"+upper(c.Name.Simple())+"'")
		}
		if !set && len(a.OrderBy) > 0 {
			v.fail(c.Span(), "Only tables with set semantics may be ordered. Invalid ORDER BY clause in the "+itoa(call.Table)+
				"-th operand of table function '"+upper(c.Name.Simple())+"'")
		}
	case *ast.Subquery:
		q = a.Query
	default:
		return
	}
	ns := v.query(sc.Parent, q)
	call.Input, call.Row = q, ns.Row
	if a, ok := a.(*ast.TableArg); ok {
		for i := range a.Partition {
			k := ns.Row.FieldIndex(a.Partition[i].Text)
			if k < 0 {
				v.fail(a.Partition[i].Span(), "Column '"+a.Partition[i].Text+"' not found in any table")
			}
			call.Partition = append(call.Partition, k)
		}
		for _, o := range a.OrderBy {
			id, _ := o.X.(*ast.Ident)
			if id == nil {
				v.unknown(o.Span(), "an expression in a table argument's ORDER BY")
			}
			k := ns.Row.FieldIndex(id.Simple())
			if k < 0 {
				v.fail(o.X.Span(), "Column '"+id.Simple()+"' not found in any table")
			}
			call.Order = append(call.Order, o)
			call.OrderCols = append(call.OrderCols, k)
		}
	}
}
