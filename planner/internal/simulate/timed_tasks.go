package simulate

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// timedTask makes the tasks of operators that wait for event time, look up or call functions.
func (m *Machine) timedTask(n *physical.Node, v *vertex) task {
	switch o := n.Op.(type) {
	case *physical.LookupJoin:
		return m.lookup(n, o)
	case *physical.Match:
		return m.match(n, o)
	case *physical.Correlate:
		return m.correlate(n, o)
	case *physical.ProcessTableFunction:
		return tableFunctionOf(n, o)
	case *physical.TemporalSort:
		return sortOf(n, o)
	case *physical.OverAggregate:
		return overOf(n, o)
	case *physical.IntervalJoin:
		return m.interval(n, o)
	case *physical.TemporalJoin:
		return m.temporal(n, o)
	case *physical.WindowTableFunction:
		if o.Window.RowTime && o.Window.Kind == logical.Session {
			return &sessionTVF{sessions: sessions{gap: o.Window.Size, wm: minTime}, spec: o.Window}
		}
		if o.Window.RowTime {
			return &windowTVF{spec: o.Window}
		}
	case *physical.WindowAggregate:
		return windowAggregateOf(n, o)
	case *physical.GroupWindowAggregate:
		return groupWindowOf(n, o)
	case *physical.WindowRank:
		if o.Range.EndColumn < 0 && o.Function.Op == expr.RowNumber {
			return &windowRank{windowBuffer: bufferOf(&o.Window, o.Partition), order: o.Order, start: o.Range.Start, end: o.Range.End, number: o.OutputRank}
		}
	case *physical.WindowDeduplicate:
		return &windowDedup{windowBuffer: bufferOf(&o.Window, o.Partition), time: o.OrderKey, last: o.KeepLast}
	case *physical.WindowJoin:
		return m.windowJoin(n, o)
	}
	diag.Unknown(n.Span, "rows through %s", n.Op.Name())
	return nil
}

func sortOf(n *physical.Node, o *physical.TemporalSort) task {
	time := o.Fields[0].Column
	if n.Input().Row.Fields[time].Type.Time != types.Rowtime {
		diag.Unknown(n.Span, "rows through a sort by processing time")
	}
	return &sortTask{order: o.Fields, time: time, rows: map[int64][]Row{}, told: minTime}
}

func overOf(n *physical.Node, o *physical.OverAggregate) task {
	t := &overTask{group: o.OverGroup, time: -1, history: map[string][]Row{}, waiting: map[timerOf[string]][]Row{}, last: map[string]int64{}, wm: minTime}
	if len(o.Order) > 0 {
		switch n.Input().Row.Fields[o.Order[0].Column].Type.Time {
		case types.Rowtime:
			t.time = o.Order[0].Column
		case types.NotTime:
			return nonTimeOverOf(n, o)
		case types.Proctime:
			if o.Frame.Lower.Kind == expr.Preceding && !o.Frame.Rows {
				diag.Unknown(n.Span, "rows through OVER with a range of processing time")
			}
		}
	}
	for i := range o.Calls {
		switch c := &o.Calls[i]; c.Op.Op {
		case expr.RowNumber, expr.Lag:
		case expr.Rank, expr.DenseRank:
			if t.time < 0 {
				diag.Unknown(n.Span, "rows through %s by processing time", c.Op.Name)
			}
		default:
			newAccumulator(&logical.AggCall{Op: c.Op, Type: c.Type, Filter: -1}, true)
		}
	}
	return t
}

func (m *Machine) interval(n *physical.Node, o *physical.IntervalJoin) task {
	if !o.RowTime {
		diag.Unknown(n.Span, "rows through an interval join by processing time")
	}
	l, r := n.Inputs[0].Row, n.Inputs[1].Row
	eq := expr.SplitEqui(o.Cond, len(l.Fields))
	t := &intervalTask{typ: o.Type, keys: [2][]int{eq.Left, eq.Right}, time: [2]int{o.LeftTime, o.RightTime},
		size: [2]int64{-o.Lower, o.Upper}, width: [2]int{len(l.Fields), len(r.Fields)}, cleanUp: max(0, m.config.IntervalCleanUp), state: map[string]*intervalState{}}
	if len(eq.Rest) > 0 {
		t.cond = expr.AndOf(eq.Rest...)
	}
	return t
}

