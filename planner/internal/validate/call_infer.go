package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/types"
)

// inferred types a call of a function with Flink's type inference.
func (v *validator) inferred(sc *Scope, e *ast.Call, f *function.Function) *types.Type {
	v.unknown(e.Span(), "the function "+f.Name)
	return nil
}

// scriptFunction answers for functions that the script made.
func (v *validator) scriptFunction(sc *Scope, e *ast.Call) {}
