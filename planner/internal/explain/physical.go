// Package explain writes plans as Flink prints them.
package explain

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Printer writes the physical nodes of one plan. It keeps what it has spelled: a plan is printed with and without keys, and
// shown as a tree.
type Printer struct {
	Budget *diag.Budget
	Keys   *physical.Keys
	nodes  map[*physical.Node]*spelled
}

// spelled is a node's attributes, and its line up to where upsert keys stand and from there on.
type spelled struct {
	terms      []rel.Term
	head, tail string
}

// NewPrinter makes a printer within a budget.
func NewPrinter(budget *diag.Budget) *Printer {
	return &Printer{Budget: budget, Keys: physical.NewKeys(), nodes: map[*physical.Node]*spelled{}}
}

func (p *Printer) spell(n *physical.Node) *spelled {
	if s := p.nodes[n]; s != nil {
		return s
	}
	s := &spelled{terms: rel.TermsOf(n, expr.Physical), tail: ")"}
	mode := "changelogMode=[" + n.Traits.Kinds().String() + "]"
	if text := rel.Spell(s.terms); text != "" {
		s.head = n.Op.Name() + "(" + text + ", " + mode
	} else {
		s.head = n.Op.Name() + "(" + mode
	}
	if h := physical.QueryHints(n); len(h) > 0 {
		s.tail = ", " + rel.Spell(h) + ")"
	}
	p.nodes[n] = s
	return s
}

// Terms are a node's attributes.
func (p *Printer) Terms(n *physical.Node) []rel.Term { return p.spell(n).terms }

// Line is a node as the physical section prints it.
func (p *Printer) Line(n *physical.Node) string {
	s := p.spell(n)
	return s.head + s.tail
}

func (p *Printer) keyLine(n *physical.Node) string {
	s := p.spell(n)
	if text := KeyText(n, p.Keys.Upsert(n)); text != "" {
		return s.head + ", upsertKeys=[" + text + "]" + s.tail
	}
	return s.head + s.tail
}

// KeyedPlan writes the trees of the Optimized Physical Plan with changelog modes and upsert keys, a blank line after each
// (RelTreeWriterImpl).
func (p *Printer) KeyedPlan(roots []*physical.Node) string {
	w := rel.TreeWriter{Budget: p.Budget}
	p.trees(&w, roots, p.keyLine)
	return w.String()
}

func (p *Printer) trees(w *rel.TreeWriter, roots []*physical.Node, line func(*physical.Node) string) {
	for _, root := range roots {
		rel.Draw(w, root, line)
		w.Break()
	}
}

// Keys is a KeyedPlan of a printer of its own.
func Keys(roots []*physical.Node) string { return NewPrinter(nil).KeyedPlan(roots) }

// Line is a node as the physical section prints it, with upsert keys if keys is given.
func Line(n *physical.Node, keys *physical.Keys) string {
	return rel.Line(n, expr.Physical, "", extras(n, keys)...)
}

// extras are the attributes that the writer adds to a node's own: mode, keys, hints.
func extras(n *physical.Node, k *physical.Keys) []rel.Term {
	out := []rel.Term{{Name: "changelogMode", Text: n.Traits.Kinds().String()}}
	if k != nil {
		if text := KeyText(n, k.Upsert(n)); text != "" {
			out = append(out, rel.Term{Name: "upsertKeys", Text: text})
		}
	}
	return append(out, physical.QueryHints(n)...)
}

// KeyText spells upsert keys by the names of n's columns, in Flink's order; empty if there is none.
func KeyText(n *physical.Node, s keys.Set) string {
	if s.Empty() {
		return ""
	}
	all := make([]string, 0, len(s.Keys))
	for _, key := range s.JavaOrder() {
		var names []string
		for c := range key.All() {
			names = append(names, n.Row.Fields[c].Name)
		}
		all = append(all, "["+strings.Join(names, ", ")+"]")
	}
	return strings.Join(keys.ScalaOrder(all), ", ")
}
