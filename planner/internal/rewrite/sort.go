package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// sortProject puts a limit below a projection, if it sorts by plain columns: the projection then computes fewer rows. It
// comes after the projection was offered to the scan, which is cheaper still. A projection that computes nothing and is
// one Calc with what is below stays there.
//
//	SELECT id, UPPER(name) FROM p ORDER BY id LIMIT 5
var sortProject = &rule{
	name: "SortProjectTranspose", class: "SortProjectTransposeRule", on: sortKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n.Input())
		if p == nil || hasOver(p.Exprs) {
			return nil
		}
		o := *n.Op.(*logical.Sort)
		if o.Fetch == nil && o.Offset == nil || mergesBelow(n.Input().Input()) && computed(p.Exprs) == 0 {
			return nil
		}
		o.Fields = append([]logical.SortField(nil), o.Fields...)
		for i, f := range o.Fields {
			r, ok := p.Exprs[f.Column].(*expr.Ref)
			if !ok {
				return nil
			}
			o.Fields[i].Column = r.Index
		}
		in := n.Input().Input()
		return rawProject(node(&o, in.Row, n.Span, in), p.Exprs, n.Row.Names())
	},
}

// mergesBelow reports a node that is one Calc with a projection above it.
func mergesBelow(n *logical.Node) bool {
	return kindOf(n.Op)&(filterKind|projectKind|calcKind) != 0
}
