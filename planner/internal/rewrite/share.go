package rewrite

import (
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// share gives equal trees one row type, that of the first: Hep's graph and the volcano planner's sets hold them once. The
// names of a projection do not count. (HepPlanner.addRelToGraph, Project.deepEquals0)
//
//	SELECT a.x, b.y FROM (SELECT id, name AS x FROM t) a JOIN (SELECT id, name AS y FROM t) b ON a.id = b.id
//	=> Join(select=[id, x, id0, x0])
func (c *context) share(root *logical.Node) *logical.Node {
	if !readsTwice(root) {
		return root
	}
	s := sharer{c: c, ids: map[*logical.Node]int{}, byKey: map[string]int{}}
	return rel.Rewrite(root, s.node)
}

// readsTwice reports that a table stands twice in the tree, without which no two trees in it are equal.
func readsTwice(root *logical.Node) bool {
	var few [8]any
	seen := few[:0]
	for n := range rel.All(root) {
		var leaf any
		switch o := n.Op.(type) {
		case *logical.Scan:
			leaf = o.Table
		case *logical.IntermediateTableScan:
			leaf = o.Table
		case *logical.Values:
			leaf = "values"
		default:
			continue
		}
		for _, x := range seen {
			if x == leaf {
				return true
			}
		}
		seen = append(seen, leaf)
	}
	return false
}

// sharer numbers the trees that differ.
type sharer struct {
	c     *context
	ids   map[*logical.Node]int
	byKey map[string]int
	rows  []*types.Type
}

func (s *sharer) node(n *logical.Node) *logical.Node {
	s.c.budget.Check()
	if row := derivedRow(n, n.Inputs); !row.Equal(n.Row) && sameTypes(row, n.Row) {
		n = n.WithRow(row)
	}
	key := s.key(n)
	id, known := s.byKey[key]
	if !known {
		id = len(s.rows)
		s.byKey[key], s.rows = id, append(s.rows, n.Row)
	}
	if row := s.rows[id]; asProject(n) != nil && !row.Equal(n.Row) {
		n = n.WithRow(row)
	}
	s.ids[n] = id
	return n
}

// key is equal for equal nodes over equal inputs.
func (s *sharer) key(n *logical.Node) string {
	var b []byte
	if p := asProject(n); p != nil {
		b = append(b, "Project("...)
		for _, e := range p.Exprs {
			b = append(append(b, e.Digest()...), ',')
		}
	} else {
		b = append(append(b, n.Op.Name()...), '(')
		b = append(b, rel.Spell(rel.TermsOf(n, expr.AST))...)
	}
	b = append(b, ')')
	for _, f := range n.Row.Fields {
		b = append(append(b, f.Type.Digest()...), ',')
	}
	for _, in := range n.Inputs {
		b = append(strconv.AppendInt(append(b, '#'), int64(s.ids[in]), 10), ';')
	}
	return string(b)
}
