package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// pruneSingle drops what stands over no rows.
var pruneSingle = &rule{
	name: "PruneEmpty", class: "PruneEmptyRules.RemoveEmptySingleRule", on: projectKind | filterKind | sortKind | aggregateKind | windowAggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if !isEmpty(n.Input()) {
			return nil
		}
		if group, _, ok := groupOf(n.Op); ok && len(group) == 0 {
			return nil // one row stands for no rows
		}
		return empty(n.Row, n.Span)
	},
}

// aggregateValues computes a global aggregate over no rows.
var aggregateValues = &rule{
	name: "AggregateValues", class: "AggregateValuesRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		if len(agg.Group) > 0 || !isEmpty(n.Input()) {
			return nil
		}
		var tuple []*expr.Literal
		for _, call := range agg.Calls {
			switch call.Op.Op {
			case expr.Count, expr.Sum0:
				tuple = append(tuple, expr.NewLiteral(expr.Int(0), call.Type))
			case expr.Min, expr.Max, expr.Sum:
				tuple = append(tuple, expr.NullOf(call.Type))
			default:
				return nil
			}
		}
		return node(&logical.Values{Tuples: [][]*expr.Literal{tuple}}, n.Row, n.Span)
	},
}

// pruneSetOp drops the inputs of a set operation that are empty.
var pruneSetOp = &rule{
	name: "PruneEmptySetOp", class: "FlinkPruneEmptyRules", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.SetOp)
		var in []*logical.Node
		for i, x := range n.Inputs {
			if !isEmpty(x) {
				in = append(in, x)
			} else if i == 0 && o.Kind == logical.Minus || o.Kind == logical.Intersect {
				in = nil
				break
			}
		}
		switch {
		case len(in) == len(n.Inputs):
			return nil
		case len(in) == 0:
			return empty(n.Row, n.Span)
		case len(in) > 1:
			return castRowNamed(setOpOver(n, in...), n)
		case o.All:
			return castRowNamed(in[0], n)
		}
		return castRowNamed(c.distinct(in[0]), n)
	},
}

// castRowNamed gives n the row of old, names too.
func castRowNamed(n, old *logical.Node) *logical.Node {
	equal := true
	list := make([]expr.Expr, len(n.Row.Fields))
	for i, f := range old.Row.Fields {
		have := n.Row.Fields[i]
		equal = equal && have.Name == f.Name && have.Type.Equal(f.Type)
		list[i] = expr.EnsureType(expr.NewRef(i, have.Type), f.Type, false)
	}
	if equal {
		return n
	}
	return rawProject(n, list, old.Row.Names())
}

// pruneJoin drops a join with an empty side, padding the other where the join would.
var pruneJoin = &rule{
	name: "PruneEmptyJoin", class: "PruneEmptyRules.JoinEmptyPruneRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		t := asJoin(n).Type
		left, right := n.Inputs[0], n.Inputs[1]
		switch {
		case isEmpty(left):
			if t == logical.Right || t == logical.Full {
				return c.padded(right, n, true)
			}
			return empty(n.Row, n.Span)
		case isEmpty(right):
			switch t {
			case logical.Left, logical.Full:
				return c.padded(left, n, false)
			case logical.Anti:
				return left
			}
			return empty(n.Row, n.Span)
		}
		return nil
	},
}

// padded gives in with NULLs for the columns of the other side of the join n.
func (c *context) padded(in, n *logical.Node, before bool) *logical.Node {
	pad := len(n.Row.Fields) - len(in.Row.Fields)
	list := make([]expr.Expr, len(n.Row.Fields))
	for i, f := range n.Row.Fields {
		at := i
		if before {
			at = i - pad
		}
		if at >= 0 && at < len(in.Row.Fields) {
			list[i] = expr.EnsureType(expr.NewRef(at, in.Row.Fields[at].Type), f.Type, false)
		} else {
			list[i] = expr.NullOf(f.Type)
		}
	}
	return c.project(in, list, n.Row.Names())
}

// fetchZero drops a LIMIT 0 with what is below it.
var fetchZero = &rule{
	name: "PruneSortLimit0", class: "PruneEmptyRules.SortFetchZeroRule", on: sortKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if o := n.Op.(*logical.Sort); o.Fetch == nil || *o.Fetch != 0 {
			return nil
		}
		return empty(n.Row, n.Span)
	},
}

// countStarInput leaves one constant column below a global COUNT(*).
var countStarInput = &rule{
	name: "PruneCountStarInput", class: "PruneCountStarInputRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		if len(agg.Group) > 0 || len(agg.Calls) != 1 || len(n.Input().Row.Fields) < 2 {
			return nil
		}
		call := agg.Calls[0]
		if call.Op.Op != expr.Count || call.Filter >= 0 || len(call.Args) > 0 {
			return nil
		}
		in := c.project(n.Input(), []expr.Expr{expr.IntLiteral(0)}, nil)
		return rebuild(n, in)
	},
}

// coerceSetOp casts the inputs of a set operation to its row type; the names of the inputs stay.
var coerceSetOp = &rule{
	name: "CoerceInputs", class: "CoerceInputsRule", on: setOpKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		in := append([]*logical.Node(nil), n.Inputs...)
		changed := false
		for i, x := range in {
			in[i] = castRow(x, n.Row)
			changed = changed || in[i] != x
		}
		if !changed {
			return nil
		}
		return rebuild(n, in...)
	},
}
