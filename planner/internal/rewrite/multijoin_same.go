package rewrite

import (
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// Flink's FlinkLogicalMultiJoin names neither its inputs nor its conditions where the volcano planner compares nodes, so
// that two of them with the same types of columns are one to it: the one that it met first stands for both.
//
//	SELECT a.x FROM a JOIN b ON a.id = b.id UNION ALL SELECT a.x FROM a JOIN b ON a.n = b.n

// noteMultiJoins remembers the multi-way joins of the tree as they go into the volcano planner, inputs first, and the
// projections over them; each stands for those of its columns from here on.
func noteMultiJoins(c *context, n *logical.Node) *logical.Node {
	if kindsOf(n)&multiJoinKind == 0 {
		return n
	}
	c.multi = &metMultiJoins{first: map[string]*logical.Node{}, best: map[*logical.Node]*logical.Node{}}
	c.multi.note(n)
	if c.multi.n < 2 {
		return n
	}
	return c.asFirst(n, func(x *logical.Node) (first, now *logical.Node) {
		first = c.multi.first[columnTypes(x.Row)]
		return first, first
	})
}

// metMultiJoins are the multi-way joins that the volcano planner starts with.
type metMultiJoins struct {
	n        int
	first    map[string]*logical.Node        // by the types of columns
	best     map[*logical.Node]*logical.Node // what the rules make of such a one
	projects []*logical.Node
}

func (m *metMultiJoins) note(n *logical.Node) {
	for _, in := range n.Inputs {
		m.note(in)
	}
	switch n.Op.(type) {
	case *logical.MultiJoin:
		m.n++
		if key := columnTypes(n.Row); m.first[key] == nil {
			m.first[key] = n
		}
	case *logical.Project:
		if isMultiJoin(n.Input()) {
			m.projects = append(m.projects, n)
		}
	}
}

// columnTypes tells rows of unlike columns apart, whatever their names.
func columnTypes(row *types.Type) string {
	var b strings.Builder
	for i := range row.Fields {
		b.WriteString(row.Fields[i].Type.Digest())
		b.WriteByte('\n')
	}
	return b.String()
}

// sameMultiJoins puts the multi-way join that Flink met first in the place of those to which rules have given the same
// types of columns.
func sameMultiJoins(c *context, n *logical.Node) *logical.Node {
	if c.multi == nil || c.multi.n < 2 {
		return n
	}
	return c.asFirst(n, c.firstOf)
}

// asFirst puts what stands for a multi-way join in its place, down the tree.
func (c *context) asFirst(n *logical.Node, firstOf func(*logical.Node) (first, now *logical.Node)) *logical.Node {
	if p := asProject(n); p != nil && isMultiJoin(n.Input()) {
		if first, now := firstOf(n.Input()); now != n.Input() {
			n = rawProject(now, rebind(p.Exprs, now.Row), c.multi.names(first, p.Exprs, n.Row.Names()))
		}
	}
	if isMultiJoin(n) {
		_, n = firstOf(n)
	}
	in := make([]*logical.Node, len(n.Inputs))
	for i, x := range n.Inputs {
		in[i] = c.asFirst(x, firstOf)
	}
	return rebuild(n, in...)
}

// firstOf gives the first multi-way join with the columns of n, as it was met and as the rules make it: n itself where
// they are the same.
func (c *context) firstOf(n *logical.Node) (first, best *logical.Node) {
	first = c.multi.first[columnTypes(n.Row)]
	if first == nil {
		return nil, n
	}
	best = c.multi.best[first]
	if best == nil {
		best = first
		for i := range volcanoSteps {
			best = c.step(best, &volcanoSteps[i])
		}
		c.multi.best[first] = best
	}
	if best.RelDigest() == n.RelDigest() {
		return first, n
	}
	return first, best
}

// names are those of the projection of the same columns of the join, if there was one before: it stands for both.
func (m *metMultiJoins) names(first *logical.Node, list []expr.Expr, own []string) []string {
	key := columnTypes(first.Row)
	for _, n := range m.projects {
		if columnTypes(n.Input().Row) == key && sameList(asProject(n).Exprs, list) {
			return n.Row.Names()
		}
	}
	return own
}

func sameList(a, b []expr.Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}
