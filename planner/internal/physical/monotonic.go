package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// Monotonicity is how the values of each column of a node change within a key: nil for a node that sends deletes, or
// of which nothing is known (RelModifiedMonotonicity).
type Monotonicity []Mono

// Mono is how one column changes.
type Mono uint8

// The ways in which a column changes.
const (
	NotMonotonic Mono = iota
	Constant
	Increasing
	Decreasing
)

func filled(n int, m Mono) Monotonicity {
	out := make(Monotonicity, n)
	for i := range out {
		out[i] = m
	}
	return out
}

func (m Monotonicity) all(want Mono) bool {
	for _, x := range m {
		if x != want {
			return false
		}
	}
	return true
}

// appends reports a node that sends inserts only, as far as monotonicity tells.
func (m Monotonicity) appends() bool { return m != nil && m.all(Constant) }

// updates reports a node that sends updates but no deletes.
func (m Monotonicity) updates() bool { return m != nil && !m.all(Constant) }

// Monotonicity gives how the columns of n change (FlinkRelMdModifiedMonotonicity).
func (k *Keys) Monotonicity(n *Node) Monotonicity {
	if m, ok := k.mono[n]; ok {
		return m
	}
	m := k.monoOf(n)
	k.mono[n] = m
	return m
}

func (k *Keys) monoOf(n *Node) Monotonicity {
	width := len(n.Row.Fields)
	switch o := n.Op.(type) {
	case *TableSourceScan:
		if o.Source.Mode.InsertOnly() {
			return filled(width, Constant)
		}
		return filled(width, NotMonotonic)
	case *IntermediateTableScan:
		if o.Block.Monotonicity == nil {
			return filled(width, Constant)
		}
		return o.Block.Monotonicity
	case *ChangelogNormalize:
		m := filled(width, NotMonotonic)
		for _, c := range o.Key {
			m[c] = Constant
		}
		return m
	case *Calc:
		return k.calcMono(n, o)
	case *Exchange:
		return k.Monotonicity(n.Input())
	case *Expand, *DropUpdateBefore, *WatermarkAssigner, *MiniBatchAssigner, *LookupJoin, *Correlate:
		return k.throughMono(n)
	case *GroupAggregate:
		if o.Phase == GlobalPhase {
			return k.Monotonicity(n.Input())
		}
		return k.aggregateMono(n.Input(), o.Group, o.Calls)
	case *IncrementalGroupAggregate:
		return k.aggregateMono(n.Input(), o.PartialGroup, o.Calls)
	case *GroupWindowAggregate:
		if k.Monotonicity(n.Input()).appends() && !o.ProducesUpdates {
			return filled(width, Constant)
		}
		return nil
	case *OverAggregate, *IntervalJoin:
		return filled(width, Constant)
	case *Rank:
		if o.IsDeduplication() {
			return k.dedupMono(n, o)
		}
		return k.rankMono(n, &o.Rank)
	case *WindowRank:
		return k.rankMono(n, &o.Rank)
	case *Join:
		return k.joinMono(n, o.Type, o.Cond)
	case *TemporalJoin:
		return k.joinMono(n, o.Type, o.Cond)
	case *WindowJoin:
		return k.joinMono(n, o.Type, o.Cond)
	case *Union:
		return k.unionMono(n)
	case *WindowTableFunction, *WindowAggregate, *WindowDeduplicate, *MultiJoin, *SortLimit,
		*Limit, *Sort, *TemporalSort, *Values, *VectorSearch, *Match, *ProcessTableFunction, *Sink:
		return nil
	}
	return nil
}

// throughMono is for what makes no updates of its own: columns are constant if all below are.
func (k *Keys) throughMono(n *Node) Monotonicity {
	in := k.Monotonicity(n.Input())
	switch {
	case in == nil:
		return nil
	case in.appends():
		return filled(len(n.Row.Fields), Constant)
	}
	return filled(len(n.Row.Fields), NotMonotonic)
}

// calcMono carries columns through plain references and casts; a filter on a column that changes undoes all, unless
// it can only ever let more through.
func (k *Keys) calcMono(n *Node, o *Calc) Monotonicity {
	in := k.Monotonicity(n.Input())
	if in == nil {
		return nil
	}
	out := filled(len(o.Exprs), NotMonotonic)
	for i, e := range o.Exprs {
		if in.appends() {
			out[i] = Constant
			continue
		}
		if r, ok := underCasts(e).(*expr.Ref); ok {
			out[i] = in[r.Index]
		}
	}
	if o.Cond != nil && filterRetracts(o.Cond, in) {
		return filled(len(o.Exprs), NotMonotonic)
	}
	return out
}

func underCasts(e expr.Expr) expr.Expr {
	for {
		c, ok := e.(*expr.Call)
		if !ok || c.Op.Op != expr.Cast && c.Op.Op != expr.As {
			return e
		}
		e = c.Args[0]
	}
}

