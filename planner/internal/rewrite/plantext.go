package rewrite

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// planText spells a logical tree as Flink's messages do (RelOptUtil.toString of FlinkLogical nodes).
func planText(n *logical.Node) string {
	return planLines(n, "")
}

func planLines(n *logical.Node, indent string) string {
	s := indent + logical.OptimizedLine(n, expr.AST) + "\n"
	for _, in := range n.Inputs {
		s += planLines(in, indent+"  ")
	}
	return s
}
