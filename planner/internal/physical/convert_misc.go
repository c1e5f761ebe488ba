package physical

import (
	"fmt"
	"slices"
	"strings"

	"strconv"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// match is StreamPhysicalMatchRule.
func (c *converter) match(l *logical.Node, o *logical.Match) *Node {
	if o.AllRows {
		c.failMatching(l.Span, "All rows per match mode is not supported yet.")
	}
	op := *o
	op.Partition = ascending(o.Partition)
	checkAmbiguous(l, &op)
	in := c.exchange(c.convert(l.Input()), op.Partition)
	return c.node(&Match{op}, l.Row, l.Span, in)
}

// checkAmbiguous refuses measures that are named as partition columns are.
func checkAmbiguous(l *logical.Node, o *logical.Match) {
	if len(o.Partition)+len(o.Measures) == len(l.Row.Fields) {
		return
	}
	var both []string
	for _, p := range o.Partition {
		name := l.Input().Row.Fields[p].Name
		if slices.ContainsFunc(o.Measures, func(m logical.NamedExpr) bool { return m.Name == name }) {
			both = append(both, name)
		}
	}
	diag.Fail(diag.Validation, l.Span, "Columns ambiguously defined: {%s}", strings.Join(both, ", "))
}

// correlate is StreamPhysicalCorrelateRule: a table function, with Calcs over it, called for each row of the left.
// Of the Calcs only their condition is kept.
func (c *converter) correlate(l *logical.Node, o *logical.Correlate) *Node {
	right := l.Inputs[1]
	var cond expr.Expr
	for {
		calc, ok := right.Op.(*logical.Calc)
		if !ok {
			break
		}
		if calc.Cond != nil {
			cond = calc.Cond
		}
		below := right.Input()
		if lower, ok := below.Op.(*logical.Calc); ok && cond != nil {
			cond = expr.Substitute(cond, lower.Exprs)
		}
		right = below
	}
	scan, ok := right.Op.(*logical.TableFunctionScan)
	if ok && right == l.Inputs[1] {
		if call, isCall := scan.Call.(*expr.Call); isCall && call.Op.Op == expr.VectorSearch {
			return c.vectorSearch(l, o, call)
		}
	}
	if !ok {
		c.noRule(l)
	}
	op := &Correlate{ID: o.ID, Type: o.Type, Call: scan.Call, Cond: cond, FunctionRow: right.Row}
	return c.node(op, l.Row, l.Span, c.convert(l.Inputs[0]))
}

// processTable is StreamPhysicalProcessTableFunctionRule. TO_CHANGELOG and FROM_CHANGELOG take their table row by row,
// so that nothing is shuffled.
func (c *converter) processTable(l *logical.Node, call *expr.Call) *Node {
	in := make([]*Node, len(l.Inputs))
	for i, x := range l.Inputs {
		in[i] = c.convert(x)
	}
	return c.node(&ProcessTableFunction{Call: call}, l.Row, l.Span, in...)
}

// emit spells the emit strategy of a legacy group window, and tells whether it makes a window fire more than once
// (WindowEmitStrategy).
func (c *converter) emit(l *logical.Node, o *logical.WindowAggregate) (string, bool) {
	early := c.settings.Bool("table.exec.emit.early-fire.enabled")
	late := c.settings.Bool("table.exec.emit.late-fire.enabled")
	if !early && !late {
		return "", false
	}
	c.checkEmit(l.Span, o, early, late)
	var text string
	if early {
		text = "early " + c.fireDelay("early")
	}
	if late {
		if early {
			text += ", "
		}
		text += "late " + c.fireDelay("late")
	}
	return text, early || late && o.Window.RowTime
}

func (c *converter) fireDelay(which string) string {
	ms := c.settings.Millis("table.exec.emit." + which + "-fire.delay")
	if ms > 0 {
		return "delay " + strconv.FormatInt(ms, 10) + " millisecond"
	}
	return "no delay"
}

func (c *converter) checkEmit(at source.Span, o *logical.WindowAggregate, early, late bool) {
	if o.Window.Kind == expr.GroupSession {
		c.failInRule(at, "Session window doesn't support EMIT strategy currently.")
	}
	lateness := int64(0)
	if late {
		switch {
		case c.settings.Has("table.exec.emit.allow-lateness"):
			lateness = c.settings.Millis("table.exec.emit.allow-lateness")
		default:
			lateness = max(0, c.settings.Millis("table.exec.state.ttl"))
		}
	}
	if o.Window.RowTime && late && lateness <= 0 {
		c.failInRule(at, "The 'AFTER WATERMARK' emit strategy requires set 'allow-lateness' or 'minIdleStateRetentionTime' in table config.")
	}
	if early && !c.settings.Has("table.exec.emit.early-fire.delay") {
		c.failInRule(at, "Early-fire delay should not be null or negative value whenenable early-fire emit strategy.")
	}
	if late && !c.settings.Has("table.exec.emit.late-fire.delay") {
		c.failInRule(at, "Late-fire delay should not be null or negative value whenenable late-fire emit strategy.")
	}
	if delay := c.settings.Millis("table.exec.emit.late-fire.delay"); late && delay > lateness {
		c.failInRule(at, fmt.Sprintf("Allow-lateness [%dms] should not be smaller than Late-fire delay [%dms] when enable late-fire emit strategy.", lateness, delay))
	}
}

// expand is StreamPhysicalExpandRule. Where the window's bounds go through it, the windowing function may be put above
// (ExpandWindowTableFunctionTransposeRule): an aggregate over it asks for that if it can take the function into itself,
// and only then that is cheaper.
func (c *converter) expand(l *logical.Node, o *logical.Expand) *Node {
	in := c.convert(l.Input())
	n := c.node(&Expand{*o}, l.Row, l.Span, in)
	if w := c.windows.Of(l); w != nil && !w.Start.Empty() && !w.End.Empty() {
		if c.overWindow == nil {
			c.overWindow = map[*Node]func() *Node{}
		}
		c.overWindow[n] = func() *Node { return c.windowOverExpand(l, o, c.windowAboveExpand(in), w) }
	}
	return n
}

// windowOverExpand is an Expand over in with the windowing function of in above it, nil if in has none that can go there.
func (c *converter) windowOverExpand(l *logical.Node, o *logical.Expand, in *Node, w *logical.Windows) *Node {
	calc, ok := in.Op.(*Calc)
	if !ok {
		return nil
	}
	tvf, ok := in.Input().Op.(*WindowTableFunction)
	width := len(in.Input().Row.Fields)
	bounds := &logical.Windows{Start: keys.Of(width - 3), End: keys.Of(width - 2), Time: keys.Of(width - 1)}
	if !ok || computesOn(calc.Exprs, calc.Cond, bounds) {
		return nil
	}
	return c.expandBelowWindow(l, o, in, calc, tvf, w, bounds.Columns())
}

func (c *converter) expandBelowWindow(l *logical.Node, o *logical.Expand, in *Node, calc *Calc, tvf *WindowTableFunction,
	w *logical.Windows, bounds keys.Cols) *Node {
	below := in.Input().Input()
	p := withoutWindowColumns(calc, in.Row, below.Row, tvf.Window.TimeField, bounds)
	low := c.calc(p.exprs, calc.Cond, types.RowType(p.fields...), in.Span, below)
	op, row, timeAt := expandedWithout(l, o, p)
	expand := c.node(op, row, l.Span, low)
	spec := tvf.Window
	spec.TimeField = timeAt
	fields := append([]types.Field(nil), row.Fields...)
	fields = append(fields, in.Input().Row.Fields[len(in.Input().Row.Fields)-3:]...)
	window := c.node(&WindowTableFunction{spec}, types.RowType(fields...), l.Span, expand)
	out := make([]expr.Expr, len(l.Row.Fields))
	skipped := 0
	last := len(fields)
	for i := range out {
		at := i - skipped
		switch {
		case w.Start.Has(i):
			at = last - 3
			skipped++
		case w.End.Has(i):
			at = last - 2
			skipped++
		case w.Time.Has(i):
			at = last - 1
			skipped++
		}
		out[i] = expr.NewRef(at, fields[at].Type)
	}
	return c.node(&Calc{Exprs: out}, l.Row, l.Span, window)
}

// expandedWithout is the Expand over the projection p, without the window's columns; it gives the place of the time
// column too.
func expandedWithout(l *logical.Node, o *logical.Expand, p projection) (*Expand, *types.Type, int) {
	op := &Expand{logical.Expand{ExpandID: -1}}
	var fields []types.Field
	timeAt := -1
	for k, project := range o.Projects {
		var exprs []expr.Expr
		for i, e := range project {
			r, ok := e.(*expr.Ref)
			if ok && p.to[r.Index] < 0 {
				continue
			}
			if i == o.ExpandID {
				op.ExpandID = len(exprs)
			}
			if ok {
				if p.to[r.Index] == p.time && k == 0 {
					timeAt = len(exprs)
				}
				e = expr.NewRef(p.to[r.Index], p.fields[p.to[r.Index]].Type)
			}
			if k == 0 {
				fields = append(fields, l.Row.Fields[i])
			}
			exprs = append(exprs, e)
		}
		if p.added {
			if k == 0 {
				timeAt = len(exprs)
				fields = append(fields, p.fields[p.time])
			}
			exprs = append(exprs, expr.NewRef(p.time, p.fields[p.time].Type))
		}
		op.Projects = append(op.Projects, exprs)
	}
	return op, types.RowType(fields...), timeAt
}
