package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// windowClause validates WINDOW (validateWindowClause).
func (v *validator) windowClause(info *Select) {
	seen := map[string]bool{}
	for i := range info.Node.Windows {
		w := &info.Node.Windows[i]
		if seen[w.Name.Text] {
			v.fail(w.Name.Span(), "Duplicate window names not allowed")
		}
		seen[w.Name.Text] = true
	}
	for i := range info.Node.Windows {
		w := info.Node.Windows[i]
		ast.WindowChildren(&w.Window, func(x ast.Expr) bool { v.typeOf(info.From, x); return true })
		w.Window = *v.merge(info, &w.Window)
		if w.Window.Frame != nil {
			v.frameOf(info.From, &w.Window)
		}
		info.windows = append(info.windows, w)
	}
}

// merge puts the window that w names under w (SqlWindow.overlay).
func (v *validator) merge(info *Select, w *ast.Window) *ast.Window {
	if w.Ref == nil {
		return w
	}
	ref := v.named(info, w.Ref)
	out := *w
	out.Ref = nil
	if len(out.Partition) > 0 {
		v.fail(out.Partition[0].Span(), "PARTITION BY not allowed with existing window reference")
	}
	out.Partition = ref.Partition
	if len(ref.OrderBy) > 0 {
		if len(out.OrderBy) > 0 {
			v.fail(out.OrderBy[0].Span(), "ORDER BY not allowed in both base and referenced windows")
		}
		out.OrderBy = ref.OrderBy
	}
	if ref.Frame != nil {
		at := ref.Frame.Span()
		at.End = at.Start + len("ROWS")
		if !ref.Frame.Rows {
			at.End++
		}
		v.fail(at, "Referenced window cannot have framing declarations")
	}
	if w.Frame != nil { // its bounds are lost
		out.Frame = &ast.Frame{Base: w.Frame.Base, Rows: w.Frame.Rows, Lo: &ast.Bound{Base: w.Frame.Base, Kind: "UNBOUNDED PRECEDING"}}
	}
	return &out
}

func (v *validator) named(info *Select, name *ast.Name) *ast.Window {
	for s := info.From; s != nil; s = s.Parent {
		if s.Kind != SelectScope {
			continue
		}
		for i := range v.Selects[s.Select].windows {
			if w := &v.Selects[s.Select].windows[i]; w.Name.Text == name.Text {
				return &w.Window
			}
		}
	}
	for i := range info.Node.Windows {
		if w := &info.Node.Windows[i]; w.Name.Text == name.Text {
			return &w.Window
		}
	}
	v.fail(name.Span(), "Window '"+name.Text+"' not found")
	return nil
}

// selectOf is the SELECT that a scope belongs to.
func (v *validator) selectOf(sc *Scope) *Select {
	for ; sc != nil; sc = sc.Parent {
		if sc.Select != nil {
			return v.Selects[sc.Select]
		}
	}
	return nil
}

// windowOf resolves the window of an OVER call.
func (v *validator) windowOf(info *Select, c *ast.Call) *ast.Window {
	if w := v.Windows[c]; w != nil {
		return w
	}
	var w *ast.Window
	switch {
	case info == nil:
		w = c.Over
	case c.OverName != nil:
		w = v.named(info, c.OverName)
	default:
		w = v.merge(info, c.Over)
	}
	if w != nil {
		v.Windows[c] = w
	}
	return w
}

// overWindow resolves and checks the window of an OVER call (SqlWindow.validate).
func (v *validator) overWindow(sc *Scope, c *ast.Call) {
	w := v.windowOf(v.selectOf(sc), c)
	if w == nil {
		v.unknown(c.Span(), "OVER in this place")
	}
	for _, x := range w.Partition {
		if hasOver(x) {
			v.fail(w.Span(), "PARTITION BY expression should not contain OVER clause")
		}
		v.typeOf(sc, x)
	}
	for i := range w.OrderBy {
		if hasOver(w.OrderBy[i].X) {
			v.fail(w.Span(), "ORDER BY expression should not contain OVER clause")
		}
		v.typeOf(sc, w.OrderBy[i].X)
	}
	name := upper(c.Name.Simple())
	if len(w.OrderBy) == 0 && (name == "RANK" || name == "DENSE_RANK") {
		v.fail(w.Span(), "RANK or DENSE_RANK functions require ORDER BY clause in window specification")
	}
	if w.Frame != nil {
		v.frame(sc, c, w)
	}
}

