package changelog

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// Translate gives the refusals that come last, when EXPLAIN makes a job of the plan (translateToPlanInternal of Flink's
// exec nodes): what an operator cannot run, and what a connector does not take.
func Translate(p *Plan, settings catalog.Settings) (err error) {
	defer diag.Catch(&err)
	t := &translation{settings: settings, done: map[*physical.Node]bool{}}
	for _, r := range p.Exec {
		t.construct(r)
	}
	t.done = map[*physical.Node]bool{}
	for _, r := range p.Exec {
		t.translate(r)
	}
	return nil
}

type translation struct {
	settings catalog.Settings
	done     map[*physical.Node]bool
}

// construct refuses what the exec nodes refuse when they are made.
func (t *translation) construct(n *physical.Node) {
	if t.done[n] {
		return
	}
	t.done[n] = true
	for _, in := range n.Inputs {
		t.construct(in)
	}
	if _, ok := n.Op.(*physical.WindowAggregate); ok && t.emits() {
		diag.Fail(diag.Table, n.Span, "Currently, window table function based aggregate doesn't support early-fire and "+
			"late-fire configuration 'table.exec.emit.early-fire.enabled' and 'table.exec.emit.late-fire.enabled'.")
	}
	if o, ok := n.Op.(*physical.WindowJoin); ok && !(o.Left.Spec.RowTime && o.Right.Spec.RowTime) {
		diag.Fail(diag.Table, n.Span, "Processing time Window Join is not supported yet.")
	}
}

func (t *translation) emits() bool {
	return t.settings.Bool("table.exec.emit.early-fire.enabled") || t.settings.Bool("table.exec.emit.late-fire.enabled")
}

func (t *translation) translate(n *physical.Node) {
	if t.done[n] {
		return
	}
	t.done[n] = true
	t.before(n)
	for _, in := range n.Inputs {
		t.translate(in)
	}
	t.after(n)
}

// before refuses what an operator refuses before it looks at its inputs.
func (t *translation) before(n *physical.Node) {
	fail := func(format string, args ...any) { diag.Fail(diag.Table, n.Span, format, args...) }
	switch o := n.Op.(type) {
	case *physical.Sort:
		if t.settings.Bool("__table.exec.sort.non-temporal.enabled__") {
			return
		}
		fail("Sort on a non-time-attribute field is not supported.")
	case *physical.Limit:
		if o.Fetch == nil {
			fail("FETCH is missed, which on streaming table is not supported currently.")
		}
	case *physical.SortLimit:
		if o.Fetch == nil {
			fail("FETCH is missed, which on streaming table is not supported currently.")
		}
	case *physical.Rank:
		if !o.IsTimeDeduplication(n) && o.Function.Op != expr.RowNumber {
			fail("%s() on streaming table is not supported currently", o.Function.Name)
		}
	case *physical.WindowRank:
		if o.Function.Op != expr.RowNumber {
			fail("%s() function is not supported on Window TopN currently, only ROW_NUMBER() is supported.", o.Function.Name)
		}
		if !o.Window.Spec.RowTime {
			fail("Processing time Window TopN is not supported yet.")
		}
		if o.Range.EndColumn >= 0 {
			fail("Rank strategy rankEnd=%s is not supported on window rank currently.", n.Input().Row.Fields[o.Range.EndColumn].Name)
		}
	case *physical.WindowAggregate:
		if o.Window.TimeColumn < 0 && !o.Window.Spec.RowTime {
			fail("Non-mergeable processing time window tvf aggregation is invalid, should fallback to group aggregation instead. This is a bug and should not happen. Please file an issue.")
		}
	case *physical.WindowDeduplicate:
		if !o.Window.Spec.RowTime {
			fail("Processing time Window Deduplication is not supported yet.")
		}
	case *physical.OverAggregate:
		if len(o.Order) != 1 {
			fail("The window can only be ordered by a single time column.")
		}
		if o.Order[0].Descending {
			fail("The window can only be ordered in ASCENDING mode.")
		}
	case *physical.LookupJoin:
		t.lookup(n, o)
	case *physical.VectorSearch:
		searches(n, o)
	case *physical.TemporalJoin:
		if !IsRowtimeTemporal(o) {
			fail("Processing-time temporal join is not supported yet.")
		}
	}
}

func (t *translation) lookup(n *physical.Node, o *physical.LookupJoin) {
	if len(o.Keys) == 0 {
		diag.Fail(diag.Table, n.Span, "Temporal table join requires an equality condition on fields of table [%s].", o.Table.ID)
	}
	if o.Type != logical.Inner && o.Type != logical.Left {
		diag.Fail(diag.Table, n.Span, "Temporal table join currently only support INNER JOIN and LEFT JOIN, but was %s JOIN.",
			[...]string{logical.Semi: "LeftSemiJoin", logical.Anti: "LeftAntiJoin"}[o.Type])
	}
	if o.Materialize && o.Source.AsyncLookup {
		id := o.Table.ID
		diag.Fail(diag.Table, n.Span, "Required sync lookup function by planner, but table [%s, %s, %s]does not offer a valid lookup function "+
			"neither as TableSourceTable nor LegacyTableSourceTable", id.Catalog, id.Database, id.Name)
	}
}

