package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// Windows are the columns of a node that hold the bounds of the window TVF below (RelWindowProperties).
type Windows struct {
	Start, End, Time keys.Cols
	Spec             logical.WindowSpec
	TimeType         *types.Type
}

// windows gives the window properties of n, nil for none (FlinkRelMdWindowProperties).
func (c *context) windows(n *logical.Node) *Windows {
	switch o := n.Op.(type) {
	case *logical.TableFunctionScan:
		if o.Window == nil {
			return nil
		}
		size := len(n.Row.Fields)
		return &Windows{keys.Of(size - 3), keys.Of(size - 2), keys.Of(size - 1), *o.Window, n.Input().Row.Fields[o.Window.TimeField].Type}
	case *logical.Calc:
		return projectWindows(o.Exprs, c.windows(n.Input()))
	case *logical.Project:
		return projectWindows(o.Exprs, c.windows(n.Input()))
	case *logical.Filter, *logical.WatermarkAssigner:
		return c.windows(n.Input())
	case *logical.Expand:
		return expandWindows(o, c.windows(n.Input()))
	case *logical.SetOp:
		return c.unionWindows(n)
	case *logical.Aggregate:
		return aggregateWindows(o, c.windows(n.Input()))
	case *logical.Rank:
		if w := c.windows(n.Input()); w != nil && groupsByWindow(o.Partition, w) {
			return w
		}
	case *logical.Correlate:
		return c.windows(n.Inputs[0])
	case *logical.Join:
		if c.isWindowJoin(n, o) {
			return joinWindows(c.windows(n.Inputs[0]), c.windows(n.Inputs[1]), len(n.Inputs[0].Row.Fields))
		}
	}
	return nil
}

// groupsByWindow reports whether the columns hold a start and an end of the window.
func groupsByWindow(cols []int, w *Windows) bool {
	s := keys.Of(cols...)
	return s.Intersects(w.Start) && s.Intersects(w.End)
}

// projectWindows carries properties through plain references; a session is lost with a partition column.
func projectWindows(list []expr.Expr, w *Windows) *Windows {
	if w == nil {
		return nil
	}
	to := map[int][]int{}
	for i, e := range list {
		if r, ok := e.(*expr.Ref); ok {
			to[r.Index] = append(to[r.Index], i)
		}
	}
	if len(to) == 0 {
		return nil
	}
	out := *w
	if len(w.Spec.Partition) > 0 {
		out.Spec.Partition = make([]int, len(w.Spec.Partition))
		for i, p := range w.Spec.Partition {
			if len(to[p]) == 0 {
				return nil
			}
			out.Spec.Partition[i] = to[p][0]
		}
	}
	move := func(s keys.Cols) keys.Cols {
		var r keys.Cols
		for c := range s.All() {
			for _, i := range to[c] {
				r = r.With(i)
			}
		}
		return r
	}
	out.Start, out.End, out.Time = move(w.Start), move(w.End), move(w.Time)
	return &out
}

func expandWindows(o *logical.Expand, w *Windows) *Windows {
	if w == nil {
		return nil
	}
	kept := func(s keys.Cols) keys.Cols {
		for _, p := range o.Projects {
			for c := range s.All() {
				if _, ok := p[c].(*expr.Ref); !ok {
					s = s.Minus(keys.Of(c))
				}
			}
		}
		return s
	}
	out := *w
	out.Start, out.End, out.Time = kept(w.Start), kept(w.End), kept(w.Time)
	return &out
}

func (c *context) unionWindows(n *logical.Node) *Windows {
	var out *Windows
	for _, in := range n.Inputs {
		w := c.windows(in)
		if w == nil {
			return nil
		}
		if out == nil {
			first := *w
			out = &first
			continue
		}
		if !sameWindow(&out.Spec, &w.Spec) {
			return nil
		}
		out.Start, out.End, out.Time = out.Start.Intersect(w.Start), out.End.Intersect(w.End), out.Time.Intersect(w.Time)
	}
	return out
}

// sameWindow compares what two windows are, not where their time column is.
func sameWindow(a, b *logical.WindowSpec) bool {
	if a.Kind != b.Kind || a.RowTime != b.RowTime || a.Size != b.Size || a.Slide != b.Slide || a.Offset != b.Offset || len(a.Partition) != len(b.Partition) {
		return false
	}
	for i := range a.Partition {
		if a.Partition[i] != b.Partition[i] {
			return false
		}
	}
	return true
}

func aggregateWindows(o *logical.Aggregate, w *Windows) *Windows {
	if w == nil || !groupsByWindow(o.Group, w) {
		return nil
	}
	out := *w
	move := func(s keys.Cols) keys.Cols {
		var r keys.Cols
		for i, g := range o.Group {
			if s.Has(g) {
				r = r.With(i)
			}
		}
		return r
	}
	out.Start, out.End, out.Time = move(w.Start), move(w.End), move(w.Time)
	return &out
}

func joinWindows(l, r *Windows, nLeft int) *Windows {
	out := *l
	out.Start = l.Start.Union(r.Start.Shift(nLeft))
	out.End = l.End.Union(r.End.Shift(nLeft))
	out.Time = l.Time.Union(r.Time.Shift(nLeft))
	return &out
}

// isWindowJoin reports equal windows joined on start and end (WindowJoinUtil.satisfyWindowJoin).
func (c *context) isWindowJoin(n *logical.Node, j *logical.Join) bool {
	l := c.windows(n.Inputs[0])
	if l == nil {
		return false
	}
	r := c.windows(n.Inputs[1])
	if r == nil {
		return false
	}
	info := joinInfo(j.Cond, len(n.Inputs[0].Row.Fields))
	start, end := false, false
	for i := range info.Left {
		a, b := info.Left[i], info.Right[i]
		start = start || l.Start.Has(a) && r.Start.Has(b)
		end = end || l.End.Has(a) && r.End.Has(b)
	}
	return start && end && l.TimeType.SameIgnoringNull(r.TimeType) && sameWindow(&l.Spec, &r.Spec)
}
