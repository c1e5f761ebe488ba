package physical

import (
	"slices"

	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// Derived names the columns of a node after its inputs' where Flink derives its row type from theirs (deriveRowType);
// other operators were given theirs. A Calc goes on to print the names that it has known its input by, which are was.
func Derived(n *Node, was []string) *Node {
	switch o := n.Op.(type) {
	case *Calc:
		if o.InputNames == nil {
			op := *o
			op.InputNames = was
			return n.WithOp(&op)
		}
	case *GroupAggregate:
		if o.Phase == LocalPhase {
			return groupNames(n, o.Group)
		}
	case *WindowAggregate:
		if o.Phase == LocalPhase {
			return groupNames(n, o.Group)
		}
	case *Sink, *Exchange, *DropUpdateBefore, *MiniBatchAssigner, *WatermarkAssigner,
		*SortLimit, *Limit, *Sort, *TemporalSort, *Rank, *WindowRank, *WindowDeduplicate, *Union:
		return withNames(n, n.Input().Row.Names())
	case *Join:
		return joinedNames(n, o.Type, n.Inputs[1].Row.Names())
	case *IntervalJoin:
		return joinedNames(n, o.Type, n.Inputs[1].Row.Names())
	case *WindowJoin:
		return joinedNames(n, o.Type, n.Inputs[1].Row.Names())
	case *TemporalJoin:
		return joinedNames(n, o.Type, n.Inputs[1].Row.Names())
	case *LookupJoin:
		if o.CalcNames != nil {
			return joinedNames(n, o.Type, o.CalcNames)
		}
		return joinedNames(n, o.Type, o.TableRow.Names())
	}
	return n
}

// joinedNames names the columns of a join: those of the left, then those of the right, made distinct.
func joinedNames(n *Node, t logical.JoinType, right []string) *Node {
	names := n.Input().Row.Names()
	if t != logical.Semi && t != logical.Anti {
		names = Distinct(append(slices.Clone(names), right...))
	}
	return withNames(n, names)
}

// groupNames names what the local half of an aggregate passes on.
func groupNames(n *Node, group []int) *Node {
	in := n.Input().Row.Fields
	names := make([]string, len(group))
	for k, i := range group {
		names[k] = in[i].Name
	}
	return withNames(n, names)
}

// withNames gives the first columns of n other names.
func withNames(n *Node, names []string) *Node {
	fields := slices.Clone(n.Row.Fields)
	for i, name := range names {
		if i < len(fields) {
			fields[i].Name = name
		}
	}
	return n.WithRow(types.RowType(fields...))
}

// lose notes that the columns of n had other names in the query.
func (c *converter) lose(n *Node, names []string) {
	if slices.Equal(names, n.Row.Names()) {
		return
	}
	if c.lost == nil {
		c.lost = map[*Node][]string{}
	}
	c.lost[n] = names
}

// follow gives n, which the converter has made with the names of the query, the names that its inputs bear where a Calc
// that only renamed is gone from among them.
func (c *converter) follow(n *Node) *Node {
	for _, in := range n.Inputs {
		was := c.lost[in]
		if was == nil {
			continue
		}
		if _, ok := n.Op.(*Exchange); ok {
			c.lost[n] = was
			return n
		}
		given := n.Row.Names()
		now := Derived(n, was)
		if !slices.Equal(now.Row.Names(), given) {
			c.lost[now] = given
		}
		return now
	}
	return n
}
