package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// filterSimplifySub simplifies the condition of a filter and of the filters inside its sub-queries.
var filterSimplifySub = &rule{
	name: "SimplifyFilterCondition.EXTENDED", class: "SimplifyFilterConditionRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		cond := expr.SimplifyFilter(simplifySubQueries(f.Cond))
		if same(cond, f.Cond) {
			return nil
		}
		return withCondition(n, cond)
	},
}

// simplifySubQueries simplifies the filters in the trees of sub-queries.
func simplifySubQueries(e expr.Expr) expr.Expr {
	if !expr.HasSubQuery(e) {
		return e
	}
	return expr.Map(e, func(x expr.Expr) expr.Expr {
		q, ok := x.(*expr.SubQuery)
		if !ok {
			return x
		}
		rel := q.Rel.(*logical.Node)
		now := simplifyFiltersOf(rel)
		if now == rel {
			return x
		}
		return expr.NewSubQuery(q.Op, q.Type(), now, q.Args...)
	})
}

func simplifyFiltersOf(n *logical.Node) *logical.Node {
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		in[i] = simplifyFiltersOf(x)
	}
	n = n.WithInputs(in...)
	f := asFilter(n)
	if f == nil {
		return n
	}
	cond := expr.SimplifyFilter(simplifySubQueries(f.Cond))
	if same(cond, f.Cond) {
		return n
	}
	return withCondition(n, cond)
}

// subQueryScalarCount makes EXISTS of a comparison that asks whether a COUNT(*) is above zero.
//
//	WHERE (SELECT COUNT(*) FROM r) > 0
var subQueryScalarCount = &rule{
	name: "RewriteSubQuery", class: "FlinkRewriteSubQueryRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f := asFilter(n)
		if !expr.HasSubQuery(f.Cond) {
			return nil
		}
		cond := expr.Map(f.Cond, countAsExists)
		if same(cond, f.Cond) {
			return nil
		}
		return withCondition(n, cond)
	},
}

func countAsExists(e expr.Expr) expr.Expr {
	call, ok := e.(*expr.Call)
	if !ok || len(call.Args) != 2 {
		return e
	}
	k, a, b := call.Op.Op, call.Args[0], call.Args[1]
	if k == expr.LessThan || k == expr.LessOrEqual {
		k, a, b = k.Reverse(), b, a
	}
	if k != expr.GreaterThan && k != expr.GreaterOrEqual {
		return e
	}
	q, ok := a.(*expr.SubQuery)
	if !ok || !isScalar(q) || !betweenZeroAndOne(b, k == expr.GreaterThan, k == expr.GreaterOrEqual) {
		return e
	}
	rel := q.Rel.(*logical.Node)
	agg, ok := rel.Op.(*logical.Aggregate)
	if !ok || len(agg.Group) > 0 || len(agg.Calls) != 1 {
		return e
	}
	count := agg.Calls[0]
	if count.Op.Op != expr.Count || count.Distinct || count.Filter >= 0 || len(count.Args) > 0 {
		return e
	}
	return expr.NewSubQuery(expr.ExistsOp, types.BooleanType.WithNullable(false), rel.Input())
}

func betweenZeroAndOne(e expr.Expr, zero, one bool) bool {
	l, ok := e.(*expr.Literal)
	if !ok {
		return false
	}
	d, ok := l.Value.(expr.Dec)
	if !ok {
		return false
	}
	low, high := d.Cmp(expr.Int(0)), d.Cmp(expr.Int(1))
	return low > 0 && high < 0 || zero && low == 0 || one && high == 0
}
