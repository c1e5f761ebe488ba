// Package why says in words why the nodes of a plan are as they are: why a mode, who asked for what, what is kept in
// state, and what becomes of the upsert key. It puts the facts that the inference recorded into sentences about the
// columns and tables of the script.
package why

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// Note is what is to be said of a node.
type Note struct {
	// Name is the node in the terms of the script.
	Name    string
	Reasons []Reason
	// Inserted says who made the planner put the node there, and how to be rid of it.
	Inserted string
	State    *State
	Journey  *Journey
	Short    []Short
}

// Reason is one sentence on a node's mode; By is the node that made it so, nil for none other.
type Reason struct {
	Kind, Text string
	By         *physical.Node
}

// Class says how much a node keeps.
type Class uint8

// The classes of state.
const (
	Stateless Class = iota
	Low
	Medium
	High
)

// State is what a node keeps.
type State struct {
	Class                   Class
	Why, KeyedBy, GrowsWith string
}

// Journey is what becomes of the upsert key at a node.
type Journey struct {
	Step string // born, kept, renamed, lost, none, met, differs
	Lost []string
	Text string
}

// Notes answers for the nodes of one plan.
type Notes struct {
	keys     *physical.Keys
	settings catalog.Settings
	parents  map[*physical.Node][]*physical.Node
	nodes    map[int]*physical.Node
	about    map[int][]changelog.Fact
	// lost are the facts about nodes that are gone, by who made them so: an exchange that a two-phase aggregate replaced.
	lost   map[int][]changelog.Fact
	missed map[int][]changelog.Fact
	causes map[*physical.Node]cause
}

// cause is who made a node send what its updates replace.
type cause struct {
	by    *physical.Node
	fact  changelog.Fact
	found bool
}

// Of prepares the notes of a plan.
func Of(p *changelog.Plan, settings catalog.Settings) *Notes {
	n := &Notes{keys: physical.NewKeys(), settings: settings, parents: map[*physical.Node][]*physical.Node{},
		nodes: map[int]*physical.Node{}, causes: map[*physical.Node]cause{}}
	for _, r := range p.Exec {
		n.enter(r)
	}
	n.about = gather(p.Facts, p.Alias)
	n.missed = gather(p.Missed, p.Alias)
	n.lost = map[int][]changelog.Fact{}
	for id, facts := range n.about {
		if n.nodes[id] != nil {
			continue
		}
		for _, f := range facts {
			n.lost[f.By] = append(n.lost[f.By], f)
		}
	}
	return n
}

func (w *Notes) enter(n *physical.Node) {
	if _, known := w.nodes[n.ID]; known && w.nodes[n.ID] == n {
		return
	}
	w.nodes[n.ID] = n
	for _, in := range n.Inputs {
		w.parents[in] = append(w.parents[in], n)
		w.enter(in)
	}
}

func gather(facts []changelog.Fact, alias map[int]int) map[int][]changelog.Fact {
	now := func(id int) int {
		if other, ok := alias[id]; ok {
			return other
		}
		return id
	}
	out := make(map[int][]changelog.Fact, len(facts))
	for _, f := range facts {
		f.Node, f.By = now(f.Node), now(f.By)
		out[f.Node] = append(out[f.Node], f)
	}
	return out
}

func has(facts []changelog.Fact, k changelog.FactKind) bool {
	for _, f := range facts {
		if f.Kind == k {
			return true
		}
	}
	return false
}

// Of says what is to be said of n.
func (w *Notes) Of(n *physical.Node) Note {
	note := Note{Name: describe(n), State: w.state(n), Journey: w.journey(n), Short: w.short(n)}
	add := func(kind, text string, by *physical.Node) {
		if text != "" {
			note.Reasons = append(note.Reasons, Reason{kind, text, by})
		}
	}
	add("produces", w.produces(n), nil)
	text, by := w.forced(n)
	add("forced", text, by)
	add("asked", w.asks(n), nil)
	add("forced", w.spared(n), nil)
	add("keeps", w.keeps(n), nil)
	switch o := n.Op.(type) {
	case *physical.ChangelogNormalize:
		text, by := w.normalizes(n, o)
		note.Inserted = text + " " + w.ridOfNormalize(n, o)
		add("inserted", w.insertedFor(n, by), by)
	case *physical.DropUpdateBefore:
		note.Inserted = w.drops(n)
		by := w.reader(n)
		add("inserted", w.insertedFor(n, by), by)
	case *physical.Sink:
		if o.UpsertMaterialize {
			note.Inserted = w.materializes(n, o)
			by := origin(n.Input())
			add("inserted", "For "+describe(by)+", whose rows do not come by "+declaredKey(o)+".", by)
		}
	case *physical.LookupJoin:
		if o.Materialize {
			by := origin(n.Input())
			add("inserted", "For "+describe(by)+", whose rows are taken back.", by)
			note.Inserted = "The join keeps what it has looked up, because " + table(o.Table) + " may have changed by the time " +
				"that a row is taken back, and the session asks for correct results " +
				"(table.optimizer.non-deterministic-update.strategy = TRY_RESOLVE). It goes with IGNORE, if " + table(o.Table) + " never changes."
		}
	}
	return note
}

// insertedFor names the node that an operator was inserted for.
func (w *Notes) insertedFor(n, by *physical.Node) string {
	switch by {
	case nil:
		return ""
	case n:
		if o, ok := n.Op.(*physical.ChangelogNormalize); ok && o.Cond != nil {
			return "For the filter on " + and(names(n.Input(), expr.Refs(o.Cond).Slice())) + ", which it has taken in."
		}
		return "For the result, which nobody reads UPDATE_BEFORE of."
	}
	return "For " + describe(by) + "."
}

// reader is the sink, or the top of the query, that reads what n sends.
func (w *Notes) reader(n *physical.Node) *physical.Node {
	for len(w.parents[n]) > 0 {
		n = w.parents[n][0]
	}
	return n
}

// sendsBefore reports a node that sends what its updates replace.
func sendsBefore(n *physical.Node) bool { return n.Traits.Kinds().Has(mode.UpdateBefore) }
