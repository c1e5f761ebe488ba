package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// groupWindow turns an aggregate by TUMBLE, HOP or SESSION into a window aggregate. The window stops being a key, so
// that calls may have no row to read and turn nullable; a projection above restores the columns.
//
//	SELECT COUNT(*) FROM s GROUP BY TUMBLE(ts, INTERVAL '1' HOUR), a
var groupWindow = &rule{
	name: "WindowAggregate", class: "StreamLogicalWindowAggregateRule", on: aggregateKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		agg := n.Op.(*logical.Aggregate)
		p := asProject(n.Input())
		if p == nil {
			return nil
		}
		at := windowKey(n, agg, p)
		if at < 0 || agg.Sets != nil {
			return nil
		}
		in, list := procTimeColumn(c, n.Input().Input(), p.Exprs, at)
		w, time := readGroupWindow(n, list[at].(*expr.Call))
		list[at] = time
		in = overWindow(c, in, list)
		w.TimeField = at
		op := &logical.WindowAggregate{Window: w, Calls: append([]logical.AggCall(nil), agg.Calls...)}
		position := 0
		for i, g := range agg.Group {
			if g == at {
				position = i
			} else {
				op.Group = append(op.Group, g)
			}
		}
		if len(op.Group) == 0 {
			for i := range op.Calls {
				op.Calls[i].Type = typeOfEmpty(&op.Calls[i])
			}
		}
		made := node(op, windowAggregateRow(in.Row, op), n.Span, in)
		return c.project(made, windowOutputs(n, made, position), nil)
	},
}

// overWindow is a projection over in. One over the outputs of another window stays apart from them until the functions of
// that window, which it may read, have become its properties.
func overWindow(c *context, in *logical.Node, list []expr.Expr) *logical.Node {
	if asProject(in) == nil || kindOf(in.Input().Op) != windowAggregateKind {
		return c.project(in, list, nil)
	}
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = inferAlias(e, in.Row)
	}
	uniqueFrom(names)
	return rawProject(in, simplifyList(list), names)
}

// windowOutputs are the columns of the aggregate n over those of made, which lacks the key of the window. Nothing can
// read that key but the functions that become properties.
func windowOutputs(n, made *logical.Node, position int) []expr.Expr {
	out := make([]expr.Expr, len(n.Row.Fields))
	for i, k := 0, 0; i < len(out); i++ {
		want := n.Row.Fields[i].Type
		if i == position {
			out[i] = expr.AbstractCast(expr.NullOf(want), want)
			continue
		}
		out[i] = expr.NewRef(k, made.Row.Fields[k].Type)
		if !out[i].Type().Equal(want) {
			out[i] = expr.AbstractCast(out[i], want)
		}
		k++
	}
	return out
}

// typeOfEmpty is the type of a call where a group may be without rows.
func typeOfEmpty(call *logical.AggCall) *types.Type {
	switch call.Op.Op {
	case expr.Sum, expr.Avg, expr.Min, expr.Max, expr.FirstValue, expr.LastValue, expr.StddevPop, expr.StddevSamp,
		expr.VarPop, expr.VarSamp:
		return call.Type.WithNullable(true)
	}
	return call.Type
}

// windowKey gives the column of p that is the key of a window, -1 for none (getWindowExpressions).
func windowKey(n *logical.Node, agg *logical.Aggregate, p *logical.Project) int {
	at, count := -1, 0
	for _, g := range agg.Group {
		call, ok := p.Exprs[g].(*expr.Call)
		if !ok || !isGroupWindow(call) {
			continue
		}
		if size, name := groupWindowArgs(call); len(call.Args) != size {
			diag.Fail(diag.Table, n.Span, "%s window with alignment is not supported yet.", name)
		}
		count++
		if at < 0 {
			at = g
		}
	}
	if count > 1 {
		diag.Fail(diag.Table, n.Span, "Only a single window group function may be used in GROUP BY")
	}
	return at
}

func isGroupWindow(call *expr.Call) bool {
	switch call.Op.Op {
	case expr.GroupTumble, expr.GroupHop, expr.GroupSession:
		return true
	}
	return false
}

func groupWindowArgs(call *expr.Call) (size int, name string) {
	switch call.Op.Op {
	case expr.GroupHop:
		return 3, "HOP"
	case expr.GroupSession:
		return 2, "SESSION"
	}
	return 2, "TUMBLE"
}

// procTimeColumn makes PROCTIME() inside the window a column of the input (rewriteProctimeWindows).
func procTimeColumn(c *context, in *logical.Node, list []expr.Expr, at int) (*logical.Node, []expr.Expr) {
	list = append([]expr.Expr(nil), list...)
	call := list[at].(*expr.Call)
	time, ok := call.Args[0].(*expr.Call)
	if !ok || time.Op.Op != expr.Proctime {
		return in, list
	}
	args := append([]expr.Expr(nil), call.Args...)
	args[0] = expr.NewRef(len(in.Row.Fields), time.Type())
	list[at] = expr.NewCall(call.Op, call.Type(), args...)
	return c.withColumns(in, []expr.Expr{time}, 0), list
}

