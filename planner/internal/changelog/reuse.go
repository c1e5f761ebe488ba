package changelog

import (
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
}

// Assemble joins the trees of a statement's sinks into its plan: sinks of one table become one, equal sub-trees are
// shared.
func Assemble(trees []*Annotated, settings catalog.Settings) *Plan {
	p := &Plan{}
	for _, a := range trees {
		p.Roots = append(p.Roots, a.Root)
		p.Facts = append(p.Facts, a.Facts...)
		p.Missed = append(p.Missed, a.Missed...)
	}
	checkDelta(p.Roots, settings)
	p.Exec = p.Roots
	if !settings.Bool("table.optimizer.reuse-sub-plan-enabled") {
		return p
	}
	reuseSources := settings.Bool("table.optimizer.reuse-source-enabled")
	if reuseSources {
		p.Roots = unifyScans(p.Roots)
	}
	if settings.Bool("table.optimizer.reuse-sink-enabled") && len(p.Roots) > 1 {
		p.Roots = mergeSinks(p.Roots)
	}
	p.Exec = share(p.Roots, reuseSources)
	return p
}

// mergeSinks makes sinks into one table with equal columns and modes one sink over a union (SinkReuser). The first
// gives its names.
func mergeSinks(roots []*physical.Node) []*physical.Node {
	var out []*physical.Node
	groups := map[int][]*physical.Node{} // by place in out
	for _, r := range roots {
		o, ok := r.Op.(*physical.Sink)
		if !ok {
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
		}
		u := rel.New[physical.Op](&physical.Union{}, g[0].Row, g[0].Span, in...)
		u.Traits = g[0].Input().Traits
		out[at] = g[0].WithInputs(u)
	}
	return out
}

func sameSink(an *physical.Node, a *physical.Sink, bn *physical.Node, b *physical.Sink) bool {
	if a.Table.ID != b.Table.ID || a.UpsertMaterialize != b.UpsertMaterialize ||
		len(a.TargetColumns) != len(b.TargetColumns) || len(a.Abilities) != len(b.Abilities) ||
		physical.HintsText(a.Hints) != physical.HintsText(b.Hints) || !sameTypes(an.Row, bn.Row) {
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
	return an.Input().Traits == bn.Input().Traits && single(an.Input()) == single(bn.Input())
}

// single reports a node that yields its rows in one place, which is a trait of Flink's.
func single(n *physical.Node) bool {
	switch n.Op.(type) {
	case *physical.Limit, *physical.SortLimit, *physical.Sort, *physical.TemporalSort:
		return true
	}
	return false
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
func share(roots []*physical.Node, reuseSources bool) []*physical.Node {
	s := sharer{sources: reuseSources, count: map[string]int{}, made: map[string]*physical.Node{}}
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
}

func (s *sharer) visit(n *physical.Node) {
	d := n.RelDigest()
	s.count[d]++
	if s.count[d] > 1 && s.reusable(n) {
		return
	}
	for _, in := range n.Inputs {
		s.visit(in)
	}
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
	d := n.RelDigest()
	shared := s.count[d] > 1 && s.reusable(n)
	if shared {
		if have := s.made[d]; have != nil {
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

// unifyScans makes scans of one table that differ in what was pushed into them read the same (ScanReuser).
func unifyScans(roots []*physical.Node) []*physical.Node { return roots }

var _ = logical.Inner
