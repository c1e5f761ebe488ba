package physical

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Keys answers questions about the keys of a physical tree, each node once.
type Keys struct {
	upsert    map[*Node]keys.Set
	unique    map[*Node]keys.Set
	immutable map[*Node]keys.Cols
	mono      map[*Node]Monotonicity
}

// NewKeys makes an empty Keys.
func NewKeys() *Keys {
	return &Keys{upsert: map[*Node]keys.Set{}, unique: map[*Node]keys.Set{}, immutable: map[*Node]keys.Cols{}, mono: map[*Node]Monotonicity{}}
}

// Upsert gives the upsert keys of n (FlinkRelMdUpsertKeys).
func (k *Keys) Upsert(n *Node) keys.Set {
	if s, ok := k.upsert[n]; ok {
		return s
	}
	s := k.upsertOf(n)
	k.upsert[n] = s
	return s
}

// UpsertFor gives the upsert keys of n as they are before a shuffle by exactly these columns
// (FlinkRelMetadataQuery.getUpsertKeysInKeyGroupRange).
func (k *Keys) UpsertFor(n *Node, by []int) keys.Set {
	if x, ok := n.Op.(*Exchange); ok && sameInts(x.Hash, by) {
		return k.Upsert(n.Input())
	}
	return k.Upsert(n)
}

func (k *Keys) upsertOf(n *Node) keys.Set {
	switch o := n.Op.(type) {
	case *TableSourceScan:
		return k.scanKeys(n, o)
	case *IntermediateTableScan:
		return o.Block.Upsert
	case *Calc:
		return ProjectKeys(o.Exprs, k.Upsert(n.Input()))
	case *Exchange:
		if o.Hash == nil {
			return k.Upsert(n.Input())
		}
		return k.filtered(n.Input(), keys.Of(o.Hash...))
	case *ChangelogNormalize:
		return keys.SetOf(keys.Of(o.Key...))
	case *DropUpdateBefore, *MiniBatchAssigner, *WatermarkAssigner:
		return k.Upsert(n.Input())
	case *GroupAggregate:
		if o.Phase == LocalPhase {
			return keys.Unknown
		}
		return keys.SetOf(keys.Range(0, len(o.Group)))
	case *GroupWindowAggregate:
		return windowKeys(len(n.Row.Fields), len(o.Group), len(o.Properties))
	case *Rank:
		return k.rankKeys(n, &o.Rank)
	case *WindowRank:
		return k.rankKeys(n, &o.Rank)
	case *SortLimit:
		return k.filtered(n.Input(), sortColumns(o.Fields))
	case *Limit:
		return k.Upsert(n.Input())
	case *Sort:
		return k.filtered(n.Input(), sortColumns(o.Fields))
	case *TemporalSort:
		return k.filtered(n.Input(), sortColumns(o.Fields))
	case *OverAggregate:
		return k.filtered(n.Input(), keys.Of(o.Partition...))
	case *Expand:
		return k.expandKeys(n, o)
	case *Union:
		return keys.None
	case *Join:
		return k.joinKeys(n, o.Type, o.Cond)
	case *IntervalJoin:
		return k.joinKeys(n, o.Type, o.Rest)
	case *TemporalJoin:
		return k.joinKeys(n, o.Type, o.Cond)
	case *LookupJoin:
		return k.lookupKeys(n, o)
	case *MultiJoin:
		return k.multiJoinKeys(n, o)
	case *ProcessTableFunction:
		return processKeys(n, o)
	case *IncrementalGroupAggregate, *WindowTableFunction, *WindowAggregate, *WindowDeduplicate,
		*WindowJoin, *Values, *Correlate, *VectorSearch, *Match, *Sink:
		return keys.Unknown
	}
	return keys.Unknown
}

// Immutable gives the columns of n that are never updated within a key (FlinkRelMdImmutableColumns). Nothing is
// known of most nodes; the empty set stands for that too.
func (k *Keys) Immutable(n *Node) keys.Cols {
	if c, ok := k.immutable[n]; ok {
		return c
	}
	c := k.immutableOf(n)
	if _, scan := n.Op.(*TableSourceScan); !scan && !c.Empty() && k.Upsert(n).Empty() {
		c = keys.Cols{}
	}
	k.immutable[n] = c
	return c
}

