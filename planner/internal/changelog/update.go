package changelog

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// update settles how n tells of updates, given how whoever is above wants to be told
// (SatisfyUpdateKindTraitVisitor). It fails where n cannot do as asked.
func (i *inference) update(n *physical.Node, required mode.UpdateKind) (*physical.Node, bool) {
	i.budget.Check()
	switch o := n.Op.(type) {
	case *physical.Sink:
		return i.updateSink(n, o)

	// What needs to see what an update replaces, and can tell it either way.
	case *physical.GroupAggregate, *physical.Limit, *physical.GroupWindowAggregate, *physical.WindowAggregate,
		*physical.OverAggregate, *physical.Sort:
		asked := beforeAfter(n.Input().Traits.Modify)
		if asked == mode.BeforeAndAfter {
			i.asks(n, n.Input(), FactNeedsBefore)
		}
		return i.updateAs(n, asked, required)

	// What sees no updates.
	case *physical.WindowRank, *physical.WindowDeduplicate, *physical.TemporalSort, *physical.Match,
		*physical.IntervalJoin, *physical.WindowJoin:
		return i.updateAs(n, mode.NoUpdates, required)

	case *physical.Rank:
		return i.updateRank(n, required, o.Partition, o.Order, func(s physical.RankStrategy, key []int) physical.Op {
			c := *o
			c.Strategy, c.PrimaryKey = s, key
			return &c
		})
	case *physical.SortLimit:
		return i.updateRank(n, required, nil, o.Fields, func(s physical.RankStrategy, key []int) physical.Op {
			c := *o
			c.Strategy, c.PrimaryKey = s, key
			return &c
		})

	case *physical.Join:
		return i.updateJoin(n, required, func(side int) bool { return i.keyHoldsJoinKey(n, o.Cond, side) })
	case *physical.MultiJoin:
		return i.updateJoin(n, required, func(side int) bool { return i.uniqueHolds(n.Inputs[side], o.Keys[side]) })
	case *physical.TemporalJoin:
		return i.updateTemporal(n, required)

	case *physical.Calc:
		if required == mode.OnlyUpdateAfter && i.filtersBeyondKey(n, o) {
			i.miss(n, FactFilterBlocks)
			return nil, false
		}
		return i.updateThrough(n, required)
	case *physical.Correlate, *physical.LookupJoin, *physical.Exchange, *physical.Expand,
		*physical.MiniBatchAssigner, *physical.WatermarkAssigner, *physical.VectorSearch, *physical.WindowTableFunction:
		return i.updateThrough(n, required)
	case *physical.Union:
		return i.updateUnion(n, required)

	case *physical.ChangelogNormalize:
		return i.updateAs(n, mode.OnlyUpdateAfter, required)
	case *physical.TableSourceScan:
		return i.updateScan(n, o, required)
	case *physical.IntermediateTableScan:
		return i.updateBlock(n, o, required)
	case *physical.Values:
		return i.tells(n, mode.NoUpdates), true
	case *physical.ProcessTableFunction:
		return i.updateProcess(n, o, required)
	case *physical.DropUpdateBefore, *physical.IncrementalGroupAggregate:
	}
	panic(&diag.Unmodelled{Construct: "the updates of " + n.Op.Name(), Span: n.Span})
}

// tells gives n with its update kind, which must go with its modify kinds.
func (i *inference) tells(n *physical.Node, u mode.UpdateKind) *physical.Node {
	if n.Traits.Modify.Has(mode.ModifyUpdate) != (u != mode.NoUpdates) {
		panic("changelog: the updates of " + n.Op.Name() + " against its modify kinds")
	}
	t := n.Traits
	t.Update = u
	return n.WithTraits(t)
}

// updateInputs asks all inputs for the same; each must do exactly as asked.
func (i *inference) updateInputs(n *physical.Node, asked mode.UpdateKind) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		u, ok := i.update(x, asked)
		if !ok || u.Traits.Update != asked {
			return nil, false
		}
		in[k] = u
	}
	return n.WithInputs(in...), true
}

