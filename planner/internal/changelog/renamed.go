package changelog

import (
	"slices"

	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
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
			now = derived(now, was)
			break
		}
	}
	if was := n.Row.Names(); !slices.Equal(now.Row.Names(), was) {
		r[now] = was
	}
	return now
}

// derived names the columns of a node after its inputs' where Flink derives its row type from theirs (deriveRowType);
// other operators were given theirs. A Calc goes on to print the names that it has known its input by, which are was.
func derived(n *physical.Node, was []string) *physical.Node {
	switch o := n.Op.(type) {
	case *physical.Calc:
		if o.InputNames == nil {
			op := *o
			op.InputNames = was
			return n.WithOp(&op)
		}
	case *physical.GroupAggregate:
		if o.Phase == physical.LocalPhase {
			return groupNames(n, o.Group)
		}
	case *physical.WindowAggregate:
		if o.Phase == physical.LocalPhase {
			return groupNames(n, o.Group)
		}
	case *physical.Sink, *physical.Exchange, *physical.DropUpdateBefore, *physical.MiniBatchAssigner, *physical.WatermarkAssigner,
		*physical.SortLimit, *physical.Limit, *physical.Sort, *physical.TemporalSort, *physical.Rank, *physical.Union:
		return withNames(n, n.Input().Row.Names())
	case *physical.Join:
		return joinNames(n, o.Type, n.Inputs[1].Row.Names())
	case *physical.TemporalJoin:
		return joinNames(n, o.Type, n.Inputs[1].Row.Names())
	case *physical.LookupJoin:
		if o.CalcNames != nil {
			return joinNames(n, o.Type, o.CalcNames)
		}
		return joinNames(n, o.Type, o.TableRow.Names())
	}
	return n
}

// joinNames names the columns of a join: those of the left, then those of the right, made distinct.
func joinNames(n *physical.Node, t logical.JoinType, right []string) *physical.Node {
	names := n.Input().Row.Names()
	if t != logical.Semi && t != logical.Anti {
		names = physical.Distinct(append(slices.Clone(names), right...))
	}
	return withNames(n, names)
}

// groupNames names what the local half of an aggregate passes on.
func groupNames(n *physical.Node, group []int) *physical.Node {
	in := n.Input().Row.Fields
	names := make([]string, len(group))
	for k, i := range group {
		names[k] = in[i].Name
	}
	return withNames(n, names)
}

// withNames gives the first columns of n other names.
func withNames(n *physical.Node, names []string) *physical.Node {
	fields := slices.Clone(n.Row.Fields)
	for i, name := range names {
		if i < len(fields) {
			fields[i].Name = name
		}
	}
	return n.WithRow(types.RowType(fields...))
}
