package physical

import (
	"strings"

	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// multiJoin is StreamPhysicalMultiJoinRule: all inputs are shuffled by the columns that every condition ties together, or
// to one place where there are none.
func (c *converter) multiJoin(l *logical.Node, o *logical.MultiJoin) *Node {
	rows := make([]*types.Type, len(l.Inputs))
	for i, in := range l.Inputs {
		rows[i] = in.Row
	}
	// That the inputs share a key was asked when they were joined, so that none lacks it.
	k, _ := logical.FindMultiJoinKeys(rows, o.Conditions, l.Span)
	op := &MultiJoin{Types: o.Types, Conditions: o.Conditions, Keys: k.Common, JoinKeys: k.Join, Hints: ttlHints(o.TTL)}
	in := make([]*Node, len(l.Inputs))
	for i, x := range l.Inputs {
		in[i] = c.exchange(c.convert(x), k.Common[i])
	}
	for _, i := range k.Common[0] {
		op.CommonKey = append(op.CommonKey, rows[0].Fields[i].Name)
	}
	return c.node(op, l.Row, l.Span, in...)
}

// ttlHints is the STATE_TTL hint of a multi-way join, none if it says nothing (FlinkLogicalMultiJoin.Converter).
func ttlHints(ttl []string) []logical.Hint {
	for _, t := range ttl {
		if t != logical.NoTTL {
			return []logical.Hint{{Name: "STATE_TTL", List: ttl}}
		}
	}
	return nil
}

// UniqueKeyTexts spells the unique keys of the inputs of a multi-way join.
func (k *Keys) UniqueKeyTexts(n *Node) []string {
	out := make([]string, len(n.Inputs))
	for i, in := range n.Inputs {
		out[i] = uniqueText(in.Row, k.Unique(in).JavaOrder())
	}
	return out
}

func uniqueText[S interface {
	Slice() []int
}](row *types.Type, ks []S) string {
	if len(ks) == 0 {
		return "noUniqueKey"
	}
	var all []string
	for _, key := range ks {
		var names []string
		for _, c := range key.Slice() {
			names = append(names, row.Fields[c].Name)
		}
		if len(names) > 0 {
			all = append(all, "("+strings.Join(names, ", ")+")")
		}
	}
	return strings.Join(all, ", ")
}
