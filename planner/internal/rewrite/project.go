package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// projectMerge merges two projections, unless something of the lower one that is not deterministic would be computed
// more than once. The upper names stay.
var projectMerge = &rule{
	name: "ProjectMerge", class: "FlinkProjectMergeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		below := asProject(n.Input())
		if below == nil {
			return nil
		}
		top := asProject(n)
		if isIdentity(top.Exprs, n.Input().Row) || !mergeable(top.Exprs, below.Exprs) {
			return nil
		}
		if isPermutation(top.Exprs) && isPermutation(below.Exprs) && isIdentity(below.Exprs, n.Input().Input().Row) {
			return nil // ProjectRemove's
		}
		merged := pastProject(top.Exprs, below)
		if merged == nil {
			return nil
		}
		in := n.Input().Input()
		if isIdentity(merged, in.Row) {
			return in
		}
		if sameItems(merged, below.Exprs) {
			return n.Input() // Hep knows it already, by its digest, which leaves out names
		}
		return c.project(in, merged, n.Row.Names())
	},
}

// sameItems reports projections that are one to Hep: equal expressions of equal types, whatever their names.
func sameItems(a, b []expr.Expr) bool {
	if !sameList(a, b) {
		return false
	}
	for i := range a {
		if !a[i].Type().Equal(b[i].Type()) {
			return false
		}
	}
	return true
}

// mergeable reports whether each non-deterministic item below is read once at most by the items above
// (FlinkRelUtil.isMergeable).
func mergeable(top, below []expr.Expr) bool {
	var counts []int
	for i, e := range below {
		if expr.Deterministic(e) {
			continue
		}
		if counts == nil {
			counts = refCounts(top, len(below))
		}
		if counts[i] > 1 {
			return false
		}
	}
	return true
}

func refCounts(list []expr.Expr, n int) []int {
	counts := make([]int, n)
	for _, e := range list {
		expr.Any(e, func(x expr.Expr) bool {
			if r, ok := x.(*expr.Ref); ok {
				counts[r.Index]++
			}
			return false
		})
	}
	return counts
}

// isPermutation reports whether list is all columns of something in some order.
func isPermutation(list []expr.Expr) bool {
	seen := make([]bool, len(list))
	for _, e := range list {
		r, ok := e.(*expr.Ref)
		if !ok || r.Index >= len(list) || seen[r.Index] {
			return false
		}
		seen[r.Index] = true
	}
	return true
}

// projectRemove drops a projection that is $0 … $n-1; over another projection its names stay.
var projectRemove = &rule{
	name: "ProjectRemove", class: "ProjectRemoveRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		if !isIdentity(asProject(n).Exprs, n.Input().Row) {
			return nil
		}
		return n.Input()
	},
}

// projectWindowFunction narrows the input of a window TVF to what is read, its time column and its partition columns.
var projectWindowFunction = &rule{
	name: "ProjectWindowTableFunctionTranspose", class: "ProjectWindowTableFunctionTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f, ok := n.Input().Op.(*logical.TableFunctionScan)
		if !ok || f.Window == nil {
			return nil
		}
		in := n.Input().Input()
		size := len(in.Row.Fields)
		used := refs(asProject(n).Exprs...)
		push := used.Intersect(rangeOf(size)).With(f.Window.TimeField)
		for _, i := range f.Window.Partition {
			push = push.With(i)
		}
		if push.Len() == size {
			return nil
		}
		below := c.columns(in, push, 0, false)
		w := narrowTo(push.Union(rangeFrom(size, len(n.Input().Row.Fields))), len(n.Input().Row.Fields))
		now := narrowWindowFunction(n.Input(), f, below, w)
		return c.project(now, w.applyAll(asProject(n).Exprs, now.Row), n.Row.Names())
	},
}

// projectWindowScan is projectWindowFunction in the volcano planner, where it pays only if the source then reads less.
var projectWindowScan = &rule{
	name: projectWindowFunction.name, class: projectWindowFunction.class, on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		f, ok := n.Input().Op.(*logical.TableFunctionScan)
		if !ok || f.Window == nil || !readsLess(n.Input().Input()) {
			return nil
		}
		return projectWindowFunction.apply(c, n)
	},
}

// readsLess reports projections and watermarks over a scan that can still read fewer columns.
func readsLess(n *logical.Node) bool {
	for {
		switch n.Op.(type) {
		case *logical.Project, *logical.WatermarkAssigner, *logical.Filter:
			n = n.Input()
			continue
		}
		s := asScan(n)
		return s != nil && s.Source != nil && s.Source.Projection && !pushedAlready(s, "project")
	}
}
