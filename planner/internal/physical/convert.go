package physical

import (
	"slices"
	"sort"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Convert makes the physical tree of an optimized logical tree (the PHYSICAL phase of FlinkStreamProgram): each node
// by the one rule that takes it, an Exchange wherever a node asks for a distribution.
// Blocks are what it may read of other blocks, by the names of their results.
func Convert(root *logical.Node, blocks map[string]*Block, settings catalog.Settings, budget *diag.Budget) (n *Node, err error) {
	defer diag.Catch(&err)
	c := &converter{settings: settings, budget: budget, done: map[*logical.Node]*Node{}, root: root, blocks: blocks,
		windows: logical.WindowMetadata{Call: windowOfCall}}
	return c.convert(root), nil
}

type converter struct {
	settings catalog.Settings
	budget   *diag.Budget
	done     map[*logical.Node]*Node
	windows  logical.WindowMetadata
	root     *logical.Node
	blocks   map[string]*Block
	lastID   int
	// snapshot is set below the right side of an event-time temporal join, whose scans are not normalized.
	snapshot bool
	// lost holds, by node, the names that its columns have in the query where they bear others (follow).
	lost map[*Node][]string
	// overWindow are the Expands over windowing functions that could stand below them, with that form.
	overWindow map[*Node]func() *Node
}

// node makes a node with an ID of its own.
func (c *converter) node(op Op, row *types.Type, span source.Span, in ...*Node) *Node {
	n := rel.New(op, row, span, in...)
	c.budget.Columns(len(row.Fields))
	c.lastID++
	n.ID = c.lastID
	if c.lost != nil {
		return c.follow(n)
	}
	return n
}

func (c *converter) convert(l *logical.Node) *Node {
	if n, ok := c.done[l]; ok {
		return n
	}
	c.budget.Check()
	n := c.convertOp(l)
	c.done[l] = n
	return n
}

func (c *converter) convertOp(l *logical.Node) *Node {
	switch o := l.Op.(type) {
	case *logical.Sink:
		return c.sink(l, o)
	case *logical.Scan:
		return c.scan(l, o)
	case *logical.IntermediateTableScan:
		return c.node(&IntermediateTableScan{o.Table, c.blocks[o.Table]}, l.Row, l.Span)
	case *logical.Calc:
		return c.calc(o.Exprs, o.Cond, l.Row, l.Span, c.convert(l.Input()))
	case *logical.Project:
		return c.calc(o.Exprs, nil, l.Row, l.Span, c.convert(l.Input()))
	case *logical.Filter:
		in := c.convert(l.Input())
		return c.calc(identity(in.Row), o.Cond, l.Row, l.Span, in)
	case *logical.SetOp:
		return c.union(l, o)
	case *logical.Values:
		return c.node(&Values{*o}, l.Row, l.Span)
	case *logical.WatermarkAssigner:
		return c.node(&WatermarkAssigner{o.Rowtime, o.Watermark}, l.Row, l.Span, c.convert(l.Input()))
	case *logical.Expand:
		return c.expand(l, o)
	case *logical.Aggregate:
		return c.aggregate(l, o)
	case *logical.WindowAggregate:
		return c.groupWindow(l, o)
	case *logical.Sort:
		return c.sort(l, o)
	case *logical.Rank:
		return c.rank(l, o)
	case *logical.Over:
		return c.over(l, o)
	case *logical.Join:
		return c.join(l, o)
	case *logical.MultiJoin:
		return c.multiJoin(l, o)
	case *logical.Correlate:
		return c.correlate(l, o)
	case *logical.TableFunctionScan:
		return c.tableFunction(l, o)
	case *logical.Match:
		return c.match(l, o)
	case *logical.Snapshot:
		c.noRule(l)
	case *logical.Uncollect:
		diag.Unknown(l.Span, "Uncollect that was not rewritten")
	}
	panic(&diag.Unmodelled{Construct: "the logical operator " + l.Op.Name(), Span: l.Span})
}

// exchange shuffles in by the columns, or to one place if there are none.
func (c *converter) exchange(in *Node, hash []int) *Node {
	if len(hash) == 0 {
		if InOnePlace(in) {
			return in
		}
		hash = nil
	}
	return c.node(&Exchange{Hash: hash}, in.Row, in.Span, in)
}

// InOnePlace reports a node that yields its rows in one place, which is a trait of Flink's.
func InOnePlace(n *Node) bool {
	switch n.Op.(type) {
	case *Limit, *SortLimit, *Sort, *TemporalSort:
		return true
	}
	return false
}

// calc makes a Calc over in, merged with one below (FlinkCalcMergeRule) and left out if it changes nothing
// (StreamPhysicalCalcRemoveRule; names are not compared).
func (c *converter) calc(exprs []expr.Expr, cond expr.Expr, row *types.Type, span source.Span, in *Node) *Node {
	if cond == nil && isIdentity(exprs, in.Row) {
		return in
	}
	var known []string
	if below, ok := in.Op.(*Calc); ok && mergeable(exprs, cond, below.Exprs) {
		list, both := merged(exprs, cond, below)
		if mergePays(exprs, cond, list, in) {
			exprs, cond, known, in = list, both, below.InputNames, in.Input()
		}
	}
	if cond == nil && isIdentity(exprs, in.Row) {
		return in
	}
	return c.node(&Calc{Exprs: exprs, Cond: cond, InputNames: known}, row, span, in)
}

// mergePays reports that one Calc costs no more than two: where Flink knows less of the rows that a condition keeps once it
// stands over something else than a Calc, what is computed beside it is dearer there.
//
//	SELECT UPPER(m) … FROM (SELECT window_end, MAX(x) AS m … GROUP BY window_start, window_end) WHERE m LIKE 'a%'
func mergePays(exprs []expr.Expr, cond expr.Expr, merged []expr.Expr, below *Node) bool {
	if cond == nil {
		return true
	}
	calls := expr.Computed(exprs)
	if calls == 0 || below.Op.(*Calc).Cond != nil || expr.Computed(below.Op.(*Calc).Exprs) > 0 {
		return true
	}
	return float64(expr.Computed(merged))*share(below.Input(), cond) <= float64(calls)*expr.Selectivity(cond)
}

// mergeable reports that no expression below that may give another value each time would be computed more than once
// (FlinkRelUtil.isMergeable).
func mergeable(exprs []expr.Expr, cond expr.Expr, below []expr.Expr) bool {
	all := exprs
	if cond != nil {
		all = append(exprs[:len(exprs):len(exprs)], cond)
	}
	count := make([]int, len(below))
	for _, e := range all {
		expr.Any(e, func(x expr.Expr) bool {
			if r, ok := x.(*expr.Ref); ok && r.Index < len(count) {
				count[r.Index]++
			}
			return false
		})
	}
	for i, n := range count {
		if n > 1 && !expr.Deterministic(below[i]) {
			return false
		}
	}
	return true
}

// merged gives a projection and condition over what below reads.
func merged(exprs []expr.Expr, cond expr.Expr, below *Calc) ([]expr.Expr, expr.Expr) {
	out := make([]expr.Expr, len(exprs))
	for i, e := range exprs {
		out[i] = expr.Substitute(e, below.Exprs)
	}
	if cond == nil {
		return out, below.Cond
	}
	cond = expr.Substitute(cond, below.Exprs)
	if below.Cond != nil {
		cond = expr.AndOf(below.Cond, cond)
	}
	return out, orNil(expr.Simplify(cond, expr.NullFalse, nil))
}

func isIdentity(exprs []expr.Expr, row *types.Type) bool {
	if len(exprs) != len(row.Fields) {
		return false
	}
	for i, e := range exprs {
		if r, ok := e.(*expr.Ref); !ok || r.Index != i {
			return false
		}
	}
	return true
}

func identity(row *types.Type) []expr.Expr {
	out := make([]expr.Expr, len(row.Fields))
	for i, f := range row.Fields {
		out[i] = expr.NewRef(i, f.Type)
	}
	return out
}

// scan reads a source; one that sends updates without what they replace is normalized by its key
// (StreamPhysicalTableSourceScanRule).
func (c *converter) scan(l *logical.Node, o *logical.Scan) *Node {
	n := c.node(&TableSourceScan{o}, l.Row, l.Span)
	if c.snapshot || !NeedsNormalize(o, c.settings) {
		return n
	}
	var key []int
	for _, name := range o.Table.PrimaryKey.Columns {
		if i := l.Row.FieldIndex(name); i >= 0 {
			key = append(key, i)
		}
	}
	return c.node(&ChangelogNormalize{Key: key}, l.Row, l.Span, c.exchange(n, key))
}

// NeedsNormalize reports whether what a scan reads is put through a ChangelogNormalize: an upsert source, or one with
// updates whose events may be doubled (DynamicSourceUtils.changelogNormalizeEnabled).
func NeedsNormalize(o *logical.Scan, settings catalog.Settings) bool {
	if o.Table.PrimaryKey == nil {
		return false
	}
	k := o.Source.Mode
	if IsUpsert(k) {
		return true
	}
	return !k.InsertOnly() && settings.Bool("table.exec.source.cdc-events-duplicate")
}

// IsUpsert reports whether a source's mode has updates without what they replace.
func IsUpsert(k mode.Kinds) bool { return k.Has(mode.UpdateAfter) && !k.Has(mode.UpdateBefore) }

// sink is StreamPhysicalSinkRule: a dynamically partitioned table may ask for a shuffle by its partitions.
func (c *converter) sink(l *logical.Node, o *logical.Sink) *Node {
	in := c.convert(l.Input())
	if o.Table.Options["sink.shuffle-by-partition.enable"] == "true" {
		if by := dynamicPartitions(o); len(by) > 0 {
			in = c.exchange(in, by)
		}
	}
	return c.node(&Sink{Sink: o}, in.Row, l.Span, in)
}

// dynamicPartitions are the positions, among the physical columns, of the partition columns without a given value.
func dynamicPartitions(o *logical.Sink) []int {
	static := map[string]bool{}
	for _, a := range o.Abilities {
		if a.Name == "partition" {
			for _, c := range a.Columns {
				static[c] = true
			}
		}
	}
	var out []int
	for _, key := range o.Table.PartitionKeys {
		at := 0
		for _, col := range o.Table.Columns {
			if col.Kind != catalog.Physical {
				continue
			}
			if col.Name == key && !static[key] {
				out = append(out, at)
			}
			at++
		}
	}
	return out
}

func (c *converter) union(l *logical.Node, o *logical.SetOp) *Node {
	if o.Kind != logical.Union || !o.All {
		diag.Unknown(l.Span, "a set operation that was not rewritten")
	}
	in := make([]*Node, len(l.Inputs))
	for i, x := range l.Inputs {
		in[i] = c.convert(x)
	}
	return c.node(&Union{}, l.Row, l.Span, in...)
}

// aggregate is StreamPhysicalGroupAggregateRule, or StreamPhysicalWindowAggregateRule over a windowing function.
func (c *converter) aggregate(l *logical.Node, o *logical.Aggregate) *Node {
	if len(o.Sets) > 1 || len(o.Sets) == 1 && !slices.Equal(o.Sets[0], o.Group) {
		c.failMatching(l.Span, "GROUPING SETS are currently not supported.")
	}
	c.checkFunctions(l, o.Calls)
	if n := c.windowAggregate(l, o); n != nil {
		return n
	}
	in := c.exchange(c.convert(l.Input()), o.Group)
	return c.node(&GroupAggregate{Group: o.Group, Calls: o.Calls, Hints: o.Hints, IndexOfCountStar: -1,
		PartialFinal: PartialFinal(o.Split), Missed: c.missedWindow(l, o)}, l.Row, l.Span, in)
}

func (c *converter) groupWindow(l *logical.Node, o *logical.WindowAggregate) *Node {
	c.checkFunctions(l, o.Calls)
	in := c.exchange(c.convert(l.Input()), o.Group)
	emit, updates := c.emit(l, o)
	return c.node(&GroupWindowAggregate{WindowAggregate: *o, Emit: emit, ProducesUpdates: updates}, l.Row, l.Span, in)
}

// sort picks one of StreamPhysicalLimitRule, SortLimitRule, TemporalSortRule and SortRule.
func (c *converter) sort(l *logical.Node, o *logical.Sort) *Node {
	in := c.exchange(c.convert(l.Input()), nil)
	switch {
	case len(o.Fields) == 0:
		return c.node(&Limit{*o}, l.Row, l.Span, in)
	case o.Fetch != nil || o.Offset != nil:
		return c.node(&SortLimit{Sort: *o}, l.Row, l.Span, in)
	case in.Row.Fields[o.Fields[0].Column].Type.IsTimeAttribute() && !o.Fields[0].Descending:
		return c.node(&TemporalSort{*o}, l.Row, l.Span, in)
	}
	return c.node(&Sort{*o}, l.Row, l.Span, in)
}

// rank is StreamPhysicalRankRule, or one of the window rules where the partition has the window's bounds.
func (c *converter) rank(l *logical.Node, o *logical.Rank) *Node {
	op := *o
	op.Partition = ascending(o.Partition)
	if len(o.Order) == 0 && numbersRows(o.Function) {
		window := "window#0=window("
		if len(op.Partition) > 0 {
			window += "partition " + keys.Of(op.Partition...).String() + " "
		}
		failUnordered(l, window+"rows between UNBOUNDED PRECEDING and CURRENT ROW aggs ["+o.Function.Name+"()])")
	}
	if n := c.windowRank(l, &op); n != nil {
		return n
	}
	in := c.exchange(c.convert(l.Input()), op.Partition)
	return c.node(&Rank{Rank: op, Missed: missedGrouping(op.Partition, c.windows.Of(l.Input()), l.Input().Row)}, l.Row, l.Span, in)
}

func ascending(cols []int) []int {
	if sort.IntsAreSorted(cols) {
		return cols
	}
	out := append([]int(nil), cols...)
	sort.Ints(out)
	return out
}

// over is StreamPhysicalOverAggregateRule.
func (c *converter) over(l *logical.Node, o *logical.Over) *Node {
	for i := range o.Groups {
		g := &o.Groups[i]
		for k := range g.Calls {
			if len(g.Order) == 0 && numbersRows(g.Calls[k].Op) {
				failUnordered(l, windowsText(l))
			}
		}
	}
	if len(o.Groups) != 1 {
		c.failInRule(l.Span, "Over Agg: Unsupported use of OVER windows. All aggregates must be computed on the same "+
			"window. please re-check the over window statement.")
	}
	g := o.Groups[0]
	g.Partition = ascending(g.Partition)
	checkBound(l, g.Frame.Lower)
	checkBound(l, g.Frame.Upper)
	in := c.exchange(c.convert(l.Input()), g.Partition)
	return c.node(&OverAggregate{g}, l.Row, l.Span, in)
}

// boundFamilies are the names of the families of constants that no frame is measured in.
var boundFamilies = map[types.Kind]string{types.Char: "CHARACTER", types.Boolean: "BOOLEAN", types.Binary: "BINARY", types.Date: "DATE",
	types.Time: "TIME", types.Timestamp: "TIMESTAMP", types.IntervalYearMonth: "INTERVAL_YEAR_MONTH"}

// checkBound refuses a frame that is measured in neither numbers nor days (RelExplainUtil.windowRangeToString).
func checkBound(l *logical.Node, b expr.Bound) {
	if b.Offset == nil {
		return
	}
	t := b.Offset.Type()
	if t.IsNumeric() || t.Kind == types.IntervalDayTime {
		return
	}
	family := boundFamilies[t.Kind]
	const rule = "StreamPhysicalOverAggregateRule(in:LOGICAL,out:STREAM_PHYSICAL)"
	r := diag.New(diag.Validation, family+" type is not allowed for window boundary", l.Span).
		Wrap(diag.Runtime, "Error occurred while applying rule "+rule)
	panic(r.Wrap(diag.Runtime, "Error while applying rule "+rule+", args [rel#N:FlinkLogicalOverAggregate.LOGICAL.any.None: 0.[NONE].[NONE].[NONE]"+
		"(input=RelSubset#N,"+windowsText(l)+")]"))
}

func numbersRows(f *expr.Operator) bool {
	return f.Op == expr.RowNumber || f.Op == expr.Rank || f.Op == expr.DenseRank
}

// windowsText spells the windows of an Over as a rule's arguments are spelled.
func windowsText(l *logical.Node) string {
	var b strings.Builder
	for i, t := range rel.TermsOf(l, expr.AST) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(t.Name + "=" + t.Text)
	}
	return b.String()
}

