package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// Unique gives the unique keys of n (FlinkRelMdUniqueKeys): what is unique at any time, whatever way the rows go. Only
// a multi-way join asks, of its inputs.
func (k *Keys) Unique(n *Node) keys.Set {
	if s, ok := k.unique[n]; ok {
		return s
	}
	s := k.uniqueOf(n)
	k.unique[n] = s
	return s
}

func (k *Keys) uniqueOf(n *Node) keys.Set {
	switch o := n.Op.(type) {
	case *IntermediateTableScan:
		return o.Block.Unique
	case *Calc:
		return ProjectKeys(o.Exprs, k.Unique(n.Input()))
	case *Exchange, *DropUpdateBefore, *MiniBatchAssigner, *WatermarkAssigner, *SortLimit, *Limit, *Sort, *TemporalSort,
		*OverAggregate:
		return k.Unique(n.Input())
	case *Rank:
		return k.uniqueRank(n, &o.Rank)
	case *WindowRank:
		return k.uniqueRank(n, &o.Rank)
	case *Join:
		return k.uniqueJoin(n, o.Type, o.Cond)
	case *IntervalJoin:
		return k.uniqueJoin(n, o.Type, o.Rest)
	case *TemporalJoin:
		return k.uniqueJoin(n, o.Type, o.Cond)
	case *WindowJoin:
		return k.uniqueJoin(n, o.Type, o.Cond)
	case *LookupJoin, *Expand:
		return k.Upsert(n)
	case *MultiJoin:
		return keys.Unknown
	}
	return k.Upsert(n)
}

func (k *Keys) uniqueRank(n *Node, o *logical.Rank) keys.Set {
	in := k.Unique(n.Input())
	part := keys.Of(o.Partition...)
	switch {
	case deduplicates(o):
		return keys.SetOf(part)
	case !o.OutputRank:
		return in
	}
	out := keys.None
	if o.Function.Op == expr.RowNumber {
		out = out.Add(part.With(len(n.Row.Fields) - 1))
	}
	for _, key := range in.JavaOrder() {
		out = out.Add(key)
	}
	return out
}

func (k *Keys) uniqueJoin(n *Node, t logical.JoinType, cond expr.Expr) keys.Set {
	left, right := k.Unique(n.Inputs[0]), k.Unique(n.Inputs[1])
	if t == logical.Semi || t == logical.Anti {
		return left
	}
	eq := EquiKeys(cond, len(n.Inputs[0].Row.Fields))
	return JoinKeys(t, len(n.Inputs[0].Row.Fields), left, right,
		sideUnique(left, keys.Of(eq.Left...)), sideUnique(right, keys.Of(eq.Right...)))
}
