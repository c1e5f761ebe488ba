package planner

import (
	"strconv"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/rewrite"
)

// blocks optimizes the trees of a statement in parts, those that several sinks read by themselves
// (StreamCommonSubGraphBasedOptimizer).
type blocks struct {
	*single
	settings catalog.Settings
	asked    map[*logical.Block]changelog.Demand
	// names and trees are of the blocks that are optimized by now; results is what others know of them.
	names   map[*logical.Block]string
	trees   map[*logical.Block]*changelog.Annotated
	scans   map[*logical.Block]*logical.Node
	results map[string]*physical.Block
	made    int
	// tried remembers the trees of the blocks by what was asked of them, while demands are handed down.
	tried map[attempted]*changelog.Annotated
}

type attempted struct {
	block *logical.Block
	asked changelog.Demand
}

// optimizeBlocks gives the tree of each sink, expanded again. Every block is optimized three times: by itself, to learn
// what its readers ask of it, and as they ask.
func (s *single) optimizeBlocks(roots []*logical.Node, set catalog.Settings) ([]*changelog.Annotated, error) {
	sinks := logical.Blocks(roots, set.Bool("table.optimizer.union-all-as-breakpoint-enabled"), s.budget)
	b := &blocks{single: s, settings: set, asked: map[*logical.Block]changelog.Demand{}, tried: map[attempted]*changelog.Annotated{}}
	for _, sink := range sinks {
		b.asked[sink] = changelog.SinkDemand(set)
	}
	if err := b.optimizeAll(sinks); err != nil {
		return nil, err
	}
	for _, sink := range sinks {
		if err := b.demand(sink); err != nil {
			return nil, err
		}
	}
	if err := b.optimizeAll(sinks); err != nil {
		return nil, err
	}
	done := make([]*changelog.Annotated, len(sinks))
	expanded := map[string]*changelog.Annotated{}
	for i, sink := range sinks {
		b.expand(sink, expanded)
		done[i] = b.trees[sink]
	}
	return done, nil
}

// optimizeAll optimizes the sinks and all below them anew.
func (b *blocks) optimizeAll(sinks []*logical.Block) error {
	b.names, b.trees = map[*logical.Block]string{}, map[*logical.Block]*changelog.Annotated{}
	b.scans, b.results = map[*logical.Block]*logical.Node{}, map[string]*physical.Block{}
	for _, sink := range sinks {
		if err := b.optimize(sink); err != nil {
			return err
		}
	}
	return nil
}

// optimize optimizes what the block reads, and then the block.
func (b *blocks) optimize(x *logical.Block) error {
	for _, child := range x.Children {
		if b.trees[child] != nil {
			continue
		}
		if err := b.optimize(child); err != nil {
			return err
		}
	}
	a, windows, err := b.tree(x)
	if err != nil {
		return err
	}
	b.trees[x] = a
	if isSink(x) {
		return nil
	}
	name := "IntermediateRelTable_" + strconv.Itoa(b.made)
	b.made++
	result := a.Block(b.asked[x])
	b.names[x], b.results[name] = name, result
	scan := &logical.IntermediateTableScan{Table: name, Unique: result.Unique, Windows: windows}
	b.scans[x] = rel.New[logical.Op](scan, a.Root.Row, x.Output.Span)
	return nil
}

func isSink(x *logical.Block) bool {
	_, ok := x.Output.Op.(*logical.Sink)
	return ok
}

// tree optimizes the block as it is asked now, over the results of its children.
func (b *blocks) tree(x *logical.Block) (*changelog.Annotated, *logical.Windows, error) {
	run := rewrite.OptimizeBlock
	if isSink(x) {
		run = rewrite.Optimize
	}
	now, err := run(x.Over(func(child *logical.Block) *logical.Node { return b.scans[child] }), b.settings, b.zone(), b.budget)
	if err != nil {
		return nil, nil, err
	}
	a, err := b.infer(now, b.results, b.asked[x], b.settings)
	return a, physical.WindowsOf(now), err
}

// demand tells the blocks below x what x asks of them now.
func (b *blocks) demand(x *logical.Block) (err error) {
	b.budget.Check()
	key := attempted{x, b.asked[x]}
	a, ok := b.tried[key]
	if !ok {
		if a, _, err = b.tree(x); err != nil {
			return err
		}
		b.tried[key] = a
	}
	asks := a.Asks()
	for _, child := range x.Children {
		if d, ok := asks[b.names[child]]; ok {
			b.asked[child] = b.asked[child].And(d)
		}
	}
	for _, child := range x.Children {
		if err := b.demand(child); err != nil {
			return err
		}
	}
	return nil
}

// expand puts the trees of the blocks where they are read.
func (b *blocks) expand(x *logical.Block, expanded map[string]*changelog.Annotated) {
	for _, child := range x.Children {
		if name := b.names[child]; expanded[name] == nil {
			b.expand(child, expanded)
			expanded[name] = b.trees[child]
		}
	}
	b.trees[x].Expand(expanded)
}
