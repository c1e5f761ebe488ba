package rewrite

import "rowkind/planner/internal/expr"

// computed counts the items of a projection that cost something: columns, constants and casts of the whole item are free
// (CommonCalc.computeSelfCost).
func computed(list []expr.Expr) int {
	n := 0
	for _, e := range list {
		if call, ok := e.(*expr.Call); ok && call.Op.Op != expr.Cast {
			n++
		}
	}
	return n
}
