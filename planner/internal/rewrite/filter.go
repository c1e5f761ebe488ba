package rewrite

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// filterAggregate pushes the conjuncts on group keys below an aggregate.
//
//	SELECT id, COUNT(*) … GROUP BY id HAVING id > 3
var filterAggregate = &rule{
	name: "FilterAggregateTranspose", class: "FilterAggregateTransposeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		group, sets, ok := groupOf(n.Input().Op)
		if !ok || len(group) == 0 {
			return nil
		}
		in := n.Input().Input()
		at := func(i int) int { return group[i] }
		var pushed, rest []expr.Expr
		for _, cond := range conjuncts(asFilter(n).Cond) {
			if groupOnly(group, sets, refs(cond)) {
				pushed = append(pushed, over(cond, in.Row, at))
			} else {
				rest = append(rest, cond)
			}
		}
		below := c.filter(in, n.Span, pushed...)
		if below == in {
			return nil
		}
		return c.filter(rebuild(n.Input(), below), n.Span, rest...)
	},
}

// filterExpanded pushes the conjuncts on group keys, $e among them, between an aggregate that stands for grouping sets and
// its Expand: before, with the sets in one node, only keys of all sets could go down. The aggregate then reads fewer rows.
//
//	SELECT a, b, COUNT(*) … GROUP BY ROLLUP (a, b) HAVING b > 3
var filterExpanded = &rule{
	name: "FilterExpandedTranspose", class: "FilterAggregateTransposeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n.Input())
		if p == nil {
			return nil
		}
		agg := n.Input().Input()
		op, ok := agg.Op.(*logical.Aggregate)
		if !ok || op.Sets != nil {
			return nil
		}
		in := agg.Input()
		if _, ok := in.Op.(*logical.Expand); !ok {
			return nil
		}
		at := func(i int) int { return op.Group[i] }
		var pushed, rest []expr.Expr
		for _, cond := range conjuncts(expr.Substitute(asFilter(n).Cond, p.Exprs)) {
			if groupOnly(op.Group, nil, refs(cond)) {
				pushed = append(pushed, over(cond, in.Row, at))
			} else {
				rest = append(rest, cond)
			}
		}
		below := c.filter(in, n.Span, pushed...)
		if below == in {
			return nil
		}
		return rawProject(c.filter(rebuild(agg, below), n.Span, rest...), p.Exprs, n.Row.Names())
	},
}

// groupOf gives the keys and grouping sets of an aggregate, window aggregates included.
func groupOf(op logical.Op) (group []int, sets [][]int, ok bool) {
	switch o := op.(type) {
	case *logical.Aggregate:
		return o.Group, o.Sets, true
	case *logical.WindowAggregate:
		return o.Group, nil, true
	}
	return nil, nil, false
}

// groupOnly reports whether the columns are group keys, in each grouping set.
func groupOnly(group []int, sets [][]int, cols keys.Cols) bool {
	for i := range cols.All() {
		if i >= len(group) {
			return false
		}
		// Calcite compares positions of the output with the grouping sets as they are.
		if sets != nil && !inAllSets(sets, i) {
			return false
		}
	}
	return true
}

// filterProject pushes a filter below a projection, unless it reads something that is not deterministic, and below those
// under it at once: no other rule would come in between, and each would else be made anew for every step of the filter.
var filterProject = &rule{
	name: "FilterProjectTranspose", class: "FlinkFilterProjectTransposeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		cond := asFilter(n).Cond
		in := n.Input()
		var passed []*logical.Node
		var simple expr.Expr // what no simplification changes
		for p := asProject(in); p != nil && passesProject(cond, p); p = asProject(in) {
			passed, in = append(passed, in), in.Input()
			now := expr.Substitute(cond, p.Exprs)
			if now == simple {
				continue
			}
			if cond = simplifyFilters([]expr.Expr{now}); isLiteral(cond) {
				break
			}
			if cond == now {
				simple = cond
			}
		}
		if len(passed) == 0 {
			return nil
		}
		below := filtered(in, n.Span, cond)
		for _, p := range slices.Backward(passed[1:]) {
			below = node(&logical.Project{Exprs: asProject(p).Exprs}, p.Row, below.Span, below)
		}
		return rawProject(below, asProject(passed[0]).Exprs, n.Row.Names())
	},
}

// filterProjectCopied is filterProject that keeps a filter that nothing passes: no rows would be in the way of decorrelation.
//
//	SELECT a, (SELECT SUM(v) FROM p WHERE p.c = q.c) FROM (SELECT a, c FROM p) q WHERE a > 3 AND a < 3
var filterProjectCopied = &rule{
	name: "FilterProjectTranspose.COPY", class: "FilterProjectTransposeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f, p := asFilter(n), asProject(n.Input())
		if p == nil || !expr.AlwaysFalse(f.Cond) {
			return filterProject.apply(c, n)
		}
		in := n.Input().Input()
		return rawProject(node(f, in.Row, n.Span, in), p.Exprs, n.Row.Names())
	},
}

// passesProject reports whether a filter on cond may go below p.
func passesProject(cond expr.Expr, p *logical.Project) bool {
	if hasOver(p.Exprs) || expr.HasOver(cond) || expr.HasCorrel(cond, -1) {
		return false
	}
	for i := range refs(cond).All() {
		if !expr.Deterministic(p.Exprs[i]) {
			return false
		}
	}
	return true
}

// filterSetOp pushes a filter into every input of a set operation.
var filterSetOp = &rule{
	name: "FilterSetOpTranspose", class: "FilterSetOpTransposeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		op := n.Input()
		if _, ok := op.Op.(*logical.SetOp); !ok {
			return nil
		}
		cond := asFilter(n).Cond
		in := make([]*logical.Node, len(op.Inputs))
		for i, x := range op.Inputs {
			in[i] = c.filter(x, n.Span, over(cond, x.Row, sameColumn))
		}
		return rebuild(op, in...)
	},
}

func sameColumn(i int) int { return i }

// filterMerge merges a filter with the one below, whose terms come first.
var filterMerge = &rule{
	name: "FilterMerge", class: "FilterMergeRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		below := asFilter(n.Input())
		if below == nil {
			return nil
		}
		in := n.Input().Input()
		if whole := expr.AndOf(below.Cond, asFilter(n).Cond); c.volcano && c.fewerRows(whole, simplifyCondition(whole), in) {
			return node(&logical.Filter{Cond: whole}, in.Row, n.Span, in)
		}
		return c.filter(in, n.Span, below.Cond, asFilter(n).Cond)
	},
}
