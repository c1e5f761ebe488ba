package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// UniqueKeys answers for the unique keys of logical nodes (FlinkRelMdUniqueKeys); it remembers by node.
type UniqueKeys struct{ known map[*logical.Node]keys.Set }

// Of gives the unique keys of n.
func (u *UniqueKeys) Of(n *logical.Node) keys.Set {
	if s, ok := u.known[n]; ok {
		return s
	}
	s := u.compute(n)
	if u.known == nil {
		u.known = map[*logical.Node]keys.Set{}
	}
	u.known[n] = s
	return s
}

func (u *UniqueKeys) compute(n *logical.Node) keys.Set {
	switch o := n.Op.(type) {
	case *logical.Scan:
		return scanKeys(n, o)
	case *logical.IntermediateTableScan:
		return o.Unique
	case *logical.Project:
		return ProjectKeys(o.Exprs, u.Of(n.Input()))
	case *logical.Calc:
		return ProjectKeys(o.Exprs, u.Of(n.Input()))
	case *logical.Filter, *logical.Sort, *logical.Over, *logical.WatermarkAssigner:
		return u.Of(n.Input())
	case *logical.Snapshot:
		return keys.Unknown
	case *logical.Aggregate:
		return keys.SetOf(rangeOf(len(o.Group)))
	case *logical.WindowAggregate:
		return windowAggregateKeys(n, o)
	case *logical.Rank:
		return rankKeys(n, o, u.Of(n.Input()))
	case *logical.Expand:
		return expandKeys(o, u.Of(n.Input()))
	case *logical.SetOp:
		if o.All {
			return keys.None
		}
		return keys.SetOf(rangeOf(len(n.Row.Fields)))
	case *logical.Join:
		return u.joinKeys(n, o)
	}
	return keys.Unknown
}

// scanKeys is the primary key, if all of it is read.
func scanKeys(n *logical.Node, o *logical.Scan) keys.Set {
	if o.Table == nil || o.Table.PrimaryKey == nil {
		return keys.Unknown
	}
	var k keys.Cols
	for _, name := range o.Table.PrimaryKey.Columns {
		i := n.Row.FieldIndex(name)
		if i < 0 {
			return keys.Unknown
		}
		k = k.With(i)
	}
	return keys.SetOf(k)
}

// ProjectKeys gives the keys that survive a projection: all columns of a key as plain references or injective casts.
// A column projected more than once gives several keys; the odd combinations for two such columns are Flink's.
func ProjectKeys(list []expr.Expr, in keys.Set) keys.Set {
	to := map[int][]int{}
	for i, e := range list {
		if c, ok := keptColumn(e); ok {
			to[c] = append(to[c], i)
		}
	}
	var out keys.Builder
	for _, k := range in.Keys {
		if !out.Spread(k, to) {
			diag.Unknown(source.Span{}, "a projection with more than %d unique keys", keys.Most)
		}
	}
	return out.Set()
}

func keptColumn(e expr.Expr) (int, bool) {
	switch x := e.(type) {
	case *expr.Ref:
		return x.Index, true
	case *expr.Call:
		r, ok := firstRef(x)
		if ok && (x.Op.Op == expr.As || x.Op.Op == expr.Cast && types.InjectiveCast(r.Type(), x.Type())) {
			return r.Index, true
		}
	}
	return 0, false
}

func firstRef(c *expr.Call) (*expr.Ref, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	r, ok := c.Args[0].(*expr.Ref)
	return r, ok
}

func windowAggregateKeys(n *logical.Node, o *logical.WindowAggregate) keys.Set {
	if len(o.Properties) == 0 {
		return keys.Unknown
	}
	out := keys.None
	for i := len(n.Row.Fields) - len(o.Properties); i < len(n.Row.Fields); i++ {
		out = out.Add(rangeOf(len(o.Group)).With(i))
	}
	return out
}

// IsDeduplication reports a Rank that keeps one row per partition and does not print its number
// (RankUtil.isDeduplication).
func IsDeduplication(o *logical.Rank) bool {
	return !o.OutputRank && o.Function.Op == expr.RowNumber && o.Range.EndColumn < 0 && o.Range.Start == 1 && o.Range.End == 1
}

func rankKeys(n *logical.Node, o *logical.Rank, in keys.Set) keys.Set {
	switch {
	case IsDeduplication(o):
		return keys.SetOf(keys.Of(o.Partition...))
	case !o.OutputRank:
		return in
	}
	out := keys.None
	if o.Function.Op == expr.RowNumber {
		out = out.Add(keys.Of(o.Partition...).With(len(n.Row.Fields) - 1))
	}
	for _, k := range in.Keys {
		out = out.Add(k)
	}
	return out
}

// expandKeys gives the keys none of whose columns is nulled in a projection, each with the expand id.
func expandKeys(o *logical.Expand, in keys.Set) keys.Set {
	to := map[int]int{}
	for i := range o.Projects[0] {
		if i == o.ExpandID {
			continue
		}
		if c, ok := sameRef(o.Projects, i); ok {
			to[c] = i
		}
	}
	if len(to) == 0 {
		return keys.Unknown
	}
	if len(in.Keys) == 0 {
		return in
	}
	out := keys.Unknown
next:
	for _, k := range in.Keys {
		kk := keys.Of(o.ExpandID)
		for c := range k.All() {
			i, ok := to[c]
			if !ok {
				continue next
			}
			kk = kk.With(i)
		}
		out = out.Add(kk)
	}
	return out
}

// sameRef gives the input column that column i is in every projection.
func sameRef(projects [][]expr.Expr, i int) (int, bool) {
	first := -1
	for _, p := range projects {
		r, ok := p[i].(*expr.Ref)
		if !ok || first >= 0 && r.Index != first {
			return 0, false
		}
		first = r.Index
	}
	return first, true
}

func (u *UniqueKeys) joinKeys(n *logical.Node, o *logical.Join) keys.Set {
	left, right := n.Inputs[0], n.Inputs[1]
	if o.Type == logical.Semi || o.Type == logical.Anti {
		return u.Of(left)
	}
	nLeft := len(left.Row.Fields)
	info := joinInfo(o.Cond, nLeft)
	l, r := u.Of(left), u.Of(right)
	out := concatenated(l, r, nLeft)
	if u.Unique(right, keys.Of(info.Right...)) == yes && o.Type != logical.Right && o.Type != logical.Full {
		for _, k := range l.Keys {
			out.Add(k)
		}
	}
	if u.Unique(left, keys.Of(info.Left...)) == yes && o.Type != logical.Left && o.Type != logical.Full {
		for _, k := range r.Keys {
			out.Add(k.Shift(nLeft))
		}
	}
	return out.Set()
}

// concatenated gives each key of one side with each of the other.
func concatenated(l, r keys.Set, nLeft int) *keys.Builder {
	if n := len(l.Keys) * len(r.Keys); n > keys.Most {
		diag.Unknown(source.Span{}, "a join with %d unique keys", n)
	}
	out := new(keys.Builder)
	for _, kr := range r.Keys {
		shifted := kr.Shift(nLeft)
		for _, kl := range l.Keys {
			out.Add(kl.Union(shifted))
		}
	}
	return out
}
