package physical

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// windowOfCall reads the call of a windowing table function.
func windowOfCall(n *logical.Node, o *logical.TableFunctionScan) (logical.WindowSpec, bool) {
	return windowSpec(o.Call, n)
}

// WindowsOf gives the columns of an optimized tree that bound windows, nil for none.
func WindowsOf(n *logical.Node) *logical.Windows {
	m := logical.WindowMetadata{Call: windowOfCall}
	return m.Of(n)
}

// withoutWindow gives the grouping columns that are none of the window's, and the first of each of its columns, -1
// for none.
func withoutWindow(group []int, w *logical.Windows) (rest []int, start, end, time int) {
	start, end, time = -1, -1, -1
	for _, g := range group {
		switch {
		case w.Start.Has(g):
			start = firstOf(start, g)
		case w.End.Has(g):
			end = firstOf(end, g)
		case w.Time.Has(g):
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
