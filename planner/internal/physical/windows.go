package physical

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// windowProperties are the columns of a logical node that hold the bounds of the window a row is in
// (RelWindowProperties).
type windowProperties struct {
	start, end, time keys.Cols
	spec             logical.WindowSpec
	timeType         *types.Type
}

func (w *windowProperties) columns() keys.Cols { return w.start.Union(w.end).Union(w.time) }

// windowsOf gives the window properties of n, nil if it has none (FlinkRelMdWindowProperties).
func (c *converter) windowsOf(n *logical.Node) *windowProperties {
	if w, ok := c.windows[n]; ok {
		return w
	}
	if c.windows == nil {
		c.windows = map[*logical.Node]*windowProperties{}
	}
	w := c.windowsOfOp(n)
	c.windows[n] = w
	return w
}

func (c *converter) windowsOfOp(n *logical.Node) *windowProperties {
	switch o := n.Op.(type) {
	case *logical.TableFunctionScan:
		return c.windowsOfCall(n, o)
	case *logical.Calc:
		return projectWindows(o.Exprs, c.windowsOf(n.Input()))
	case *logical.Project:
		return projectWindows(o.Exprs, c.windowsOf(n.Input()))
	case *logical.Filter, *logical.WatermarkAssigner:
		return c.windowsOf(n.Input())
	case *logical.Expand:
		return expandWindows(o, c.windowsOf(n.Input()))
	case *logical.SetOp:
		return c.unionWindows(n)
	case *logical.Aggregate:
		return aggregateWindows(o, c.windowsOf(n.Input()))
	case *logical.Rank:
		w := c.windowsOf(n.Input())
		if w == nil || !groupsByWindow(o.Partition, w) {
			return nil
		}
		return w
	case *logical.Correlate:
		return c.windowsOf(n.Inputs[0])
	case *logical.Join:
		return c.joinWindows(n, o)
	}
	return nil
}

func (c *converter) windowsOfCall(n *logical.Node, o *logical.TableFunctionScan) *windowProperties {
	spec, ok := windowSpec(o.Call, n)
	if !ok {
		return nil
	}
	last := len(n.Row.Fields)
	return &windowProperties{
		start: keys.Of(last - 3), end: keys.Of(last - 2), time: keys.Of(last - 1), spec: spec,
		timeType: n.Input().Row.Fields[spec.TimeField].Type,
	}
}

// projectWindows carries properties through plain references; a session loses them with a partition column.
func projectWindows(exprs []expr.Expr, in *windowProperties) *windowProperties {
	if in == nil {
		return nil
	}
	outs := map[int][]int{}
	for i, e := range exprs {
		if r, ok := e.(*expr.Ref); ok {
			outs[r.Index] = append(outs[r.Index], i)
		}
	}
	if len(outs) == 0 {
		return nil
	}
	w := *in
	if in.spec.Kind == logical.Session {
		w.spec.Partition = make([]int, len(in.spec.Partition))
		for i, p := range in.spec.Partition {
			if len(outs[p]) == 0 {
				return nil
			}
			w.spec.Partition[i] = outs[p][0]
		}
	}
	move := func(cols keys.Cols) keys.Cols {
		var to keys.Cols
		for col := range cols.All() {
			for _, i := range outs[col] {
				to = to.With(i)
			}
		}
		return to
	}
	w.start, w.end, w.time = move(in.start), move(in.end), move(in.time)
	return &w
}

func expandWindows(o *logical.Expand, in *windowProperties) *windowProperties {
	if in == nil {
		return nil
	}
	keep := func(cols keys.Cols) keys.Cols {
		var out keys.Cols
		for col := range cols.All() {
			all := true
			for _, p := range o.Projects {
				_, ref := p[col].(*expr.Ref)
				all = all && ref
			}
			if all {
				out = out.With(col)
			}
		}
		return out
	}
	w := *in
	w.start, w.end, w.time = keep(in.start), keep(in.end), keep(in.time)
	return &w
}

