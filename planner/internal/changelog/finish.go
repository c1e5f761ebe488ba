package changelog

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// finish fills in what nodes print of their inputs' modes and keys: which aggregate calls retract, and what is known
// of the keys of a join's inputs. Flink works these out when it prints.
func (i *inference) finish(root *physical.Node) *physical.Node {
	return rel.Rewrite(root, i.finishNode)
}

func (i *inference) finishNode(n *physical.Node) *physical.Node {
	switch o := n.Op.(type) {
	case *physical.GroupAggregate:
		if o.Phase != physical.OnePhase || len(o.Calls) == 0 {
			return n
		}
		c := *o
		c.Retract = i.retractions(n, o.Calls, len(o.Group))
		return n.WithOp(&c)
	case *physical.WindowAggregate:
		if o.Phase != physical.OnePhase {
			return n
		}
		c := *o
		c.Retract = plainRetractions(n, o.Calls)
		return n.WithOp(&c)
	case *physical.Join:
		eq := physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields))
		c := *o
		c.LeftSpec = inputSpec(i.keys.UpsertFor(n.Inputs[0], eq.Left), eq.Left)
		c.RightSpec = inputSpec(i.keys.UpsertFor(n.Inputs[1], eq.Right), eq.Right)
		if c.LeftSpec == o.LeftSpec && c.RightSpec == o.RightSpec {
			return n
		}
		return n.WithOp(&c)
	case *physical.LookupJoin:
		return i.finishLookup(n, o)
	case *physical.Sink:
		return i.finishSink(n, o)
	case *physical.MultiJoin:
		c := *o
		c.UniqueKeys = i.keys.UniqueKeyTexts(n)
		return n.WithOp(&c)
	}
	return n
}

// inputSpec is JoinUtil.analyzeJoinInput.
func inputSpec(s keys.Set, joinKey []int) physical.InputSpec {
	if s.Empty() {
		return physical.NoUniqueKey
	}
	on := keys.Of(joinKey...)
	for _, key := range s.Keys {
		if on.Contains(key) {
			return physical.JoinKeyContainsUniqueKey
		}
	}
	return physical.HasUniqueKey
}

// plainRetractions is for aggregates that look at their input's kinds alone.
func plainRetractions(n *physical.Node, calls []logical.AggCall) []bool {
	if n.Input().Traits.Modify.InsertOnly() {
		return nil
	}
	out := make([]bool, len(calls))
	for k := range out {
		out[k] = true
	}
	return out
}

// retractions tells which calls must take rows back: all over an updating input, but MAX of what only grows and MIN of
// what only falls (AggregateUtil.getNeedRetractions).
func (i *inference) retractions(n *physical.Node, calls []logical.AggCall, groups int) []bool {
	out := plainRetractions(n, calls)
	if out == nil {
		return nil
	}
	mono := i.keys.Monotonicity(n)
	if mono == nil {
		return out
	}
	for k := range calls {
		switch m := mono[groups+k]; {
		case calls[k].Op.Op == expr.Max && m == physical.Increasing,
			calls[k].Op.Op == expr.Min && m == physical.Decreasing:
			out[k] = false
		}
	}
	return out
}

// finishLookup prints the smallest upsert key of the input (StreamPhysicalLookupJoin.getUpsertKey), and how a source looks
// up that does so asynchronously.
func (i *inference) finishLookup(n *physical.Node, o *physical.LookupJoin) *physical.Node {
	key, ok := i.keys.Upsert(n.Input()).Smallest()
	async := o.AsyncText(n.Input().Traits.Modify, i.settings)
	if !ok && async == "" {
		return n
	}
	c := *o
	c.Async = async
	if ok {
		c.UpsertKey = key.Slice()
	}
	return n.WithOp(&c)
}

func (i *inference) finishSink(n *physical.Node, o *physical.Sink) *physical.Node {
	c := *o
	c.UpsertKeys = nil
	for _, key := range i.keys.Upsert(n.Input()).JavaOrder() {
		c.UpsertKeys = append(c.UpsertKeys, key.Slice())
	}
	return n.WithOp(&c)
}
