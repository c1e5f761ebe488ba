package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// inferred types a call of a function with Flink's own type inference, which casts arguments and whose refusals have no
// position. (TypeInferenceOperandChecker, TypeInferenceReturnInference)
func (v *validator) inferred(sc *Scope, e *ast.Call, f *function.Function) *types.Type {
	name := e.Name.Simple()
	agg := f.Kind == function.Aggregate
	switch {
	case e.Star:
		v.fail(e.StarAt, "Unknown identifier '*'")
	case isOver(e) && !agg:
		v.deriveAll(sc, e.Args)
		v.failLater(e.CallAt, "OVER must be applied to aggregate function")
	case e.Quantifier != "" && !agg:
		v.failLater(v.quantifierAt(e), "DISTINCT/ALL not allowed with "+name+" function")
	}
	if argNames(e.Args) != nil {
		v.plain("Unsupported function signature. Function must not be overloaded or use varargs.")
	}
	if !f.CountOK(len(e.Args)) && f.Op.Name == "TRANSLATE3" {
		v.noMatchOf(e, "TRANSLATE3", v.familiesOf(sc, e.Args), "'TRANSLATE3(<STRING>, <STRING>, <STRING>)'")
	}
	if !f.CountOK(len(e.Args)) {
		v.noMatchOf(e, name, v.familiesOf(sc, e.Args), f.Strategy.Expected(name))
	}
	c := v.bind(sc, f, e.Args)
	if agg {
		v.aggregateFacts(sc, e, c)
	}
	written := *c
	written.Args = append([]function.Arg(nil), c.Args...)
	ts, why := f.Strategy.Cast(c)
	if ts == nil {
		v.invalidCall(name, c, why, "Invalid input arguments. Expected signatures are:\n"+f.Strategy.Expected(name))
	}
	if agg {
		if c.Over {
			v.bareOver(e)
			v.overWindow(sc, e)
		}
		v.withinGroup(sc, e, f)
		v.nested(e)
		if e.Filter != nil {
			v.filter(sc, e)
		}
	}
	for i, t := range ts {
		if !c.Args[i].Default && !types.AvoidsCast(c.Args[i].Type, t) {
			v.coerce(e.Args[i], t)
		}
		c.Args[i].Type = t
	}
	t, why := f.Strategy.Out(c)
	if t == nil {
		v.invalidCall(name, &written, why)
	}
	if v.written != nil && f.Op.Op == expr.Coalesce && !e.Name.Parts[0].Quoted {
		// The text of a view that Flink keeps has Calcite's own functions in capitals (SqlUtil.unparseSqlIdentifierSyntax).
		name = f.Name
	}
	v.Calls[e] = &Call{Op: v.spelled(f.Op, f.Name, name), Function: f}
	return t
}

// spelled gives the operator of a function under the name that the script writes: plans print that.
func (v *validator) spelled(op *expr.Operator, canonical, name string) *expr.Operator {
	if name == canonical {
		return op
	}
	if v.ops == nil {
		v.ops = map[string]*expr.Operator{}
	}
	if o := v.ops[name]; o != nil {
		return o
	}
	o := *op
	if op.Name == canonical {
		o.Name = name
	}
	v.ops[name] = &o
	return &o
}

// invalidCall refuses a call: the reason is innermost, what stands around it further out.
func (v *validator) invalidCall(name string, c *function.Call, why string, outer ...string) {
	args := make([]string, len(c.Args))
	for i := range args {
		args[i] = c.Args[i].Type.Summary()
	}
	r := diag.New(diag.Validation, why, source.Span{})
	for _, o := range outer {
		r = r.Wrap(diag.Validation, o)
	}
	panic(r.Wrap(diag.Validation, "Invalid function call:\n"+name+"("+strings.Join(args, ", ")+")"))
}

