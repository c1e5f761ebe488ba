package logical

import (
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
)

// OptimizedLine is a node of the optimized logical tree as messages quote it: FlinkLogicalCalc(…).
func OptimizedLine(n *Node, style expr.Style) string {
	if _, ok := n.Op.(*Scan); ok {
		text := rel.Line(n, style, "FlinkLogical", rel.Term{Name: "fields", Text: rel.Join(n.Row.Names())})
		return strings.Replace(text, "TableScan(", "TableSourceScan(", 1)
	}
	return rel.Line(n, style, "FlinkLogical")
}
