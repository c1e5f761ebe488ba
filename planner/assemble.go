package planner

import (
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
)

// assembler makes the public tree of a plan. A node that several consumers read becomes one.
type assembler struct {
	plan Plan
	ids  map[*physical.Node]NodeID
	// byTrace finds public nodes by the ID that a node keeps through all rewriting.
	byTrace map[int]NodeID
	printer *explain.Printer
	places  *source.Places
}

// assemble makes the tree of p, whose nodes stand at places in the script.
func assemble(p *changelog.Plan, places *source.Places, printer *explain.Printer) (*Plan, *assembler) {
	a := &assembler{ids: map[*physical.Node]NodeID{}, byTrace: map[int]NodeID{}, printer: printer, places: places}
	for _, r := range p.Exec {
		a.plan.Roots = append(a.plan.Roots, a.node(r))
	}
	for _, r := range explain.ReuseIDs(p.Exec) {
		a.plan.Reuse = append(a.plan.Reuse, Reuse{Node: a.ids[r.Node], ID: r.ID})
	}
	return &a.plan, a
}

// node adds n and what is below it.
func (a *assembler) node(n *physical.Node) NodeID {
	if id, ok := a.ids[n]; ok {
		return id
	}
	id := NodeID(len(a.plan.Nodes))
	a.ids[n] = id
	if n.ID != 0 {
		a.byTrace[n.ID] = id
	}
	at, declared := a.spans(n.Span)
	a.plan.Nodes = append(a.plan.Nodes, Node{
		ID: id, Op: n.Op.Name(), Line: a.printer.Line(n), Attrs: attrs(a.printer.Terms(n)), Mode: n.Traits.Kinds().Letters(),
		Columns: n.Row.Names(), UpsertKeys: a.upsertKeys(n), Span: at, Declared: declared, Inserted: inserted(n),
	})
	inputs := make([]NodeID, len(n.Inputs))
	for i, in := range n.Inputs {
		inputs[i] = a.node(in)
	}
	a.plan.Nodes[id].Inputs = inputs
	return id
}

func attrs(terms []rel.Term) []Attr {
	out := make([]Attr, len(terms))
	for i, t := range terms {
		out[i] = Attr(t)
	}
	return out
}

func (a *assembler) upsertKeys(n *physical.Node) [][]string {
	set := a.printer.Keys.Upsert(n)
	if set.Empty() {
		return nil
	}
	byText := map[string][]string{}
	var texts []string
	for _, k := range set.JavaOrder() {
		names := []string{}
		for c := range k.All() {
			names = append(names, n.Row.Fields[c].Name)
		}
		text := explain.KeyText(n, keys.SetOf(k))
		if _, ok := byText[text]; !ok {
			texts = append(texts, text)
		}
		byText[text] = names
	}
	var out [][]string
	for _, t := range keys.ScalaOrder(texts) {
		out = append(out, byText[t])
	}
	return out
}

// spans are where the statement says s and where a view that it reads does.
func (a *assembler) spans(s source.Span) (at, declared *Span) {
	if s.IsZero() {
		return nil, nil
	}
	here, view := a.places.In(s)
	if !view.IsZero() {
		declared = &Span{view.Start, view.End}
	}
	return &Span{here.Start, here.End}, declared
}

// inserted reports what the planner put into the plan that nobody wrote.
func inserted(n *physical.Node) bool {
	switch o := n.Op.(type) {
	case *physical.ChangelogNormalize, *physical.DropUpdateBefore:
		return true
	case *physical.Sink:
		return o.UpsertMaterialize
	case *physical.LookupJoin:
		return o.Materialize
	}
	return false
}
