package why

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// columns names columns of a row: (a, b).
func columns(n *physical.Node, cols []int) string {
	return "(" + strings.Join(names(n, cols), ", ") + ")"
}

func names(n *physical.Node, cols []int) []string {
	out := make([]string, len(cols))
	for k, c := range cols {
		out[k] = n.Row.Fields[c].Name
	}
	return out
}

func key(n *physical.Node, c keys.Cols) string { return columns(n, c.Slice()) }

// and lists words: a, b and c.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// table is a table with what it is made of: users (kafka, debezium-json).
func table(t *catalog.Table) string {
	if kind := madeOf(t); kind != "" {
		return t.ID.Name + " (" + kind + ")"
	}
	return t.ID.Name
}

func madeOf(t *catalog.Table) string {
	var out []string
	for _, option := range []string{"connector", "format", "value.format"} {
		if v := t.Options[option]; v != "" {
			out = append(out, v)
		}
	}
	return strings.Join(out, ", ")
}

// tables names the tables that n reads.
func tables(n *physical.Node) string {
	var out []string
	seen := map[string]bool{}
	var walk func(n *physical.Node)
	walk = func(n *physical.Node) {
		switch o := n.Op.(type) {
		case *physical.TableSourceScan:
			if !seen[o.Table.ID.Name] {
				seen[o.Table.ID.Name] = true
				out = append(out, o.Table.ID.Name)
			}
		case *physical.LookupJoin:
			defer func() {
				if !seen[o.Table.ID.Name] {
					seen[o.Table.ID.Name] = true
					out = append(out, o.Table.ID.Name)
				}
			}()
		}
		for _, in := range n.Inputs {
			walk(in)
		}
	}
	walk(n)
	if len(out) == 0 {
		return "the constant rows"
	}
	return and(out)
}

// describe names a node in a sentence.
func describe(n *physical.Node) string {
	switch o := n.Op.(type) {
	case *physical.TableSourceScan:
		return "the source " + table(o.Table)
	case *physical.Sink:
		return "the sink " + table(o.Table)
	case *physical.Calc:
		if o.Cond != nil {
			return "the filter on " + and(names(n.Input(), expr.Refs(o.Cond).Slice()))
		}
		return "the projection"
	case *physical.GroupAggregate:
		return aggregate(n, o.Group, len(o.Calls) == 0)
	case *physical.IncrementalGroupAggregate:
		return "the incremental aggregate"
	case *physical.GroupWindowAggregate:
		return "the window aggregate"
	case *physical.WindowAggregate:
		return "the window aggregate"
	case *physical.Join:
		return joinName(n, o.Type, o.Cond)
	case *physical.IntervalJoin:
		return "the interval join of " + sides(n)
	case *physical.TemporalJoin:
		return "the temporal join of " + sides(n)
	case *physical.WindowJoin:
		return "the window join of " + sides(n)
	case *physical.MultiJoin:
		return "the multi-way join of " + tables(n)
	case *physical.LookupJoin:
		return "the lookup join with " + o.Table.ID.Name
	case *physical.Rank:
		return rankName(n, o)
	case *physical.SortLimit:
		return "ORDER BY … LIMIT"
	case *physical.Limit:
		return "LIMIT"
	case *physical.Sort, *physical.TemporalSort:
		return "ORDER BY"
	case *physical.OverAggregate:
		return "the OVER aggregate"
	case *physical.ProcessTableFunction:
		return callName(o.Call)
	case *physical.ChangelogNormalize:
		return "the ChangelogNormalize of " + tables(n)
	case *physical.Match:
		return "MATCH_RECOGNIZE"
	case *physical.Union:
		return "UNION ALL"
	}
	return "the " + n.Op.Name()
}

func callName(e expr.Expr) string {
	if c, ok := e.(*expr.Call); ok {
		return c.Op.Name
	}
	return "the table function"
}

func aggregate(n *physical.Node, group []int, distinct bool) string {
	switch {
	case distinct:
		return "DISTINCT " + columns(n, upTo(len(group)))
	case len(group) == 0:
		return "the aggregate over all rows"
	}
	return "GROUP BY " + strings.Join(names(n, upTo(len(group))), ", ")
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func sides(n *physical.Node) string { return side(n.Inputs[0]) + " and " + side(n.Inputs[1]) }

// side names the tables of one side of a join, several of them as one.
func side(n *physical.Node) string {
	names := tables(n)
	if strings.Contains(names, " and ") {
		return "(" + names + ")"
	}
	return names
}

func joinName(n *physical.Node, t logical.JoinType, cond expr.Expr) string {
	kind := [...]string{"join", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "IN or EXISTS", "NOT IN or NOT EXISTS"}[t]
	text := "the " + kind + " of " + sides(n)
	eq := physical.EquiKeys(cond, len(n.Inputs[0].Row.Fields))
	if len(eq.Left) == 0 {
		return text
	}
	on := make([]string, len(eq.Left))
	for k := range eq.Left {
		on[k] = n.Inputs[0].Row.Fields[eq.Left[k]].Name + " = " + n.Inputs[1].Row.Fields[eq.Right[k]].Name
	}
	return text + " on " + and(on)
}

func rankName(n *physical.Node, o *physical.Rank) string {
	per := ""
	if len(o.Partition) > 0 {
		per = " per " + columns(n, o.Partition)
	}
	if o.IsDeduplication() && o.IsTimeDeduplication(n) {
		return "the deduplication" + per
	}
	if o.Range.EndColumn >= 0 {
		return "the Top-N" + per
	}
	return "the Top-" + strconv.FormatInt(o.Range.End, 10) + per
}

func orderText(n *physical.Node, fields []logical.SortField) string {
	out := make([]string, len(fields))
	for k, f := range fields {
		out[k] = n.Row.Fields[f.Column].Name
		if f.Descending {
			out[k] += " DESC"
		}
	}
	return strings.Join(out, ", ")
}
