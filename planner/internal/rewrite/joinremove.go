package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
)

// projectJoinRemove drops the padded side of an outer join that nothing above reads and that is unique on its join
// columns.
//
//	SELECT c.id FROM c LEFT JOIN c2 ON c.id = c2.id
var projectJoinRemove = &rule{
	name: "ProjectJoinRemove", class: "ProjectJoinRemoveRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n)
		kept, offset, ok := c.unreadSide(n.Input(), refs(p.Exprs...), true)
		if !ok {
			return nil
		}
		list := make([]expr.Expr, len(p.Exprs))
		for i, e := range p.Exprs {
			list[i] = expr.Shift(e, -offset)
		}
		return rawProject(kept, list, n.Row.Names())
	},
}

// aggregateJoinRemove drops the padded side of an outer join below an aggregate that does not mind how often a row
// comes.
var aggregateJoinRemove = &rule{
	name: "AggregateJoinRemove", class: "AggregateJoinRemoveRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		for _, call := range agg.Calls {
			if !call.Distinct {
				return nil
			}
		}
		in := n.Input()
		p := asProject(in)
		if p != nil {
			if !onlyRefs(p.Exprs) {
				return nil
			}
			in = in.Input()
		}
		if asJoin(in) == nil {
			return nil
		}
		used := keys.Cols{}
		for i := range readColumns(agg).All() {
			if p != nil {
				i = p.Exprs[i].(*expr.Ref).Index
			}
			used = used.With(i)
		}
		kept, offset, ok := c.unreadSide(in, used, false)
		if !ok {
			return nil
		}
		if p != nil {
			list := make([]expr.Expr, len(p.Exprs))
			for i, e := range p.Exprs {
				list[i] = expr.Shift(e, -offset)
			}
			below := rawProject(kept, list, n.Input().Row.Names())
			return c.mergeAggregate(rebuild(n, below), asProject(below)) // the rule matches an aggregate right over a join
		}
		at := make([]int, len(in.Row.Fields))
		for i := range at {
			at[i] = i - offset
		}
		return aggregate(moveAggregate(agg, at), n.Span, kept)
	},
}

// readColumns gives the columns that an aggregate reads.
func readColumns(agg *logical.Aggregate) keys.Cols {
	s := keys.Of(agg.Group...)
	for i := range agg.Calls {
		s = s.Union(callColumns(&agg.Calls[i]))
	}
	return s
}

// unreadSide gives the preserved side of a left or right join whose other side is not among the columns used, and the
// number of its first column; with unique, only if that other side is unique on its join columns.
func (c *context) unreadSide(n *logical.Node, used keys.Cols, unique bool) (kept *logical.Node, offset int, ok bool) {
	j := asJoin(n)
	if j == nil || j.Type != logical.Left && j.Type != logical.Right {
		return nil, 0, false
	}
	left, right := n.Inputs[0], n.Inputs[1]
	nLeft := len(left.Row.Fields)
	kept, other := left, right
	unread := rangeFrom(nLeft, len(n.Row.Fields))
	info := joinInfo(j.Cond, nLeft)
	by := info.Right
	if j.Type == logical.Right {
		kept, other, offset, unread, by = right, left, nLeft, rangeOf(nLeft), info.Left
	}
	if used.Intersects(unread) {
		return nil, 0, false
	}
	if unique && c.uniq.Unique(other, keys.Of(by...)) != yes {
		return nil, 0, false
	}
	return kept, offset, true
}
