package rewrite

import (
	"fmt"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// joinToMultiJoin makes an inner or left join a multi-way join, together with the multi-way join on its left if all inputs
// share a key. Not where neither the settings nor a hint ask for it, and not where time decides what matches: interval
// joins, and joins with a snapshot.
//
//	SELECT * FROM a JOIN b ON a.id = b.id LEFT JOIN c ON a.id = c.id
var joinToMultiJoin = &rule{
	name: "JoinToMultiJoin", class: "JoinToMultiJoinRule", on: joinKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		j := asJoin(n)
		left, right := n.Inputs[0], n.Inputs[1]
		if j.Type != logical.Inner && j.Type != logical.Left || isIntervalJoin(j, left, right, n.Span) ||
			holdsSnapshot(left) || holdsSnapshot(right) || !c.asksMultiJoin(j) {
			return nil
		}
		m := &logical.MultiJoin{}
		var in []*logical.Node
		var ttl []string
		if l := combinable(n, left, right); l != nil {
			in = append(in, left.Inputs...)
			m.Types = append(m.Types, l.Types...)
			m.Conditions = append(m.Conditions, l.Conditions...)
			ttl = append(ttl, l.TTL...)
		} else {
			in = append(in, logical.InheritHints(left, j.Hints, 0))
			m.Types = append(m.Types, logical.Inner)
			m.Conditions = append(m.Conditions, nil)
			ttl = append(ttl, ttlOf(j, "LEFT"))
		}
		if combinable(n, right, right) != nil {
			// Flink takes the right one's inputs, but not their conditions, and trips over that.
			k := len(m.Types) + 1
			diag.Fail(diag.ArrayOutOfBounds, n.Span, "%s", fmt.Sprintf("Index %d out of bounds for length %d", k, k))
		}
		in = append(in, logical.InheritHints(right, j.Hints, len(in)))
		m.Types = append(m.Types, j.Type)
		m.Conditions = append(m.Conditions, j.Cond)
		m.TTL = append(ttl, ttlOf(j, "RIGHT"))
		return node(m, n.Row, n.Span, in...)
	},
}

// asksMultiJoin reports that the settings, or a hint on the join, want one operator for several joins.
func (c *context) asksMultiJoin(j *logical.Join) bool {
	for i := range j.Hints {
		if j.Hints[i].Name == "MULTI_JOIN" {
			return true
		}
	}
	return c.settings.Bool(settingMultiJoin)
}

// combinable gives the multi-way join that the input of a join is, if it shares a key with the join's right side
// (JoinToMultiJoinRule.canCombine). Flink asks this of the join's right side too, whose conditions it reads as if they
// were about the columns of the left.
func combinable(n, input, right *logical.Node) *logical.MultiJoin {
	m, ok := input.Op.(*logical.MultiJoin)
	if !ok {
		return nil
	}
	rows := make([]*types.Type, 0, len(input.Inputs)+1)
	for _, x := range input.Inputs {
		rows = append(rows, x.Row)
	}
	conds := append(m.Conditions[:len(m.Conditions):len(m.Conditions)], asJoin(n).Cond)
	k, lacking := logical.FindMultiJoinKeys(append(rows, right.Row), conds, n.Span)
	if lacking >= 0 || len(k.Common[0]) == 0 {
		return nil
	}
	return m
}

func isMultiJoin(n *logical.Node) bool { return kindOf(n.Op) == multiJoinKind }

// holdsSnapshot reports a snapshot at n or below it, along operators of one input.
func holdsSnapshot(n *logical.Node) bool {
	for {
		switch n.Op.(type) {
		case *logical.Snapshot:
			return true
		case *logical.TableFunctionScan, *logical.SetOp:
			return false
		}
		if len(n.Inputs) != 1 {
			return false
		}
		n = n.Input()
	}
}

// ttlOf is what a STATE_TTL hint says of a side of a join; of several, the last one.
func ttlOf(j *logical.Join, side string) string {
	ttl := logical.NoTTL
	for i := range j.Hints {
		if j.Hints[i].Name != "STATE_TTL" {
			continue
		}
		for _, kv := range j.Hints[i].KV {
			if kv.Key == side {
				ttl = kv.Value
			}
		}
	}
	return ttl
}

// projectMultiJoin narrows the inputs of a multi-way join to the columns that its conditions and the projection above read,
// which may be none. Not where one of the inputs is a projection already.
var projectMultiJoin = &rule{
	name: "ProjectMultiJoinTranspose", class: "ProjectMultiJoinTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		for _, in := range n.Input().Inputs {
			if asProject(in) != nil {
				return nil
			}
		}
		return c.narrowMultiJoin(n)
	},
}

// projectMultiJoinAny is the same in the volcano planner, to which an input is a set of equivalent nodes and never a projection.
var projectMultiJoinAny = &rule{
	name: "ProjectMultiJoinTranspose", class: "ProjectMultiJoinTransposeRule", on: projectKind,
	apply: func(c *context, n *logical.Node) *logical.Node { return c.narrowMultiJoin(n) },
}

func (c *context) narrowMultiJoin(n *logical.Node) *logical.Node {
	below := n.Input()
	m, ok := below.Op.(*logical.MultiJoin)
	p := asProject(n)
	if !ok || isIdentity(p.Exprs, below.Row) {
		return nil
	}
	used := refs(p.Exprs...)
	for _, cond := range m.Conditions {
		used = addRefs(used, cond)
	}
	size := len(below.Row.Fields)
	if used.Len() == size {
		return nil
	}
	w := narrowTo(used, size)
	in := make([]*logical.Node, len(below.Inputs))
	var fields []types.Field
	at := 0
	for i, x := range below.Inputs {
		in[i] = x
		if k := len(x.Row.Fields); used.Intersect(keys.Range(at, at+k)).Len() < k {
			in[i] = c.columns(x, used, at, true)
		}
		for k := range x.Row.Fields {
			if used.Has(at + k) {
				fields = append(fields, below.Row.Fields[at+k])
			}
		}
		at += len(x.Row.Fields)
	}
	row := types.RowType(fields...)
	op := *m
	op.Conditions = make([]expr.Expr, len(m.Conditions))
	for i, cond := range m.Conditions {
		if cond != nil {
			op.Conditions[i] = w.apply(cond, row)
		}
	}
	now := node(&op, row, below.Span, in...)
	return c.project(now, w.applyAll(p.Exprs, row), n.Row.Names())
}