func (i *inference) updateAs(n *physical.Node, asked, tells mode.UpdateKind) (*physical.Node, bool) {
	n, ok := i.updateInputs(n, asked)
	if !ok {
		return nil, false
	}
	return i.tells(n, tells), true
}

func (i *inference) updateThrough(n *physical.Node, required mode.UpdateKind) (*physical.Node, bool) {
	n, ok := i.updateInputs(n, required)
	if !ok {
		return nil, false
	}
	return i.tells(n, n.Input().Traits.Update), true
}

// updateJoin lets a join do without what an update replaces only where the unique key of the updating input holds all
// of its join key: then an update finds the row that it replaces.
func (i *inference) updateJoin(n *physical.Node, required mode.UpdateKind, keyed func(side int) bool) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		m := x.Traits.Modify
		asked := beforeAfter(m)
		if required == mode.OnlyUpdateAfter {
			if m.Has(mode.ModifyUpdate) && !keyed(k) {
				i.missSide(n, FactJoinKeyBeyondKey, k)
				return nil, false
			}
			asked = onlyAfter(m)
		} else if asked == mode.BeforeAndAfter {
			i.asks(n, x, FactPassesDemand)
		}
		u, ok := i.update(x, asked)
		if !ok {
			return nil, false
		}
		in[k] = u
	}
	return i.tells(n.WithInputs(in...), required), true
}

// keyHoldsJoinKey reports whether some upsert key of an input of a join contains all its join columns
// (StreamPhysicalJoin.inputUniqueKeyContainsJoinKey).
func (i *inference) keyHoldsJoinKey(n *physical.Node, cond expr.Expr, side int) bool {
	eq := physical.EquiKeys(cond, len(n.Inputs[0].Row.Fields))
	cols := eq.Left
	if side == 1 {
		cols = eq.Right
	}
	return i.keyHolds(n.Inputs[side], cols)
}

func (i *inference) keyHolds(in *physical.Node, cols []int) bool {
	for _, key := range i.keys.UpsertFor(in, cols).Keys {
		all := true
		for _, c := range cols {
			all = all && key.Has(c)
		}
		if all {
			return true
		}
	}
	return false
}

// uniqueHolds reports whether a unique key of an input of a multi-way join contains the common key
// (StreamPhysicalMultiJoin.inputUniqueKeyContainsCommonJoinKey).
func (i *inference) uniqueHolds(in *physical.Node, cols []int) bool {
	return len(cols) > 0 && i.anyContains(i.keys.Unique(in).Keys, cols)
}

// updateTemporal asks the left for what is asked of the join; the versioned side is best told of updates alone.
func (i *inference) updateTemporal(n *physical.Node, required mode.UpdateKind) (*physical.Node, bool) {
	asked := onlyAfter(n.Inputs[0].Traits.Modify)
	if required == mode.BeforeAndAfter {
		asked = beforeAfter(n.Inputs[0].Traits.Modify)
	}
	left, ok := i.update(n.Inputs[0], asked)
	if !ok {
		return nil, false
	}
	m := n.Inputs[1].Traits.Modify
	right, ok := i.attempt(func() (*physical.Node, bool) { return i.update(n.Inputs[1], onlyAfter(m)) })
	if !ok {
		if right, ok = i.update(n.Inputs[1], beforeAfter(m)); !ok {
			return nil, false
		}
	}
	return i.tells(n.WithInputs(left, right), left.Traits.Update), true
}

// filtersBeyondKey reports a filter that reads a column outside every upsert key of the input: an update may leave
// the filter's range, and then only what it replaces tells that the old row is gone (FLINK-9528).
func (i *inference) filtersBeyondKey(n *physical.Node, o *physical.Calc) bool {
	if o.Cond == nil {
		return false
	}
	reads := expr.Refs(o.Cond)
	for _, key := range i.keys.Upsert(n.Input()).Keys {
		if key.Contains(reads) {
			return false
		}
	}
	return true
}

