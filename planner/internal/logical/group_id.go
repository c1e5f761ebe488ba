package logical

import (
	"fmt"
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// repeatedSets is an Aggregate with GROUP_ID, or over grouping sets with a set that is given more than once: one Aggregate
// for each number of repetitions, with the number in place of GROUP_ID, and all of them together; nil if there is nothing
// of the kind (RelBuilder.rewriteAggregateWithDuplicateGroupSets).
func (b *builder) repeatedSets(in *Node, group []int, sets [][]int, calls []AggCall, at source.Span) *Node {
	var rounds [][][]int
	seen := map[string]int{}
	for _, s := range sets {
		key := fmt.Sprint(s)
		k := seen[key]
		seen[key]++
		if k == len(rounds) {
			rounds = append(rounds, nil)
		}
		rounds[k] = append(rounds[k], s)
	}
	rest := slices.DeleteFunc(slices.Clone(calls), isGroupID)
	switch {
	case len(rounds) < 2 && len(rest) == len(calls):
		return nil
	case len(rounds) == 0:
		rounds = append(rounds, nil)
	}
	names := aggregateRow(in.Row, group, sets, calls).Names()
	var all []*Node
	for id, round := range rounds {
		if len(round) == 1 && slices.Equal(round[0], group) {
			round = nil // a plain GROUP BY
		}
		n := b.group(in, group, round, rest, at)
		items := make([]namedExpr, 0, len(names))
		next := 0
		for i, name := range names {
			it := namedExpr{name: name}
			if k := i - len(group); k >= 0 && isGroupID(calls[k]) {
				it.e = expr.BigintLiteral(int64(id))
			} else {
				it.e = expr.NewRef(next, n.Row.Fields[next].Type)
				next++
			}
			items = append(items, it)
		}
		all = append(all, projectNamed(n, items, false, nil, at))
	}
	if len(all) == 1 {
		return all[0]
	}
	rows := make([]*types.Type, len(all))
	for i := range all {
		rows[i] = all[i].Row
	}
	return rel.New[Op](&SetOp{Kind: Union, All: true}, setRow(rows...), at, all...)
}

func isGroupID(c AggCall) bool { return c.Op.Op == expr.GroupID }
