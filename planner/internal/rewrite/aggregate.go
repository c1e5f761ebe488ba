package rewrite

import (
	"slices"
	"sort"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// aggregateProjectMerge puts an aggregate below a projection, if it reads plain columns of it. A projection that only
// leaves columns out stays: it is cheaper than a wide aggregate (FlinkCost counts an aggregate's row size as IO).
var aggregateProjectMerge = &rule{
	name: "AggregateProjectMerge", class: "FlinkAggregateProjectMergeRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n.Input())
		agg := n.Op.(*logical.Aggregate)
		if p == nil || !plainColumns(agg, p) || leavesOut(p, n.Input()) && !c.sharesCalls(n, agg, p) && !sharesKeys(agg, p) {
			return nil
		}
		below := n.Input().Input()
		if expr.Computed(p.Exprs) > 0 || rowSize(n.Input().Row) > rowSize(below.Row) {
			return c.mergeAggregate(n, p) // what nobody reads is not computed then, or the rows are smaller
		}
		if narrowsScan(p, below) || !savesCalc(below) &&
			(len(agg.Sets) > 1 || reorders(agg, p) || prunedPermutation(agg, p, n.Input(), below) || c.fewerCalls(n)) {
			return nil
		}
		return c.mergeAggregate(n, p)
	},
}

// aggregateSemiJoin is aggregateProjectMerge over a semi or anti join, before that is put elsewhere: what the aggregate reads
// by then comes in the order of the join's columns.
//
//	SELECT m, SUM(p) FROM l JOIN r ON i = k WHERE m IN (SELECT m FROM r WHERE c = 'a') GROUP BY m
var aggregateSemiJoin = &rule{
	name: "AggregateProjectMergeSemiJoin", class: "FlinkAggregateProjectMergeRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if asProject(n.Input()) == nil {
			return nil
		}
		if j := asJoin(n.Input().Input()); j == nil || j.Type != logical.Semi && j.Type != logical.Anti {
			return nil
		}
		return aggregateProjectMerge.apply(c, n)
	},
}

// aggregateProjectOrder is aggregateProjectMerge for an aggregate whose keys come in another order below its projection,
// where the projection above wants them in just that order.
//
//	SELECT a, b, COUNT(*) FROM p WHERE a > 3 GROUP BY b, a
var aggregateProjectOrder = &rule{
	name: "AggregateProjectOrder", class: "FlinkAggregateProjectMergeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg, ok := n.Input().Op.(*logical.Aggregate)
		if !ok || len(agg.Sets) > 1 {
			return nil
		}
		p := asProject(n.Input().Input())
		if p == nil || !plainColumns(agg, p) || !reorders(agg, p) || leavesOut(p, n.Input().Input()) {
			return nil
		}
		merged := c.mergeAggregate(n.Input(), p)
		order := asProject(merged)
		list := substituteAll(asProject(n).Exprs, order.Exprs)
		if !isIdentity(list, merged.Input().Row) {
			return nil
		}
		return merged.Input()
	},
}

// prunedPermutation reports a projection p of n that orders all columns of what is below it for an aggregate that no longer
// reads all of them: it costs as much as none, and is found first.
func prunedPermutation(agg *logical.Aggregate, p *logical.Project, n, below *logical.Node) bool {
	if len(n.Row.Fields) != len(below.Row.Fields) || !onlyRefs(p.Exprs) || isIdentity(p.Exprs, below.Row) {
		return false
	}
	used := keys.Of(agg.Group...)
	for i := range agg.Calls {
		used = used.Union(callColumns(&agg.Calls[i]))
	}
	return used.Len() < len(n.Row.Fields)
}

// reorders reports whether the keys of the aggregate are the same number in another order below the projection p.
func reorders(agg *logical.Aggregate, p *logical.Project) bool {
	var below keys.Cols
	last, ascending := -1, true
	for _, g := range agg.Group {
		i := p.Exprs[g].(*expr.Ref).Index
		below, ascending, last = below.With(i), ascending && i > last, i
	}
	return !ascending && below.Len() == len(agg.Group)
}

// narrowsScan reports a scan that can still read fewer columns for the projection above it.
func narrowsScan(p *logical.Project, n *logical.Node) bool {
	s := asScan(n)
	return s != nil && s.Source != nil && s.Source.Projection && !pushedAlready(s, "project") &&
		refs(p.Exprs...).Len() < len(n.Row.Fields)
}

