package physical

import (
	"strconv"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// tableFunction converts a windowing function, a process table function, or a table function without input.
func (c *converter) tableFunction(l *logical.Node, o *logical.TableFunctionScan) *Node {
	if o.Window != nil || isWindowCall(o.Call) {
		return c.windowFunction(l, o)
	}
	call, ok := o.Call.(*expr.Call)
	if ok && call.Op.Op == expr.ProcessTable {
		return c.processTable(l, call)
	}
	if len(l.Inputs) == 0 {
		return c.constantFunction(l, o)
	}
	panic(&diag.Unmodelled{Construct: "a table function over a table", Span: l.Span})
}

// windowFunction is StreamPhysicalWindowTableFunctionRule.
func (c *converter) windowFunction(l *logical.Node, o *logical.TableFunctionScan) *Node {
	defer c.inWindowRule(l, o)
	if t := l.Input().Row.Fields[timeColumn(o.Call.(*expr.Call), l)].Type; !t.IsTimeAttribute() {
		failWindow(l.Span, "The window function requires the timecol is a time attribute type, but is %s.", t.PlanString())
	}
	spec, _ := windowSpec(o.Call, l)
	in := c.convert(l.Input())
	if spec.Kind == logical.Session {
		in = c.exchange(in, spec.Partition)
	}
	return c.node(&WindowTableFunction{spec}, l.Row, l.Span, in)
}

// inWindowRule says of a refusal that it came from within the rule for windowing functions.
func (c *converter) inWindowRule(l *logical.Node, o *logical.TableFunctionScan) {
	switch r := recover().(type) {
	case nil:
	case *diag.Rejection:
		if r.Span != l.Span || len(r.Chain) > 1 {
			panic(r)
		}
		if r.Root().Class == diag.Table {
			c.failInRule(l.Span, r.Root().Message)
		}
		panic(r.Wrap(diag.Runtime, "Error while applying rule StreamPhysicalWindowTableFunctionRule(in:LOGICAL,out:STREAM_PHYSICAL), "+
			"args [rel#N:FlinkLogicalTableFunctionScan.LOGICAL.any.None: 0.[NONE].[NONE].[NONE](input#0=RelSubset#N,invocation="+
			expr.Print(o.Call, expr.AST, nil)+",rowType="+declaredRow(l, o).ExecString()+")]"))
	default:
		panic(r)
	}
}

// declaredRow is the row of a windowing function as it was before time attributes below it stopped being such.
func declaredRow(l *logical.Node, o *logical.TableFunctionScan) *types.Type {
	call, ok := o.Call.(*expr.Call)
	if !ok || len(call.Args) == 0 {
		return l.Row
	}
	t, ok := call.Args[0].(*expr.TableArg)
	width := len(l.Row.Fields) - 3
	if !ok || t.Type() == nil || len(t.Type().Fields) != width {
		return l.Row
	}
	return types.RowType(append(append([]types.Field(nil), t.Type().Fields...), l.Row.Fields[width:]...)...)
}

func isWindowCall(e expr.Expr) bool {
	call, ok := e.(*expr.Call)
	if !ok {
		return false
	}
	_, ok = windowKind(call.Op.Op)
	return ok
}

// constantFunction is StreamPhysicalConstantTableFunctionScanRule: a function of constants over one empty row.
func (c *converter) constantFunction(l *logical.Node, o *logical.TableFunctionScan) *Node {
	values := c.node(&Values{logical.Values{Tuples: [][]*expr.Literal{{}}}}, types.RowType(), l.Span)
	return c.node(&Correlate{Type: logical.Inner, Call: o.Call, FunctionRow: l.Row}, l.Row, l.Span, values)
}

// windowAggregate is StreamPhysicalWindowAggregateRule with PullUpWindowTableFunctionIntoWindowAggregateRule: an
// aggregate by both bounds of a window, which takes the windowing function into itself where only a projection is
// between. It is nil if the aggregate is a plain one.
func (c *converter) windowAggregate(l *logical.Node, o *logical.Aggregate) *Node {
	w := c.windows.Of(l.Input())
	if w == nil || !c.isWindowAggregate(l, o, w) {
		return nil
	}
	rest, start, end, time := withoutWindow(o.Group, w)
	op := &WindowAggregate{Group: rest, Calls: o.Calls,
		Window:     WindowRef{Spec: w.Spec, TimeColumn: -1, Start: start, End: end},
		Properties: namedProperties(w, time)}
	in := c.convert(l.Input())
	row := aggregateRow(l, o, op, w, in.Row)
	known := row.Names()
	if pulled, from := c.pullUp(op, in, w); pulled != nil {
		op, in = pulled, from
		row = aggregateRow(l, o, op, w, in.Row)
	}
	n := c.node(op, row, l.Span, c.exchange(in, op.Group))
	c.lose(n, known)
	out := c.calc(windowOutputs(o, op, w, row), nil, l.Row, l.Span, n)
	if out == n {
		c.lose(n, l.Row.Names())
	}
	return out
}

// isWindowAggregate is WindowUtil.isValidWindowAggregate.
func (c *converter) isWindowAggregate(l *logical.Node, o *logical.Aggregate, w *logical.Windows) bool {
	rest, _, _, _ := withoutWindow(o.Group, w)
	if w.Spec.Kind == logical.Session && !keys.Of(w.Spec.Partition...).Equal(keys.Of(rest...)) {
		return false
	}
	return w.BoundedBy(o.Group) && (w.Spec.RowTime || c.isProctimeWindow(l, o, w))
}

// isProctimeWindow reports a processing-time window right over its windowing function: nothing but Calcs between,
// none of which computes on the window's columns, nor does the aggregate.
func (c *converter) isProctimeWindow(l *logical.Node, o *logical.Aggregate, w *logical.Windows) bool {
	for _, call := range o.Calls {
		if w.Columns().Intersects(keys.Of(call.Args...)) {
			return false
		}
	}
	for n := l.Input(); ; n = n.Input() {
		switch x := n.Op.(type) {
		case *logical.Calc:
			if computesOn(x.Exprs, x.Cond, c.windows.Of(n.Input())) {
				return false
			}
		case *logical.TableFunctionScan:
			return true
		case *logical.Expand, *logical.WatermarkAssigner:
		default:
			return false
		}
		if len(n.Inputs) == 0 {
			return false
		}
	}
}

// computesOn reports a condition on the window's columns or a call over them (calcContainsCallsOnWindowColumns).
func computesOn(exprs []expr.Expr, cond expr.Expr, w *logical.Windows) bool {
	if w == nil {
		return true
	}
	cols := w.Columns()
	if cond != nil && cols.Intersects(expr.Refs(cond)) {
		return true
	}
	for _, e := range exprs {
		if _, ok := e.(*expr.Call); ok && cols.Intersects(expr.Refs(e)) {
			return true
		}
	}
	return false
}

func namedProperties(w *logical.Windows, time int) []logical.WindowProperty {
	bound := types.TimestampType(3).WithNullable(false)
	out := []logical.WindowProperty{
		{Name: "window_start", Kind: expr.GroupAuxStart, Type: bound},
		{Name: "window_end", Kind: expr.GroupAuxEnd, Type: bound},
	}
	if time >= 0 {
		kind := expr.GroupAuxProctime
		if w.Spec.RowTime {
			kind = expr.GroupAuxRowtime
		}
		out = append(out, logical.WindowProperty{Name: "window_time", Kind: kind, Type: w.TimeType.WithNullable(false)})
	}
	return out
}

// aggregateRow is the row of a window aggregate over in: keys, which bear in's names, calls, window columns.
// (WindowUtil.deriveWindowAggregateRowType)
func aggregateRow(l *logical.Node, o *logical.Aggregate, op *WindowAggregate, w *logical.Windows, in *types.Type) *types.Type {
	var fields []types.Field
	for i, g := range o.Group {
		if !w.Columns().Has(g) {
			f := l.Row.Fields[i]
			f.Name = in.Fields[op.Group[len(fields)]].Name
			fields = append(fields, f)
		}
	}
	used := map[string]bool{}
	for _, f := range fields {
		used[f.Name] = true
	}
	for i, f := range l.Row.Fields[len(o.Group):] {
		if o.Calls[i].Name == "" {
			f.Name = "$f" + strconv.Itoa(len(fields))
		}
		for k := 0; used[f.Name]; k++ { // Aggregate.deriveRowType
			f.Name += "_" + strconv.Itoa(k)
		}
		used[f.Name] = true
		fields = append(fields, f)
	}
	for _, p := range op.Properties {
		fields = append(fields, types.Field{Name: p.Name, Type: p.Type})
	}
	return types.RowType(fields...)
}

// windowOutputs puts the columns of a window aggregate into the order of the aggregate that it stands for.
func windowOutputs(o *logical.Aggregate, op *WindowAggregate, w *logical.Windows, row *types.Type) []expr.Expr {
	calls := len(op.Group)
	properties := calls + len(o.Calls)
	var out []expr.Expr
	key := 0
	add := func(i int) { out = append(out, expr.NewRef(i, row.Fields[i].Type)) }
	for _, g := range o.Group {
		switch {
		case w.Start.Has(g):
			add(properties)
		case w.End.Has(g):
			add(properties + 1)
		case w.Time.Has(g):
			add(properties + 2)
		default:
			add(key)
			key++
		}
	}
	for i := range o.Calls {
		add(calls + i)
	}
	return out
}

// pullUp takes the windowing function below a Calc into the aggregate, and gives what the aggregate then reads: the
// Calc without the window's columns, with the time column.
func (c *converter) pullUp(op *WindowAggregate, in *Node, w *logical.Windows) (*WindowAggregate, *Node) {
	in = c.windowAboveExpand(in)
	calc, ok := in.Op.(*Calc)
	if !ok {
		return nil, nil
	}
	tvf, ok := in.Input().Op.(*WindowTableFunction)
	if !ok {
		return nil, nil
	}
	width := len(in.Input().Row.Fields)
	bounds := &logical.Windows{Start: keys.Of(width - 3), End: keys.Of(width - 2), Time: keys.Of(width - 1)}
	if computesOn(calc.Exprs, calc.Cond, bounds) || callsRead(op.Calls, w.Columns()) {
		return nil, nil
	}
	below := in.Input().Input()
	if _, shuffled := below.Op.(*Exchange); shuffled {
		below = below.Input()
	}
	p := withoutWindowColumns(calc, in.Row, below.Row, tvf.Window.TimeField, bounds.Columns())
	if !pullUpPays(calc, below, &tvf.Window, len(op.Group), p.exprs) {
		return nil, nil
	}
	low := c.calc(p.exprs, calc.Cond, types.RowType(p.fields...), in.Span, below)
	out := *op
	out.Group = mapped(op.Group, p.to)
	out.Calls = movedCalls(op.Calls, p.to)
	spec := tvf.Window
	spec.Partition = nil
	for i, e := range p.exprs {
		r, ok := e.(*expr.Ref)
		if ok && keys.Of(tvf.Window.Partition...).Has(r.Index) {
			spec.Partition = append(spec.Partition, i)
		}
	}
	spec.TimeField = p.time
	out.Window = WindowRef{Spec: spec, TimeColumn: p.time, Start: -1, End: -1}
	return &out, low
}

// windowAboveExpand is in with its windowing function above the Expand that is right below, or below a Calc.
func (c *converter) windowAboveExpand(in *Node) *Node {
	if form := c.overWindow[in]; form != nil {
		if above := form(); above != nil {
			return above
		}
	}
	if calc, ok := in.Op.(*Calc); ok {
		if form := c.overWindow[in.Input()]; form != nil {
			if above := form(); above != nil {
				return c.calc(calc.Exprs, calc.Cond, in.Row, in.Span, above)
			}
		}
	}
	return in
}

// pullUpPays compares what the two forms of a window aggregate cost, as the volcano planner does: where Flink knows less
// of the rows that the condition keeps once it stands lower, the shuffle of more rows outweighs the function saved.
//
//	SELECT … FROM TABLE(TUMBLE(TABLE t, …)) WHERE name LIKE 'a%' GROUP BY window_start, window_end, name
func pullUpPays(calc *Calc, below *Node, w *logical.WindowSpec, group int, lower []expr.Expr) bool {
	if calc.Cond == nil {
		return true
	}
	const hash, single, serialize, aggregate = 8, 1, 160, 1 // FlinkCost, for one row
	row := float64(serialize + aggregate + max(hash*group, single))
	if o, ok := below.Op.(*Calc); ok && o.Cond == nil && expr.Computed(lower) == 0 {
		below = below.Input() // the two Calcs are one
	}
	windows := windowsPerRow(w)
	above := windows + windows*expr.Selectivity(calc.Cond)*(row+float64(expr.Computed(calc.Exprs)))
	return share(below, calc.Cond)*(row+float64(expr.Computed(lower))) <= above
}

// windowsPerRow is how many rows a windowing function makes of one (CommonPhysicalWindowTableFunction.estimateRowCount).
func windowsPerRow(w *logical.WindowSpec) float64 {
	switch {
	case w.Kind == logical.Session:
		return float64(w.Size)
	case w.Slide > 0:
		return float64(w.Size / w.Slide)
	}
	return 1
}

// share is the share of the rows of in that a condition keeps (FlinkRelMdSelectivity): of operators for which Flink has no
// estimate it is guessed.
func share(in *Node, cond expr.Expr) float64 {
	switch o := in.Op.(type) {
	case *TableSourceScan, *IntermediateTableScan, *Calc, *WindowTableFunction, *Join, *TemporalJoin, *IntervalJoin, *WindowJoin:
		return expr.Selectivity(cond)
	case *Exchange, *Sort, *SortLimit, *Limit:
		return share(in.Input(), cond)
	case *Expand:
		if !expr.Refs(cond).Has(o.ExpandID) {
			return share(in.Input(), cond)
		}
	case *Rank:
		if !o.OutputRank || !expr.Refs(cond).Has(len(in.Row.Fields)-1) {
			return share(in.Input(), cond)
		}
		return expr.Selectivity(cond)
	case *Union:
		sum := 0.0
		for _, x := range in.Inputs {
			sum += share(x, cond)
		}
		return sum / float64(len(in.Inputs))
	}
	return expr.GuessSelectivity(cond)
}

func callsRead(calls []logical.AggCall, cols keys.Cols) bool {
	for _, call := range calls {
		if cols.Intersects(keys.Of(call.Args...)) {
			return true
		}
	}
	return false
}

// projection is a Calc's list without the window's columns: to tells where each of its items went, -1 for nowhere.
type projection struct {
	exprs  []expr.Expr
	fields []types.Field
	to     []int
	time   int
	added  bool
}

// withoutWindowColumns drops the window's columns from a Calc over a windowing function, which is to go below that
// function, and appends the time column if the Calc has it not (buildNewProgramWithoutWindowColumns).
func withoutWindowColumns(calc *Calc, row, below *types.Type, timeField int, window keys.Cols) projection {
	p := projection{time: -1, to: make([]int, len(calc.Exprs))}
	var names []string
	add := func(e expr.Expr, f types.Field) {
		f.Name = FreshName(names, f.Name)
		names = append(names, f.Name)
		p.exprs = append(p.exprs, e)
		p.fields = append(p.fields, f)
	}
	for i, e := range calc.Exprs {
		r, ok := e.(*expr.Ref)
		if ok && window.Has(r.Index) {
			p.to[i] = -1
			continue
		}
		p.to[i] = len(p.exprs)
		add(e, row.Fields[i])
		if ok && r.Index == timeField {
			p.time = p.to[i]
		}
	}
	if p.time < 0 {
		p.time, p.added = len(p.exprs), true
		f := below.Fields[timeField]
		add(expr.NewRef(timeField, f.Type), f)
	}
	return p
}

func mapped(cols, to []int) []int {
	out := make([]int, len(cols))
	for i, c := range cols {
		out[i] = to[c]
	}
	return out
}

func movedCalls(calls []logical.AggCall, to []int) []logical.AggCall {
	out := append([]logical.AggCall(nil), calls...)
	for i := range out {
		out[i].Args = mapped(out[i].Args, to)
		if out[i].Filter >= 0 {
			out[i].Filter = to[out[i].Filter]
		}
	}
	return out
}

// windowRank is StreamPhysicalWindowRankRule and StreamPhysicalWindowDeduplicateRule; nil for a plain rank.
func (c *converter) windowRank(l *logical.Node, o *logical.Rank) *Node {
	w := c.windows.Of(l.Input())
	if w == nil || !w.BoundedBy(o.Partition) {
		return nil
	}
	rest, start, end, time := withoutWindow(o.Partition, w)
	_ = time
	ref := WindowRef{Spec: w.Spec, TimeColumn: -1, Start: start, End: end}
	in := c.exchange(c.convert(l.Input()), rest)
	if dedupByTime(o, l.Input().Row) {
		f := o.Order[0]
		return c.node(&WindowDeduplicate{Partition: rest, OrderKey: f.Column, KeepLast: f.Descending,
			RowTime: w.Spec.RowTime, Window: ref}, l.Row, l.Span, in)
	}
	op := *o
	op.Partition = rest
	return c.node(&WindowRank{Rank: op, Window: ref}, l.Row, l.Span, in)
}

// dedupByTime is RankUtil.canConvertToDeduplicate of a logical rank.
func dedupByTime(o *logical.Rank, row *types.Type) bool {
	return (&Rank{Rank: *o}).IsDeduplication() && len(o.Order) == 1 && row.Fields[o.Order[0].Column].Type.IsTimeAttribute()
}
