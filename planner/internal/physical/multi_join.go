package physical

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
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
	k := c.multiJoinKeys(l, rows, o.Conditions)
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

// multiJoinKeys finds the keys of the inputs; what Flink cannot join so fails within its rule.
func (c *converter) multiJoinKeys(l *logical.Node, rows []*types.Type, conds []expr.Expr) *logical.MultiJoinKeys {
	defer failsInMultiJoinRule()
	k, lacking := logical.FindMultiJoinKeys(rows, conds, l.Span)
	if lacking >= 0 {
		diag.Fail(diag.NoCommonJoinKey, l.Span, "All inputs in a multi-way join must share a common join key. Input #%d does not share a "+
			"join key with the other inputs. Please ensure all join conditions connect all inputs with a common key. Support "+
			"for multiple independent join key groups is tracked under FLINK-37890.", lacking)
	}
	return k
}

func failsInMultiJoinRule() {
	switch r := recover().(type) {
	case nil:
	case *diag.Rejection:
		panic(r.Wrap(diag.Runtime, "Error while applying rule StreamPhysicalMultiJoinRule(in:LOGICAL,out:STREAM_PHYSICAL), "+
			"args [rel#N:FlinkLogicalMultiJoin.LOGICAL.any.None: 0.[NONE].[NONE].[NONE]()]"))
	default:
		panic(r)
	}
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
