package rewrite

import (
	"slices"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// partitionsIntoScan tells a source which of its partitions a filter leaves: those that the source lists, else the
// catalog's. Where it leaves none, there are no rows.
var partitionsIntoScan = &rule{
	name: "PushPartitionIntoTableSourceScan", class: "PushPartitionIntoTableSourceScanRule", on: filterKind,
	apply: func(c *context, n *logical.Node) *logical.Node {
		s := asScan(n.Input())
		if s == nil || s.Source == nil || !s.Source.Partitions || len(s.Table.PartitionKeys) == 0 || pushedAlready(s, "partitions") {
			return nil
		}
		row := n.Input().Row
		var ofPartition, rest []expr.Expr
		for _, e := range conjuncts(expr.FlinkCNF(asFilter(n).Cond)) {
			if readsPartition(e, row, s.Table.PartitionKeys) {
				ofPartition = append(ofPartition, e)
			} else {
				rest = append(rest, e)
			}
		}
		if len(ofPartition) == 0 {
			return nil
		}
		var left []string
		all := s.Source.PartitionList
		if all == nil {
			all = s.Table.Partitions()
		}
		for _, p := range all {
			if holdsIn(p, ofPartition, row) {
				left = append(left, partitionText(p, s.Table.PartitionKeys))
			}
		}
		if len(left) == 0 {
			return empty(n.Row, n.Span)
		}
		scan := withAbilities(n.Input(), row, logical.Ability{Name: "partitions", Text: strings.Join(left, ", ")})
		if len(rest) == 0 {
			return scan
		}
		return node(&logical.Filter{Cond: expr.AndOf(rest...)}, n.Row, n.Span, scan)
	},
}

// readsPartition reports a predicate that a partition's values decide: columns that partition, literals and calls.
func readsPartition(e expr.Expr, row *types.Type, keys []string) bool {
	return !expr.Any(e, func(x expr.Expr) bool {
		switch x := x.(type) {
		case *expr.Literal, *expr.Call:
			return false
		case *expr.Ref:
			f := row.Fields[x.Index]
			return !slices.Contains(keys, f.Name) || !ofPartitionType(f.Type)
		}
		return true
	})
}

// ofPartitionType reports the types that PartitionPruner supports.
func ofPartitionType(t *types.Type) bool {
	switch t.Kind {
	case types.Char, types.VarChar, types.Boolean, types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Float, types.Double,
		types.Decimal, types.Date, types.Time, types.Timestamp, types.TimestampLTZ:
		return true
	}
	return false
}

// holdsIn computes predicates over a partition's values.
func holdsIn(partition map[string]string, preds []expr.Expr, row *types.Type) bool {
	for _, e := range preds {
		e = expr.MapRefs(e, func(r *expr.Ref) expr.Expr {
			value, ok := partition[row.Fields[r.Index].Name]
			if !ok {
				return expr.NullOf(r.Type())
			}
			return expr.FoldConstant(expr.CastToExactly(expr.StringLiteral(value), r.Type()))
		})
		if !expr.AlwaysTrue(expr.FoldConstant(e)) {
			return false
		}
	}
	return true
}

func partitionText(partition map[string]string, keys []string) string {
	var items []string
	for _, k := range keys {
		if v, ok := partition[k]; ok {
			items = append(items, k+"="+v)
		}
	}
	return "{" + strings.Join(items, ", ") + "}"
}