// updateUnion passes on the demand to the inputs that update; what they tell must agree.
func (i *inference) updateUnion(n *physical.Node, required mode.UpdateKind) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	tells := mode.NoUpdates
	for k, x := range n.Inputs {
		asked := required
		if x.Traits.Modify.InsertOnly() {
			asked = mode.NoUpdates
		}
		u, ok := i.update(x, asked)
		if !ok {
			return nil, false
		}
		in[k] = u
		switch got := u.Traits.Update; {
		case got == mode.NoUpdates || got == tells:
		case tells == mode.NoUpdates:
			tells = got
		default:
			return nil, false
		}
	}
	return i.tells(n.WithInputs(in...), tells), true
}

// updateScan drops what updates replace right above a source that sends it, where nobody needs it.
func (i *inference) updateScan(n *physical.Node, o *physical.TableSourceScan, required mode.UpdateKind) (*physical.Node, bool) {
	tells := mode.UpdateOf(o.Source.Mode)
	n = i.tells(n, tells)
	if tells != mode.BeforeAndAfter || required != mode.OnlyUpdateAfter {
		return n, true
	}
	drop := i.insert(&physical.DropUpdateBefore{}, n)
	drop.Traits = n.Traits
	i.because(drop, FactDropsBefore)
	return i.tells(drop, required), true
}

// updateBlock is for what another block yields, which sends what updates replace if any of its readers needs it.
func (i *inference) updateBlock(n *physical.Node, o *physical.IntermediateTableScan, required mode.UpdateKind) (*physical.Node, bool) {
	tells := required
	if o.Block.UpdateBefore {
		tells = beforeAfter(n.Traits.Modify)
	}
	if tells == mode.BeforeAndAfter && required == mode.OnlyUpdateAfter {
		return nil, false
	}
	return i.tells(n, tells), true
}

// updateRank tries the strategies of a rank in turn (RankProcessStrategy.analyzeRankProcessStrategies).
func (i *inference) updateRank(n *physical.Node, required mode.UpdateKind, partition []int, order []logical.SortField,
	with func(physical.RankStrategy, []int) physical.Op) (*physical.Node, bool) {
	in := n.Input()
	if in.Traits.Modify.InsertOnly() {
		return i.updateAs(n.WithOp(with(physical.AppendFast, nil)), mode.NoUpdates, required)
	}
	if key, ok := i.updateFastKey(n, partition, order); ok {
		fast, ok := i.attempt(func() (*physical.Node, bool) {
			return i.updateAs(n.WithOp(with(physical.UpdateFast, key)), mode.OnlyUpdateAfter, required)
		})
		if ok {
			return fast, true
		}
		i.miss(n, FactRankInputBefore)
	}
	i.asks(n, in, FactRankRetracts)
	return i.updateAs(n.WithOp(with(physical.RetractStrategy, nil)), mode.BeforeAndAfter, required)
}

// updateFastKey gives the key by which a rank may follow updates without what they replace: the input has one with
// all partition columns in it, and every sort column only ever moves a row up.
func (i *inference) updateFastKey(n *physical.Node, partition []int, order []logical.SortField) ([]int, bool) {
	in := n.Input()
	have := i.keys.UpsertFor(in, partition)
	if !i.anyContains(have.Keys, partition) {
		i.miss(n, FactRankNoKey)
		return nil, false
	}
	mono := i.keys.Monotonicity(in)
	if mono == nil || len(order) == 0 {
		column := -1
		if len(order) > 0 {
			column = order[0].Column
		}
		i.missColumn(n, FactRankNotMonotonic, column)
		return nil, false
	}
	for _, f := range order {
		switch m := mono[f.Column]; {
		case m == physical.Constant,
			m == physical.Increasing && f.Descending,
			m == physical.Decreasing && !f.Descending:
		default:
			i.missColumn(n, FactRankNotMonotonic, f.Column)
			return nil, false
		}
	}
	return have.JavaOrder()[0].Slice(), true
}
