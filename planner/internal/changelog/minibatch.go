package changelog

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// interval is what a node asks of the mini-batches below it (MiniBatchInterval).
type interval struct {
	millis int64
	mode   batchMode
}

type batchMode uint8

const (
	noBatch batchMode = iota // nothing asked yet
	byProctime
	byRowtime
	neverBatch // NO_MINIBATCH: whatever is asked below, there is none
)

// merge is FlinkRelOptUtil.mergeMiniBatchInterval.
func (a interval) merge(b interval) interval {
	switch {
	case a.mode == neverBatch || b.mode == neverBatch:
		return interval{mode: neverBatch}
	case a.mode == noBatch:
		return b
	case b.mode == noBatch:
		return a
	case a.mode == byRowtime && b.mode == byRowtime:
		return interval{gcd(a.millis, b.millis), byRowtime}
	case a.mode == byRowtime:
		if a.millis == 0 {
			return interval{b.millis, byRowtime}
		}
		return a
	case b.mode == byRowtime:
		if b.millis > 0 {
			return b
		}
		return interval{a.millis, byRowtime}
	}
	return a
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// miniBatch puts a MiniBatchAssigner over the sources, or over their watermark assigners, as deep as the interval goes
// that the session sets (MiniBatchIntervalInferRule).
func (i *inference) miniBatch(root *physical.Node) *physical.Node {
	if !i.miniBatched {
		return root
	}
	return i.batched(root, i.asked.batch)
}

func (i *inference) batched(n *physical.Node, asked interval) *physical.Node {
	if o, ok := n.Op.(*physical.IntermediateTableScan); ok {
		if i.batches == nil {
			i.batches = map[string]interval{}
		}
		i.batches[o.Table] = asked
		return n
	}
	below := asked
	switch {
	case isGroupWindow(n):
		below = interval{mode: neverBatch}
	case isAssigner(n):
		below = interval{}
	case needsWatermark(n):
		below = asked.merge(interval{0, byRowtime})
	}
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		in[k] = i.batched(x, below)
		if startsBatch(x) && (below.mode == byProctime || below.mode == byRowtime) {
			a := i.insert(&physical.MiniBatchAssigner{IntervalMillis: below.millis, RowTime: below.mode == byRowtime}, in[k])
			a.Traits = x.Traits
			in[k] = a
		}
	}
	return n.WithInputs(in...)
}

func isGroupWindow(n *physical.Node) bool {
	_, ok := n.Op.(*physical.GroupWindowAggregate)
	return ok
}

func isAssigner(n *physical.Node) bool {
	_, ok := n.Op.(*physical.WatermarkAssigner)
	return ok
}

func startsBatch(n *physical.Node) bool {
	_, scan := n.Op.(*physical.TableSourceScan)
	return scan || isAssigner(n)
}

// needsWatermark reports what waits for event time (StreamPhysicalRel.requireWatermark).
func needsWatermark(n *physical.Node) bool {
	switch o := n.Op.(type) {
	case *physical.Rank:
		for _, f := range o.Order {
			if isRowtime(n.Input().Row, f.Column) {
				return true
			}
		}
	case *physical.OverAggregate:
		return len(o.Order) == 1 && isRowtime(n.Input().Row, o.Order[0].Column)
	case *physical.IntervalJoin:
		return o.RowTime
	case *physical.TemporalJoin:
		return IsRowtimeTemporal(o)
	case *physical.WindowAggregate:
		return o.Window.Spec.RowTime
	case *physical.WindowTableFunction:
		return o.Window.RowTime
	case *physical.WindowRank:
		return o.Window.Spec.RowTime
	case *physical.WindowDeduplicate:
		return o.Window.Spec.RowTime
	case *physical.WindowJoin:
		return o.Left.Spec.RowTime || o.Right.Spec.RowTime
	case *physical.Match:
		for c := range n.Input().Row.Fields {
			if isRowtime(n.Input().Row, c) {
				return true
			}
		}
	}
	return false
}

func isRowtime(row *types.Type, c int) bool { return row.Fields[c].Type.Time == types.Rowtime }

// IsRowtimeTemporal reports an event-time temporal join by the arguments of its condition: left time, right time,
// primary key, left key, right key (TemporalTableJoinUtil.isRowTimeTemporalTableJoinCondition).
func IsRowtimeTemporal(o *physical.TemporalJoin) bool {
	found := false
	if o.Cond == nil {
		return false
	}
	expr.Any(o.Cond, func(e expr.Expr) bool {
		c, ok := e.(*expr.Call)
		if ok && c.Op.Op == expr.TemporalCondition {
			found = found || len(c.Args) == 5 || len(c.Args) == 3
		}
		return false
	})
	return found
}
