package logical

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/types"
)

// Windows are the columns of a node that hold the bounds of the window that a row is in (RelWindowProperties).
type Windows struct {
	Start, End, Time keys.Cols
	Spec             WindowSpec
	TimeType         *types.Type
}

// Columns are all of them.
func (w *Windows) Columns() keys.Cols { return w.Start.Union(w.End).Union(w.Time) }

// BoundedBy reports columns that hold both bounds of the window (groupingContainsWindowStartEnd).
func (w *Windows) BoundedBy(cols []int) bool {
	s := keys.Of(cols...)
	return s.Intersects(w.Start) && s.Intersects(w.End)
}

// Alike compares what two windows are, not where their time column is.
func (w *Windows) Alike(o *Windows) bool {
	a, b := &w.Spec, &o.Spec
	return a.Kind == b.Kind && a.RowTime == b.RowTime && a.Size == b.Size && a.Slide == b.Slide && a.Offset == b.Offset &&
		slices.Equal(a.Partition, b.Partition)
}

// moved is w with its columns elsewhere.
func (w *Windows) moved(to func(keys.Cols) keys.Cols) *Windows {
	out := *w
	out.Start, out.End, out.Time = to(w.Start), to(w.End), to(w.Time)
	return &out
}

// WindowMetadata finds the windows of a tree's nodes, and remembers them (FlinkRelMdWindowProperties).
type WindowMetadata struct {
	// Call reads the call of a windowing table function; false where it is none.
	Call  func(n *Node, o *TableFunctionScan) (WindowSpec, bool)
	found map[*Node]*Windows
}

// Of gives the windows of n, nil if it has none.
func (m *WindowMetadata) Of(n *Node) *Windows {
	if w, ok := m.found[n]; ok {
		return w
	}
	if m.found == nil {
		m.found = map[*Node]*Windows{}
	}
	w := m.of(n)
	m.found[n] = w
	return w
}

func (m *WindowMetadata) of(n *Node) *Windows {
	switch o := n.Op.(type) {
	case *TableFunctionScan:
		spec, ok := m.Call(n, o)
		if !ok {
			return nil
		}
		size := len(n.Row.Fields)
		return &Windows{keys.Of(size - 3), keys.Of(size - 2), keys.Of(size - 1), spec, n.Input().Row.Fields[spec.TimeField].Type}
	case *IntermediateTableScan:
		return o.Windows
	case *Calc:
		return projectWindows(o.Exprs, m.Of(n.Input()))
	case *Project:
		return projectWindows(o.Exprs, m.Of(n.Input()))
	case *Filter, *WatermarkAssigner:
		return m.Of(n.Input())
	case *Expand:
		return expandWindows(o, m.Of(n.Input()))
	case *SetOp:
		return m.union(n)
	case *Aggregate:
		return aggregateWindows(o, m.Of(n.Input()))
	case *Rank:
		if w := m.Of(n.Input()); w != nil && w.BoundedBy(o.Partition) {
			return w
		}
	case *Correlate:
		return m.Of(n.Inputs[0])
	case *Join:
		if !m.Joined(n, o) {
			return nil
		}
		l, r := m.Of(n.Inputs[0]), m.Of(n.Inputs[1])
		width, out := len(n.Inputs[0].Row.Fields), *l
		out.Start = l.Start.Union(r.Start.Shift(width))
		out.End = l.End.Union(r.End.Shift(width))
		out.Time = l.Time.Union(r.Time.Shift(width))
		return &out
	}
	return nil
}

// Joined reports a join of equal windows on both of their bounds (WindowJoinUtil.satisfyWindowJoin).
func (m *WindowMetadata) Joined(n *Node, o *Join) bool {
	// Both are asked for, since reading the call of a window may refuse it.
	l, r := m.Of(n.Inputs[0]), m.Of(n.Inputs[1])
	if l == nil || r == nil || o.Cond == nil || !l.Alike(r) || !l.TimeType.Equal(r.TimeType) {
		return false
	}
	eq := expr.SplitEqui(o.Cond, len(n.Inputs[0].Row.Fields))
	start, end := false, false
	for i := range eq.Left {
		a, b := eq.Left[i], eq.Right[i]
		start = start || l.Start.Has(a) && r.Start.Has(b)
		end = end || l.End.Has(a) && r.End.Has(b)
	}
	return start && end
}

// projectWindows carries windows through plain references; a session is lost with a partition column.
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
	out := w.moved(func(s keys.Cols) keys.Cols {
		var r keys.Cols
		for c := range s.All() {
			for _, i := range to[c] {
				r = r.With(i)
			}
		}
		return r
	})
	if len(w.Spec.Partition) > 0 {
		out.Spec.Partition = make([]int, len(w.Spec.Partition))
		for i, p := range w.Spec.Partition {
			if len(to[p]) == 0 {
				return nil
			}
			out.Spec.Partition[i] = to[p][0]
		}
	}
	return out
}

// expandWindows drops the columns that a grouping set sets to NULL.
func expandWindows(o *Expand, w *Windows) *Windows {
	if w == nil {
		return nil
	}
	return w.moved(func(s keys.Cols) keys.Cols {
		for _, p := range o.Projects {
			for c := range s.All() {
				if _, ok := p[c].(*expr.Ref); !ok {
					s = s.Minus(keys.Of(c))
				}
			}
		}
		return s
	})
}

// union is the windows that all inputs have.
func (m *WindowMetadata) union(n *Node) *Windows {
	first := m.Of(n.Inputs[0])
	if first == nil {
		return nil
	}
	out := *first
	for _, in := range n.Inputs[1:] {
		w := m.Of(in)
		if w == nil || !w.Alike(first) {
			return nil
		}
		out.Start, out.End, out.Time = out.Start.Intersect(w.Start), out.End.Intersect(w.End), out.Time.Intersect(w.Time)
	}
	return &out
}

func aggregateWindows(o *Aggregate, w *Windows) *Windows {
	if w == nil || !w.BoundedBy(o.Group) {
		return nil
	}
	return w.moved(func(s keys.Cols) keys.Cols {
		var r keys.Cols
		for i, g := range o.Group {
			if s.Has(g) {
				r = r.With(i)
			}
		}
		return r
	})
}
