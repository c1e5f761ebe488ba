// Package explain writes plans as Flink prints them.
package explain

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Physical writes the trees of the Optimized Physical Plan with changelog modes, a blank line after each
// (RelTreeWriterImpl).
func Physical(roots []*physical.Node, budget *diag.Budget) string { return trees(roots, nil, budget) }

// Keys is Physical with upsert keys.
func Keys(roots []*physical.Node, budget *diag.Budget) string {
	return trees(roots, physical.NewKeys(), budget)
}

func trees(roots []*physical.Node, keys *physical.Keys, budget *diag.Budget) string {
	var b strings.Builder
	for _, root := range roots {
		b.WriteString(rel.Tree(root, budget, func(n *physical.Node) string { return Line(n, keys) }))
		b.WriteByte('\n')
	}
	return b.String()
}

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
	return append(out, hints(n)...)
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

func hints(n *physical.Node) []rel.Term {
	switch o := n.Op.(type) {
	case *physical.Join:
		return joinHints(o.Hints)
	case *physical.LookupJoin, *physical.IntervalJoin, *physical.TemporalJoin, *physical.WindowJoin:
		return nil
	case *physical.GroupAggregate:
		return stateHints(o.Hints)
	}
	return nil
}

func joinHints(all []logical.Hint) []rel.Term {
	var join []logical.Hint
	for _, h := range all {
		switch h.Name {
		case "BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "LOOKUP", "MULTI_JOIN":
			join = append(join, h)
		}
	}
	var out []rel.Term
	if len(join) > 0 {
		out = append(out, rel.Term{Name: "joinHints", Text: physical.HintsText(join)})
	}
	return append(out, stateHints(all)...)
}

func stateHints(all []logical.Hint) []rel.Term {
	var state []logical.Hint
	for _, h := range all {
		if h.Name == "STATE_TTL" {
			state = append(state, h)
		}
	}
	if len(state) == 0 {
		return nil
	}
	return []rel.Term{{Name: "stateTtlHints", Text: physical.HintsText(state)}}
}
