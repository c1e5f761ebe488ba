package changelog

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Demand is what a tree is asked for from outside: of a block, by those that read it.
type Demand struct {
	UpdateBefore bool
	batch        interval
}

// SinkDemand is what the tree of a sink or query is asked for.
func SinkDemand(settings catalog.Settings) Demand {
	if !settings.Bool("table.exec.mini-batch.enabled") {
		return Demand{}
	}
	return Demand{batch: interval{settings.Millis("table.exec.mini-batch.allow-latency"), byProctime}}
}

// And joins what two readers ask. Of mini-batches, the last one counts (RelNodeBlock.setMiniBatchInterval).
func (d Demand) And(last Demand) Demand {
	return Demand{UpdateBefore: d.UpdateBefore || last.UpdateBefore, batch: last.batch}
}

// Asks gives what the tree asks of the blocks that it reads, by the names of their results
// (StreamCommonSubGraphBasedOptimizer.propagateTraits).
func (a *Annotated) Asks() map[string]Demand {
	out := map[string]Demand{}
	for n := range rel.All(a.Root) {
		if o, ok := n.Op.(*physical.IntermediateTableScan); ok {
			d := Demand{UpdateBefore: n.Traits.Update == mode.BeforeAndAfter, batch: a.inference.batches[o.Table]}
			out[o.Table] = out[o.Table].And(d)
		}
	}
	return out
}

// Block is the tree as other blocks know it, which d is asked of.
func (a *Annotated) Block(d Demand) *physical.Block {
	k := a.inference.keys
	return &physical.Block{Root: a.Root, Upsert: k.Upsert(a.Root), Unique: k.Unique(a.Root), Monotonicity: k.Monotonicity(a.Root),
		UpdateBefore: d.UpdateBefore}
}

// Expand puts the trees of other blocks, which are expanded themselves, where a reads them.
func (a *Annotated) Expand(blocks map[string]*Annotated) {
	i := a.inference
	stands := map[int]int{}
	a.Root = rel.Rewrite(a.Root, func(n *physical.Node) *physical.Node {
		o, ok := n.Op.(*physical.IntermediateTableScan)
		if !ok {
			return n
		}
		b, by := blocks[o.Table], i.lastID
		root := renumbered(b.Root, by)
		i.lastID += b.inference.lastID
		i.facts = append(i.facts, moved(b.inference.facts, by)...)
		i.missed = append(i.missed, moved(b.inference.missed, by)...)
		stands[n.ID] = root.ID
		return root
	})
	for k := range i.facts {
		if id, ok := stands[i.facts[k].Node]; ok {
			i.facts[k].Node = id
		}
	}
}