// noFrame are the functions that take no frame (SqlAggFunction.allowsFraming).
var noFrame = names("ROW_NUMBER RANK DENSE_RANK PERCENT_RANK CUME_DIST NTILE LAG LEAD")

// frameWord is the place of ROWS or RANGE.
func frameWord(f *ast.Frame) source.Span {
	at := f.Span()
	at.End = at.Start + len("RANGE")
	if f.Rows {
		at.End = at.Start + len("ROWS")
	}
	return at
}

func (v *validator) frame(sc *Scope, c *ast.Call, w *ast.Window) {
	f := w.Frame
	if noFrame[upper(c.Name.Simple())] {
		v.fail(frameWord(f), "ROW/RANGE not allowed with RANK, DENSE_RANK or ROW_NUMBER functions")
	}
	v.frameOf(sc, w)
}

// frameOf checks a frame whatever it is used for.
func (v *validator) frameOf(sc *Scope, w *ast.Window) {
	f := w.Frame
	symbols := f.Lo != nil && f.Hi != nil && f.Lo.X == nil && f.Hi.X == nil
	if len(w.OrderBy) > 1 && !f.Rows && !symbols {
		v.fail(frameWord(f), "RANGE clause cannot be used with compound ORDER BY clause")
	}
	if len(w.OrderBy) == 0 && !f.Rows && !symbols {
		v.fail(w.Span(), "Window specification must contain an ORDER BY clause")
	}
	for _, b := range []*ast.Bound{f.Lo, f.Hi} {
		if b != nil && b.X != nil {
			v.bound(sc, w, b)
		}
	}
	v.bounds(f)
}

func (v *validator) bound(sc *Scope, w *ast.Window, b *ast.Bound) {
	t := v.typeOf(sc, b.X)
	if n, ok := b.X.(*ast.Number); ok && w.Frame.Rows {
		if n.Approx || strings.ContainsRune(n.Text, '.') && strings.Trim(n.Text[strings.IndexByte(n.Text, '.')+1:], "0") != "" || n.Negative {
			v.fail(b.X.Span(), "ROWS value must be a non-negative integral constant")
		}
	}
	if w.Frame.Rows || len(w.OrderBy) == 0 {
		return
	}
	order := v.typeOf(sc, w.OrderBy[0].X)
	allowed, known := rangeDifference(order)
	switch {
	case !known:
		v.fail(b.X.Span(), "Data type of ORDER BY prohibits use of RANGE clause")
	case !allowed(t):
		v.fail(b.X.Span(), "Data Type mismatch between ORDER BY and RANGE clause")
	}
}

// rangeDifference tells which types may stand in RANGE over an order by t (SqlTypeFamily.allowableDifferenceTypes).
func rangeDifference(t *types.Type) (func(*types.Type) bool, bool) {
	switch {
	case t.IsNumeric():
		return (*types.Type).IsNumeric, true
	case t.IsDatetime():
		return (*types.Type).IsInterval, true
	}
	return nil, false
}