// leavesOut reports a projection p of n that does nothing but leave columns out.
func leavesOut(p *logical.Project, n *logical.Node) bool {
	return expr.Computed(p.Exprs) == 0 && rowSize(n.Row) < rowSize(n.Input().Row)
}

// sharesCalls reports calls that are computed from counts and sums, two of them over columns that are one below p: then
// they share those, and there are fewer.
func (c *context) sharesCalls(n *logical.Node, agg *logical.Aggregate, p *logical.Project) bool {
	if !anyReducible(agg.Calls) {
		return false
	}
	var columns, below keys.Cols
	for i := range agg.Calls {
		for _, a := range agg.Calls[i].Args {
			columns, below = columns.With(a), below.With(p.Exprs[a].(*expr.Ref).Index)
		}
	}
	if below.Len() == columns.Len() {
		return false
	}
	merged := c.mergeAggregate(n, p)
	if asProject(merged) != nil {
		merged = merged.Input()
	}
	return c.reducedCalls(merged) < c.reducedCalls(n)
}

// sharesKeys reports keys that are one column below p: grouping by fewer keys makes fewer rows.
func sharesKeys(agg *logical.Aggregate, p *logical.Project) bool {
	var below keys.Cols
	for _, g := range agg.Group {
		below = below.With(p.Exprs[g].(*expr.Ref).Index)
	}
	return below.Len() < len(agg.Group)
}

// savesCalc reports whether a projection over n is a Calc of its own. Over a filter or projection it is merged with that,
// and an aggregate with grouping sets, whose Expand costs the same either way, keeps its order of columns.
func savesCalc(n *logical.Node) bool {
	switch n.Op.(type) {
	case *logical.Filter, *logical.Project, *logical.Calc:
		return false
	}
	return true
}

// plainColumns reports whether the aggregate reads plain columns of the projection only.
func plainColumns(agg *logical.Aggregate, p *logical.Project) bool {
	used := keys.Of(agg.Group...)
	for i := range agg.Calls {
		used = used.Union(callColumns(&agg.Calls[i]))
	}
	for i := range used.All() {
		if _, ok := p.Exprs[i].(*expr.Ref); !ok {
			return false
		}
	}
	return true
}

// mergeAggregate is the aggregate n over the input of the projection p below it, of which it reads plain
// columns only.
func (c *context) mergeAggregate(n *logical.Node, p *logical.Project) *logical.Node {
	agg := n.Op.(*logical.Aggregate)
	op := moveAggregate(agg, columnsOf(p))
	keysWanted := op.Group
	op.Group = sortedSet(keysWanted)
	for i := range op.Sets {
		op.Sets[i] = sortedSet(op.Sets[i])
	}
	slices.SortStableFunc(op.Sets, func(a, b []int) int { return compareSets(keys.Of(a...), keys.Of(b...)) })
	made := aggregate(op, n.Span, n.Input().Input())
	if slices.Equal(keysWanted, op.Group) {
		return made
	}
	return c.project(made, keysInOrder(made, op.Group, keysWanted), nil)
}

// keysInOrder gives the columns of an aggregate by group with its keys in the order, and as often, as wanted.
func keysInOrder(made *logical.Node, group, wanted []int) []expr.Expr {
	list := make([]expr.Expr, 0, len(wanted)+len(made.Row.Fields)-len(group))
	for _, k := range wanted {
		i := sort.SearchInts(group, k)
		list = append(list, expr.NewRef(i, made.Row.Fields[i].Type))
	}
	for i := len(group); i < len(made.Row.Fields); i++ {
		list = append(list, expr.NewRef(i, made.Row.Fields[i].Type))
	}
	return list
}

