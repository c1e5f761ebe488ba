package why

import (
	"slices"
	"strconv"
	"strings"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// expire lowers a state whose rows are forgotten some time after their last change, and says when. What is forgotten is not
// made good: a later change finds nothing.
func (w *Notes) expire(n *physical.Node, s *State) {
	missing := ""
	switch o := n.Op.(type) {
	case *physical.GroupAggregate:
		if o.Phase == physical.LocalPhase {
			return
		}
		missing = "a group that is quiet for longer starts from nothing"
	case *physical.IncrementalGroupAggregate:
		missing = "a bucket that is quiet for longer starts from nothing"
	case *physical.Join, *physical.MultiJoin, *physical.TemporalJoin:
		missing = "a row that comes later finds no match"
	case *physical.Rank, *physical.SortLimit, *physical.Limit, *physical.OverAggregate:
		missing = "a partition that is quiet for longer starts from nothing"
	case *physical.ChangelogNormalize:
		missing = "a key that comes back later counts as new"
	case *physical.Sink:
		missing = "a row that is taken back later is not found"
	case *physical.LookupJoin:
		missing = "a row that is taken back later is looked up again"
	default:
		return
	}
	ttl, by := w.ttl(n)
	if slices.Max(ttl) == 0 {
		return
	}
	if slices.Min(ttl) > 0 && s.Class > Low {
		s.Class--
	}
	s.Why += " " + expiry(n, ttl) + " (" + by + "); " + missing + "."
	if s.GrowsWith != "" && slices.Min(ttl) > 0 {
		s.GrowsWith += ", of the last " + lasting(slices.Max(ttl))
	}
}

// ttl is for how long the state of each input of n is kept after its last change, in milliseconds, 0 for ever, and what
// says so: a hint, or the session.
func (w *Notes) ttl(n *physical.Node) ([]int64, string) {
	all := w.settings.Millis("table.exec.state.ttl")
	out := make([]int64, max(len(n.Inputs), 1))
	for i := range out {
		out[i] = all
	}
	by := "table.exec.state.ttl"
	hint := func(hints []logical.Hint, at func(h *logical.Hint, i int) string) {
		for k := range hints {
			if hints[k].Name != "STATE_TTL" {
				continue
			}
			for i := range out {
				if ms, bad := connector.ParseDuration(at(&hints[k], i)); bad == nil {
					out[i], by = ms, "STATE_TTL"
				}
			}
		}
	}
	listed := func(h *logical.Hint, i int) string {
		if i < len(h.List) {
			return h.List[i]
		}
		return ""
	}
	switch o := n.Op.(type) {
	case *physical.GroupAggregate:
		hint(o.Hints, listed)
	case *physical.MultiJoin:
		hint(o.Hints, listed)
	case *physical.Join:
		hint(o.Hints, func(h *logical.Hint, i int) string {
			for _, kv := range h.KV {
				if kv.Key == [...]string{"LEFT", "RIGHT"}[i] {
					return kv.Value
				}
			}
			return ""
		})
	}
	return out, by
}

func expiry(n *physical.Node, ttl []int64) string {
	if slices.Min(ttl) == slices.Max(ttl) {
		return "It is forgotten " + lasting(ttl[0]) + " after its last change"
	}
	var b strings.Builder
	for i, t := range ttl {
		switch {
		case i == 0 && t == 0:
			b.WriteString("The rows of " + tables(n.Inputs[i]) + " are never forgotten")
		case i == 0:
			b.WriteString("The rows of " + tables(n.Inputs[i]) + " are forgotten " + lasting(t) + " after their last change")
		case t == 0:
			b.WriteString(", those of " + tables(n.Inputs[i]) + " never")
		default:
			b.WriteString(", those of " + tables(n.Inputs[i]) + " after " + lasting(t))
		}
	}
	return b.String()
}

// lasting writes a duration in its largest whole unit: 2 d, 36 h.
func lasting(ms int64) string {
	for _, u := range []struct {
		ms   int64
		name string
	}{{86_400_000, "d"}, {3_600_000, "h"}, {60_000, "min"}, {1000, "s"}} {
		if ms >= u.ms && ms%u.ms == 0 {
			return strconv.FormatInt(ms/u.ms, 10) + " " + u.name
		}
	}
	return strconv.FormatInt(ms, 10) + " ms"
}
