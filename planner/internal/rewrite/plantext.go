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
	s := indent + logical.OptimizedLine(withoutHints(n), expr.AST) + "\n"
	for _, in := range n.Inputs {
		s += planLines(in, indent+"  ")
	}
	return s
}

// withoutHints is n as a writer other than Flink's own shows it: hints are no terms of a node.
func withoutHints(n *logical.Node) *logical.Node {
	switch o := n.Op.(type) {
	case *logical.Join:
		op := *o
		op.Hints = nil
		return n.WithOp(&op)
	case *logical.Correlate:
		op := *o
		op.Hints = nil
		return n.WithOp(&op)
	case *logical.Aggregate:
		op := *o
		op.Hints = nil
		return n.WithOp(&op)
	}
	return n
}
