package function

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// match makes a function for MATCH_RECOGNIZE only.
func match(name string, k expr.OpKind, check Checker, ret Return) *Function {
	f := scalar(name, check, ret)
	f.Kind, f.Op.Op = Match, k
	return f
}

func init() {
	two := family(anyFam, numeric)
	add(
		match("FIRST", expr.MatchFirst, two, nullIfArgs(arg(0))), match("LAST", expr.MatchLast, two, nullIfArgs(arg(0))),
		match("PREV", expr.MatchPrev, two, nullIfArgs(arg(0))), match("NEXT", expr.MatchNext, two, nullIfArgs(arg(0))),
		match("CLASSIFIER", expr.Classifier, none, explicit(types.VarCharType(2000))),
		match("MATCH_ROWTIME", expr.MatchRowtime, checkFunc{checkMatchRowtime, forms("")}, matchRowtime),
		match("MATCH_PROCTIME", expr.MatchProctime, none, explicit(types.LTZ3.WithTime(types.Proctime))),
	)
	catalogue["MATCH_ROWTIME"].Min, catalogue["MATCH_ROWTIME"].Max = 0, 1
}

// checkMatchRowtime wants a rowtime column. Its refusals are Flink's own. (MatchRowTimeFunction)
func checkMatchRowtime(c *Call) *Failure {
	if len(c.Args) == 0 {
		return nil
	}
	switch a := &c.Args[0]; {
	case a.Path == nil:
		return &Failure{Message: "The function MATCH_ROWTIME requires a field reference as argument, but actual argument is not a simple field reference.", Operand: -1, Plain: true}
	case a.Type.Time != types.Rowtime:
		return &Failure{Message: "The function MATCH_ROWTIME requires argument to be a row time attribute type, but is '" + a.Type.Validator() + "'.", Operand: -1, Plain: true}
	}
	return nil
}

// matchRowtime is the operand's type, or TIMESTAMP.
func matchRowtime(c *Call) *types.Type {
	if len(c.Args) == 1 {
		return c.Args[0].Type
	}
	return types.Timestamp3.WithNullable(false).WithTime(types.Rowtime)
}
