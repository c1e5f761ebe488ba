package validate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
)

// Call is what a call, an operator or a special form was resolved to.
type Call struct {
	Op *expr.Operator
	// Function is the row of the catalogue.
	Function *function.Function
}