// failUnordered refuses a rank function without an order, as the rule does that makes the logical operator.
func failUnordered(l *logical.Node, windows string) {
	r := diag.New(diag.Validation, "Over Agg: The window rank function requires order by clause with non-constant fields. "+
		"please re-check the over window statement.", l.Span)
	panic(r.Wrap(diag.Runtime, "Error while applying rule FlinkLogicalOverAggregateConverter(in:NONE,out:LOGICAL), args "+
		"[rel#N:LogicalWindow.NONE.any.None: 0.[NONE].[NONE].[NONE](input=RelSubset#N,"+windows+")]"))
}

const unsupportedFeature = "This exception indicates that the query uses an unsupported SQL feature."

// noRule refuses a plan with an operator that no rule takes. What rules have to say of the operators below it comes first.
func (c *converter) noRule(l *logical.Node) {
	for _, in := range l.Inputs {
		c.convert(in)
	}
	diag.Fail(diag.Table, l.Span, "%s", logical.CannotPlan(c.root, unsupportedFeature))
}

// failMatching refuses a plan where a rule looks whether it matches, failInRule where it has begun
// (FlinkVolcanoProgram).
func (c *converter) failMatching(at source.Span, why string) {
	panic(diag.New(diag.Table, why, at).Wrap(diag.Table, logical.CannotPlan(c.root, why)))
}

func (c *converter) failInRule(at source.Span, why string) {
	panic(diag.New(diag.Table, why, at).Wrap(diag.Table, "Sql optimization: "+logical.CannotPlan(c.root, why)))
}