func (k *Keys) immutableOf(n *Node) keys.Cols {
	switch o := n.Op.(type) {
	case *TableSourceScan:
		return primaryKeyColumns(n.Row, o.Table)
	case *Calc:
		return projectImmutable(o.Exprs, k.Immutable(n.Input()))
	case *Exchange, *ChangelogNormalize, *MiniBatchAssigner, *DropUpdateBefore, *WatermarkAssigner:
		return k.Immutable(n.Input())
	case *Join:
		return k.joinImmutable(n, o.Type)
	case *TemporalJoin:
		return k.joinImmutable(n, o.Type)
	case *WindowJoin:
		return k.joinImmutable(n, o.Type)
	case *LookupJoin:
		return k.Immutable(n.Input())
	}
	return keys.Cols{}
}

func projectImmutable(exprs []expr.Expr, in keys.Cols) keys.Cols {
	var out keys.Cols
	if in.Empty() {
		return in
	}
	for i, e := range exprs {
		if r, ok := e.(*expr.Ref); ok && in.Has(r.Index) {
			out = out.With(i)
		}
	}
	return out
}

func (k *Keys) joinImmutable(n *Node, t logical.JoinType) keys.Cols {
	left, right := n.Inputs[0], n.Inputs[1]
	if t == logical.Semi || t == logical.Anti {
		return k.Immutable(left)
	}
	var c keys.Cols
	if t == logical.Inner || t == logical.Left {
		c = k.Immutable(left)
	}
	if t == logical.Inner || t == logical.Right {
		c = c.Union(k.Immutable(right).Shift(len(left.Row.Fields)))
	}
	return c
}

// filtered keeps the keys of n that, with the immutable columns, contain the columns by (filterKeys).
func (k *Keys) filtered(n *Node, by keys.Cols) keys.Set {
	in := k.Upsert(n)
	if !in.Known {
		return in
	}
	fixed := k.Immutable(n)
	var out keys.Builder
	for _, key := range in.JavaOrder() {
		if key.Union(fixed).Contains(by) {
			out.Add(key)
		}
	}
	return out.Set()
}

func (k *Keys) scanKeys(n *Node, o *TableSourceScan) keys.Set {
	pk := o.Table.PrimaryKey
	if pk == nil {
		return keys.Unknown
	}
	cols := primaryKeyColumns(n.Row, o.Table)
	if cols.Len() < len(pk.Columns) {
		return keys.Unknown
	}
	return keys.SetOf(cols)
}

// primaryKeyColumns gives the positions in row of those columns of the table's key that row has.
func primaryKeyColumns(row *types.Type, t *catalog.Table) keys.Cols {
	var c keys.Cols
	if t.PrimaryKey == nil {
		return c
	}
	for _, name := range t.PrimaryKey.Columns {
		if i := row.FieldIndex(name); i >= 0 {
			c = c.With(i)
		}
	}
	return c
}

// ProjectKeys carries keys through a projection: by plain references and casts that keep distinct values distinct
// (FlinkRelMdUniqueKeys.getProjectUniqueKeys).
func ProjectKeys(exprs []expr.Expr, in keys.Set) keys.Set {
	if in.Empty() {
		return keys.None
	}
	outs := map[int][]int{}
	for i, e := range exprs {
		if r := keptRef(e); r >= 0 {
			outs[r] = append(outs[r], i)
		}
	}
	if len(outs) == 0 {
		return keys.None
	}
	var out keys.Builder
	for _, key := range in.JavaOrder() {
		if !out.Spread(key, outs) {
			diag.Unknown(source.Span{}, "a projection with more than %d upsert keys", keys.Most)
		}
	}
	return out.Set()
}

// keptRef gives the column that e passes on unchanged or by an injective cast, -1 if e is anything else.
func keptRef(e expr.Expr) int {
	switch x := e.(type) {
	case *expr.Ref:
		return x.Index
	case *expr.Call:
		if len(x.Args) != 1 || x.Op.Op != expr.Cast && x.Op.Op != expr.As {
			return -1
		}
		r, ok := x.Args[0].(*expr.Ref)
		if ok && (x.Op.Op == expr.As || types.InjectiveCast(r.Type(), x.Type())) {
			return r.Index
		}
	}
	return -1
}