// after refuses what an operator refuses once its inputs are translated.
func (t *translation) after(n *physical.Node) {
	t.readSettings(n)
	t.generate(n)
	switch o := n.Op.(type) {
	case *physical.TableSourceScan:
		if o.Source.Late != nil {
			t.raise(n, o.Source.Late(columnsOf(n.Row)))
		}
		t.scanParallelism(n, o)
	case *physical.LookupJoin:
		if o.Source.Fetcher != "" {
			failFetcher(n, o)
		}
	case *physical.OverAggregate:
		t.over(n, o)
	case *physical.Match:
		t.match(n, o)
	case *physical.GroupAggregate, *physical.IncrementalGroupAggregate, *physical.Join, *physical.ChangelogNormalize:
		t.batchSize(n)
	case *physical.Rank:
		if o.IsTimeDeduplication(n) {
			t.batchSize(n)
		}
	case *physical.WindowAggregate:
		if s := o.Window.Spec; s.Kind == logical.Hop && s.Slide > 0 && s.Size%s.Slide != 0 {
			diag.Fail(diag.Table, n.Span, "HOP table function based aggregate requires size must be an integral multiple of slide, "+
				"but got size %d ms and slide %d ms", s.Size, s.Slide)
		}
		if o.Phase == physical.OnePhase {
			t.merges(n, o.Window.Spec.Kind, o.Calls, o.Retract)
		}
	case *physical.GroupWindowAggregate:
		switch o.Window.Kind {
		case expr.GroupHop:
			t.merges(n, logical.Hop, o.Calls, nil)
		case expr.GroupSession:
			t.merges(n, logical.Session, o.Calls, nil)
		}
	case *physical.Sink:
		t.sink(n, o)
	}
}

// batchSize is MinibatchUtil.miniBatchSize, which operators that batch ask for.
func (t *translation) batchSize(n *physical.Node) {
	if !t.settings.Bool("table.exec.mini-batch.enabled") || t.settings.Int("table.exec.mini-batch.size") > 0 {
		return
	}
	diag.Fail(diag.IllegalArgument, n.Span, "Key: 'table.exec.mini-batch.size' , default: -1 (fallback keys: []) must be > 0.")
}

func (t *translation) over(n *physical.Node, o *physical.OverAggregate) {
	fail := func(text string) { diag.Fail(diag.Table, n.Span, "%s", text) }
	bounded := o.Frame.Lower.Kind == expr.Preceding
	if o.Frame.Upper.Kind != expr.CurrentRow || !bounded && o.Frame.Lower.Kind != expr.UnboundedPreceding {
		fail("OVER RANGE FOLLOWING windows are not supported yet.")
	}
	for i := range o.Calls {
		t.overFunction(n, &o.Calls[i])
	}
	if bounded && !n.Input().Row.Fields[o.Order[0].Column].Type.IsTimeAttribute() {
		fail("Non-time attribute sort is not supported for bounded OVER window.")
	}
}

func (t *translation) overFunction(n *physical.Node, c *logical.OverCall) {
	switch c.Op.Op {
	case expr.Lead, expr.Ntile:
		diag.Fail(diag.Table, n.Span, "%s Function is not supported in stream mode.", c.Op.Name)
	}
	args := make([]*types.Type, len(c.Args))
	for k, a := range c.Args {
		args[k] = a.Type()
	}
	if why := physical.UnsupportedCall(c.Op, args); why != "" {
		diag.Fail(diag.Table, n.Span, "%s", why)
	}
	if c.Op.Op == expr.Lag && len(args) == 3 && args[0].Conversion() != args[2].Conversion() {
		diag.Fail(diag.Table, n.Span, "Please explicitly cast default value %s to %s.", args[2].Summary(), args[1].Summary())
	}
	if c.Op.Op == expr.Lag && len(args) > 1 && args[1].Conversion() != types.Integer {
		noLag(n, args)
	}
	switch c.Op.Name {
	case "CUME_DIST", "PERCENT_RANK":
		diag.Fail(diag.Table, n.Span, "%s Function is not supported in stream mode.", c.Op.Name)
	}
}

// noLag says that LagAggFunction has no accumulate for an offset that is no INT.
func noLag(n *physical.Node, args []*types.Type) {
	const class = "org.apache.flink.table.runtime.functions.aggregate.LagAggFunction"
	classes := []string{class + ".LagAcc"}
	for _, t := range args {
		classes = append(classes, internalClass(t))
	}
	diag.Fail(diag.Validation, n.Span, "Could not find an implementation method 'accumulate' in class '%s' for function 'LAG' that matches the "+
		"following signature:\nvoid accumulate(%s)", class, strings.Join(classes, ", "))
}

