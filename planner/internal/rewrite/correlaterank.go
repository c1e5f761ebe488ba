package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// correlateSortToRank makes a Rank of the first rows of each group where the groups are correlated with the rows of the
// very table that they come from.
//
//	SELECT d.id, v FROM (SELECT DISTINCT id FROM p) d, LATERAL (SELECT v FROM p WHERE id = d.id ORDER BY v LIMIT 3)
//
// Not for a LEFT JOIN, an OFFSET, computed columns, or a condition that is more than equalities with the outer row.
var correlateSortToRank = &rule{
	name: "CorrelateSortToRank", class: "CorrelateSortToRankRule", on: correlateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o := n.Op.(*logical.Correlate)
		distinct := mappingBelow(n.Inputs[0], func(op logical.Op) bool {
			a, ok := op.(*logical.Aggregate)
			return ok && len(a.Calls) == 0 && len(a.Sets) < 2
		})
		var sort *logical.Sort
		shown := mappingBelow(n.Inputs[1], func(op logical.Op) bool {
			s, ok := op.(*logical.Sort)
			sort = s
			return ok && s.Offset == nil && s.Fetch != nil
		})
		if o.Type != logical.Inner || distinct == nil || shown == nil {
			return nil
		}
		f := asFilter(shown.Input())
		if f == nil || distinct.Input().RelDigest() != shown.Input().Input().RelDigest() {
			return nil
		}
		var partition keys.Cols
		for _, e := range conjuncts(f.Cond) {
			i := comparedWith(e, o.ID)
			if i < 0 {
				return nil
			}
			partition = partition.With(i)
		}
		return rankOfGroups(c, n, sort, shown, partition.Slice())
	},
}

// mappingBelow gives the projection below n that only picks columns, if n is as is says.
func mappingBelow(n *logical.Node, is func(logical.Op) bool) *logical.Node {
	if !is(n.Op) {
		return nil
	}
	p := asProject(n.Input())
	if p == nil || !onlyRefs(p.Exprs) {
		return nil
	}
	return n.Input()
}

// comparedWith gives the column that e equates with one of the outer row id, -1 if e is anything else.
func comparedWith(e expr.Expr, id int) int {
	call, ok := e.(*expr.Call)
	if !ok || call.Op.Op != expr.Equals {
		return -1
	}
	a, b := call.Args[0], call.Args[1]
	if _, ok := a.(*expr.Ref); !ok {
		a, b = b, a
	}
	r, ok := a.(*expr.Ref)
	out, isOuter := outerColumn(b)
	if !ok || !isOuter || out.id != id {
		return -1
	}
	return r.Index
}

// rankOfGroups is the Rank that stands for the correlate n, and the columns of both its sides above.
func rankOfGroups(c *context, n *logical.Node, s *logical.Sort, shown *logical.Node, partition []int) *logical.Node {
	p := asProject(shown)
	in := shown.Input().Input()
	rank := &logical.Rank{
		Function: expr.RowNumberOp, Partition: partition,
		Range:    logical.RankRange{Start: 1, End: *s.Fetch, EndColumn: -1},
		RankType: types.BigIntType.WithNullable(false),
	}
	for _, f := range s.Fields {
		f.Column = p.Exprs[f.Column].(*expr.Ref).Index
		rank.Order = append(rank.Order, f)
	}
	list := make([]expr.Expr, 0, len(n.Row.Fields))
	for _, k := range partition {
		list = append(list, expr.NewRef(k, in.Row.Fields[k].Type))
	}
	list = append(list, p.Exprs...)
	if len(list) != len(n.Row.Fields) {
		diag.Unknown(n.Span, "a LATERAL sub-query that is correlated by other columns than those that are distinct")
	}
	for i, e := range list {
		if !e.Type().Equal(n.Row.Fields[i].Type) {
			diag.Unknown(n.Span, "a LATERAL sub-query that is correlated by other columns than those that are distinct")
		}
	}
	return c.project(makeRank(rank, in, n), list, nil)
}