func (c *converter) unionWindows(n *logical.Node) *windowProperties {
	first := c.windowsOf(n.Inputs[0])
	if first == nil {
		return nil
	}
	w := *first
	for _, in := range n.Inputs[1:] {
		x := c.windowsOf(in)
		if x == nil || !sameWindow(x, first) {
			return nil
		}
		w.start, w.end, w.time = w.start.Intersect(x.start), w.end.Intersect(x.end), w.time.Intersect(x.time)
	}
	return &w
}

func sameWindow(a, b *windowProperties) bool {
	x, y := a.spec, b.spec
	return x.Kind == y.Kind && x.Size == y.Size && x.Slide == y.Slide && x.Offset == y.Offset &&
		sameInts(x.Partition, y.Partition) && x.RowTime == y.RowTime
}

func aggregateWindows(o *logical.Aggregate, in *windowProperties) *windowProperties {
	if in == nil || !groupsByWindow(o.Group, in) {
		return nil
	}
	w := *in
	w.start, w.end, w.time = keys.Cols{}, keys.Cols{}, keys.Cols{}
	for i, g := range o.Group {
		switch {
		case in.start.Has(g):
			w.start = w.start.With(i)
		case in.end.Has(g):
			w.end = w.end.With(i)
		case in.time.Has(g):
			w.time = w.time.With(i)
		}
	}
	return &w
}

func (c *converter) joinWindows(n *logical.Node, o *logical.Join) *windowProperties {
	if _, ok := c.windowJoinKeys(n, o); !ok {
		return nil
	}
	left, right := c.windowsOf(n.Inputs[0]), c.windowsOf(n.Inputs[1])
	width := len(n.Inputs[0].Row.Fields)
	w := *left
	w.start = left.start.Union(right.start.Shift(width))
	w.end = left.end.Union(right.end.Shift(width))
	w.time = left.time.Union(right.time.Shift(width))
	return &w
}

// groupsByWindow reports grouping columns that hold both bounds of the window (groupingContainsWindowStartEnd).
func groupsByWindow(group []int, w *windowProperties) bool {
	g := keys.Of(group...)
	return w.start.Intersects(g) && w.end.Intersects(g)
}

// withoutWindow gives the grouping columns that are none of the window's, and the first of each of its columns, -1
// for none.
func withoutWindow(group []int, w *windowProperties) (rest []int, start, end, time int) {
	start, end, time = -1, -1, -1
	for _, g := range group {
		switch {
		case w.start.Has(g):
			start = firstOf(start, g)
		case w.end.Has(g):
			end = firstOf(end, g)
		case w.time.Has(g):
			time = firstOf(time, g)
		default:
			rest = append(rest, g)
		}
	}
	return rest, start, end, time
}

func firstOf(have, now int) int {
	if have >= 0 {
		return have
	}
	return now
}

// windowSpec reads the call of a windowing table function over the input of n; false if it is none
// (WindowUtil.convertToWindowingStrategy).
func windowSpec(e expr.Expr, n *logical.Node) (logical.WindowSpec, bool) {
	call, ok := e.(*expr.Call)
	if !ok || len(n.Inputs) == 0 {
		return logical.WindowSpec{}, false
	}
	kind, ok := windowKind(call.Op.Op)
	if !ok {
		return logical.WindowSpec{}, false
	}
	s := logical.WindowSpec{Kind: kind, TimeField: timeColumn(call, n)}
	s.RowTime = n.Input().Row.Fields[s.TimeField].Type.Time == types.Rowtime
	args := call.Args[2:]
	switch kind {
	case logical.Tumble:
		s.Size = millisOf(args[0], n.Span)
		s.Offset = optionalMillis(args, 1, n.Span)
		checkTumble(s, len(args) > 1, n.Span)
	case logical.Hop:
		s.Slide, s.Size = millisOf(args[0], n.Span), millisOf(args[1], n.Span)
		s.Offset = optionalMillis(args, 2, n.Span)
		if s.Slide <= 0 || s.Size <= 0 {
			failWindow(n.Span, "HOP table function based aggregate requires slide and size to be positive, but got slide %d ms and size %d ms.", s.Slide, s.Size)
		}
	case logical.Cumulate:
		s.Slide, s.Size = millisOf(args[0], n.Span), millisOf(args[1], n.Span)
		s.Offset = optionalMillis(args, 2, n.Span)
		checkCumulate(s, n.Span)
	case logical.Session:
		s.Size = millisOf(args[0], n.Span)
		if t, ok := call.Args[0].(*expr.TableArg); ok {
			if len(t.Order) > 0 {
				failWindow(n.Span, "Session window TVF doesn't support order by clause.")
			}
			s.Partition = t.Partition
		}
		if s.Size <= 0 {
			failWindow(n.Span, "SESSION table function based aggregate requires gap to be positive, but got gap %d ms.", s.Size)
		}
	}
	return s, true
}

