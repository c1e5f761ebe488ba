package simulate

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// taskOf makes the task of a node, grouped by what the node does with a row. An operator that is not modelled is named.
func (m *Machine) taskOf(n *physical.Node, v *vertex) task {
	switch o := n.Op.(type) {
	case *physical.TableSourceScan:
		return m.scan(n, o, v)
	case *physical.Values:
		return valuesOf(o)
	case *physical.Exchange, *physical.Union:
		return forwardTask{}
	case *physical.MiniBatchAssigner:
		return &batchMarks{interval: o.IntervalMillis, rowtime: o.RowTime}
	case *physical.Calc:
		return m.calc(n, o)
	case *physical.Expand:
		t := &expandTask{}
		for _, p := range o.Projects {
			t.projects = append(t.projects, m.clockedAll(p))
		}
		return t
	case *physical.DropUpdateBefore:
		return dropTask{}
	case *physical.WatermarkAssigner:
		return &watermarkTask{gen: watermarks{expr: o.Watermark}, rowtime: o.Rowtime}
	case *physical.ChangelogNormalize:
		return m.batched(n, &normalizeTask{key: o.Key, cond: m.clocked(o.Cond), before: sendsBefore(n), expires: m.config.Expires,
			last: map[string][]expr.Value{}})
	case *physical.GroupAggregate:
		return m.group(n, o)
	case *physical.IncrementalGroupAggregate:
		return m.incremental(n, o)
	case *physical.Join:
		return m.join(n, o)
	case *physical.MultiJoin:
		return m.multiJoin(n, o)
	case *physical.Rank:
		return m.batched(n, rankOf(n, o, m.config.Expires))
	case *physical.Limit:
		return limitOf(n, &o.Sort, inputInserts(n), physical.RetractStrategy)
	case *physical.SortLimit:
		return limitOf(n, &o.Sort, o.Strategy == physical.AppendFast, o.Strategy)
	case *physical.Sink:
		return m.sink(n, o, v)
	}
	return m.timedTask(n, v)
}

func (m *Machine) calc(n *physical.Node, o *physical.Calc) task {
	in := n.Input().Row
	return &calcTask{cond: m.clocked(o.Cond), exprs: m.clockedAll(o.Exprs), row: in, notNull: notNullOf(in)}
}

func sendsBefore(n *physical.Node) bool { return n.Traits.Kinds().Has(mode.UpdateBefore) }

func inputInserts(n *physical.Node) bool { return n.Input().Traits.Modify.InsertOnly() }

// scan makes the task of a source: rows come with all columns of the table but computed ones, in declared order.
func (m *Machine) scan(n *physical.Node, o *physical.TableSourceScan, v *vertex) task {
	for _, name := range []string{o.Table.ID.Name, o.Table.ID.String()} {
		m.sources[name] = append(m.sources[name], v.op)
	}
	t := &scanTask{kinds: o.Source.Mode, table: o.Table.ID.Name}
	if have := o.Source.Mode; have.Has(mode.UpdateAfter) && !have.Has(mode.Insert) {
		t.drop = upserts(o)
	}
	for _, f := range n.Row.Fields {
		t.columns = append(t.columns, delivered(o.Table, f.Name))
	}
	for _, a := range o.Pushed {
		switch a.Name {
		case "watermark":
			if len(a.Exprs) == 1 {
				t.pushed = &watermarks{expr: a.Exprs[0]}
			}
		case "filter":
			t.taken = append(t.taken, takenFilters(o, &a)...)
		case "limit", "partitions":
			diag.Unknown(n.Span, "rows through a %s that the source takes", a.Name)
		}
	}
	return t
}

// delivered is the place of a column in a delivered row.
func delivered(t *catalog.Table, name string) int {
	at := 0
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Kind == catalog.Computed {
			continue
		}
		if c.Name == name {
			return at
		}
		at++
	}
	diag.Unknown(t.Columns[0].Span, "rows for column %s", name)
	return -1
}

func valuesOf(o *physical.Values) *valuesTask {
	t := &valuesTask{}
	for _, tuple := range o.Tuples {
		vals := make([]expr.Value, len(tuple))
		for i, l := range tuple {
			vals[i] = l.Value
		}
		t.rows = append(t.rows, Row{Kind: Insert, Vals: vals})
	}
	return t
}

