package rewrite

import "rowkind/planner/internal/expr"

// constants are expressions known to equal a constant, by digest.
type constants map[string]expr.Expr

func knownConstants(predicates []expr.Expr) constants { return expr.ConstantMap(predicates) }

func someArg(c *expr.Call, f func(expr.Expr) bool) bool {
	for _, a := range c.Args {
		if f(a) {
			return true
		}
	}
	return false
}
