package changelog

import (
	"slices"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// Plan is the plan of a statement: the roots as the physical section prints them, and as they run, where equal
// sub-trees are one.
type Plan struct {
	Roots []*physical.Node
	Exec  []*physical.Node
	Facts []Fact
	// Missed are the facts of attempts that failed.
	Missed []Fact
	// Alias gives, for the ID of a node that was made one with another, that of the other.
	Alias map[int]int

	lastID int
}

// Assemble joins the trees of a statement's sinks into its plan: sinks of one table become one, equal sub-trees are
// shared.
func Assemble(trees []*Annotated, settings catalog.Settings) *Plan {
	p := &Plan{Alias: map[int]int{}}
	for _, a := range trees {
		p.add(a)
	}
	checkDelta(p.Roots, settings)
	p.Exec = p.Roots
	if !settings.Bool("table.optimizer.reuse-sub-plan-enabled") {
		return p
	}
	reuseSources := settings.Bool("table.optimizer.reuse-source-enabled")
	if reuseSources {
		p.Roots = sameScans(unifyScans(p.Roots))
	}
	if settings.Bool("table.optimizer.reuse-sink-enabled") && len(p.Roots) > 1 {
		p.Roots = mergeSinks(p.Roots, p.Alias)
	}
	p.Exec = share(p.Roots, reuseSources, p.Alias)
	return p
}

// add takes a tree in, whose nodes get IDs that no other tree has.
func (p *Plan) add(a *Annotated) {
	root, by := a.Root, 0
	if len(p.Roots) > 0 {
		by = p.lastID
		root = renumbered(root, by)
	}
	for n := range rel.All(root) {
		p.lastID = max(p.lastID, n.ID)
	}
	p.Roots = append(p.Roots, root)
	p.Facts = append(p.Facts, moved(a.Facts, by)...)
	p.Missed = append(p.Missed, moved(a.Missed, by)...)
}

// renumbered gives the tree with IDs that are higher by by.
func renumbered(root *physical.Node, by int) *physical.Node {
	return rel.Rewrite(root, func(n *physical.Node) *physical.Node {
		c := *n
		c.ID += by
		return &c
	})
}

// moved are facts about the nodes of a renumbered tree.
func moved(facts []Fact, by int) []Fact {
	out := append([]Fact(nil), facts...)
	for k := range out {
		out[k].Node += by
		if out[k].By != 0 {
			out[k].By += by
		}
	}
	return out
}

// mergeSinks makes sinks into one table with equal columns and modes one sink over a union (SinkReuser). The first
// gives its names.
func mergeSinks(roots []*physical.Node, alias map[int]int) []*physical.Node {
	var out []*physical.Node
	groups := map[int][]*physical.Node{} // by place in out
	for _, r := range roots {
		o, ok := r.Op.(*physical.Sink)
		if !ok || o.Sink.Sink.Legacy != "" {
			out = append(out, r)
			continue
		}
		at := -1
		for k, have := range out {
			if h, ok := have.Op.(*physical.Sink); ok && sameSink(have, h, r, o) {
				at = k
				break
			}
		}
		if at < 0 {
			at = len(out)
			out = append(out, r)
		}
		groups[at] = append(groups[at], r)
	}
	for at, g := range groups {
		if len(g) < 2 {
			continue
		}
		in := make([]*physical.Node, len(g))
		for k, s := range g {
			in[k] = s.Input()
			if k > 0 {
				alias[s.ID] = g[0].ID
			}
		}
		u := rel.New[physical.Op](&physical.Union{}, g[0].Row, g[0].Span, in...)
		u.Traits = g[0].Input().Traits
		out[at] = g[0].WithInputs(u)
	}
	return out
}

func sameSink(an *physical.Node, a *physical.Sink, bn *physical.Node, b *physical.Sink) bool {
	if a.Table.ID != b.Table.ID || a.UpsertMaterialize != b.UpsertMaterialize ||
		len(a.TargetColumns) != len(b.TargetColumns) || !slices.Equal(a.Partition, b.Partition) || a.Overwrite != b.Overwrite ||
		len(a.Abilities) != len(b.Abilities) ||
		logical.HintsText(a.Hints) != logical.HintsText(b.Hints) || !sameTypes(an.Row, bn.Row) {
		return false
	}
	for k := range a.TargetColumns {
		if a.TargetColumns[k] != b.TargetColumns[k] {
			return false
		}
	}
	for k := range a.Abilities {
		if a.Abilities[k].Name != b.Abilities[k].Name || a.Abilities[k].Text != b.Abilities[k].Text {
			return false
		}
	}
	return an.Input().Traits == bn.Input().Traits && physical.InOnePlace(an.Input()) == physical.InOnePlace(bn.Input())
}

func sameTypes(a, b *types.Type) bool {
	if len(a.Fields) != len(b.Fields) {
		return false
	}
	for k := range a.Fields {
		if a.Fields[k].Type.PlanString() != b.Fields[k].Type.PlanString() {
			return false
		}
	}
	return true
}

// share gives the trees with equal sub-trees made one, and all others made several (SubplanReuser, after
// SameRelObjectShuttle).
func share(roots []*physical.Node, reuseSources bool, alias map[int]int) []*physical.Node {
	s := sharer{sources: reuseSources, count: map[string]int{}, made: map[string]*physical.Node{}, alias: alias}
	for _, r := range roots {
		s.visit(r)
	}
	out := make([]*physical.Node, len(roots))
	for k, r := range roots {
		out[k] = s.build(r)
	}
	return out
}

type sharer struct {
	sources bool
	count   map[string]int
	made    map[string]*physical.Node
	alias   map[int]int
}

func (s *sharer) visit(n *physical.Node) {
	d := sharedDigest(n)
	s.count[d]++
	if s.count[d] > 1 && s.reusable(n) {
		return
	}
	for _, in := range n.Inputs {
		s.visit(in)
	}
}

// sharedDigest is equal for trees that can be one. An empty filter makes no difference to a scan.
func sharedDigest(n *physical.Node) string {
	if o, ok := n.Op.(*physical.TableSourceScan); ok {
		return scanDigest(o, false)
	}
	return n.RelDigest()
}

func (s *sharer) reusable(n *physical.Node) bool {
	switch n.Op.(type) {
	case *physical.TableSourceScan:
		return s.sources
	case *physical.Exchange:
		return s.reusable(n.Input())
	case *physical.Sink:
		return false
	}
	return true
}

func (s *sharer) build(n *physical.Node) *physical.Node {
	d := sharedDigest(n)
	shared := s.count[d] > 1 && s.reusable(n)
	if shared {
		if have := s.made[d]; have != nil {
			s.becomes(n, have)
			return have
		}
	}
	c := *n
	c.Inputs = make([]*physical.Node, len(n.Inputs))
	for k, in := range n.Inputs {
		c.Inputs[k] = s.build(in)
	}
	if shared {
		s.made[d] = &c
	}
	return &c
}

// becomes records that n and what is below it are now another node and what is below that.
func (s *sharer) becomes(n, other *physical.Node) {
	if n.ID != other.ID {
		s.alias[n.ID] = other.ID
	}
	for k := range n.Inputs {
		s.becomes(n.Inputs[k], other.Inputs[k])
	}
}