// scriptFunction answers for functions that the script made: no class of theirs is here.
func (v *validator) scriptFunction(e *ast.Call) {
	f := v.Session.Function(e.Name.Texts())
	if f == nil {
		return
	}
	if builtin := v.functionOf(e); builtin != nil && !(f.System && f.Temporary) {
		return
	}
	r := unloaded(f, e.Name.Simple())
	if r == nil {
		v.unknown(e.Span(), "the function "+e.Name.Simple()+" of the script")
	}
	r.Span = e.Span()
	panic(r)
}

// unloaded is why a function of the script cannot be called by a name, which is said as it is written.
func unloaded(f *catalog.Function, written string) *diag.Rejection {
	named := *f
	if !f.System {
		named.ID.Name = written
	}
	return named.Unloaded()
}

// nullary looks for a function of the script before a column of its name, as a call could be meant that has no parentheses
// (SqlValidatorImpl.makeNullaryCall).
func (v *validator) nullary(id *ast.Ident) {
	if len(id.Parts) != 1 || id.Parts[0].Quoted || v.Session == nil || !v.Session.HasFunctions() {
		return
	}
	f := v.Session.Function(id.Texts())
	if f == nil {
		return
	}
	if r := unloaded(f, id.Simple()); r != nil {
		r.Span = id.Span()
		panic(r)
	}
}

// functions looks up what is called in a query before anything else of it is looked at: Flink loads the script's functions
// then, and refuses a scalar function in the place of a table function (SqlValidatorImpl.performUnconditionalRewrites).
func (v *validator) functions(q ast.Query) {
	ast.Inspect(q, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Call:
			if n.Name != nil && v.Session != nil && v.Session.HasFunctions() {
				v.scriptFunction(n)
			}
			v.rewritable(n)
		case *ast.TableFunction:
			c := n.Call
			if f := v.functionOf(c); f != nil && f.Strategy != nil && (v.Session == nil || v.Session.Function(c.Name.Texts()) == nil) {
				v.plain("Function '" + c.Name.Simple() + "' cannot be used as a table function.")
			}
		}
		return true
	})
}

// rewritable refuses a call that cannot be rewritten, which is found before any table is looked for
// (SqlDatePartFunction.rewriteCall, SqlNullifFunction.rewriteCall, SqlJdbcFunctionCall.rewriteCall).
func (v *validator) rewritable(e *ast.Call) {
	if e.Name == nil || len(e.Name.Parts) != 1 {
		return
	}
	name := upper(e.Name.Simple())
	switch {
	case e.Special == ast.JDBC:
		if written := e.Name.Simple(); !jdbcFunctions[written] {
			v.fail(callAt(e), "Function '{fn "+written+"}' is not defined")
		}
	case dateParts[name] != "" && len(e.Args) != 1 && !e.NoParens:
		v.fail(callAt(e), "Invalid number of arguments to function '"+name+"'. Was expecting 1 arguments")
	case name == "NULLIF" && len(e.Args) != 2:
		v.fail(callAt(e), "Invalid number of arguments to function 'NULLIF'. Was expecting 2 arguments")
	}
}

// jdbcFunctions are the functions that {fn …} takes, in capitals alone (SqlJdbcFunctionCall.JdbcToInternalLookupTable).
var jdbcFunctions = names(`ABS ACOS ASIN ATAN ATAN2 CBRT CEILING COS COT DEGREES EXP FLOOR LOG LOG10 MOD PI POWER RADIANS RAND ROUND SIGN SIN
	SQRT TAN TRUNCATE ASCII CHAR CONCAT DIFFERENCE INSERT LCASE LENGTH LOCATE LEFT LTRIM REPEAT REPLACE REVERSE RIGHT RTRIM SOUNDEX SPACE
	SUBSTRING UCASE YEAR QUARTER MONTH WEEK DAYOFYEAR DAYOFMONTH DAYOFWEEK DAYNAME HOUR MINUTE MONTHNAME SECOND CONVERT_TIMEZONE
	CURDATE CURTIME NOW TIMESTAMPADD TIMESTAMPDIFF TO_CHAR TO_DATE TO_TIMESTAMP DATABASE IFNULL USER CONVERT`)
