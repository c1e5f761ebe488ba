package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// Terms writes the attributes.
func (o *GroupAggregate) Terms(w *rel.Terms) {
	w.ItemIf("groupBy", columns(w, o.Group), len(o.Group) > 0)
	w.ItemIf("partialFinalType", [...]string{"", "PARTIAL", "FINAL"}[o.PartialFinal], o.PartialFinal != NotSplit)
	a := aggText{w: w, calls: o.Calls, retract: o.Retract, group: o.Group, local: o.Local}
	switch o.Phase {
	case OnePhase:
		w.Item("select", zipped(a.onePhase(), rowNames(w.Row)))
	case LocalPhase:
		w.Item("select", zipped(a.localPhase(), a.localOutputs()))
	case GlobalPhase:
		w.Item("select", zipped(a.globalPhase(), rowNames(w.Row)))
		w.ItemIf("indexOfCountStar", strconv.Itoa(o.IndexOfCountStar), o.IndexOfCountStar >= 0)
	}
}

// Terms writes the attributes.
func (o *IncrementalGroupAggregate) Terms(w *rel.Terms) {
	w.Item("partialAggGrouping", columns(w, o.PartialGroup))
	w.Item("finalAggGrouping", columns(w, o.FinalGroup))
	a := aggText{w: w, calls: o.Calls, retract: o.Retract, group: o.FinalGroup, local: o.Local}
	w.Item("select", zipped(a.globalPhase(), a.localOutputs()))
}

// Terms writes the attributes.
func (o *GroupWindowAggregate) Terms(w *rel.Terms) {
	w.ItemIf("groupBy", columns(w, o.Group), len(o.Group) > 0)
	w.Item("window", groupWindowText(o.Window, w.Inputs[0]))
	if len(o.Properties) > 0 {
		names := make([]string, len(o.Properties))
		for i, p := range o.Properties {
			names[i] = p.Name
		}
		w.Item("properties", rel.Join(names))
	}
	left := make([]string, 0, len(w.Row.Fields))
	for _, g := range o.Group {
		left = append(left, w.Inputs[0].Fields[g].Name)
	}
	for i := range o.Calls {
		left = append(left, callText(w, &o.Calls[i], false, o.Calls[i].Distinct))
	}
	for _, p := range o.Properties {
		left = append(left, propertyText(p))
	}
	w.Item("select", zipped(left, rowNames(w.Row)))
	w.ItemIf("emit", o.Emit, o.Emit != "")
}

func groupWindowText(g logical.GroupWindow, row *types.Type) string {
	var b strings.Builder
	switch g.Kind {
	case expr.GroupHop:
		b.WriteString("SlidingGroupWindow('w$, ")
	case expr.GroupSession:
		b.WriteString("SessionGroupWindow('w$, ")
	default:
		b.WriteString("TumblingGroupWindow('w$, ")
	}
	b.WriteString(g.TimeColumn(row))
	b.WriteString(", " + strconv.FormatInt(g.Size, 10))
	if g.Kind == expr.GroupHop {
		b.WriteString(", " + strconv.FormatInt(g.Slide, 10))
	}
	b.WriteByte(')')
	return b.String()
}

// propertyText spells a window property: start('w$).
func propertyText(p logical.WindowProperty) string {
	switch p.Kind {
	case expr.GroupAuxEnd:
		return "end('w$)"
	case expr.GroupAuxRowtime:
		return "rowtime('w$)"
	case expr.GroupAuxProctime:
		return "proctime('w$)"
	}
	return "start('w$)"
}

// aggText writes the parts of an aggregate's select (RelExplainUtil.stringifyStreamAggregationToString).
type aggText struct {
	w       *rel.Terms
	calls   []logical.AggCall
	retract []bool
	group   []int
	local   *LocalAggregate
}

func (a *aggText) groupNames() []string {
	out := make([]string, 0, len(a.group)+len(a.calls)+4)
	for _, g := range a.group {
		out = append(out, a.w.Inputs[0].Fields[g].Name)
	}
	return out
}

func (a *aggText) retracts(i int) bool { return i < len(a.retract) && a.retract[i] }

func (a *aggText) onePhase() []string {
	out := a.groupNames()
	for i := range a.calls {
		out = append(out, callText(a.w, &a.calls[i], a.retracts(i), a.calls[i].Distinct))
	}
	return out
}

func (a *aggText) localPhase() []string {
	out := a.groupNames()
	for i := range a.calls {
		c := &a.calls[i]
		view := a.local.viewOf(i)
		if view == "" {
			out = append(out, callText(a.w, c, a.retracts(i), false))
			continue
		}
		args := argNames(a.w, c)
		if len(c.Args) > 0 {
			args = view + " " + args
		} else {
			args = view + "*"
		}
		out = append(out, functionName(c, a.retracts(i))+"("+args+")"+filterText(a.w, c))
	}
	for _, d := range a.local.Distinct {
		names := make([]string, len(d.Args))
		for i, x := range d.Args {
			names[i] = a.w.Inputs[0].Fields[x].Name
		}
		out = append(out, "DISTINCT("+rel.Join(names)+")")
	}
	return out
}

