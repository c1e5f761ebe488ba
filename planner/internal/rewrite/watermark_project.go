package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// projectWatermark puts a projection below a WatermarkAssigner, as far as it only picks columns; what it computes stays
// above, and so does the rowtime column that nobody reads. In the volcano planner that is cheaper where the source then
// reads fewer columns, where a call in the projection below is not computed any more, or where nothing stays above and the
// two projections are one; it holds back where nothing of this is so.
//
//	Project(a, b+1) <- WatermarkAssigner(ts) <- Scan(a, b, c, ts)
//	=> Project(a, b+1) <- WatermarkAssigner(ts) <- Project(a, b, ts) <- Scan
var projectWatermark = &rule{
	name: "ProjectWatermarkAssignerTranspose", class: "ProjectWatermarkAssignerTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		mark := n.Input()
		w, ok := mark.Op.(*logical.WatermarkAssigner)
		if !ok {
			return nil
		}
		in := mark.Input()
		order := distinctOrder(append(readOrder(asProject(n).Exprs), readOrder([]expr.Expr{w.Watermark})...), w.Rowtime)
		if len(order) >= len(in.Row.Fields) || !cheaperBelow(c.settings, asProject(n), w, in, keys.Of(order...)) {
			return nil
		}
		return transposeWatermark(n, mark, w, order)
	},
}

// distinctOrder lists columns once each, the rowtime last unless it is among them.
func distinctOrder(order []int, rowtime int) []int {
	var out []int
	var seen keys.Cols
	for _, i := range append(order, rowtime) {
		if !seen.Has(i) {
			seen = seen.With(i)
			out = append(out, i)
		}
	}
	return out
}

// cheaperBelow compares what the two forms cost: the bytes that are read, then the calls that are computed.
func cheaperBelow(set Settings, p *logical.Project, w *logical.WatermarkAssigner, in *logical.Node, kept keys.Cols) bool {
	scan := in
	lower := asProject(in)
	if lower != nil {
		scan = in.Input()
	}
	s := asScan(scan)
	if s == nil || s.Source == nil {
		return false
	}
	if s.Source.Projection && readsFewer(s, set, scan, lower, kept) {
		return true
	}
	if lower == nil {
		return false
	}
	for i, e := range lower.Exprs {
		if computes(e) && i != w.Rowtime && !kept.Has(i) {
			return true
		}
	}
	return onlyRefs(p.Exprs) && len(p.Exprs) == kept.Len() // the projection is one with that below
}

// readsFewer reports whether the scan then reads fewer columns than it has.
func readsFewer(s *logical.Scan, set Settings, scan *logical.Node, lower *logical.Project, kept keys.Cols) bool {
	read := kept
	if lower != nil {
		read = keys.Cols{}
		for i := range kept.All() {
			read = read.Union(refs(lower.Exprs[i]))
		}
	}
	if keepsKey(s, set) {
		read = read.Union(keys.Of(keyColumns(s, scan.Row)...))
	}
	return read.Len() < len(scan.Row.Fields)
}

// computes reports an item that costs: neither a column, nor a literal, nor a cast of one.
func computes(e expr.Expr) bool {
	switch x := e.(type) {
	case *expr.Ref, *expr.Literal:
		return false
	case *expr.Call:
		if x.Op.Op == expr.Cast {
			return computes(x.Args[0])
		}
	}
	return true
}

func transposeWatermark(n, mark *logical.Node, w *logical.WatermarkAssigner, order []int) *logical.Node {
	in := mark.Input()
	at := map[int]int{}
	list := make([]expr.Expr, len(order))
	names := make([]string, len(order))
	for k, i := range order {
		at[i] = k
		list[k], names[k] = expr.NewRef(i, in.Row.Fields[i].Type), in.Row.Fields[i].Name
	}
	below := rawProject(in, list, names)
	op := &logical.WatermarkAssigner{Rowtime: at[w.Rowtime], Watermark: moveRefs(w.Watermark, at)}
	fields := append([]types.Field(nil), below.Row.Fields...)
	fields[op.Rowtime].Type = mark.Row.Fields[w.Rowtime].Type
	assigned := node(op, types.RowType(fields...), mark.Span, below)
	items := make([]expr.Expr, len(asProject(n).Exprs))
	for k, e := range asProject(n).Exprs {
		items[k] = moveRefs(e, at)
	}
	if isIdentity(items, assigned.Row) {
		return assigned
	}
	return rawProject(assigned, items, n.Row.Names())
}

// moveRefs gives e over columns that stand at other places.
func moveRefs(e expr.Expr, at map[int]int) expr.Expr {
	return expr.MapArgs([]expr.Expr{e}, func(x expr.Expr) expr.Expr {
		if r, ok := x.(*expr.Ref); ok {
			return expr.NewRef(at[r.Index], r.Type())
		}
		return x
	})[0]
}
