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
			return rel.Line(n, expr.AST, rel.Prefix(n))
		}))
		b.WriteByte('\n')
	}
	return b.String()
}

// Text is what EXPLAIN CHANGELOG_MODE prints, of the first section's text and the plan's roots.
func (p *Printer) Text(tree string, roots, exec []*physical.Node) string {
	w := rel.TreeWriter{Budget: p.Budget}
	w.Raw("== Abstract Syntax Tree ==\n", tree, "== Optimized Physical Plan ==\n")
	p.trees(&w, roots, p.Line)
	w.Raw("== Optimized Execution Plan ==\n")
	writeExec(&w, exec)
	return w.String()
}