// windowProjectMerge is aggregateProjectMerge for a legacy group window. The processing time that it is over need not be
// a column below, and is not computed then. A projection with a column twice is only ever narrowed.
//
//	SELECT SUM(v) FROM p GROUP BY TUMBLE(pt, INTERVAL '1' MINUTE)
//	SELECT MIN(ts) FROM p GROUP BY TUMBLE(ts, INTERVAL '1' MINUTE)
var windowProjectMerge = &rule{
	name: "WindowAggregateProjectMerge", class: "FlinkAggregateProjectMergeRule", on: windowAggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n.Input())
		o := n.Op.(*logical.WindowAggregate)
		plain := &logical.Aggregate{Group: o.Group, Calls: o.Calls}
		if p == nil || !plainColumns(plain, p) {
			return nil
		}
		in := n.Input().Input()
		once, at := onlyOnce(p.Exprs)
		repeats := len(once) < len(at)
		if repeats {
			if below := c.narrowed(in, once); below != nil {
				op := *o
				if o.Window.TimeField >= 0 {
					op.Window.TimeField = at[o.Window.TimeField]
				}
				moved := moveAggregate(plain, at)
				op.Group, op.Calls = moved.Group, moved.Calls
				return node(&op, n.Row, n.Span, below)
			}
		}
		if !repeats && reorders(plain, p) || narrowsScan(p, in) || leavesOut(p, n.Input()) {
			return nil
		}
		op := *o
		if f := o.Window.TimeField; f >= 0 {
			time, isColumn := p.Exprs[f].(*expr.Ref)
			switch {
			case isColumn:
				op.Window.TimeField = time.Index
			case o.Window.RowTime:
				return nil
			default:
				op.Window.TimeField, op.Window.TimeName = -1, n.Input().Row.Fields[f].Name
			}
		}
		moved := moveAggregate(plain, columnsOf(p))
		op.Group, op.Calls = sortedSet(moved.Group), moved.Calls
		made := node(&op, windowAggregateRow(in.Row, &op), n.Span, in)
		if slices.Equal(op.Group, moved.Group) {
			return made
		}
		return c.project(made, keysInOrder(made, op.Group, moved.Group), n.Row.Names())
	},
}

// narrowed is a projection over in, or below it where that assigns watermarks, nil where it leaves nothing out.
func (c *context) narrowed(in *logical.Node, list []expr.Expr) *logical.Node {
	w, ok := in.Op.(*logical.WatermarkAssigner)
	if !ok {
		if len(list) >= len(in.Row.Fields) {
			return nil
		}
		return c.project(in, list, nil)
	}
	order := distinctOrder(append(readOrder(list), readOrder([]expr.Expr{w.Watermark})...), w.Rowtime)
	if len(order) >= len(in.Row.Fields) {
		return nil
	}
	return transposeWatermark(c.project(in, list, nil), in, w, order)
}

// onlyOnce gives the items of a projection without plain columns that stand in it before, and where each item is among them.
func onlyOnce(list []expr.Expr) (once []expr.Expr, at []int) {
	first := map[int]int{}
	for _, e := range list {
		k := len(once)
		if r, ok := e.(*expr.Ref); ok {
			if have, ok := first[r.Index]; ok {
				at = append(at, have)
				continue
			}
			first[r.Index] = k
		}
		once, at = append(once, e), append(at, k)
	}
	return once, at
}

// columnsOf gives the columns that the items of a projection are, -1 for what is computed.
func columnsOf(p *logical.Project) []int {
	at := make([]int, len(p.Exprs))
	for i, e := range p.Exprs {
		at[i] = -1
		if r, ok := e.(*expr.Ref); ok {
			at[i] = r.Index
		}
	}
	return at
}

func sortedSet(list []int) []int { return keys.Of(list...).Slice() }

// aggregateRemove drops an aggregate whose groups are single rows and whose calls give back their argument.
//
//	SELECT id, MAX(name) FROM c GROUP BY id
var aggregateRemove = &rule{
	name: "AggregateRemove", class: "FlinkAggregateRemoveRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		if len(agg.Group) == 0 || agg.Sets != nil {
			return nil
		}
		cols := append([]int(nil), agg.Group...)
		for _, call := range agg.Calls {
			switch call.Op.Op {
			case expr.Sum, expr.Min, expr.Max:
			default:
				return nil
			}
			if call.Filter >= 0 || len(call.Args) != 1 {
				return nil
			}
			cols = append(cols, call.Args[0])
		}
		in := n.Input()
		if c.uniq.Unique(in, keys.Of(agg.Group...)) != yes {
			return nil
		}
		list := make([]expr.Expr, len(cols))
		for i, k := range cols {
			list[i] = expr.NewRef(k, in.Row.Fields[k].Type)
		}
		if keys.Of(cols...).Len() < len(cols) {
			return castRowNamed(c.project(in, list, n.Row.Names()), n)
		}
		return castRowNamed(c.project(in, list, nil), n)
	},
}

