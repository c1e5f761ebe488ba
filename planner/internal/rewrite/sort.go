package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// sortProject puts a limit below a projection, if it sorts by plain columns: the projection then computes fewer rows. It
// comes after the projection was offered to the scan, which is cheaper still. A projection that computes nothing and is
// one Calc with what is below stays there, as does one over what Flink estimates at no more rows than the limit lets through.
//
//	SELECT id, UPPER(name) FROM p ORDER BY id LIMIT 5
var sortProject = &rule{
	name: "SortProjectTranspose", class: "SortProjectTransposeRule", on: sortKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n.Input())
		if p == nil || hasOver(p.Exprs) {
			return nil
		}
		o := n.Op.(*logical.Sort)
		below := n.Input().Input()
		if o.Fetch == nil && o.Offset == nil || c.rowCount(below) <= sortCount(o, c.rowCount(below)) || expr.Computed(p.Exprs) == 0 && (mergesBelow(below) || mergesPastWatermark(p, below)) {
			return nil
		}
		return sortBelow(n, o, p)
	},
}

// projectSort puts a sort of all rows below a projection that is one Calc with another above it then.
//
//	SELECT name FROM p ORDER BY ts, id
var projectSort = &rule{
	name: "ProjectSortProjectTranspose", class: "SortProjectTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		o, ok := n.Input().Op.(*logical.Sort)
		if !ok || o.Fetch != nil || o.Offset != nil {
			return nil
		}
		p := asProject(n.Input().Input())
		if p == nil || hasOver(p.Exprs) || mergesBelow(n.Input().Input().Input()) {
			return nil
		}
		sorted := sortBelow(n.Input(), o, p)
		if sorted == nil {
			return nil
		}
		return node(n.Op, n.Row, n.Span, sorted)
	},
}

// sortBelow is the sort n below the projection p that it is over, nil where it sorts by what p computes.
func sortBelow(n *logical.Node, o *logical.Sort, p *logical.Project) *logical.Node {
	op := *o
	op.Fields = append([]logical.SortField(nil), o.Fields...)
	for i, f := range o.Fields {
		at := sortedColumn(p.Exprs[f.Column])
		if at < 0 {
			return nil
		}
		op.Fields[i].Column = at
	}
	in := n.Input().Input()
	return rawProject(node(&op, in.Row, n.Span, in), p.Exprs, n.Row.Names())
}

// mergesBelow reports a node that is one Calc with a projection above it.
func mergesBelow(n *logical.Node) bool {
	return kindOf(n.Op)&(filterKind|projectKind|calcKind) != 0
}

// mergesPastWatermark reports a WatermarkAssigner over a projection where p, put below it, is one with that projection,
// and nothing of p stays above.
func mergesPastWatermark(p *logical.Project, n *logical.Node) bool {
	w, ok := n.Op.(*logical.WatermarkAssigner)
	if !ok || asProject(n.Input()) == nil || !onlyRefs(p.Exprs) {
		return false
	}
	order := readOrder(p.Exprs)
	all := distinctOrder(append(order, readOrder([]expr.Expr{w.Watermark})...), w.Rowtime)
	return len(all) == len(order)
}

// sortedColumn gives the column that sorts as e does: e's own, or that which a cast in the same order is of; else -1.
func sortedColumn(e expr.Expr) int {
	if call, ok := e.(*expr.Call); ok && call.Op.Op == expr.Cast && keepsOrder(call.Args[0].Type().Family(), call.Type().Family()) {
		e = call.Args[0]
	}
	if r, ok := e.(*expr.Ref); ok {
		return r.Index
	}
	return -1
}

// keepsOrder reports whether a cast between the families is monotonic (SqlCastFunction.getMonotonicity).
func keepsOrder(from, to types.Family) bool {
	spelled := func(f types.Family) bool {
		return f == types.NumericFamily || f == types.DayTimeFamily || f == types.YearMonthFamily
	}
	switch {
	case to == types.CharacterFamily:
		return !spelled(from)
	case from == types.CharacterFamily:
		return !spelled(to)
	case to == types.TimeFamily:
		return from != types.TimestampFamily
	case from == types.TimeFamily:
		return to != types.TimestampFamily
	}
	return true
}
