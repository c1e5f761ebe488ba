package physical

import (
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
)

// QueryHints are the hints that the tree writer adds to a node, join hints apart from STATE_TTL. (RelTreeWriterImpl)
func QueryHints(n *Node) []rel.Term {
	switch o := n.Op.(type) {
	case *Join:
		return joinHints(o.Hints)
	case *LookupJoin, *IntervalJoin, *TemporalJoin, *WindowJoin:
		return nil
	case *GroupAggregate:
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
		out = append(out, rel.Term{Name: "joinHints", Text: logical.HintsText(join)})
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
	return []rel.Term{{Name: "stateTtlHints", Text: logical.HintsText(state)}}
}
