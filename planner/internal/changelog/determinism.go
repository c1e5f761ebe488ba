package changelog

import (
	"slices"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// resolve sees to it that rows are taken back as they were sent, where the session asks for it: it makes lookup joins
// keep what they looked up and refuses what it cannot settle (StreamNonDeterministicUpdatePlanVisitor).
func (i *inference) resolve(root *physical.Node) *physical.Node {
	if i.settings.Text("table.optimizer.non-deterministic-update.strategy") != "TRY_RESOLVE" {
		return root
	}
	d := &determinism{inference: i}
	return d.visit(root, keys.Cols{})
}

// determinism carries, from the sink down, the columns that must be the same each time a row is sent.
type determinism struct{ *inference }

func inputInsertOnly(n *physical.Node) bool {
	for _, in := range n.Inputs {
		if !in.Traits.Modify.InsertOnly() {
			return false
		}
	}
	return true
}

func everyColumn(n *physical.Node) keys.Cols { return keys.Range(0, len(n.Row.Fields)) }

// pass hands the need on to the inputs, less what their upsert keys settle.
func (d *determinism) pass(n *physical.Node, need keys.Cols) *physical.Node {
	if len(n.Inputs) == 0 {
		return n
	}
	inputs := make([]*physical.Node, len(n.Inputs))
	for k, in := range n.Inputs {
		inputs[k] = d.visit(in, d.withoutKey(in, need))
	}
	return n.WithInputs(inputs...)
}

// withoutKey takes the columns of the upsert key off that leaves the least (requireDeterminismExcludeUpsertKey).
func (d *determinism) withoutKey(n *physical.Node, need keys.Cols) keys.Cols {
	set := d.keys.Upsert(n)
	if set.Empty() {
		return need
	}
	var left []keys.Cols
	for _, key := range set.JavaOrder() {
		if key.Contains(need) {
			return keys.Cols{}
		}
		left = append(left, need.Minus(key))
	}
	slices.SortStableFunc(left, func(a, b keys.Cols) int { return a.Len() - b.Len() })
	return left[0]
}

func (d *determinism) visit(n *physical.Node, need keys.Cols) *physical.Node {
	switch o := n.Op.(type) {
	case *physical.Sink:
		return d.sink(n, o)
	case *physical.Calc:
		return d.calc(n, o, need)
	case *physical.Correlate:
		return d.correlate(n, o, need)
	case *physical.LookupJoin:
		return d.lookup(n, o, need)
	case *physical.TableSourceScan:
		d.scan(n, o, need)
		return n
	case *physical.GroupAggregate:
		return d.aggregate(n, o.Calls, len(o.Group), need)
	case *physical.IncrementalGroupAggregate:
		return d.aggregate(n, o.Calls, len(o.PartialGroup), need)
	case *physical.WindowAggregate:
		return d.aggregate(n, o.Calls, len(o.Group), need)
	case *physical.GroupWindowAggregate:
		return d.aggregate(n, o.Calls, len(o.Group), need)
	case *physical.Expand:
		return d.pass(n, need.Minus(keys.Of(o.ExpandID)))
	case *physical.Join:
		return d.join(n, o.Type, o.Cond, need)
	case *physical.IntervalJoin:
		return d.join(n, o.Type, o.Rest, need)
	case *physical.TemporalJoin:
		return d.join(n, o.Type, o.Cond, need)
	case *physical.WindowJoin:
		return d.join(n, o.Type, o.Cond, need)
	case *physical.MultiJoin:
		return d.multiJoin(n, o, need)
	case *physical.OverAggregate:
		return d.over(n, o, need)
	case *physical.Rank:
		return d.rank(n, o, need)
	case *physical.WindowRank, *physical.WindowDeduplicate, *physical.VectorSearch, *physical.WindowTableFunction, *physical.Match:
		// They take inserted rows alone.
		return d.pass(n, keys.Cols{})
	case *physical.ChangelogNormalize:
		d.condition(n, o.Cond)
		return d.pass(n, need)
	case *physical.DropUpdateBefore, *physical.MiniBatchAssigner, *physical.Union, *physical.Sort, *physical.Limit,
		*physical.SortLimit, *physical.TemporalSort, *physical.WatermarkAssigner, *physical.Exchange:
		return d.pass(n, need)
	case *physical.ProcessTableFunction:
		diag.Fail(diag.UnsupportedOp, n.Span, "Unsupported to visit node StreamPhysicalProcessTableFunction, "+
			"please add the visit implementation if it is a newly added stream physical node.")
	}
	return n
}

// sink needs its key, or the whole row where rows are found by all their columns.
func (d *determinism) sink(n *physical.Node, o *physical.Sink) *physical.Node {
	if inputInsertOnly(n) {
		return d.pass(n, keys.Cols{})
	}
	pk := sinkKey(o)
	if o.UpsertMaterialize || len(pk) == 0 {
		return d.pass(n, everyColumn(n.Input()))
	}
	return d.pass(n, keys.Of(pk...))
}

func (d *determinism) calc(n *physical.Node, o *physical.Calc, need keys.Cols) *physical.Node {
	if inputInsertOnly(n) || need.Empty() {
		return d.pass(n, keys.Cols{})
	}
	d.program(n, o, need)
	var below keys.Cols
	for c := range need.All() {
		if c >= len(o.Exprs) {
			// Flink hands the columns of an Expand on as they are, refuses here and quotes the whole program.
			diag.Unknown(n.Span, "the refusal of determinism for grouping sets over a projection")
		}
		below = below.Union(expr.Refs(o.Exprs[c]))
	}
	return d.pass(n, below)
}

// program refuses a filter that may differ the next time, and columns that are needed and do
// (checkNonDeterministicRexProgram).
func (d *determinism) program(n *physical.Node, o *physical.Calc, need keys.Cols) {
	d.condition(n, o.Cond)
	calls := map[int]string{}
	for k, e := range o.Exprs {
		if call := unstableCall(e); call != "" {
			calls[k] = call
		}
	}
	d.columns(n, need, calls)
}

func (d *determinism) correlate(n *physical.Node, o *physical.Correlate, need keys.Cols) *physical.Node {
	if inputInsertOnly(n) || need.Empty() {
		return d.pass(n, keys.Cols{})
	}
	d.condition(n, o.Cond)
	left := len(n.Input().Row.Fields)
	if call := unstableCall(o.Call); call != "" {
		calls := map[int]string{}
		for k := left; k < len(n.Row.Fields); k++ {
			calls[k] = call
		}
		d.columns(n, need, calls)
	}
	return d.pass(n, need.Intersect(keys.Range(0, left)))
}

// lookup makes the join keep what it has looked up where columns of the dimension are needed.
func (d *determinism) lookup(n *physical.Node, o *physical.LookupJoin, need keys.Cols) *physical.Node {
	if inputInsertOnly(n) || need.Empty() {
		return d.pass(n, keys.Cols{})
	}
	d.condition(n, o.PreFilter)
	d.condition(n, o.Cond)
	if o.Calc != nil {
		d.program(n, o.Calc, need)
	}
	left := keys.Range(0, len(n.Input().Row.Fields))
	if right := need.Minus(left); !right.Empty() && !keys.Of(o.OutputKey()...).Contains(right) {
		c := *o
		c.Materialize = true
		c.Shuffle = false
		c.Async = ""
		n = n.WithOp(&c)
	}
	return d.pass(n, need.Intersect(left))
}

// scan refuses the metadata of a source that sends updates: the row that is taken back comes with other metadata.
func (d *determinism) scan(n *physical.Node, o *physical.TableSourceScan, need keys.Cols) {
	if need.Empty() || o.Source.Mode.InsertOnly() || !o.Source.ReadsMetadata || physical.NeedsNormalize(o.Scan, d.settings) {
		return
	}
	var bad []string
	for k := range o.Table.Columns {
		c := &o.Table.Columns[k]
		if at := n.Row.FieldIndex(c.Name); at >= 0 && c.Kind == catalog.Metadata && need.Has(at) {
			bad = append(bad, c.Name)
		}
	}
	slices.SortFunc(bad, func(a, b string) int { return n.Row.FieldIndex(a) - n.Row.FieldIndex(b) })
	if len(bad) > 0 {
		diag.Fail(diag.Table, n.Span, "The metadata column(s): '%s' in cdc source may cause wrong result or error on "+
			"downstream operators, please consider removing these columns or use a non-cdc source that only has insert "+
			"messages.\nsource node:\n%s", strings.Join(bad, ", "), d.related(n))
	}
}

func (d *determinism) aggregate(n *physical.Node, calls []logical.AggCall, groups int, need keys.Cols) *physical.Node {
	if !inputInsertOnly(n) {
		return d.pass(n, everyColumn(n.Input()))
	}
	d.calls(n, calls, groups, need)
	return d.pass(n, keys.Cols{})
}

func (d *determinism) calls(n *physical.Node, calls []logical.AggCall, at int, need keys.Cols) {
	bad := map[int]string{}
	for k := range calls {
		if op := calls[k].Op; op.NonDeterministic || op.Dynamic {
			bad[at+k] = op.Name
		}
	}
	d.columns(n, need, bad)
}

func (d *determinism) join(n *physical.Node, t logical.JoinType, cond expr.Expr, need keys.Cols) *physical.Node {
	left, right := n.Inputs[0], n.Inputs[1]
	leftUpdates, rightUpdates := !left.Traits.Modify.InsertOnly(), !right.Traits.Modify.InsertOnly()
	if leftUpdates || rightUpdates || t != logical.Inner && t != logical.Semi {
		d.condition(n, cond)
	}
	width := len(left.Row.Fields)
	eq := physical.EquiKeys(cond, width)
	leftNeed := need.Intersect(keys.Range(0, width))
	rightNeed := keys.Cols{}
	for c := range need.All() {
		if c >= width {
			rightNeed = rightNeed.With(c - width)
		}
	}
	return n.WithInputs(d.joinSide(left, eq.Left, leftNeed), d.joinSide(right, eq.Right, rightNeed))
}

// joinSide does not look at the side itself, but below it (visitJoinChild).
func (d *determinism) joinSide(n *physical.Node, on []int, need keys.Cols) *physical.Node {
	switch {
	case n.Traits.Modify.InsertOnly():
		need = keys.Cols{}
	case inputSpec(d.keys.UpsertFor(n, on), on) == physical.NoUniqueKey:
		need = everyColumn(n)
	}
	return d.pass(n, need)
}

func (d *determinism) multiJoin(n *physical.Node, o *physical.MultiJoin, need keys.Cols) *physical.Node {
	inner := true
	for _, t := range o.Types[1:] {
		inner = inner && t == logical.Inner
	}
	if inner && inputInsertOnly(n) {
		return d.pass(n, keys.Cols{})
	}
	d.condition(n, expr.Conjunction(o.Conditions[1:]...))
	inputs := make([]*physical.Node, len(n.Inputs))
	at := 0
	for k, in := range n.Inputs {
		var part keys.Cols
		for c := range need.All() {
			if c >= at && c < at+len(in.Row.Fields) {
				part = part.With(c - at)
			}
		}
		switch {
		case in.Traits.Modify.InsertOnly():
			part = keys.Cols{}
		case d.keys.Unique(in).Empty():
			part = everyColumn(in)
		}
		inputs[k] = d.visit(in, d.withoutKey(in, part))
		at += len(in.Row.Fields)
	}
	return n.WithInputs(inputs...)
}

func (d *determinism) over(n *physical.Node, o *physical.OverAggregate, need keys.Cols) *physical.Node {
	width := len(n.Input().Row.Fields)
	if inputInsertOnly(n) {
		d.calls(n, overCalls(o), width, need)
		return d.pass(n, keys.Cols{})
	}
	below := need.Intersect(keys.Range(0, width))
	if below.Len() == width {
		return d.pass(n, below)
	}
	below = below.Union(keys.Of(o.Partition...))
	for _, f := range o.Order {
		below = below.With(f.Column)
	}
	for k := range o.Calls {
		if need.Has(width + k) {
			below = below.Union(expr.Refs(o.Calls[k].Args...))
		}
	}
	return d.pass(n, below)
}

func overCalls(o *physical.OverAggregate) []logical.AggCall {
	out := make([]logical.AggCall, len(o.Calls))
	for k := range o.Calls {
		out[k].Op = o.Calls[k].Op
	}
	return out
}

func (d *determinism) rank(n *physical.Node, o *physical.Rank, need keys.Cols) *physical.Node {
	switch {
	case inputInsertOnly(n):
		return d.pass(n, keys.Cols{})
	case o.Strategy == physical.RetractStrategy:
		return d.pass(n, everyColumn(n.Input()))
	}
	settled := keys.Of(o.Partition...).Union(sortColumns(o.Order))
	if o.OutputRank {
		settled = settled.With(len(n.Input().Row.Fields))
	}
	return d.pass(n, need.Minus(settled))
}

func sortColumns(fields []logical.SortField) keys.Cols {
	var out keys.Cols
	for _, f := range fields {
		out = out.With(f.Column)
	}
	return out
}

// unstableCall names the first call in e that may give another value the next time, "" for none.
func unstableCall(e expr.Expr) string {
	name := ""
	expr.Any(e, func(x expr.Expr) bool {
		if c, ok := x.(*expr.Call); ok && (c.Op.NonDeterministic || c.Op.Dynamic) {
			name = c.Op.Name
		}
		return name != ""
	})
	return name
}

func (d *determinism) condition(n *physical.Node, cond expr.Expr) {
	if cond == nil {
		return
	}
	if call := unstableCall(cond); call != "" {
		diag.Fail(diag.Table, n.Span, "There exists non deterministic function: '%s' in condition: '%s' which may cause "+
			"wrong result in update pipeline.\nrelated rel plan:\n%s", call, expr.Print(cond, expr.AST, nil), d.related(n))
	}
}

// columns refuses those of calls, by column, that are needed.
func (d *determinism) columns(n *physical.Node, need keys.Cols, calls map[int]string) {
	var b strings.Builder
	for c := range need.All() {
		if call, ok := calls[c]; ok {
			b.WriteString(n.Row.Fields[c].Name + "(generated by non-deterministic function: " + call + " ) ")
		}
	}
	if b.Len() == 0 {
		return
	}
	diag.Fail(diag.Table, n.Span, "The column(s): %scan not satisfy the determinism requirement for correctly processing "+
		"update message('UB'/'UA'/'D' in changelogMode, not 'I' only), this usually happens when input node has no "+
		"upsertKey(upsertKeys=[{}]) or current node outputs non-deterministic update messages. Please consider removing "+
		"these non-deterministic columns or making them deterministic by using deterministic functions.\n"+
		"\nrelated rel plan:\n%s", b.String(), d.related(n))
}

// related is the plan from n down, with modes and upsert keys.
func (d *determinism) related(n *physical.Node) string {
	return rel.Tree(d.finish(n), nil, func(x *physical.Node) string { return explain.Line(x, d.keys) })
}
