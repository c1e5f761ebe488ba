package changelog

import (
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// twoPhase splits aggregates into a local and a global half (TwoStageOptimizedAggregateRule,
// TwoStageOptimizedWindowAggregateRule), and joins the middle halves of a split distinct aggregate again
// (IncrementalAggregateRule).
func (i *inference) twoPhase(root *physical.Node) *physical.Node {
	onePhase := func() bool { return i.settings.Text("table.optimizer.agg-phase-strategy") == "ONE_PHASE" }
	return rel.Rewrite(root, func(n *physical.Node) *physical.Node {
		switch o := n.Op.(type) {
		case *physical.GroupAggregate:
			if !onePhase() && i.miniBatched {
				n = i.splitGroup(n, o)
				if i.settings.Bool("table.optimizer.incremental-agg-enabled") {
					n = i.joinMiddle(n)
				}
			}
		case *physical.WindowAggregate:
			if !onePhase() {
				n = i.splitWindow(n, o)
			}
		}
		return n
	})
}

// alone reports an input whose rows are all in one place already, so that a local half would be of no use.
func alone(in *physical.Node, group []int) bool { return len(group) == 0 && physical.InOnePlace(in) }

func (i *inference) splitGroup(n *physical.Node, o *physical.GroupAggregate) *physical.Node {
	if _, ok := n.Input().Op.(*physical.Exchange); !ok || o.Phase != physical.OnePhase {
		return n
	}
	in := n.Input().Input()
	if alone(in, o.Group) || !merges(o.Calls) {
		return n
	}
	retracts := !in.Traits.Modify.InsertOnly()
	a := infosOf(o.Calls, i.retractions(n, o.Calls, len(o.Group)), retracts, -1)
	local := rel.New[physical.Op](&physical.GroupAggregate{Phase: physical.LocalPhase, Group: o.Group, Calls: a.calls,
		PartialFinal: o.PartialFinal, Retract: a.retract, Local: a.local, IndexOfCountStar: -1},
		localRow(in.Row, o.Group, a.local, ""), n.Span, in)
	i.lastID++
	local.ID = i.lastID
	// The local half sends accumulators: Flink calls them inserts, and leaves how deletes are told as it was.
	local.Traits = mode.Traits{Modify: mode.ModifyInsert, Delete: in.Traits.Delete, Done: true}
	global := &physical.GroupAggregate{Phase: physical.GlobalPhase, Group: upTo(len(o.Group)), Calls: a.calls, Hints: o.Hints,
		PartialFinal: o.PartialFinal, Retract: a.retract, Local: a.local, IndexOfCountStar: -1,
		CountInserted: a.inserted, CountAt: a.counts, Original: o.Calls, LocalRow: in.Row, Missed: o.Missed}
	return n.WithOp(global).WithInputs(i.shuffled(local, len(o.Group)))
}

// joinMiddle is IncrementalAggregateRule: global final over shuffle over local final over global partial.
func (i *inference) joinMiddle(n *physical.Node) *physical.Node {
	top, ok := globalOf(n, physical.Final)
	if !ok {
		return n
	}
	exchange := n.Input()
	localNode := exchange.Input()
	local, ok := localNode.Op.(*physical.GroupAggregate)
	if !ok || local.Phase != physical.LocalPhase || local.PartialFinal != physical.Final {
		return n
	}
	partialNode := localNode.Input()
	partial, ok := globalOf(partialNode, physical.Partial)
	if !ok {
		return n
	}
	inc := &physical.IncrementalGroupAggregate{PartialGroup: partial.Group, FinalGroup: local.Group, Calls: partial.Calls,
		Retract: partial.Retract, Local: partial.Local}
	noViews := *partial.Local
	noViews.Distinct = nil
	row := localRow(partialNode.Row, local.Group, &noViews, "")
	m := localNode.WithOp(inc).WithInputs(partialNode.Input()).WithRow(row)
	x := exchange.WithInputs(m).WithRow(row)
	if partial.CountInserted {
		op, named := *top, *top.Local
		named.Buffers = noViews.Buffers
		op.Local = &named
		return n.WithOp(&op).WithInputs(x)
	}
	// The final half follows the partial one in what it retracts.
	a := infosOf(plainCalls(top.Original), partial.Retract, partial.CountAt >= 0, partial.CountAt)
	merged := *a.local
	merged.Buffers = noViews.Buffers
	op := *top
	op.Calls, op.Retract, op.Local, op.IndexOfCountStar = a.calls, a.retract, &merged, partial.CountAt
	return n.WithOp(&op).WithInputs(x)
}

func globalOf(n *physical.Node, half physical.PartialFinal) (*physical.GroupAggregate, bool) {
	o, ok := n.Op.(*physical.GroupAggregate)
	return o, ok && o.Phase == physical.GlobalPhase && o.PartialFinal == half
}

// plainCalls are calls without DISTINCT and FILTER, as the halves see them.
func plainCalls(calls []logical.AggCall) []logical.AggCall {
	out := append([]logical.AggCall(nil), calls...)
	for k := range out {
		if out[k].Distinct {
			out[k].Distinct, out[k].Filter = false, -1
		}
	}
	return out
}

// splitWindow splits an event-time window aggregate by slices. A HOP always counts its rows, to see empty windows.
func (i *inference) splitWindow(n *physical.Node, o *physical.WindowAggregate) *physical.Node {
	if _, ok := n.Input().Op.(*physical.Exchange); !ok || o.Phase != physical.OnePhase || !o.Window.Spec.RowTime || o.Window.Spec.Kind == logical.Session {
		return n
	}
	in := n.Input().Input()
	if alone(in, o.Group) || !merges(o.Calls) {
		return n
	}
	retracts := !in.Traits.Modify.InsertOnly()
	a := infosOf(o.Calls, plainRetractions(n, o.Calls), retracts || o.Window.Spec.Kind == logical.Hop, -1)
	if a.inserted {
		a.retract[len(a.retract)-1] = retracts
	}
	end := "$slice_end"
	if o.Window.TimeColumn < 0 {
		end = "$window_end"
	}
	row := localRow(in.Row, o.Group, a.local, end)
	local := rel.New[physical.Op](&physical.WindowAggregate{Phase: physical.LocalPhase, Group: o.Group, Calls: a.calls,
		Window: o.Window, Retract: a.retract, Local: a.local}, row, n.Span, in)
	i.lastID++
	local.ID = i.lastID
	local.Traits = in.Traits
	last := len(row.Fields) - 1
	ref := physical.WindowRef{Spec: o.Window.Spec, TimeColumn: -1, Start: -1, End: last, SliceEnd: o.Window.TimeColumn >= 0}
	global := &physical.WindowAggregate{Phase: physical.GlobalPhase, Group: upTo(len(o.Group)), Calls: a.calls, Window: ref,
		Properties: o.Properties, Retract: a.retract, Local: a.local}
	return n.WithOp(global).WithInputs(i.shuffled(local, len(o.Group)))
}