func (m *Machine) group(n *physical.Node, o *physical.GroupAggregate) task {
	in := n.Input().Row
	if o.Phase == physical.LocalPhase {
		newAccumulators(o.Calls, o.Retract)
		t := &localGroup{args: argTypes(o.Calls, in), calls: o.Calls, retract: o.Retract, local: o.Local, rows: newBundle[batchRows](m.config.BatchSize, o.Group, in)}
		t.rows.flush = t.finish
		return t
	}
	g := groupTask{group: o.Group, calls: o.Calls, retracts: o.Retract, before: sendsBefore(n), expires: m.config.Expires,
		retract: !inputInserts(n), shown: -1, groups: map[string]*groupState{}}
	if o.Phase == physical.GlobalPhase {
		g.retract = o.CountAt >= 0
		g.shown = len(o.Original)
		if o.PartialFinal == physical.Final {
			g.shown = len(n.Row.Fields) - len(o.Group)
		}
	}
	g.accumulators() // names what is not known before any row comes
	if o.Phase == physical.OnePhase && !m.config.Batch {
		return &g
	}
	t := &batchGroup{groupTask: g, rows: newBundle[batchRows](m.config.BatchSize, o.Group, in), global: o.Phase == physical.GlobalPhase}
	t.rows.flush = t.finish
	return t
}

func (m *Machine) incremental(n *physical.Node, o *physical.IncrementalGroupAggregate) task {
	newAccumulators(o.Calls, o.Retract)
	t := &incrementalGroup{calls: o.Calls, retract: o.Retract, local: o.Local, final: o.FinalGroup, row: n.Input().Row,
		rows: newBundle[batchRows](m.config.BatchSize, o.PartialGroup, n.Input().Row), seen: map[string][]accumulator{},
		finals: newHashMap[keyed[batchRows]]()}
	t.rows.flush = t.finish
	return t
}

func (m *Machine) join(n *physical.Node, o *physical.Join) task {
	l, r := n.Inputs[0], n.Inputs[1]
	eq := expr.SplitEqui(o.Cond, len(l.Row.Fields))
	t := joinTask{typ: o.Type, keys: [2][]int{eq.Left, eq.Right}, width: [2]int{len(l.Row.Fields), len(r.Row.Fields)}}
	for _, filtered := range eq.FilterNulls {
		t.nulls = append(t.nulls, !filtered)
	}
	if len(eq.Rest) > 0 {
		t.cond = m.clocked(expr.AndOf(eq.Rest...))
	}
	for side, in := range n.Inputs {
		t.row[side] = in.Row
		for c := range in.Row.Fields {
			t.every[side] = append(t.every[side], c)
		}
		t.sides[side] = map[string]*hashMap[joinRow]{}
	}
	keys := physical.NewKeys()
	for side, spec := range []physical.InputSpec{o.LeftSpec, o.RightSpec} {
		if spec == physical.NoUniqueKey {
			continue
		}
		if set := keys.UpsertFor(n.Inputs[side], t.keys[side]); !set.Empty() {
			t.unique[side] = set.JavaOrder()[0].Slice()
		}
		t.one[side] = spec == physical.JoinKeyContainsUniqueKey
	}
	if o.Type == logical.Semi || o.Type == logical.Anti {
		return &semiTask{joinTask: t, anti: o.Type == logical.Anti}
	}
	if m.config.Batch {
		return newBatchJoin(t, m.config.BatchSize)
	}
	return &t
}

func rankOf(n *physical.Node, o *physical.Rank, expires bool) task {
	in := n.Input().Row
	if d := dedupOf(n, o, in, expires); d != nil {
		return d
	}
	t := topN{partition: o.Partition, order: o.Order, start: o.Range.Start, end: o.Range.End, endColumn: o.Range.EndColumn,
		number: o.OutputRank || o.Range.Start > 1, outputRank: o.OutputRank, before: sendsBefore(n), parts: map[string]*partition{}}
	switch o.Strategy {
	case physical.AppendFast:
		byArrival := len(o.Order) == 1 && !o.Order[0].Descending && in.Fields[o.Order[0].Column].Type.Time == types.Proctime
		return &appendTopN{topN: t, byArrival: byArrival, top1: isTop1(o)}
	case physical.UpdateFast:
		return &updateTopN{topN: t, rowKey: o.PrimaryKey, top1: isTop1(o)}
	}
	return retracting(t)
}

// retracting is the Top-N that keeps every row.
func retracting(t topN) task {
	if t.start > 1 && !t.outputRank {
		return &offsetTopN{topN: t, kept: map[string]*offsetRows{}}
	}
	return &retractTopN{t}
}

func isTop1(o *physical.Rank) bool {
	return o.Range.EndColumn < 0 && o.Range.Start == 1 && o.Range.End == 1
}

