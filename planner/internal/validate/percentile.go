package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// percentiles are Calcite's inverse distribution functions, which Flink validates and has no implementation of.
var percentiles = map[string]*expr.Operator{
	"PERCENTILE_CONT": {Name: "PERCENTILE_CONT", Op: expr.OtherOp, Aggregate: true},
	"PERCENTILE_DISC": {Name: "PERCENTILE_DISC", Op: expr.OtherOp, Aggregate: true},
}

// percentile validates PERCENTILE_CONT(x) WITHIN GROUP (ORDER BY y) (SqlPercentileAggFunctions, OperandTypes.UNIT_INTERVAL_NUMERIC_LITERAL).
func (v *validator) percentile(sc *Scope, e *ast.Call) *types.Type {
	name := upper(e.Name.Simple())
	if isOver(e) {
		v.bareOver(e)
	}
	if len(e.Args) != 1 {
		v.fail(callAt(e), "Aggregate expression '"+name+"' must not contain a WITHIN GROUP clause")
	}
	v.typeOf(sc, e.Args[0])
	if e.Filter != nil {
		v.unknown(e.Span(), name+" with FILTER")
	}
	n, literal := e.Args[0].(*ast.Number)
	if !literal {
		v.fail(callAt(e), "Argument to function '"+name+"' must be a literal")
	}
	d, ok := expr.ParseDec(n.Text)
	if one, _ := expr.ParseDec("1"); !ok || n.Negative || d.Cmp(one) > 0 {
		v.fail(callAt(e), "Argument to function '"+name+"' must be a numeric literal between 0 and 1")
	}
	t := v.typeOf(sc, e.WithinGroup[0].X)
	if name == "PERCENTILE_CONT" && !t.IsNumeric() {
		v.fail(e.WithinOrderAt, "Invalid type '"+typeName(t)+"' in ORDER BY clause of '"+name+"' function. Only NUMERIC types are supported")
	}
	v.Calls[e] = &Call{Op: percentiles[name]}
	return t
}