func windowKind(k expr.OpKind) (logical.WindowKind, bool) {
	switch k {
	case expr.WindowTumble:
		return logical.Tumble, true
	case expr.WindowHop:
		return logical.Hop, true
	case expr.WindowCumulate:
		return logical.Cumulate, true
	case expr.WindowSession:
		return logical.Session, true
	}
	return 0, false
}

func checkTumble(s logical.WindowSpec, hasOffset bool, at source.Span) {
	if s.Size <= 0 {
		failWindow(at, "TUMBLE table function based aggregate requires size to be positive, but got %d ms.", s.Size)
	}
	if hasOffset && max(s.Offset, -s.Offset) >= s.Size {
		failWindow(at, "TUMBLE table function parameters must satisfy abs(offset) < size, but got size %d ms and offset %d ms.", s.Size, s.Offset)
	}
}

func checkCumulate(s logical.WindowSpec, at source.Span) {
	if s.Slide <= 0 || s.Size <= 0 {
		failWindow(at, "CUMULATE table function based aggregate requires maxSize and step to be positive, but got maxSize %d ms and step %d ms.", s.Size, s.Slide)
	}
	if s.Size%s.Slide != 0 {
		failWindow(at, "CUMULATE table function based aggregate requires maxSize must be an integral multiple of step, but got maxSize %d ms and step %d ms.", s.Size, s.Slide)
	}
}

// timeColumn finds the column that DESCRIPTOR names.
func timeColumn(call *expr.Call, n *logical.Node) int {
	d, ok := call.Args[1].(*expr.Call)
	if ok && len(d.Args) > 0 {
		if l, ok := d.Args[0].(*expr.Literal); ok {
			if s, ok := l.Value.(expr.Str); ok {
				// The table argument keeps the names that the descriptor goes by.
				row := n.Input().Row
				if t, ok := call.Args[0].(*expr.TableArg); ok {
					row = t.Type()
				}
				if i := row.FieldIndex(string(s)); i >= 0 {
					return i
				}
			}
		}
		if r, ok := d.Args[0].(*expr.Ref); ok {
			return r.Index
		}
	}
	panic(&diag.Unmodelled{Construct: "the DESCRIPTOR of a window function", Span: n.Span})
}

func optionalMillis(args []expr.Expr, i int, at source.Span) int64 {
	if i >= len(args) {
		return 0
	}
	return millisOf(args[i], at)
}

func millisOf(e expr.Expr, at source.Span) int64 {
	l, ok := e.(*expr.Literal)
	if !ok {
		diag.Fail(diag.Table, at, "Only constant window descriptors are supported.")
	}
	v, ok := l.Value.(expr.Interval)
	if !ok || l.Type().Kind != types.IntervalDayTime {
		diag.Fail(diag.Table, at, "Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. MONTH and YEAR time unit are not supported yet.")
	}
	return int64(v)
}

// failWindow refuses a window, where an operator above asks for its bounds; the windowing function itself is refused
// inside a rule.
func failWindow(at source.Span, format string, args ...any) {
	diag.Fail(diag.Validation, at, format, args...)
}