// bounds refuses frames that run backwards (SqlWindow.checkSpecialLiterals).
func (v *validator) bounds(f *ast.Frame) {
	lo, hi := kindOf(f.Lo), kindOf(f.Hi)
	switch {
	case lo == "UNBOUNDED FOLLOWING":
		v.fail(f.Lo.Span(), "UNBOUNDED FOLLOWING cannot be specified for the lower frame boundary")
	case hi == "UNBOUNDED PRECEDING":
		v.fail(f.Hi.Span(), "UNBOUNDED PRECEDING cannot be specified for the upper frame boundary")
	case lo == "FOLLOWING" && hi == "PRECEDING":
		v.fail(f.Hi.Span(), "Upper frame boundary cannot be PRECEDING when lower boundary is FOLLOWING")
	case lo == "FOLLOWING" && hi == "CURRENT ROW":
		v.fail(f.Hi.Span(), "Upper frame boundary cannot be CURRENT ROW when lower boundary is FOLLOWING")
	case lo == "CURRENT ROW" && hi == "PRECEDING":
		v.fail(f.Hi.Span(), "Upper frame boundary cannot be PRECEDING when lower boundary is CURRENT ROW")
	}
}

func kindOf(b *ast.Bound) string {
	if b == nil {
		return ""
	}
	return b.Kind
}

// orderKeys validates ORDER BY, after the select list whose aliases and ordinals it may name (validateOrderList).
func (v *validator) orderKeys(info *Select, keys []ast.OrderItem) {
	parent := info.List
	sc := &Scope{Kind: OrderScope, Parent: parent, Select: info.Node}
	for _, k := range keys {
		if v.ordinal(info, k.X) == nil {
			v.resolveAll(sc, k.X)
		}
	}
	for _, k := range keys {
		if x := v.ordinal(info, k.X); x != nil {
			k.X = x
		}
		if !info.Aggregating {
			v.noAggregate(k.X)
		}
		v.unknownCalls(sc, k.X)
		v.typeOf(sc, k.X)
		if info.Aggregating {
			v.checkGrouped(info, v.expandAlias(k.X))
		} else if info.Distinct {
			v.checkDistinct(info, k.X)
		}
		info.Order = append(info.Order, k)
	}
}

// noAggregate refuses an aggregate in the ORDER BY of a query that does not aggregate (AggFinder over the sort keys).
func (v *validator) noAggregate(x ast.Expr) {
	ast.Walk(x, func(e ast.Expr) bool {
		if c, ok := e.(*ast.Call); ok && isOver(c) {
			return false
		}
		if isAggregateCall(e) {
			v.fail(ast.Pos(e), "Aggregate expression is illegal in ORDER BY clause of non-aggregating SELECT")
		}
		return true
	})
}

// expandAlias gives the select item that a name of ORDER BY stands for.
func (v *validator) expandAlias(x ast.Expr) ast.Expr {
	if id, ok := x.(*ast.Ident); ok {
		if c := v.Columns[id]; c != nil && c.Alias != nil {
			return c.Alias
		}
	}
	return x
}

// ordinal gives the select item that a number of ORDER BY stands for (OrderExpressionExpander).
func (v *validator) ordinal(info *Select, x ast.Expr) ast.Expr {
	n, ok := x.(*ast.Number)
	if !ok || n.Approx || n.Negative || strings.ContainsRune(n.Text, '.') {
		return nil
	}
	i := 0
	for _, r := range n.Text {
		i = i*10 + int(r-'0')
		if i > 1<<20 {
			break
		}
	}
	if i < 1 || i > len(info.Items) {
		v.fail(x.Span(), "Ordinal out of range")
	}
	return info.Items[i-1].X
}

// checkDistinct refuses an ORDER BY expression that SELECT DISTINCT does not yield.
func (v *validator) checkDistinct(info *Select, x ast.Expr) {
	have := map[string]bool{}
	for _, it := range info.Items {
		have[v.key(it.X)] = true
	}
	var check func(e ast.Expr) bool
	check = func(e ast.Expr) bool {
		if have[v.key(e)] {
			return true
		}
		if id, ok := e.(*ast.Ident); ok && !id.Star {
			v.fail(id.Span(), "Expression '"+v.original(id)+"' is not in the select clause")
		}
		ast.Children(e, check)
		return true
	}
	check(x)
}

func leastOf(a, b *types.Type) *types.Type { return types.LeastRestrictive(a, b) }
