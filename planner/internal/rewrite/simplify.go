package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// simplifyFilters is the conjunction of conds, simplified as a filter: NULL counts as false
// (RexSimplify.simplifyFilterPredicates).
func simplifyFilters(conds []expr.Expr) expr.Expr { return expr.SimplifyPredicates(conds...) }

// simplifyList simplifies each of list without changing its type (RexSimplify.simplifyPreservingType).
func simplifyList(list []expr.Expr) []expr.Expr {
	var out []expr.Expr
	for i, e := range list {
		if isPlain(e) {
			continue
		}
		now := expr.SimplifyKeepingType(e, nil)
		if now == e || now.Digest() == e.Digest() {
			continue
		}
		if out == nil {
			out = append([]expr.Expr(nil), list...)
		}
		out[i] = now
	}
	if out == nil {
		return list
	}
	return out
}

// isPlain reports what no simplification changes: a column or a constant.
func isPlain(e expr.Expr) bool {
	switch e.(type) {
	case *expr.Ref, *expr.Literal:
		return true
	}
	return false
}

// simplifyCondition simplifies a condition as Flink does once more where programs are merged (FlinkRexUtil.simplify).
func simplifyCondition(cond expr.Expr) expr.Expr {
	if expr.AlwaysTrue(cond) || expr.AlwaysFalse(cond) {
		return cond
	}
	now := expr.Simplify(cond, expr.NullFalse, nil)
	if same(now, cond) {
		return cond
	}
	return now
}

// expandedCNF is cond in conjunctive normal form with a Sarg at its root written out (RexNodeExtractor).
func expandedCNF(cond expr.Expr) expr.Expr {
	if expr.Is(cond, expr.Search) {
		cond = expr.ExpandSearch(cond)
	}
	return expr.FlinkCNF(cond)
}

// rankCNF is cond in conjunctive normal form with every Sarg written out.
func rankCNF(cond expr.Expr) expr.Expr { return expr.FlinkCNF(expr.ExpandSearch(cond)) }

// fold computes a constant expression; e itself where it cannot.
func fold(e expr.Expr) expr.Expr { return expr.FoldConstant(e) }

// filterSimplify simplifies the condition of a filter.
var filterSimplify = &rule{
	name: "SimplifyFilterCondition", class: "SimplifyFilterConditionRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		cond := expr.SimplifyFilter(f.Cond)
		if same(cond, f.Cond) {
			return nil
		}
		return withCondition(n, cond)
	},
}

// joinSimplify simplifies the condition of a join.
var joinSimplify = &rule{
	name: "SimplifyJoinCondition", class: "SimplifyJoinConditionRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		if expr.AlwaysTrue(j.Cond) {
			return nil
		}
		cond := expr.SimplifyFilter(j.Cond)
		if same(cond, j.Cond) {
			return nil
		}
		return withCondition(n, cond)
	},
}

// notInOrIn gathers many comparisons of one expression with literals in a filter into a SEARCH.
var notInOrIn = &rule{
	name: "ConvertToNotInOrIn", class: "ConvertToNotInOrInRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		cond := expr.ConvertToNotInOrIn(f.Cond)
		if same(cond, f.Cond) {
			return nil
		}
		return withCondition(n, cond)
	},
}
