package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// answer is what is known of a question: Java's nullable Boolean.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

func answerOf(b bool) answer {
	if b {
		return yes
	}
	return no
}

// Unique tells whether no two rows of n agree on the columns (FlinkRelMdColumnUniqueness).
func (u *UniqueKeys) Unique(n *logical.Node, cols keys.Cols) answer {
	switch o := n.Op.(type) {
	case *logical.Scan, *logical.IntermediateTableScan:
		return u.uniqueScan(n, cols)
	case *logical.Values:
		return answerOf(o.Distinct(cols))
	case *logical.Project:
		return u.uniqueProject(o.Exprs, n.Input(), cols)
	case *logical.Calc:
		return u.uniqueProject(o.Exprs, n.Input(), cols)
	case *logical.Filter, *logical.Sort:
		return u.Unique(n.Input(), cols)
	case *logical.Aggregate:
		return answerOf(cols.Contains(rangeOf(len(o.Group))))
	case *logical.WindowAggregate:
		for _, k := range windowAggregateKeys(n, o).Keys {
			if cols.Contains(k) {
				return yes
			}
		}
		return no
	case *logical.Rank:
		return u.uniqueRank(n, o, cols)
	case *logical.Expand:
		return u.uniqueExpand(n, o, cols)
	case *logical.Over:
		return u.uniqueOver(n, cols)
	case *logical.SetOp:
		return u.uniqueSetOp(n, o, cols)
	case *logical.Join:
		return u.uniqueJoin(n, o, cols)
	}
	return unknown
}

func (u *UniqueKeys) uniqueScan(n *logical.Node, cols keys.Cols) answer {
	if cols.Empty() {
		return no
	}
	s := u.Of(n)
	if !s.Known {
		return unknown
	}
	for _, k := range s.Keys {
		if cols.Contains(k) {
			return yes
		}
	}
	return no
}

// uniqueProject asks the input for the columns that are plain references; the others do not matter.
func (u *UniqueKeys) uniqueProject(list []expr.Expr, in *logical.Node, cols keys.Cols) answer {
	var below keys.Cols
	for c := range cols.All() {
		if r, ok := list[c].(*expr.Ref); ok {
			below = below.With(r.Index)
		}
	}
	if below.Empty() {
		return unknown
	}
	return u.Unique(in, below)
}

func (u *UniqueKeys) uniqueRank(n *logical.Node, o *logical.Rank, cols keys.Cols) answer {
	if IsDeduplication(o) {
		return answerOf(cols.Equal(keys.Of(o.Partition...)))
	}
	if !o.OutputRank {
		return u.Unique(n.Input(), cols)
	}
	rank := len(n.Row.Fields) - 1
	if u.Unique(n.Input(), cols.Minus(keys.Of(rank))) == yes {
		return yes
	}
	return answerOf(o.Function.Op == expr.RowNumber && cols.Contains(keys.Of(o.Partition...).With(rank)))
}

func (u *UniqueKeys) uniqueExpand(n *logical.Node, o *logical.Expand, cols keys.Cols) answer {
	if !cols.Has(o.ExpandID) {
		return no
	}
	var below keys.Cols
	for c := range cols.Minus(keys.Of(o.ExpandID)).All() {
		if in, ok := sameRef(o.Projects, c); ok {
			below = below.With(in)
		}
	}
	if below.Empty() {
		return no
	}
	return u.Unique(n.Input(), below)
}

func (u *UniqueKeys) uniqueOver(n *logical.Node, cols keys.Cols) answer {
	below := cols.Intersect(rangeOf(len(n.Input().Row.Fields)))
	a := u.Unique(n.Input(), below)
	if a != yes && below.Len() < cols.Len() {
		return unknown
	}
	return a
}

func (u *UniqueKeys) uniqueSetOp(n *logical.Node, o *logical.SetOp, cols keys.Cols) answer {
	if !o.All && cols.Contains(rangeOf(len(n.Row.Fields))) {
		return yes
	}
	switch o.Kind {
	case logical.Intersect:
		for _, in := range n.Inputs {
			if u.Unique(in, cols) == yes {
				return yes
			}
		}
	case logical.Minus:
		return u.Unique(n.Inputs[0], cols)
	}
	return no
}

func (u *UniqueKeys) uniqueJoin(n *logical.Node, o *logical.Join, cols keys.Cols) answer {
	left, right := n.Inputs[0], n.Inputs[1]
	if o.Type == logical.Semi || o.Type == logical.Anti {
		return u.Unique(left, cols)
	}
	if cols.Empty() {
		return no
	}
	nLeft := len(left.Row.Fields)
	l := cols.Intersect(rangeOf(nLeft))
	r := cols.Minus(l).Shift(-nLeft)
	info := joinInfo(o.Cond, nLeft)
	switch {
	case !l.Empty() && !r.Empty():
		return both(u.Unique(left, l), u.Unique(right, r))
	case !l.Empty():
		if o.Type == logical.Right || o.Type == logical.Full {
			return no
		}
		return both(u.Unique(right, keys.Of(info.Right...)), u.Unique(left, l))
	}
	if o.Type == logical.Left || o.Type == logical.Full {
		return no
	}
	return both(u.Unique(left, keys.Of(info.Left...)), u.Unique(right, r))
}

func both(a, b answer) answer {
	if a == unknown || b == unknown {
		return unknown
	}
	return answerOf(a == yes && b == yes)
}
