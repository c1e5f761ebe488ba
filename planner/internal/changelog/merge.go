package changelog

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// merges refuses functions without a merge method over windows that share their slices, or that grow together
// (StreamExecWindowAggregate, StreamExecGroupWindowAggregate with UserDefinedFunctionHelper.validateClassForRuntime).
func (t *translation) merges(n *physical.Node, window logical.WindowKind, calls []logical.AggCall, retract []bool) {
	switch window {
	case logical.Hop, logical.Cumulate, logical.Session:
	default:
		return
	}
	for i := range calls {
		class := ""
		switch calls[i].Op.Op {
		case expr.FirstValue:
			class = "FirstValue"
		case expr.LastValue:
			class = "LastValue"
		default:
			continue
		}
		accumulator := "org.apache.flink.table.data.RowData"
		if i < len(retract) && retract[i] {
			class += "WithRetract"
			accumulator = "org.apache.flink.table.runtime.functions.aggregate." + class + "AggFunction." + class + "Accumulator"
		}
		diag.Fail(diag.Validation, n.Span, "Could not find an implementation method 'merge' in class "+
			"'org.apache.flink.table.runtime.functions.aggregate.%sAggFunction' for function '%s' that matches the following signature:\n"+
			"void merge(%s, java.lang.Iterable)", class, calls[i].Op.Name, accumulator)
	}
}