// unionAggregate drops the distinct of an input of a union that is made distinct as a whole.
//
//	a UNION b UNION c
var unionAggregate = &rule{
	name: "AggregateUnionAggregate", class: "AggregateUnionAggregateRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		top := n.Op.(*logical.Aggregate)
		u := n.Input()
		o, ok := u.Op.(*logical.SetOp)
		if !ok || o.Kind != logical.Union || !o.All || len(u.Inputs) != 2 || len(top.Calls) > 0 || top.Sets != nil {
			return nil
		}
		for i := len(u.Inputs) - 1; i >= 0; i-- {
			below, ok := u.Inputs[i].Op.(*logical.Aggregate)
			if !ok || len(below.Calls) > 0 || below.Sets != nil {
				continue
			}
			in := append([]*logical.Node(nil), u.Inputs...)
			in[i] = c.groupColumns(u.Inputs[i].Input(), below.Group)
			return aggregate(top, n.Span, setOpOver(u, in...))
		}
		return nil
	},
}

// groupColumns projects the columns of in.
func (c *context) groupColumns(in *logical.Node, cols []int) *logical.Node {
	list := make([]expr.Expr, len(cols))
	names := make([]string, len(cols))
	for i, k := range cols {
		list[i], names[i] = expr.NewRef(k, in.Row.Fields[k].Type), in.Row.Fields[k].Name
	}
	if isIdentity(list, in.Row) {
		return in
	}
	return c.project(in, list, names)
}

// pruneCalls drops the calls of an aggregate that nothing above reads; one column stays.
var pruneCalls = &rule{
	name: "PruneAggregateCall", class: "PruneAggregateCallRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		group, calls, ok := simpleAggregate(n.Input().Op)
		if !ok || len(calls) == 0 || len(group) == 0 && len(calls) == 1 {
			return nil
		}
		p := asProject(n)
		used := refs(p.Exprs...)
		var kept []logical.AggCall
		at := make([]int, len(n.Input().Row.Fields))
		next := 0
		for i := range at {
			k := i - len(group)
			if 0 <= k && k < len(calls) {
				if !used.Has(i) && !(k == len(calls)-1 && len(kept) == 0 && len(group) == 0) {
					at[i] = -1
					continue
				}
				kept = append(kept, calls[k])
			}
			at[i] = next
			next++
		}
		if len(kept) == len(calls) {
			return nil
		}
		if len(kept) == 1 && len(group) == 0 && !used.Has(len(calls)-1) {
			kept = calls[:1]
		}
		made := withCalls(n.Input(), kept)
		list := make([]expr.Expr, len(p.Exprs))
		for i, e := range p.Exprs {
			list[i] = expr.Renumber(e, at)
		}
		if isIdentity(list, made.Row) && sameNames(made, n) {
			return made
		}
		return rawProject(made, list, n.Row.Names())
	},
}

// simpleAggregate gives the keys and calls of an aggregate without grouping sets, window aggregates included.
func simpleAggregate(op logical.Op) (group []int, calls []logical.AggCall, ok bool) {
	switch o := op.(type) {
	case *logical.Aggregate:
		return o.Group, o.Calls, o.Sets == nil
	case *logical.WindowAggregate:
		return o.Group, o.Calls, true
	}
	return nil, nil, false
}

// withCalls is the aggregate n with other calls.
func withCalls(n *logical.Node, calls []logical.AggCall) *logical.Node {
	if o, ok := n.Op.(*logical.WindowAggregate); ok {
		op := *o
		op.Calls = calls
		return node(&op, windowAggregateRow(n.Input().Row, &op), n.Span, n.Input())
	}
	op := *n.Op.(*logical.Aggregate)
	op.Calls = calls
	return aggregate(&op, n.Span, n.Input())
}

func sameNames(a, b *logical.Node) bool {
	for i, f := range a.Row.Fields {
		if f.Name != b.Row.Fields[i].Name {
			return false
		}
	}
	return true
}
