package rewrite

import (
	"math"

	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// pullUpConstants takes group keys that are known to be constant out of an aggregate and writes them above it; the
// last key always stays.
//
//	SELECT id, 'x', COUNT(*) … GROUP BY id, 'x'
var pullUpConstants = &rule{
	name: "AggregateProjectPullUpConstants", class: "AggregateProjectPullUpConstantsRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		in := n.Input()
		if len(agg.Group) < 2 || agg.Sets != nil || asProject(in) == nil {
			return nil
		}
		known := knownConstants(c.pulledUp(in, concern{cols: keys.Of(agg.Group...)}))
		if len(known) == 0 {
			return nil
		}
		fixed := map[int]expr.Expr{}
		var group []int
		for _, g := range agg.Group {
			if v, ok := known[expr.NewRef(g, in.Row.Fields[g].Type).Digest()]; ok {
				fixed[g] = v
			} else {
				group = append(group, g)
			}
		}
		if len(fixed) == 0 {
			return nil
		}
		if len(group) == 0 {
			group = agg.Group[:1]
			delete(fixed, agg.Group[0])
		}
		return c.withoutKeys(n, agg, group, fixed)
	},
}

// withoutKeys is the aggregate by group, under a projection that gives the fixed keys back.
func (c *context) withoutKeys(n *logical.Node, agg *logical.Aggregate, group []int, fixed map[int]expr.Expr) *logical.Node {
	op := *agg
	op.Group = group
	made := c.aggregateOver(&op, n.Input(), n)
	var list []expr.Expr
	next := 0
	for i, f := range n.Row.Fields {
		if i < len(agg.Group) {
			if v, ok := fixed[agg.Group[i]]; ok {
				list = append(list, expr.EnsureType(v, f.Type, false))
				continue
			}
		}
		list = append(list, expr.NewRef(next, made.Row.Fields[next].Type))
		next++
	}
	return c.project(made, list, n.Row.Names())
}

// aggregateOver puts an aggregate on in as RelBuilder.aggregate does: unread columns of a projection below are dropped.
func (c *context) aggregateOver(agg *logical.Aggregate, in, at *logical.Node) *logical.Node {
	p := asProject(in)
	if p == nil || c.needless(agg, in) {
		return c.aggregateOn(agg, in, at)
	}
	used := keys.Of(agg.Group...)
	for i := range agg.Calls {
		used = used.Union(callColumns(&agg.Calls[i]))
	}
	switch used.Len() {
	case 0:
		for asProject(in) != nil { // projections over each other are one by then
			in = in.Input()
		}
		return aggregate(agg, at.Span, in)
	case len(in.Row.Fields):
		return aggregate(agg, at.Span, in)
	}
	w := narrowTo(used, len(in.Row.Fields))
	var list []expr.Expr
	var names []string
	for i := range used.All() {
		list = append(list, p.Exprs[i])
		names = append(names, in.Row.Fields[i].Name)
	}
	return aggregate(moveAggregate(agg, w.at), at.Span, rawProject(in.Input(), list, names))
}

// aggregateOn is aggregateOver where RelBuilder does not see what in is: none without keys and calls, which is one row, and
// none over rows that are distinct anyway.
func (c *context) aggregateOn(agg *logical.Aggregate, in, at *logical.Node) *logical.Node {
	switch {
	case !c.needless(agg, in):
		return aggregate(agg, at.Span, in)
	case len(agg.Group) == 0:
		return oneRow(at)
	}
	return c.groupColumns(in, agg.Group)
}

// needless reports an aggregate that leaves its rows as they are, or is one row in any case.
func (c *context) needless(agg *logical.Aggregate, in *logical.Node) bool {
	if len(agg.Calls) > 0 || agg.Sets != nil {
		return false
	}
	return len(agg.Group) == 0 || c.uniq.Unique(in, keys.Of(agg.Group...)) == yes || c.maxRows(in) <= 1
}

// maxRows is the greatest number of rows that n can have. In the volcano planner the inputs of a node that is being made are
// sets of equivalent nodes, of which Calcite knows it only where a Sort with FETCH is among them (RelMdMaxRowCount).
func (c *context) maxRows(n *logical.Node) float64 {
	if c.volcano {
		product, sum := 1.0, 0.0
		for _, in := range n.Inputs {
			o, ok := in.Op.(*logical.Sort)
			if !ok || o.Fetch == nil {
				return math.Inf(1)
			}
			product, sum = product*float64(*o.Fetch), sum+float64(*o.Fetch)
		}
		if kindOf(n.Op) == setOpKind {
			return sum
		}
		return product
	}
	return logical.MaxRows(n, func(in *logical.Node, group []int) bool {
		known := knownConstants(c.pulledUp(in, anything))
		for _, g := range group {
			if known[expr.NewRef(g, in.Row.Fields[g].Type).Digest()] == nil {
				return false
			}
		}
		return true
	})
}

// oneRow is what an aggregate without keys and calls comes to.
func oneRow(at *logical.Node) *logical.Node {
	row := types.RowType(types.Field{Name: "dummy", Type: types.BooleanType.WithNullable(false)})
	return node(&logical.Values{Tuples: [][]*expr.Literal{{expr.True}}}, row, at.Span)
}

// callColumns gives the columns that a call reads.
func callColumns(call *logical.AggCall) keys.Cols {
	s := keys.Of(call.Args...)
	if call.Filter >= 0 {
		s = s.With(call.Filter)
	}
	for _, f := range call.Order {
		s = s.With(f.Column)
	}
	return s
}

// moveAggregate is agg over an input whose columns have moved.
func moveAggregate(agg *logical.Aggregate, at []int) *logical.Aggregate {
	op := *agg
	op.Group = moveAll(agg.Group, at)
	if agg.Sets != nil {
		op.Sets = make([][]int, len(agg.Sets))
		for i, s := range agg.Sets {
			op.Sets[i] = moveAll(s, at)
		}
	}
	op.Calls = make([]logical.AggCall, len(agg.Calls))
	for i := range agg.Calls {
		op.Calls[i] = moveCall(agg.Calls[i], at)
	}
	return &op
}

func moveAll(list []int, at []int) []int {
	out := make([]int, len(list))
	for i, x := range list {
		out[i] = at[x]
	}
	return out
}

func moveCall(call logical.AggCall, at []int) logical.AggCall {
	call.Args = moveAll(call.Args, at)
	if call.Filter >= 0 {
		call.Filter = at[call.Filter]
	}
	call.Order = moveOrder(call.Order, at)
	return call
}

// moveOrder is an order over columns that stand elsewhere now; nil stays nil.
func moveOrder(order []logical.SortField, at []int) []logical.SortField {
	out := slices.Clone(order)
	for i := range out {
		out[i].Column = at[out[i].Column]
	}
	return out
}
