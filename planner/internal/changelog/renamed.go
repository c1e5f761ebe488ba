package changelog

import (
	"slices"

	"rowkind/planner/internal/physical"
)

// renamed holds, by node, the names that its columns had in the query and do not bear any more: a Calc that only renamed
// is gone.
//
//	INSERT INTO sink SELECT id, n1 AS name FROM upserts
//	=> Sink(fields=[id, n1])
type renamed map[*physical.Node][]string

// follow gives now, which has come of n, the names that its operator takes from its inputs.
func (r renamed) follow(n, now *physical.Node) *physical.Node {
	for _, in := range now.Inputs {
		if was := r[in]; was != nil {
			now = physical.Derived(now, was)
			break
		}
	}
	if was := n.Row.Names(); !slices.Equal(now.Row.Names(), was) {
		r[now] = was
	}
	return now
}
