package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/types"
)

// jsonOp makes the operators of JSON functions once.
var jsonOps = map[string]*expr.Operator{
	"JSON_VALUE":  {Name: "JSON_VALUE", Op: expr.JSONValueKind},
	"JSON_QUERY":  {Name: "JSON_QUERY", Op: expr.JSONValueKind},
	"JSON_EXISTS": {Name: "JSON_EXISTS", Op: expr.JSONValueKind},
	"JSON_OBJECT": {Name: "JSON_OBJECT", Op: expr.JSONValueKind},
	"JSON_ARRAY":  {Name: "JSON_ARRAY", Op: expr.JSONValueKind},

	"JSON_OBJECTAGG_NULL_ON_NULL":   {Name: "JSON_OBJECTAGG_NULL_ON_NULL", Aggregate: true},
	"JSON_OBJECTAGG_ABSENT_ON_NULL": {Name: "JSON_OBJECTAGG_ABSENT_ON_NULL", Aggregate: true},
	"JSON_ARRAYAGG_NULL_ON_NULL":    {Name: "JSON_ARRAYAGG_NULL_ON_NULL", Aggregate: true},
	"JSON_ARRAYAGG_ABSENT_ON_NULL":  {Name: "JSON_ARRAYAGG_ABSENT_ON_NULL", Aggregate: true},
}

// jsonAccess checks JSON_VALUE, JSON_QUERY and JSON_EXISTS.
func (v *validator) jsonAccess(sc *Scope, e *ast.JSONAccess) *types.Type {
	f := &function.Function{Op: jsonOps[e.Fn], Name: e.Fn}
	v.Calls[e] = &Call{Op: f.Op, Function: f}
	v.derive(sc, e.X)
	path := v.derive(sc, e.Path)
	if isNull(e.Path) {
		v.fail(e.Path.Span(), function.NullIllegal)
	}
	for i := range e.Behaviors {
		if d := e.Behaviors[i].Default; d != nil {
			v.infer(sc, d, types.AnyType)
			v.derive(sc, d)
		}
	}
	if !path.IsString() && e.Fn != "JSON_QUERY" {
		c := v.bind(sc, f, []ast.Expr{e.X, e.Path})
		if e.Fn == "JSON_EXISTS" && len(e.Behaviors) > 0 {
			c.Args = append(c.Args, function.Arg{Type: types.SymbolType})
		}
		form := map[string]string{
			"JSON_VALUE":  "JSON_VALUE(json_doc, path [RETURNING type] [{NULL | ERROR | DEFAULT value} ON EMPTY] [{NULL | ERROR | DEFAULT value} ON ERROR])",
			"JSON_EXISTS": "JSON_EXISTS(json_doc, path [{TRUE | FALSE| UNKNOWN | ERROR} ON ERROR])",
		}[e.Fn]
		v.failPlain(e, c.Misapplied()+form)
	}
	switch {
	case e.Fn == "JSON_EXISTS":
		return types.BooleanType
	case e.Returning == nil:
		return types.StringType
	}
	t := v.dataType(e.Returning).WithNullable(true)
	if e.Fn == "JSON_QUERY" {
		v.jsonQueryArray(e, t)
	}
	return t
}

// jsonQueryArray checks RETURNING ARRAY. (SqlJsonQueryFunctionWrapper.checkOperandsForArrayReturnType)
func (v *validator) jsonQueryArray(e *ast.JSONAccess, t *types.Type) {
	if t.Kind != types.Array {
		return
	}
	if !t.Elem.IsString() {
		v.plain("Unsupported array element type '" + t.Elem.Validator() + "' for RETURNING ARRAY in JSON_QUERY().")
	}
	for _, on := range []string{"ERROR", "EMPTY"} {
		for i := range e.Behaviors {
			if b := &e.Behaviors[i]; b.On == on && b.Word == "EMPTY OBJECT" {
				word := map[string]string{"ERROR": "error", "EMPTY": "empty"}[on]
				v.plain("Illegal on " + word + " behavior 'EMPTY OBJECT' for return type: " + t.Validator())
			}
		}
	}
}

// nullsClause is the null clause of a constructor, its default where none is written.
func nullsClause(e *ast.JSONBuild) string {
	switch e.Nulls {
	case "NULL ON NULL":
		return "NULL_ON_NULL"
	case "ABSENT ON NULL":
		return "ABSENT_ON_NULL"
	}
	if e.Fn == "JSON_ARRAY" || e.Fn == "JSON_ARRAYAGG" {
		return "ABSENT_ON_NULL"
	}
	return "NULL_ON_NULL"
}

// jsonBuild checks JSON_OBJECT, JSON_ARRAY and their aggregates.
func (v *validator) jsonBuild(sc *Scope, e *ast.JSONBuild) *types.Type {
	name := e.Fn
	agg := name == "JSON_OBJECTAGG" || name == "JSON_ARRAYAGG"
	if agg {
		name += "_" + nullsClause(e)
	}
	f := &function.Function{Op: jsonOps[name], Name: name}
	if agg {
		f.Kind = function.Aggregate
	}
	v.Calls[e] = &Call{Op: f.Op, Function: f}
	value := func(x ast.Expr) {
		if x == nil {
			return
		}
		v.infer(sc, x, types.AnyType)
		v.derive(sc, x)
		if agg && v.holdsAggregate(x, true) {
			v.failPlain(e, "Aggregate expressions cannot be nested")
		}
	}
	for i := range e.Pairs {
		p := &e.Pairs[i]
		v.infer(sc, p.Key, types.StringType)
		t := v.derive(sc, p.Key)
		switch {
		case agg && !t.IsString():
			v.fail(ast.Pos(e), "Cannot apply '"+name+"' to arguments of type '"+name+"(<"+upper(t.Validator())+">, <"+
				upper(v.derive(sc, p.Value).Validator())+">)'. Supported form(s): '"+name+"(<CHARACTER>, <ANY>)'")
		case !agg && !t.IsString():
			v.failPlain(e, "Expected a character type")
		case !agg && t.Nullable:
			v.failPlain(e, "Argument to function '"+v.plainText(p.Key)+"' must not be NULL")
		}
		value(p.Value)
	}
	for _, x := range e.Items {
		value(x)
	}
	for i := range e.OrderBy {
		v.typeOf(sc, e.OrderBy[i].X)
	}
	for i := range e.WithinGroup {
		v.typeOf(sc, e.WithinGroup[i].X)
	}
	if agg {
		return types.VarCharType(2000).WithNullable(false)
	}
	return types.StringType.WithNullable(false)
}
