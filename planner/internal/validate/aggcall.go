package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/expr"
)

// Aggregate is a call of an aggregate function with what may follow it taken apart (SqlValidatorUtil.flatten).
type Aggregate struct {
	Op          *expr.Operator
	Args        []ast.Expr
	Distinct    bool
	Approximate bool
	IgnoreNulls bool
	Filter      ast.Expr
	Order       []ast.OrderItem
}

// IsAggregate says that a node calls an aggregate function without OVER.
func IsAggregate(x ast.Expr) bool { return isAggregateCall(x) }

// AggregateCall takes a call of an aggregate function apart; nil if its operator is not known.
func (in *Info) AggregateCall(x ast.Expr) *Aggregate {
	c := in.Calls[x]
	if c == nil || c.Op == nil {
		return nil
	}
	switch e := x.(type) {
	case *ast.Call:
		a := &Aggregate{Op: c.Op, Args: e.Args, Distinct: e.Quantifier == ast.Distinct, IgnoreNulls: e.Nulls == "IGNORE NULLS",
			Filter: e.Filter, Order: e.WithinGroup}
		if len(e.OrderBy) > 0 {
			a.Order = e.OrderBy
		}
		if e.Star {
			a.Args = nil
		}
		if upper(e.Name.Simple()) == "APPROX_COUNT_DISTINCT" {
			a.Op, a.Distinct, a.Approximate = expr.CountOp, true, true
		}
		return a
	case *ast.JSONBuild:
		a := &Aggregate{Op: c.Op, Args: e.Items, Order: e.WithinGroup}
		if len(e.OrderBy) > 0 {
			a.Order = e.OrderBy
		}
		for i := range e.Pairs {
			a.Args = append(a.Args, e.Pairs[i].Key, e.Pairs[i].Value)
		}
		return a
	}
	return nil
}

// GroupKey is the key of the group function that TUMBLE_START and its like belong to; ok is false for any other call.
func (in *Info) GroupKey(c *ast.Call) (key string, ok bool) {
	g := auxiliaryOf(c)
	if g == "" {
		return "", false
	}
	return (&validator{Info: in}).keyOfCall(g, c), true
}
