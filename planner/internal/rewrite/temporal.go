package rewrite

import "rowkind/planner/internal/expr"

// initialTemporalOp is the condition of a temporal join before the keys of its right side are known.
var initialTemporalOp = &expr.Operator{Name: "__INITIAL_TEMPORAL_JOIN_CONDITION", Syntax: expr.Function}
