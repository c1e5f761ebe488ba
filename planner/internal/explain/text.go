package explain

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Logical writes the trees of the Abstract Syntax Tree section, a blank line after each.
func Logical(roots []*logical.Node, budget *diag.Budget) string {
	var b strings.Builder
	for _, root := range roots {
		b.WriteString(rel.Tree(root, budget, func(n *logical.Node) string {
			prefix := "Logical"
			if _, ok := n.Op.(*logical.Uncollect); ok {
				prefix = ""
			}
			return rel.Line(n, expr.AST, prefix)
		}))
		b.WriteByte('\n')
	}
	return b.String()
}

// Text is what EXPLAIN CHANGELOG_MODE prints, of the first section's text and the plan's roots.
func Text(tree string, roots, exec []*physical.Node, budget *diag.Budget) string {
	return "== Abstract Syntax Tree ==\n" + tree +
		"== Optimized Physical Plan ==\n" + Physical(roots, budget) +
		"== Optimized Execution Plan ==\n" + Exec(exec, budget)
}
