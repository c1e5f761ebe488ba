package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// plain refuses with a ValidationException of Flink's own, without a position.
func (v *validator) plain(message string) {
	panic(diag.New(diag.Validation, message, source.Span{}))
}

// processFunction validates a call in FROM that is no windowing function: TO_CHANGELOG, FROM_CHANGELOG, or one that is
// refused.
func (v *validator) processFunction(sc *Scope, c *ast.Call, name string) *TableCall {
	if changelogFunctions[name] != nil && len(c.Name.Parts) == 1 {
		return v.changelogCall(sc, c, name)
	}
	v.modelArgument(sc, c)
	if v.Session != nil {
		v.scriptFunction(c)
	}
	switch name {
	case "ML_PREDICT":
		return v.predict(sc, c)
	case "ML_EVALUATE":
		return v.evaluate(sc, c)
	case "VECTOR_SEARCH":
		return v.vectorSearch(sc, c)
	}
	if f := v.functionOf(c); f != nil {
		v.noTableFunction(sc, c, f)
	}
	names := argNames(c.Args)
	for _, n := range names {
		if n == "" {
			v.fail(c.Span(), "Some but not all arguments are named")
		}
	}
	v.noMatch(c, strings.Join(c.Name.Texts(), "."), v.tableFamilies(sc, c.Args), names)
	return nil
}

// noTableFunction refuses a function of another kind in FROM (ProcedureNamespace.validateImpl).
func (v *validator) noTableFunction(sc *Scope, c *ast.Call, f *function.Function) {
	kind := f.Name // of Calcite's enumeration SqlKind
	switch {
	case f.Strategy != nil:
		v.plain("Function '" + c.Name.Simple() + "' cannot be used as a table function.")
	case f.Kind == function.Scalar:
		v.derive(sc, c)
		panic(diag.New(diag.IllegalArgument, "Argument must be a table function: "+f.Name, source.Span{}))
	case f.Kind == function.Match, f.Op.Op == expr.GroupAuxRowtime, f.Op.Op == expr.GroupAuxProctime:
		panic(diag.New(diag.IllegalArgument, "Argument must be a table function: "+f.Name, source.Span{}))
	case f.Name == "APPROX_COUNT_DISTINCT":
		kind = "COUNT"
	case f.Name == "STDDEV":
		kind = "STDDEV_SAMP"
	case f.Name == "VARIANCE":
		kind = "VAR_SAMP"
	case f.Name == "GROUPING_ID":
		kind = "GROUPING"
	}
	diag.Fail(diag.AssertionError, c.Span(), "Was not expecting value '%s' for enumeration 'org.apache.calcite.sql.SqlKind' in this context", kind)
}

// tableFamilies is familiesOf for arguments that may be tables and lists of columns.
func (v *validator) tableFamilies(sc *Scope, args []ast.Expr) []string {
	out := make([]string, len(args))
	for i, a := range args {
		if n, ok := a.(*ast.NamedArg); ok {
			a = n.Value
		}
		if d, ok := a.(*ast.Call); ok && len(d.Name.Parts) == 1 && upper(d.Name.Simple()) == "DESCRIPTOR" {
			out[i] = "COLUMN_LIST"
			continue
		}
		t, ok := a.(*ast.TableArg)
		if !ok {
			out[i] = strings.Join(v.familiesOf(sc, args[i:i+1]), "")
			continue
		}
		q := t.Query
		if t.Table != nil {
			q = &ast.TableQuery{Base: ast.At(t.Table.Span()), Table: t.Table}
		}
		row := v.query(sc.Parent, q).Row
		if _, named := args[i].(*ast.NamedArg); named || len(t.Partition)+len(t.OrderBy) > 0 || t.Table == nil {
			out[i] = familyName(row)
			continue
		}
		// A bare TABLE t is taken for a scalar query.
		if len(row.Fields) != 1 {
			v.fail(source.Span{}, "Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<"+upper(row.Validator())+">)'. "+
				"Supported form(s): '$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'")
		}
		out[i] = familyName(row.Fields[0].Type)
	}
	return out
}

// modelArgument refuses a model that is not there; tables are looked for before it.
func (v *validator) modelArgument(sc *Scope, c *ast.Call) {
	for _, a := range c.Args {
		if n, ok := a.(*ast.NamedArg); ok {
			a = n.Value
		}
		m, ok := a.(*ast.ModelArg)
		if !ok {
			continue
		}
		if v.Session.Model(m.Model.Texts()) == nil {
			v.tablesOf(sc, c.Args)
			v.fail(m.Model.Span(), "Object '"+m.Model.Simple()+"' not found")
		}
	}
}

// tablesOf looks for the tables that are given to a function.
func (v *validator) tablesOf(sc *Scope, args []ast.Expr) {
	for _, a := range args {
		if n, ok := a.(*ast.NamedArg); ok {
			a = n.Value
		}
		if t, ok := a.(*ast.TableArg); ok && t.Table != nil {
			v.query(sc.Parent, &ast.TableQuery{Base: ast.At(t.Table.Span()), Table: t.Table})
		}
	}
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
