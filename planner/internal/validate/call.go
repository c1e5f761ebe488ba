package validate

import "rowkind/planner/internal/expr"

// Call is what a call, an operator or a special form was resolved to.
type Call struct {
	Op *expr.Operator
}
