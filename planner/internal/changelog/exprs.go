package changelog

import "rowkind/planner/internal/expr"

// expandSearch takes SEARCH apart again, so that its pieces can be moved one by one.
func expandSearch(e expr.Expr) expr.Expr { return expr.ExpandSearch(e) }

// simplify is FlinkRexUtil.simplify: UNKNOWN counts as FALSE.
func simplify(e expr.Expr) expr.Expr { return expr.Simplify(e, expr.NullFalse, nil) }
