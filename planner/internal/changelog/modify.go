package changelog

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// modify finds the kinds of changes that n sends, given those that whoever is above can take
// (SatisfyModifyKindSetTraitVisitor). requester names the one above who cannot take more.
func (i *inference) modify(n *physical.Node, required mode.Modify, requester string) *physical.Node {
	i.budget.Check()
	switch o := n.Op.(type) {
	case *physical.Sink:
		return i.modifySink(n, o)

	// What takes all and sends by what it gets.
	case *physical.GroupAggregate:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		m := mode.ModifyInsert | mode.ModifyUpdate
		if n.Input().Traits.Modify.Updating() {
			m = mode.ModifyAll
		}
		return i.provide(n, m, required, requester)
	case *physical.GroupWindowAggregate:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		m := mode.ModifyInsert
		if o.Emit != "" && o.ProducesUpdates {
			m |= mode.ModifyUpdate
		}
		return i.provide(n, m, required, requester)
	case *physical.WindowAggregate:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, mode.ModifyInsert, required, requester)
	case *physical.Rank:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, i.rankSends(n, o), required, requester)
	case *physical.Limit:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		m := mode.ModifyAll
		if n.Input().Traits.Modify.InsertOnly() {
			m = mode.ModifyInsert
		}
		return i.provide(n, m, required, requester)
	case *physical.SortLimit:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, mode.ModifyAll, required, requester)
	case *physical.Sort:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, mode.ModifyInsert, required, requester)
	case *physical.ChangelogNormalize:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, mode.ModifyAll, required, requester)
	case *physical.Join:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, joinSends(n, o.Type), required, requester)
	case *physical.MultiJoin:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, multiJoinSends(n, o), required, requester)
	case *physical.TemporalJoin:
		n = i.modifyInputs(n, mode.ModifyAll, "")
		return i.provide(n, n.Inputs[0].Traits.Modify, required, requester)

	// What takes inserts and sends inserts.
	case *physical.WindowRank, *physical.WindowDeduplicate, *physical.WindowJoin, *physical.IntervalJoin,
		*physical.TemporalSort:
		n = i.modifyInputs(n, mode.ModifyInsert, "StreamPhysical"+n.Op.Name())
		return i.provide(n, mode.ModifyInsert, required, requester)
	case *physical.Match:
		n = i.modifyInputs(n, mode.ModifyInsert, "Match Recognize")
		return i.provide(n, mode.ModifyInsert, required, requester)
	case *physical.VectorSearch:
		n = i.modifyInputs(n, mode.ModifyInsert, "StreamPhysicalVectorSearchTableFunction")
		return i.provide(n, mode.ModifyInsert, required, requester)
	case *physical.OverAggregate:
		return i.modifyOver(n, o, required, requester)

	// What passes on what it gets, and the demand of whoever is above.
	case *physical.Calc, *physical.Correlate, *physical.LookupJoin, *physical.Exchange, *physical.Expand,
		*physical.MiniBatchAssigner, *physical.WatermarkAssigner, *physical.WindowTableFunction,
		*physical.DropUpdateBefore:
		n = i.modifyInputs(n, required, requester)
		return i.provide(n, n.Input().Traits.Modify, required, requester)
	case *physical.Union:
		n = i.modifyInputs(n, required, requester)
		m := mode.ModifyNone
		for _, in := range n.Inputs {
			m |= in.Traits.Modify
		}
		return i.provide(n, m, required, requester)

	// What reads nothing.
	case *physical.TableSourceScan:
		return i.provide(n, o.Source.Mode.Modify(), required, requester)
	case *physical.IntermediateTableScan:
		return i.provide(n, o.Block.Root.Traits.Modify, required, requester)
	case *physical.Values:
		return i.provide(n, mode.ModifyInsert, required, requester)

	case *physical.ProcessTableFunction:
		return i.modifyProcess(n, o, required, requester)
	case *physical.IncrementalGroupAggregate:
	}
	panic(&diag.Unmodelled{Construct: "the changelog of " + n.Op.Name(), Span: n.Span})
}

func (i *inference) modifyInputs(n *physical.Node, required mode.Modify, requester string) *physical.Node {
	in := make([]*physical.Node, len(n.Inputs))
	for k, x := range n.Inputs {
		in[k] = i.modify(x, required, requester)
	}
	return n.WithInputs(in...)
}

// provide gives n with what it sends, or refuses it to the requester who cannot take it.
func (i *inference) provide(n *physical.Node, sends, required mode.Modify, requester string) *physical.Node {
	if extra := sends.Minus(required); extra != 0 {
		r := diag.Newf(diag.Table, n.Span, "%s doesn't support consuming %s changes which is produced by node %s",
			requester, extra.Words(), i.describe(n))
		r.Node = n.ID
		panic(r)
	}
	return n.WithTraits(mode.Traits{Modify: sends, Done: true})
}

// modifySink asks the connector twice: once for what it would take of the query's own kinds, then holds the query
// to that.
func (i *inference) modifySink(n *physical.Node, o *physical.Sink) *physical.Node {
	name := "Table sink '" + o.Table.ID.String() + "'"
	if o.Sink.Sink.Legacy != "" {
		name = o.Sink.Sink.Legacy
	}
	query := i.modify(n.Input(), mode.ModifyAll, name).Traits.Modify
	takes := o.Sink.Sink.ModeFor(query.Default()).Modify()
	in := i.modify(n.Input(), takes, name)
	return n.WithInputs(in).WithTraits(mode.Traits{Done: true})
}

// rankSends is for a deduplication that keeps the first row of an append-only input: inserts only, unless a mini-batch
// may replace it (RankUtil.outputInsertOnlyInDeduplicate). Every other rank takes rows back.
func (i *inference) rankSends(n *physical.Node, o *physical.Rank) mode.Modify {
	if o.IsDeduplication() && n.Input().Traits.Modify.InsertOnly() && !o.KeepsLast() && !i.miniBatched {
		return mode.ModifyInsert
	}
	return mode.ModifyAll
}

func joinSends(n *physical.Node, t logical.JoinType) mode.Modify {
	if t == logical.Inner || t == logical.Semi {
		return n.Inputs[0].Traits.Modify | n.Inputs[1].Traits.Modify
	}
	return mode.ModifyAll
}

func multiJoinSends(n *physical.Node, o *physical.MultiJoin) mode.Modify {
	m := mode.ModifyNone
	for k, in := range n.Inputs {
		if k > 0 && o.Types[k] != logical.Inner {
			return mode.ModifyAll
		}
		m |= in.Traits.Modify
	}
	return m
}

// modifyOver lets an OVER take and send changes only where it is ordered by something other than time.
func (i *inference) modifyOver(n *physical.Node, o *physical.OverAggregate, required mode.Modify, requester string) *physical.Node {
	takes, sends := mode.ModifyInsert, mode.ModifyInsert
	if len(o.Order) > 0 && !n.Input().Row.Fields[o.Order[0].Column].Type.IsTimeAttribute() {
		takes, sends = mode.ModifyAll, mode.ModifyAll
	}
	n = i.modifyInputs(n, takes, "StreamPhysicalOverAggregate")
	return i.provide(n, sends, required, requester)
}
