package physical

import "rowkind/planner/internal/expr"

// deterministic reports whether e, which may be nil, gives the same value for the same row.
func deterministic(e expr.Expr) bool { return e == nil || expr.Deterministic(e) }

// EquiKeys takes the condition of a join apart, whose left input has leftCount columns; cond may be nil.
func EquiKeys(cond expr.Expr, leftCount int) expr.EquiKeys {
	if cond == nil {
		return expr.EquiKeys{}
	}
	return expr.SplitEqui(cond, leftCount)
}
