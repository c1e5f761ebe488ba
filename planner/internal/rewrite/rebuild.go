package rewrite

import (
	"slices"

	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// rebuild is n over other inputs. Where an input's row has changed, in names or types, the row is derived anew, as
// Calcite's copies do.
func rebuild(n *logical.Node, in ...*logical.Node) *logical.Node {
	same := len(in) == len(n.Inputs)
	for i := 0; same && i < len(in); i++ {
		same = in[i].Row == n.Inputs[i].Row || in[i].Row.Equal(n.Inputs[i].Row)
	}
	if same {
		return n.WithInputs(in...)
	}
	return node(n.Op, derivedRow(n, in), n.Span, in...)
}

func derivedRow(n *logical.Node, in []*logical.Node) *types.Type {
	switch o := n.Op.(type) {
	case *logical.Filter, *logical.Sort, *logical.Snapshot, *logical.Sink:
		return in[0].Row
	case *logical.Join:
		return logical.JoinRow(o.Type, in[0].Row, in[1].Row)
	case *logical.Correlate:
		return logical.JoinRow(o.Type, in[0].Row, in[1].Row)
	case *logical.Aggregate:
		return aggregateRow(in[0].Row, o)
	case *logical.Expand:
		return expandRow(in[0].Row, o.Projects, o.ExpandID)
	case *logical.WindowAggregate:
		return windowAggregateRow(in[0].Row, o)
	case *logical.SetOp:
		return setOpRow(in)
	case *logical.WatermarkAssigner:
		return watermarkRow(in[0].Row, o.Rowtime)
	case *logical.Over:
		return overRow(n.Row, in[0].Row)
	case *logical.Rank:
		return rankRow(o, in[0].Row)
	case *logical.TableFunctionScan:
		if o.Window != nil {
			return overRow(n.Row, in[0].Row)
		}
	}
	return n.Row
}

// overRow is a row that adds columns behind the input's.
func overRow(row, in *types.Type) *types.Type {
	fields := append([]types.Field(nil), in.Fields...)
	return types.RowType(append(fields, row.Fields[len(in.Fields):]...)...)
}

func rankRow(o *logical.Rank, in *types.Type) *types.Type {
	if !o.OutputRank {
		return in
	}
	fields := append([]types.Field(nil), in.Fields...)
	return types.RowType(append(fields, types.Field{Name: newName(in, o.NumberName), Type: o.RankType})...)
}

// newName is name, with a counter where row has it already (ExpandUtil.buildUniqueFieldName).
func newName(row *types.Type, name string) string { return freeName(namesOf(row), name) }

func namesOf(row *types.Type) map[string]bool {
	used := make(map[string]bool, len(row.Fields))
	for _, f := range row.Fields {
		used[f.Name] = true
	}
	return used
}

// reinput is n over what its inputs have become within a step. A join has asked its inputs for their rows by then, and
// they keep the names that they had, though what gave them has been replaced further down: Hep replaces an input without
// asking anew for the row above.
//
//	SELECT k.id, t.tag FROM k CROSS JOIN UNNEST(k.tags) AS t(tag) JOIN p ON k.id = p.id
//
// The filter on an aggregate keeps its names where the volcano planner finds the aggregate a cheaper input: equal rows
// may differ in names there.
//
//	SELECT * FROM (SELECT s AS k, MIN(id) AS m FROM a GROUP BY s) WHERE m >= 5
//
// And so does the filter below windows of a computed column: the projection above that column was merged with theirs.
//
//	… OVER (PARTITION BY n ORDER BY v) … FROM (SELECT n, v, v + 1 … ROW_NUMBER() OVER (ORDER BY v) AS n … WHERE n <= 3)
func (c *context) reinput(n *logical.Node, in []*logical.Node) *logical.Node {
	if c.volcano && asFilter(n) != nil && asProject(in[0]) == nil && sameTypes(in[0].Row, n.Row) {
		return n.WithInputs(in...)
	}
	if asJoin(n) != nil || overFilter(n) {
		for i := range in {
			in[i] = c.asNamed(in[i], n.Inputs[i])
		}
	}
	return rebuild(n, in...)
}

// overFilter reports a projection with windows over a filter.
func overFilter(n *logical.Node) bool {
	p := asProject(n)
	return p != nil && asFilter(n.Input()) != nil && hasOver(p.Exprs)
}

// asNamed gives now the names of old, of which it is what other inputs have made.
func (c *context) asNamed(now, old *logical.Node) *logical.Node {
	if now == old || now.Op != old.Op || now.Row.Equal(old.Row) || !sameTypes(now.Row, old.Row) {
		return now
	}
	in := make([]*logical.Node, len(now.Inputs))
	for i := range in {
		in[i] = c.asNamed(now.Inputs[i], old.Inputs[i])
	}
	c.renamed = true
	return now.WithInputs(in...).WithRow(old.Row)
}

func sameTypes(a, b *types.Type) bool {
	return slices.EqualFunc(a.Fields, b.Fields, func(x, y types.Field) bool { return x.Type.Equal(y.Type) })
}

// withNames derives the rows that a step has left with the names of before it.
func (c *context) withNames(n *logical.Node) *logical.Node {
	if !c.renamed {
		return n
	}
	c.renamed = false
	return rel.Rewrite(n, func(n *logical.Node) *logical.Node {
		row := derivedRow(n, n.Inputs)
		if row == n.Row || row.Equal(n.Row) {
			return n
		}
		return node(n.Op, row, n.Span, n.Inputs...)
	})
}