func (m *Machine) temporal(n *physical.Node, o *physical.TemporalJoin) task {
	l, r := n.Inputs[0].Row, n.Inputs[1].Row
	eq := expr.SplitEqui(o.Cond, len(l.Fields))
	t := &temporalTask{typ: o.Type, keys: [2][]int{eq.Left, eq.Right}, time: [2]int{-1, -1}, width: len(r.Fields), right: map[string][]Row{}}
	var rest []expr.Expr
	for _, c := range eq.Rest {
		call, ok := c.(*expr.Call)
		if !ok || call.Op.Op != expr.TemporalCondition {
			rest = append(rest, c)
			continue
		}
		a, ok1 := call.Args[0].(*expr.Ref)
		b, ok2 := call.Args[1].(*expr.Ref)
		if ok1 && ok2 && b.Index >= len(l.Fields) {
			t.time = [2]int{a.Index, b.Index - len(l.Fields)}
		}
	}
	if t.time[0] < 0 {
		diag.Unknown(n.Span, "rows through a temporal join by processing time")
	}
	if len(rest) > 0 {
		t.cond = m.clocked(expr.AndOf(rest...))
	}
	return t
}

func refOf(w *physical.WindowRef) rowWindow {
	r := rowWindow{spec: w.Spec, time: w.TimeColumn, start: w.Start, end: w.End}
	return r
}

func bufferOf(w *physical.WindowRef, group []int) windowBuffer {
	return windowBuffer{window: refOf(w), group: group, rows: map[timerOf[string]]*windowRows{}, wm: minTime}
}

func (m *Machine) windowJoin(n *physical.Node, o *physical.WindowJoin) task {
	l, r := n.Inputs[0].Row, n.Inputs[1].Row
	eq := expr.SplitEqui(o.Cond, len(l.Fields))
	sides := [2]windowBuffer{bufferOf(&o.Left, eq.Left), bufferOf(&o.Right, eq.Right)}
	sides[0].eager = true
	return &windowJoin{sides: sides, typ: o.Type, cond: m.clocked(o.Cond), width: [2]int{len(l.Fields), len(r.Fields)}}
}

// windowAggregateOf makes one of the stages of a window aggregate.
func windowAggregateOf(n *physical.Node, o *physical.WindowAggregate) task {
	if !o.Window.Spec.RowTime {
		diag.Unknown(n.Span, "rows through a window by processing time")
	}
	newAccumulators(o.Calls, nil)
	switch {
	case o.Phase == physical.LocalPhase:
		return localWindowOf(n, o)
	case o.Phase == physical.GlobalPhase:
		local := localBelow(n)
		return &windowAggregate{group: local.Group, calls: local.Calls, props: o.Properties, spec: o.Window.Spec,
			window: refOf(&local.Window), byKey: newOrdered[windowKey](), wm: minTime, shown: shownCalls(n, len(local.Group), len(local.Calls), len(o.Properties))}
	case o.Window.Spec.Kind == logical.Session && o.Window.TimeColumn >= 0:
		return &sessionAggregate{sessions: sessions{gap: o.Window.Spec.Size, wm: minTime}, group: o.Group, calls: o.Calls, props: o.Properties, time: o.Window.TimeColumn}
	}
	return &windowAggregate{group: o.Group, calls: o.Calls, props: o.Properties, spec: o.Window.Spec, window: refOf(&o.Window),
		byKey: newOrdered[windowKey](), wm: minTime, shown: shownCalls(n, len(o.Group), len(o.Calls), len(o.Properties))}
}

func shownCalls(n *physical.Node, group, calls, props int) int {
	return min(calls, max(0, len(n.Row.Fields)-group-props))
}

// localBelow finds the first half of a window aggregate under its second.
func localBelow(n *physical.Node) *physical.WindowAggregate {
	for in := n.Input(); ; in = in.Input() {
		if l, ok := in.Op.(*physical.WindowAggregate); ok {
			return l
		}
		if len(in.Inputs) == 0 {
			diag.Unknown(n.Span, "rows through this window aggregate")
		}
	}
}

