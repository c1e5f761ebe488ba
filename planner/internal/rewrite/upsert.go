package rewrite

import (
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// upsertKeys gives the upsert keys of a logical node as the narrowing of a Rank asks for them: its unique keys, less
// what a shuffle in between loses (FlinkRelMdUpsertKeys).
func (c *context) upsertKeys(n *logical.Node) keys.Set {
	switch o := n.Op.(type) {
	case *logical.Scan:
		return scanKeys(n, o)
	case *logical.IntermediateTableScan:
		return o.Unique
	case *logical.Project:
		return ProjectKeys(o.Exprs, c.upsertKeys(n.Input()))
	case *logical.Calc:
		return ProjectKeys(o.Exprs, c.upsertKeys(n.Input()))
	case *logical.Filter, *logical.WatermarkAssigner:
		return c.upsertKeys(n.Input())
	case *logical.Sort:
		return withinGroup(c.upsertKeys(n.Input()), sortColumns(o.Fields))
	case *logical.Rank:
		if IsDeduplication(o) {
			return keys.SetOf(keys.Of(o.Partition...))
		}
		return rankKeys(n, o, withinGroup(c.upsertKeys(n.Input()), keys.Of(o.Partition...)))
	case *logical.Over:
		return withinGroup(c.upsertKeys(n.Input()), keys.Of(o.Groups[0].Partition...))
	case *logical.Join:
		return c.joinUpsertKeys(n, o)
	}
	return c.uniq.Of(n)
}

func sortColumns(fields []logical.SortField) keys.Cols {
	var s keys.Cols
	for _, f := range fields {
		s = s.With(f.Column)
	}
	return s
}

// withinGroup keeps the keys that hold all columns of a distribution.
func withinGroup(s keys.Set, by keys.Cols) keys.Set {
	out := keys.Set{Known: s.Known}
	for _, k := range s.Keys {
		if k.Contains(by) {
			out = out.Add(k)
		}
	}
	return out
}

func (c *context) joinUpsertKeys(n *logical.Node, o *logical.Join) keys.Set {
	nLeft := len(n.Inputs[0].Row.Fields)
	info := joinInfo(o.Cond, nLeft)
	l := withinGroup(c.upsertKeys(n.Inputs[0]), keys.Of(info.Left...))
	if o.Type == logical.Semi || o.Type == logical.Anti {
		return l
	}
	r := withinGroup(c.upsertKeys(n.Inputs[1]), keys.Of(info.Right...))
	out := concatenated(l, r, nLeft)
	if o.Type != logical.Right && o.Type != logical.Full && coveredBy(r, info.Right) {
		for _, k := range l.Keys {
			out.Add(k)
		}
	}
	if o.Type != logical.Left && o.Type != logical.Full && coveredBy(l, info.Left) {
		for _, k := range r.Keys {
			out.Add(k.Shift(nLeft))
		}
	}
	return out.Set()
}

// coveredBy reports whether the join columns hold one of the keys.
func coveredBy(s keys.Set, cols []int) bool {
	by := keys.Of(cols...)
	for _, k := range s.Keys {
		if by.Contains(k) {
			return true
		}
	}
	return false
}