func windowKeys(fields, groups, properties int) keys.Set {
	if properties == 0 {
		return keys.Unknown
	}
	s := keys.Set{Known: true, Listed: true}
	for i := fields - properties; i < fields; i++ {
		s.Keys = append(s.Keys, keys.Range(0, groups).With(i))
	}
	return s
}

// IsDeduplication reports whether a rank keeps one row per key and does not tell its number (RankUtil.isDeduplication).
func (o *Rank) IsDeduplication() bool { return deduplicates(&o.Rank) }

func deduplicates(o *logical.Rank) bool {
	return !o.OutputRank && o.Function.Op == expr.RowNumber &&
		o.Range.EndColumn < 0 && o.Range.Start == 1 && o.Range.End == 1
}

func (k *Keys) rankKeys(n *Node, o *logical.Rank) keys.Set {
	part := keys.Of(o.Partition...)
	if deduplicates(o) {
		return keys.SetOf(part)
	}
	in := k.filtered(n.Input(), part)
	if !o.OutputRank {
		return in
	}
	out := keys.None
	if o.Function.Op == expr.RowNumber {
		out = out.Add(part.With(len(n.Row.Fields) - 1))
	}
	for _, key := range in.JavaOrder() {
		out = out.Add(key)
	}
	return out
}

func sortColumns(fields []logical.SortField) keys.Cols {
	var c keys.Cols
	for _, f := range fields {
		c = c.With(f.Column)
	}
	return c
}

// expandKeys joins the keys whose columns no projection nulls with the expand id (getExpandUniqueKeys).
func (k *Keys) expandKeys(n *Node, o *Expand) keys.Set {
	to := map[int]int{}
	for col := range n.Row.Fields {
		if col == o.ExpandID {
			continue
		}
		if r := commonRef(o.Projects, col); r >= 0 {
			to[r] = col
		}
	}
	in := k.Upsert(n.Input())
	if len(to) == 0 || in.Empty() {
		if len(to) == 0 {
			return keys.Unknown
		}
		return in
	}
	var out keys.Builder
	for _, key := range in.JavaOrder() {
		moved := keys.Of(o.ExpandID)
		all := true
		for c := range key.All() {
			i, ok := to[c]
			all = all && ok
			moved = moved.With(i)
		}
		if all {
			out.Add(moved)
		}
	}
	if out.Len() == 0 {
		return keys.Unknown
	}
	return out.Set()
}

// commonRef gives the one input column that all projections put at col, -1 if they differ.
func commonRef(projects [][]expr.Expr, col int) int {
	r := -2
	for _, p := range projects {
		x, ok := p[col].(*expr.Ref)
		if !ok || r != -2 && r != x.Index {
			return -1
		}
		r = x.Index
	}
	return r
}

func (k *Keys) joinKeys(n *Node, t logical.JoinType, cond expr.Expr) keys.Set {
	left, right := n.Inputs[0], n.Inputs[1]
	eq := EquiKeys(cond, len(left.Row.Fields))
	leftCols, rightCols := keys.Of(eq.Left...), keys.Of(eq.Right...)
	if t == logical.Semi || t == logical.Anti {
		return k.filtered(left, leftCols)
	}
	return JoinKeys(t, len(left.Row.Fields),
		k.filtered(left, leftCols), k.filtered(right, rightCols),
		sideUnique(k.Upsert(left), leftCols), sideUnique(k.Upsert(right), rightCols))
}

func sideUnique(s keys.Set, by keys.Cols) bool {
	for _, key := range s.Keys {
		if by.Contains(key) {
			return true
		}
	}
	return false
}

