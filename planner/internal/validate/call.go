package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
)

// Call is what a call, an operator or a special form was resolved to.
type Call struct {
	Op *expr.Operator
	// Function is the row of the catalogue.
	Function *function.Function
	// Args are the operands in the order of the function's parameters, set where that is not as written.
	Args []ast.Expr
}
