package rewrite

import "rowkind/planner/internal/expr"

func collapseNotDistinct(e expr.Expr) expr.Expr { return expr.CollapseNotDistinct(e) }