// readGroupWindow reads the call of a window and gives what it is over.
func readGroupWindow(n *logical.Node, call *expr.Call) (logical.GroupWindow, expr.Expr) {
	time := call.Args[0]
	if !time.Type().IsTimeAttribute() {
		diag.Fail(diag.Table, n.Span, "Window aggregate can only be defined over a time attribute column, but %s encountered.",
			time.Type().PlanString())
	}
	w := logical.GroupWindow{Kind: call.Op.Op, RowTime: time.Type().Time == types.Rowtime}
	w.Size = windowMillis(n, call.Args[len(call.Args)-1])
	if w.Kind == expr.GroupHop {
		w.Slide = windowMillis(n, call.Args[1])
	}
	return w, time
}

func windowMillis(n *logical.Node, e expr.Expr) int64 {
	l, ok := e.(*expr.Literal)
	if !ok {
		diag.Fail(diag.Table, n.Span, "Only constant window descriptors are supported.")
	}
	v, ok := l.Value.(expr.Interval)
	if !ok || l.Type().Kind != types.IntervalDayTime {
		diag.Fail(diag.Table, n.Span, "Window aggregate only support SECOND, MINUTE, HOUR, DAY as the time unit. "+
			"MONTH and YEAR time unit are not supported yet.")
	}
	return int64(v)
}

// windowProperties gives TUMBLE_START and its like as columns of the window aggregate.
var windowProperties = &rule{
	name: "WindowProperties", class: "WindowPropertiesRules.WindowPropertiesRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p := asProject(n)
		if asProject(n.Input()) == nil || !auxiliaries(p.Exprs...) {
			return nil
		}
		return readProperties(c, n, nil, n.Input())
	},
}

// windowPropertiesHaving is windowProperties with HAVING between.
var windowPropertiesHaving = &rule{
	name: "WindowPropertiesHaving", class: "WindowPropertiesRules.WindowPropertiesHavingRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		p, f := asProject(n), asFilter(n.Input())
		if f == nil || asProject(n.Input().Input()) == nil || !auxiliaries(f.Cond) && !auxiliaries(p.Exprs...) {
			return nil
		}
		return readProperties(c, n, f.Cond, n.Input().Input())
	},
}

// readProperties is the projection n, over a filter by cond if that is not nil, over the projection inner of a window
// aggregate (convertWindowNodes).
func readProperties(c *context, n *logical.Node, cond expr.Expr, inner *logical.Node) *logical.Node {
	old, ok := inner.Input().Op.(*logical.WindowAggregate)
	if !ok {
		return nil
	}
	op := *old
	op.Properties = propertiesOf(old, inner.Input().Input().Row)
	made := node(&op, windowAggregateRow(inner.Input().Input().Row, &op), n.Span, inner.Input().Input())
	list := append([]expr.Expr(nil), asProject(inner).Exprs...)
	first := len(list)
	for i := len(made.Row.Fields) - len(op.Properties); i < len(made.Row.Fields); i++ {
		list = append(list, expr.NewRef(i, made.Row.Fields[i].Type))
	}
	r := propertyReader{n: n, first: first, of: op.Properties, rowTime: op.Window.RowTime}
	now := c.project(made, list, nil)
	if cond != nil {
		now = c.filter(now, n.Span, expr.Map(cond, r.read))
	}
	out := make([]expr.Expr, len(asProject(n).Exprs))
	for i, e := range asProject(n).Exprs {
		out[i] = expr.Map(e, r.read)
	}
	return c.project(now, out, n.Row.Names())
}

func propertiesOf(o *logical.WindowAggregate, in *types.Type) []logical.WindowProperty {
	bound := types.Timestamp3.WithNullable(false)
	list := []logical.WindowProperty{
		{Name: "w$start", Kind: expr.GroupAuxStart, Type: bound},
		{Name: "w$end", Kind: expr.GroupAuxEnd, Type: bound},
	}
	if o.Window.RowTime {
		t := in.Fields[o.Window.TimeField].Type.WithNullable(true)
		list = append(list, logical.WindowProperty{Name: "w$rowtime", Kind: expr.GroupAuxRowtime, Type: t})
	}
	return append(list, logical.WindowProperty{Name: "w$proctime", Kind: expr.GroupAuxProctime, Type: procTime})
}

var procTime = types.LTZType(3).WithTime(types.Proctime)

func isAuxiliary(e expr.Expr) bool {
	call, ok := e.(*expr.Call)
	return ok && (call.Op.Op == expr.GroupAuxStart || call.Op.Op == expr.GroupAuxEnd ||
		call.Op.Op == expr.GroupAuxRowtime || call.Op.Op == expr.GroupAuxProctime)
}

func auxiliaries(list ...expr.Expr) bool {
	for _, e := range list {
		if expr.Any(e, isAuxiliary) {
			return true
		}
	}
	return false
}

// propertyReader replaces the functions of a window by its properties, columns from first on.
type propertyReader struct {
	n       *logical.Node
	first   int
	of      []logical.WindowProperty
	rowTime bool
}

func (r *propertyReader) read(e expr.Expr) expr.Expr {
	if !isAuxiliary(e) {
		return e
	}
	call := e.(*expr.Call)
	if call.Op.Op == expr.GroupAuxRowtime && !r.rowTime {
		diag.Fail(diag.Validation, r.n.Span, "A proctime window cannot provide a rowtime attribute.")
	}
	for i, p := range r.of {
		if p.Kind == call.Op.Op {
			return expr.AbstractCast(expr.NewRef(r.first+i, p.Type), call.Type())
		}
	}
	return e
}
