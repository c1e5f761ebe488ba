package rewrite

import "rowkind/planner/internal/expr"

// simplifyFilters is the conjunction of conds, simplified as a filter: NULL counts as false
// (RexSimplify.simplifyFilterPredicates).
func simplifyFilters(conds []expr.Expr) expr.Expr {
	return expr.Conjunction(conds...)
}

// simplifyList simplifies each of list without changing its type (RexSimplify.simplifyPreservingType).
func simplifyList(list []expr.Expr) []expr.Expr { return list }

// simplifyCondition simplifies a condition as Flink does once more where programs are merged (FlinkRexUtil.simplify).
func simplifyCondition(cond expr.Expr) expr.Expr { return cond }

// expandedCNF is cond in conjunctive normal form with a Sarg at its root written out (RexNodeExtractor).
func expandedCNF(cond expr.Expr) expr.Expr { return expr.FlinkCNF(cond) }

// convertible reports what can be said in the Table API's expressions (RexNodeToExpressionConverter).
func convertible(e expr.Expr) bool { return true }

// rankCNF is cond in conjunctive normal form with every Sarg written out.
func rankCNF(cond expr.Expr) expr.Expr { return expr.FlinkCNF(cond) }

// fold computes a constant expression; e itself where it cannot.
func fold(e expr.Expr) expr.Expr { return e }