// dedupOf is the deduplication that Flink executes for a rank, nil if it executes a Top-N (StreamPhysicalRank, RankUtil).
func dedupOf(n *physical.Node, o *physical.Rank, in *types.Type, expires bool) task {
	if !o.IsDeduplication() || !inputInserts(n) || len(o.Order) != 1 {
		return nil
	}
	col := o.Order[0].Column
	time := in.Fields[col].Type.Time
	if time == types.NotTime {
		return nil
	}
	last := o.Order[0].Descending
	if time == types.Proctime {
		return &dedupTask{key: o.Partition, time: -1, last: last, expires: expires, before: sendsBefore(n), rows: map[string]Row{}}
	}
	if !last && n.Traits.Modify.InsertOnly() {
		return &firstByTime{key: o.Partition, time: col, wm: minTime, waiting: newOrdered[[]expr.Value](), sent: map[string]bool{}}
	}
	return &dedupTask{key: o.Partition, time: col, last: last, before: sendsBefore(n), rows: map[string]Row{}}
}

// limitOf is LIMIT, ordered or not: one partition, no row number.
func limitOf(n *physical.Node, s *logical.Sort, appends bool, strategy physical.RankStrategy) task {
	var offset, fetch int64
	if s.Offset != nil {
		offset = *s.Offset
	}
	if s.Fetch != nil {
		fetch = *s.Fetch
	}
	t := topN{order: s.Fields, start: offset + 1, end: offset + fetch, endColumn: -1, number: offset > 0,
		before: sendsBefore(n), parts: map[string]*partition{}}
	switch {
	case appends:
		return &appendTopN{topN: t}
	case strategy == physical.UpdateFast:
		o, _ := n.Op.(*physical.SortLimit)
		return &updateTopN{topN: t, rowKey: o.PrimaryKey}
	}
	return retracting(t)
}

func (m *Machine) sink(n *physical.Node, o *physical.Sink, v *vertex) task {
	trace := &SinkTrace{Table: o.Table.ID.Name}
	m.trace.Operators[v.op].Sink = trace
	t := &sinkTask{trace: trace, now: func() At { return m.now }, table: o.Table.ID.String(), dropNull: m.config.DropNull, names: n.Input().Row.Names()}
	var pk []int
	at := 0
	for i := range o.Table.Columns {
		c := &o.Table.Columns[i]
		if c.Kind == catalog.Computed || c.Virtual {
			continue
		}
		if !c.Type.Nullable && at < len(t.names) && n.Input().Row.Fields[at].Type.Nullable {
			t.notNull = append(t.notNull, at)
		}
		at++
	}
	if o.Table.PrimaryKey != nil {
		for _, name := range o.Table.PrimaryKey.Columns {
			pk = append(pk, delivered(o.Table, name))
		}
	}
	var upsert []int
	if len(o.UpsertKeys) > 0 {
		upsert = o.UpsertKeys[0]
	}
	t.overtake, t.upsertKey = m.config.Overtake, upsert
	if !o.UpsertMaterialize {
		return t
	}
	switch o.Conflict {
	case logical.ConflictError, logical.ConflictNothing:
		t.inner = &compacting{pk: pk, upsertKey: upsert, pkNames: o.Table.PrimaryKey.Columns, errors: o.Conflict == logical.ConflictError,
			wm: minTime, keys: newOrdered[compactState]()}
	default:
		t.inner = &materializer{pk: pk, upsertKey: upsert, rows: newOrdered[[][]expr.Value]()}
	}
	return t
}

// upserts reads rows as an upsert source does: an insert is an update, what was before an update does not come, and
// a delete has nothing but its key.
func upserts(o *physical.TableSourceScan) func(Row) (Row, bool) {
	keep := map[int]bool{}
	if o.Table.PrimaryKey != nil {
		for _, name := range o.Table.PrimaryKey.Columns {
			keep[delivered(o.Table, name)] = true
		}
	}
	return func(r Row) (Row, bool) {
		switch {
		case r.Kind == UpdateBefore:
			return r, false
		case r.Kind == Insert:
			return r.As(UpdateAfter), true
		case r.Kind == Delete && len(keep) > 0:
			vals := make([]expr.Value, len(r.Vals))
			for c := range keep {
				vals[c] = r.Vals[c]
			}
			return Row{Kind: Delete, Vals: vals}, true
		}
		return r, true
	}
}

// takenFilters are the conditions that the source itself applies; those that stay above as well are not asked twice.
func takenFilters(o *physical.TableSourceScan, a *logical.Ability) []expr.Expr {
	if o.Source.Filter == nil {
		return nil
	}
	var columns []connector.Column
	for i := range o.Table.Columns {
		if c := &o.Table.Columns[i]; c.Kind == catalog.Physical {
			columns = append(columns, connector.Column{Name: c.Name, Type: c.Type})
		}
	}
	var out []expr.Expr
	for _, e := range a.Exprs {
		if _, remains := o.Source.Filter(e, columns); !remains {
			out = append(out, e)
		}
	}
	return out
}