// filterRetracts is isNeedRetract: whether a filter may drop a row that it let through before. Of AND and OR, Flink
// looks at the first two operands only.
func filterRetracts(e expr.Expr, in Monotonicity) bool {
	changes := func(e expr.Expr) (Mono, bool) {
		r, ok := e.(*expr.Ref)
		if !ok || in[r.Index] == Constant {
			return Constant, false
		}
		return in[r.Index], true
	}
	if _, ok := changes(e); ok {
		return true
	}
	c, ok := e.(*expr.Call)
	if !ok {
		return false
	}
	switch c.Op.Op {
	case expr.And, expr.Or:
		return filterRetracts(underCasts(c.Args[0]), in) || filterRetracts(underCasts(c.Args[1]), in)
	case expr.GreaterThan, expr.GreaterOrEqual, expr.LessThan, expr.LessOrEqual:
		want := Increasing
		if c.Op.Op == expr.LessThan || c.Op.Op == expr.LessOrEqual {
			want = Decreasing
		}
		first, found := -1, Constant
		for _, a := range c.Args {
			a = underCasts(a)
			if m, ok := changes(a); ok && (first < 0 || a.(*expr.Ref).Index < first) {
				first, found = a.(*expr.Ref).Index, m
			}
		}
		return first >= 0 && found != want
	case expr.Search, expr.In, expr.Equals, expr.NotEquals, expr.NotIn:
		for _, a := range c.Args {
			if _, ok := changes(underCasts(a)); ok {
				return true
			}
		}
	case expr.Not, expr.IsNotTrue, expr.IsTrue, expr.IsNotNull, expr.IsNull:
		return filterRetracts(underCasts(c.Args[0]), in)
	}
	return false
}

// aggregateMono is getRelModifiedMonotonicityOnAggregate.
func (k *Keys) aggregateMono(input *Node, group []int, calls []logical.AggCall) Monotonicity {
	in := k.Monotonicity(input)
	if in == nil {
		return nil
	}
	for _, g := range group {
		if in[g] != Constant {
			return nil
		}
	}
	out := filled(len(group)+len(calls), Constant)
	for i := range calls {
		m := k.callMono(input, &calls[i])
		if in.updates() && len(calls[i].Args) > 0 {
			if len(calls[i].Args) > 1 || in[calls[i].Args[0]] != m && calls[i].Op.Op != expr.Count {
				m = NotMonotonic
			}
		}
		out[len(group)+i] = m
	}
	return out
}

// callMono is the direction in which a call's value moves as rows come in.
func (k *Keys) callMono(input *Node, c *logical.AggCall) Mono {
	switch c.Op.Op {
	case expr.Count, expr.Max:
		return Increasing
	case expr.Min:
		return Decreasing
	case expr.Sum, expr.Sum0:
		low, high := k.filteredInterval(input, c.Args[0], c.Filter)
		switch {
		case low != nil:
			if low.Sign() >= 0 {
				return Increasing
			}
		case high != nil && high.Sign() <= 0:
			return Decreasing
		}
	}
	return NotMonotonic
}

func (k *Keys) dedupMono(n *Node, o *Rank) Monotonicity {
	width := len(n.Row.Fields)
	if !k.Monotonicity(n.Input()).appends() {
		return nil
	}
	if !o.KeepsLast() && !sortsOnRowtime(o.Order, n.Input().Row) {
		return filled(width, Constant)
	}
	m := filled(width, NotMonotonic)
	for _, p := range o.Partition {
		m[p] = Constant
	}
	return m
}

func (k *Keys) rankMono(n *Node, o *logical.Rank) Monotonicity {
	in := k.Monotonicity(n.Input())
	width := len(n.Row.Fields)
	if in == nil {
		return nil
	}
	m := filled(width, NotMonotonic)
	for _, p := range o.Partition {
		if in[p] != Constant {
			return nil
		}
		m[p] = Constant
	}
	if o.OutputRank {
		m[width-1] = Constant
	}
	if len(o.Order) > 0 {
		m[o.Order[0].Column] = rankOrderMono(n, o, in)
	}
	return m
}

// rankOrderMono is the direction of the first sort column: rows are only ever replaced by better ones. Flink counts a
// time attribute as growing there.
func rankOrderMono(n *Node, o *logical.Rank, in Monotonicity) Mono {
	f := o.Order[0]
	m := in[f.Column]
	if n.Row.Fields[f.Column].Type.IsTimeAttribute() {
		m = Increasing
	}
	switch {
	case (m == Increasing || m == Constant) && f.Descending:
		return Increasing
	case (m == Decreasing || m == Constant) && !f.Descending:
		return Decreasing
	}
	return NotMonotonic
}

// KeepsLast reports whether a deduplication keeps the last row: one sort column, descending
// (RankUtil.keepLastDeduplicateRow).
func (o *Rank) KeepsLast() bool { return len(o.Order) == 1 && o.Order[0].Descending }

func (k *Keys) joinMono(n *Node, t logical.JoinType, cond expr.Expr) Monotonicity {
	if t == logical.Anti {
		return nil
	}
	left, right := k.Monotonicity(n.Inputs[0]), k.Monotonicity(n.Inputs[1])
	if left == nil || right == nil {
		return nil
	}
	eq := EquiKeys(cond, len(n.Inputs[0].Row.Fields))
	for i := range eq.Left {
		if left[eq.Left[i]] != Constant || right[eq.Right[i]] != Constant {
			return nil
		}
	}
	if (left.updates() || right.updates()) && len(eq.Rest) > 0 {
		return nil
	}
	if t == logical.Semi {
		return left
	}
	return append(append(make(Monotonicity, 0, len(left)+len(right)), left...), right...)
}

func (k *Keys) unionMono(n *Node) Monotonicity {
	first := k.Monotonicity(n.Inputs[0])
	same := true
	for _, in := range n.Inputs {
		m := k.Monotonicity(in)
		if m == nil {
			return nil
		}
		for i := range m {
			same = same && m[i] == first[i]
		}
	}
	if same {
		return first
	}
	return filled(len(n.Row.Fields), NotMonotonic)
}

var _ = types.Rowtime