func localWindowOf(n *physical.Node, o *physical.WindowAggregate) task {
	t := &localWindow{group: o.Group, calls: o.Calls, spec: o.Window.Spec, window: refOf(&o.Window), groups: newOrdered[localSlice](), trigger: minTime, wm: minTime}
	if o.Local == nil {
		diag.Unknown(n.Span, "rows through this window aggregate")
	}
	hidden := o.Local.HiddenCount != ""
	kinds, args := o.Local.Buffers, argTypes(o.Calls, n.Input().Row)
	t.buffers = func(accs []accumulator, count int64) []expr.Value {
		var out []expr.Value
		for i, a := range accs {
			out = append(out, bufferValues(a, len(kinds[i]), args[i])...)
		}
		for range o.Local.Distinct {
			out = append(out, nil) // what has been seen, which is no value
		}
		if hidden {
			out = append(out, expr.Int(count))
		}
		return out
	}
	return t
}

// nonTimeOverOf is OVER in an order that is no time, over the range of all rows before.
func nonTimeOverOf(n *physical.Node, o *physical.OverAggregate) task {
	if o.Frame.Rows || o.Frame.Lower.Kind == expr.Preceding {
		diag.Unknown(n.Span, "rows through OVER in an order that is no time, with a frame of rows")
	}
	for i := range o.Calls {
		c := &o.Calls[i]
		newAccumulator(&logical.AggCall{Op: c.Op, Type: c.Type, Filter: -1}, true) // names what is not known
	}
	return &nonTimeOver{group: o.OverGroup, parts: map[string][]*overPeers{}}
}

// argTypes are the types of the calls' first arguments, nil where there are none.
func argTypes(calls []logical.AggCall, in *types.Type) []*types.Type {
	out := make([]*types.Type, len(calls))
	for i := range calls {
		if len(calls[i].Args) > 0 {
			out[i] = in.Fields[calls[i].Args[0]].Type
		}
	}
	return out
}

// bufferValues are the columns that an accumulator travels in: its value, and for a sum that can be taken back or an
// average the count behind it.
func bufferValues(a accumulator, n int, arg *types.Type) []expr.Value {
	switch x := a.(type) {
	case *distinctAcc:
		return bufferValues(x.inner, n, arg)
	case *sumAcc:
		if n == 2 {
			return []expr.Value{x.raw(), expr.Int(x.n)}
		}
	case *avgAcc:
		sum := x.sum.raw()
		if d, ok := sum.(expr.Dec); sum == nil || ok && d.Unscaled == nil {
			sum = expr.Int(0) // what an average begins with
			if arg != nil && arg.Kind == types.Decimal {
				sum = quotient(expr.Int(0), 1, arg.Scale)
			}
		}
		return []expr.Value{sum, expr.Int(x.sum.n)}
	case *listaggAcc:
		if n == 2 {
			return []expr.Value{expr.Str(x.separator()), x.value()}
		}
	}
	out := make([]expr.Value, n)
	out[0] = a.value()
	return out
}

// groupWindowOf is a group window of the older syntax by event time.
func groupWindowOf(n *physical.Node, o *physical.GroupWindowAggregate) task {
	w := o.Window
	if !w.RowTime || o.Emit != "" {
		diag.Unknown(n.Span, "rows through a group window by processing time or with early results")
	}
	newAccumulators(o.Calls, nil)
	spec := logical.WindowSpec{Kind: logical.Tumble, Size: w.Size, Slide: w.Slide, RowTime: true}
	switch w.Kind {
	case expr.GroupSession:
		return &sessionAggregate{sessions: sessions{gap: w.Size, wm: minTime}, group: o.Group, calls: o.Calls, props: o.Properties, time: w.TimeField}
	case expr.GroupHop:
		spec.Kind = logical.Hop
	}
	return &windowAggregate{group: o.Group, calls: o.Calls, props: o.Properties, spec: spec,
		windowTimers: windowTimers{eager: true},
		window:       rowWindow{spec: spec, time: w.TimeField, start: -1, end: -1}, byKey: newOrdered[windowKey](), wm: minTime, shown: len(o.Calls)}
}
