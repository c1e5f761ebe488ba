package changelog

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// delete settles how n tells of deletes, by key alone or by the whole row, given how whoever is above wants to be told
// (SatisfyDeleteKindTraitVisitor). It is here that a ChangelogNormalize that nobody needs goes.
func (i *inference) delete(n *physical.Node, required mode.DeleteKind) (*physical.Node, bool) {
	i.budget.Check()
	switch o := n.Op.(type) {
	case *physical.Sink:
		return i.deleteSink(n, o)

	// What wants whole rows and deletes whole rows.
	case *physical.GroupAggregate, *physical.Limit, *physical.GroupWindowAggregate, *physical.WindowAggregate,
		*physical.Sort, *physical.Rank, *physical.SortLimit, *physical.TemporalJoin, *physical.Correlate,
		*physical.LookupJoin, *physical.WatermarkAssigner, *physical.VectorSearch, *physical.WindowTableFunction, *physical.WindowRank,
		*physical.WindowDeduplicate, *physical.TemporalSort, *physical.Match, *physical.OverAggregate,
		*physical.IntervalJoin, *physical.WindowJoin:
		in := make([]*physical.Node, 0, len(n.Inputs))
		for _, x := range n.Inputs {
			if d, ok := i.delete(x, fullDelete(x.Traits.Modify)); ok {
				in = append(in, d)
			}
		}
		if len(in) < len(n.Inputs) { // Flink looks for the inputs that it has just lost
			diag.Fail(diag.IndexOutOfBounds, n.Span, "%d", len(in))
		}
		return i.deletes(n.WithInputs(in...), fullDelete(n.Traits.Modify)), true

	case *physical.Join:
		return i.deleteJoin(n, required, func(side int) bool { return i.keyHoldsJoinKey(n, o.Cond, side) })
	case *physical.MultiJoin:
		return i.deleteJoin(n, required, func(side int) bool { return i.uniqueHolds(n.Inputs[side], o.Keys[side]) })

	case *physical.Calc:
		if required == mode.DeleteByKey && i.filtersBeyondKey(n, o) {
			return nil, false
		}
		return i.deleteThrough(n, required)
	case *physical.Exchange, *physical.Expand, *physical.MiniBatchAssigner, *physical.DropUpdateBefore:
		return i.deleteThrough(n, required)
	case *physical.Union:
		return i.deleteUnion(n, required)

	case *physical.ChangelogNormalize:
		return i.deleteNormalize(n, o, required)
	case *physical.TableSourceScan:
		return i.deletes(n, mode.DeleteOf(o.Source.Mode)), true
	case *physical.IntermediateTableScan:
		return i.deletes(n, fullDelete(n.Traits.Modify)), true
	case *physical.Values:
		return i.deletes(n, mode.NoDeletes), true
	case *physical.ProcessTableFunction:
		return i.deleteProcess(n, o, required)
	case *physical.IncrementalGroupAggregate:
	}
	panic(&diag.Unmodelled{Construct: "the deletes of " + n.Op.Name(), Span: n.Span})
}

// deletes gives n with its delete kind, which must go with its modify kinds.
func (i *inference) deletes(n *physical.Node, d mode.DeleteKind) *physical.Node {
	if n.Traits.Modify.Has(mode.ModifyDelete) != (d != mode.NoDeletes) {
		panic("changelog: the deletes of " + n.Op.Name() + " against its modify kinds")
	}
	t := n.Traits
	t.Delete = d
	return n.WithTraits(t)
}

func (i *inference) deleteInputs(n *physical.Node, asked mode.DeleteKind) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		d, ok := i.delete(x, asked)
		if !ok || d.Traits.Delete != asked {
			return nil, false
		}
		in[k] = d
	}
	return n.WithInputs(in...), true
}

func (i *inference) deleteThrough(n *physical.Node, required mode.DeleteKind) (*physical.Node, bool) {
	n, ok := i.deleteInputs(n, required)
	if !ok {
		return nil, false
	}
	return i.deletes(n, n.Input().Traits.Delete), true
}

// deleteJoin takes deletes by key from an input whose unique key holds its join key, if the join may pass them on.
func (i *inference) deleteJoin(n *physical.Node, required mode.DeleteKind, keyed func(side int) bool) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	sends := fullDelete(n.Traits.Modify)
	for k, x := range n.Inputs {
		var d *physical.Node
		ok := false
		if required == mode.DeleteByKey && keyed(k) {
			d, ok = i.delete(x, keyDelete(x.Traits.Modify))
		}
		if !ok {
			d, ok = i.delete(x, fullDelete(x.Traits.Modify))
		}
		if !ok {
			return nil, false
		}
		in[k] = d
		if d.Traits.Delete == mode.DeleteByKey {
			sends = keyDelete(n.Traits.Modify)
		}
	}
	return i.deletes(n.WithInputs(in...), sends), true
}

// deleteUnion passes on the demand to the inputs that delete; one that deletes by key alone makes the union do so.
func (i *inference) deleteUnion(n *physical.Node, required mode.DeleteKind) (*physical.Node, bool) {
	in := make([]*physical.Node, len(n.Inputs))
	sends := mode.NoDeletes
	for k, x := range n.Inputs {
		asked := required
		if !x.Traits.Modify.Has(mode.ModifyDelete) {
			asked = mode.NoDeletes
		}
		d, ok := i.delete(x, asked)
		if !ok {
			return nil, false
		}
		in[k] = d
		switch got := d.Traits.Delete; {
		case got == mode.NoDeletes || got == sends:
		case sends == mode.NoDeletes:
			sends = got
		default:
			sends = mode.DeleteByKey
		}
	}
	return i.deletes(n.WithInputs(in...), sends), true
}

// deleteNormalize leaves a normalize out, with its shuffle, if it is not needed and what is below can delete as asked.
// Otherwise it is content with deletes by key and makes whole rows of them.
func (i *inference) deleteNormalize(n *physical.Node, o *physical.ChangelogNormalize, required mode.DeleteKind) (*physical.Node, bool) {
	if !i.normalizeRequired(n, o) {
		if in, ok := i.deleteInputs(n, required); ok {
			below := in.Input()
			if _, shuffled := below.Op.(*physical.Exchange); shuffled {
				return below.Input(), true
			}
			return n.Input(), true
		}
		i.miss(n, FactKeyDeletes)
	}
	m := n.Input().Traits.Modify
	in, ok := i.deleteInputs(n, keyDelete(m))
	if !ok {
		if in, ok = i.deleteInputs(n, fullDelete(m)); !ok {
			return nil, false
		}
	}
	return i.deletes(in, fullDelete(n.Traits.Modify)), true
}