// internalClass is the class of a type's values inside of the runtime (LogicalTypeUtils.toInternalConversionClass).
func internalClass(t *types.Type) string {
	const data = "org.apache.flink.table.data."
	switch t.Conversion() {
	case types.VarChar:
		return data + "StringData"
	case types.Decimal:
		return data + "DecimalData"
	case types.Timestamp:
		return data + "TimestampData"
	case types.Array:
		return data + "ArrayData"
	case types.Map:
		return data + "MapData"
	case types.Row:
		return data + "RowData"
	case types.Integer:
		return "java.lang.Integer"
	case types.BigInt:
		return "java.lang.Long"
	}
	return javaClass(t)
}

func (t *translation) sink(n *physical.Node, o *physical.Sink) {
	in := n.Input()
	var rowtimes []string
	for _, f := range in.Row.Fields {
		if f.Type.Time == types.Rowtime {
			rowtimes = append(rowtimes, f.Name)
		}
	}
	if len(rowtimes) > 1 && !o.Sink.Sink.Collects && t.settings.Text("table.exec.sink.rowtime-inserter") != "DISABLED" {
		diag.Fail(diag.Table, n.Span, "The query contains more than one rowtime attribute column [%s] for writing into table '%s'.\n"+
			"Please select the column that should be used as the event-time timestamp for the table sink by casting all other "+
			"columns to regular TIMESTAMP or TIMESTAMP_LTZ.", strings.Join(rowtimes, ", "), o.Table.ID)
	}
	if o.Overwrite && o.Sink.Sink.StreamingOverwriteRefused {
		diag.Fail(diag.IllegalState, n.Span, "Streaming mode not support overwrite.")
	}
	if o.Sink.Sink.Late != nil {
		t.raise(n, o.Sink.Sink.Late(columnsOf(n.Row), in.Traits.Kinds()))
	}
	t.sinkParallelism(n, o)
}

// scanParallelism and sinkParallelism are for tables that say in how many places they run
// (CommonExecTableSourceScan, CommonExecSink).
func (t *translation) scanParallelism(n *physical.Node, o *physical.TableSourceScan) {
	want, ok := parallelism(o.Table, "scan.parallelism")
	switch {
	case !ok:
	case want <= 0:
		diag.Fail(diag.Table, n.Span, "Invalid configured parallelism %d for table '%s'.", want, o.Table.ID)
	case !o.Source.OneTask && !o.Source.Mode.InsertOnly() && o.Table.PrimaryKey == nil:
		diag.Fail(diag.Table, n.Span, "Configured parallelism %d for upsert table '%s' while can not find primary key "+
			"field. This is a bug, please file an issue.", want, o.Table.ID)
	}
}

func (t *translation) sinkParallelism(n *physical.Node, o *physical.Sink) {
	if o.Sink.Sink.Parallelism == nil {
		return
	}
	want := *o.Sink.Sink.Parallelism
	if want <= 0 {
		diag.Fail(diag.Table, n.Span, "Invalid configured parallelism %d for table '%s'.", want, o.Table.ID)
	}
	if have := places(n.Input()); !n.Input().Traits.Kinds().InsertOnly() && have != want && o.Table.PrimaryKey == nil {
		diag.Fail(diag.Table, n.Span, "The sink for table '%s' has a configured parallelism of %d, while the input "+
			"parallelism is %d. Since the configured parallelism is different from the input's parallelism and the "+
			"changelog mode is not insert-only, a primary key is required but could not be found.", o.Table.ID, want, have)
	}
}

func parallelism(t *catalog.Table, option string) (int, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(t.Options[option]))
	return n, err == nil
}

// places is the parallelism of n's transformation, -1 where the session's holds.
func places(n *physical.Node) int {
	switch o := n.Op.(type) {
	case *physical.Exchange:
		if o.Hash == nil {
			return 1
		}
		return -1
	case *physical.Values:
		return 1
	case *physical.TableSourceScan:
		if p, ok := parallelism(o.Table, "scan.parallelism"); ok {
			return p
		}
		return -1
	}
	return places(n.Inputs[0])
}

// raise panics with the refusal of a connector, at the node's place if it has none of its own.
func (t *translation) raise(n *physical.Node, err error) {
	switch e := err.(type) {
	case nil:
	case *diag.Rejection:
		if e == nil {
			return
		}
		c := *e
		if c.Span.IsZero() {
			c.Span = n.Span
		}
		panic(&c)
	default:
		panic(err)
	}
}

func columnsOf(row *types.Type) []connector.Column {
	out := make([]connector.Column, len(row.Fields))
	for i, f := range row.Fields {
		out[i] = connector.Column{Name: f.Name, Type: f.Type}
	}
	return out
}