// JoinKeys gives the keys of a join from those of its inputs (FlinkRelMdUniqueKeys.getJoinUniqueKeys).
func JoinKeys(t logical.JoinType, leftCount int, left, right keys.Set, leftUnique, rightUnique bool) keys.Set {
	if n := len(left.Keys) * len(right.Keys); n > keys.Most {
		diag.Unknown(source.Span{}, "a join with %d upsert keys", n)
	}
	var out keys.Builder
	var shifted keys.Set
	if right.Known {
		var all keys.Builder
		for _, key := range right.JavaOrder() {
			all.Add(key.Shift(leftCount))
		}
		shifted = all.Set()
		for _, r := range shifted.JavaOrder() {
			for _, l := range left.JavaOrder() {
				out.Add(l.Union(r))
			}
		}
	}
	if rightUnique && (t == logical.Inner || t == logical.Left) {
		for _, l := range left.JavaOrder() {
			out.Add(l)
		}
	}
	if leftUnique && (t == logical.Inner || t == logical.Right) {
		for _, r := range shifted.JavaOrder() {
			out.Add(r)
		}
	}
	return out.Set()
}

func (k *Keys) lookupKeys(n *Node, o *LookupJoin) keys.Set {
	left := k.Upsert(n.Input())
	right := keys.Unknown
	if deterministic(o.Cond) && deterministic(o.PreFilter) && o.calcDeterministic() {
		right = o.tableKeys()
	}
	var on keys.Cols
	for _, key := range o.Keys {
		if key.Input >= 0 {
			on = on.With(key.Input)
		}
	}
	return JoinKeys(o.Type, len(n.Input().Row.Fields), left, right, sideUnique(left, on), right.Known)
}

func (o *LookupJoin) calcDeterministic() bool {
	if o.Calc == nil {
		return true
	}
	for _, e := range o.Calc.Exprs {
		if !deterministic(e) {
			return false
		}
	}
	return deterministic(o.Calc.Cond)
}

// tableKeys is the primary key of the dimension table, in its output, if all its columns are looked up
// (FlinkRelMdUniqueKeys.getUniqueKeysOfTemporalTable).
func (o *LookupJoin) tableKeys() keys.Set {
	pk := o.Table.PrimaryKey
	if pk == nil {
		return keys.Unknown
	}
	var key keys.Cols
	for _, name := range pk.Columns {
		at := o.outputIndex(o.TableRow.FieldIndex(name))
		if at < 0 || !o.looksUp(name) {
			return keys.Unknown
		}
		key = key.With(at)
	}
	return keys.SetOf(key)
}

// OutputKey gives, if all columns of the dimension's primary key are read and looked up, where they are in what the join
// reads of it.
func (o *LookupJoin) OutputKey() []int {
	pk := o.Table.PrimaryKey
	if pk == nil {
		return nil
	}
	var out []int
	for _, name := range pk.Columns {
		at := o.outputIndex(o.TableRow.FieldIndex(name))
		if at < 0 || at >= len(o.TableRow.Fields) || !o.looksUp(o.TableRow.Fields[at].Name) {
			return nil
		}
		out = append(out, at)
	}
	return out
}

func (o *LookupJoin) looksUp(column string) bool {
	for _, key := range o.Keys {
		if key.Column == column && key.Input >= 0 {
			return true
		}
	}
	return false
}

// outputIndex is where column i of the dimension's row is in what the join reads of it, -1 if nowhere.
func (o *LookupJoin) outputIndex(i int) int {
	if o.Calc == nil || i < 0 {
		return i
	}
	for at, e := range o.Calc.Exprs {
		if r, ok := e.(*expr.Ref); ok && r.Index == i {
			return at
		}
	}
	return -1
}

func (k *Keys) multiJoinKeys(n *Node, o *MultiJoin) keys.Set {
	width := len(n.Inputs[0].Row.Fields)
	left := k.Upsert(n.Inputs[0])
	for i := 1; i < len(n.Inputs); i++ {
		right := k.Upsert(n.Inputs[i])
		left = JoinKeys(o.Types[i], width, left, right,
			sideUnique(left, keys.Of(o.JoinKeys[0]...)), sideUnique(right, keys.Of(o.JoinKeys[i]...)))
		width += len(n.Inputs[i].Row.Fields)
	}
	return left
}

func processKeys(n *Node, o *ProcessTableFunction) keys.Set {
	k := n.Traits.Kinds()
	if !n.Traits.Done || !k.Has(mode.UpdateAfter) || k.Has(mode.UpdateBefore) {
		return keys.Unknown
	}
	return o.partitionKeys()
}

func sameInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