func (a *aggText) globalPhase() []string {
	out := a.groupNames()
	for i := range a.calls {
		c := &a.calls[i]
		s := functionName(c, a.retracts(i)) + "("
		if view := a.local.viewOf(i); view != "" {
			s += view + " "
		}
		out = append(out, s+bufferText(a.local.Buffers[i])+")")
	}
	return out
}

func (a *aggText) localOutputs() []string {
	out := a.groupNames()
	for _, names := range a.local.Buffers {
		out = append(out, bufferText(names))
	}
	for _, d := range a.local.Distinct {
		out = append(out, d.Name)
	}
	return out
}

func bufferText(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(" + rel.Join(names) + ")"
}

// viewOf names the distinct view that call i aggregates over, empty for none.
func (l *LocalAggregate) viewOf(i int) string {
	if i >= len(l.ViewOf) || l.ViewOf[i] < 0 {
		return ""
	}
	return l.Distinct[l.ViewOf[i]].Name
}

func functionName(c *logical.AggCall, retract bool) string {
	if retract {
		return c.Op.Name + "_RETRACT"
	}
	return c.Op.Name
}

// callText spells an aggregate call over the columns of the first input: COUNT_RETRACT(DISTINCT n) FILTER $f3. Distinct
// rows, which only <> SOME counts, are not told apart (AggregateUtil.extractDistinctInformation).
func callText(w *rel.Terms, c *logical.AggCall, retract, distinct bool) string {
	args := argNames(w, c)
	if distinct && len(c.Args) > 0 {
		args = "DISTINCT " + args
	}
	return functionName(c, retract) + "(" + args + ")" + filterText(w, c)
}

func argNames(w *rel.Terms, c *logical.AggCall) string {
	if len(c.Args) == 0 {
		return "*"
	}
	return columns(w, c.Args)
}

func filterText(w *rel.Terms, c *logical.AggCall) string {
	if c.Filter < 0 || c.Filter >= len(w.Inputs[0].Fields) {
		return ""
	}
	return " FILTER " + w.Inputs[0].Fields[c.Filter].Name
}

// zipped writes "what AS name" for each pair, or the name alone where they are the same; the shorter list ends it.
func zipped(what, names []string) string {
	var b strings.Builder
	for i := 0; i < len(what) && i < len(names); i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(what[i])
		if what[i] != names[i] {
			b.WriteString(" AS ")
			b.WriteString(names[i])
		}
	}
	return b.String()
}

func rowNames(row *types.Type) []string { return row.Names() }

// Terms writes the attributes.
func (o *OverAggregate) Terms(w *rel.Terms) {
	in := w.Names(0)
	w.ItemIf("partitionBy", columns(w, o.Partition), len(o.Partition) > 0)
	w.Item("orderBy", collation(w, o.Order))
	w.Item("window", frameText(o.Frame))
	left := append(make([]string, 0, len(w.Row.Fields)), in...)
	for i := range o.Calls {
		left = append(left, overCallText(&o.Calls[i], in))
	}
	w.Item("select", zipped(left, rowNames(w.Row)))
}

func overCallText(c *logical.OverCall, in []string) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		if l, ok := a.(*expr.Literal); ok {
			args[i] = expr.Print(l, expr.AST, nil)
		} else {
			args[i] = expr.Print(a, expr.Physical, in)
		}
	}
	text := rel.Join(args)
	if len(args) == 0 {
		text = "*"
	}
	if c.Distinct {
		text = "DISTINCT " + text
	}
	return c.Op.Name + "(" + text + ")"
}

// frameText writes a window's range, with the blank that Flink puts first (RelExplainUtil.windowRangeToString).
func frameText(f expr.Frame) string {
	s := " RANGE "
	if f.Rows {
		s = " ROWS "
	}
	return s + "BETWEEN " + boundText(f.Lower) + " AND " + boundText(f.Upper)
}

func boundText(b expr.Bound) string {
	switch b.Kind {
	case expr.UnboundedPreceding:
		return "UNBOUNDED PRECEDING"
	case expr.UnboundedFollowing:
		return "UNBOUNDED FOLLOWING"
	case expr.Preceding:
		return offsetText(b.Offset) + " PRECEDING"
	case expr.Following:
		return offsetText(b.Offset) + " FOLLOWING"
	}
	return "CURRENT ROW"
}

// offsetText spells a bound's constant as its bare value (RexLiteral.getValue2).
func offsetText(e expr.Expr) string {
	l, ok := e.(*expr.Literal)
	if !ok {
		return expr.Print(e, expr.Exec, nil)
	}
	switch v := l.Value.(type) {
	case expr.Interval:
		return strconv.FormatInt(int64(v), 10)
	case expr.Dec:
		return v.Unscaled.String()
	}
	return expr.Untyped(l)
}
