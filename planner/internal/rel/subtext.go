package rel

import (
	"strings"

	"rowkind/planner/internal/expr"
)

// PlanText is the plan inside a sub-query expression (RelOptUtil.toString): indented by two blanks a level.
func (n *Node[O]) PlanText() string {
	var b strings.Builder
	planText(&b, n, "")
	return b.String()
}

func planText[O Op](b *strings.Builder, n *Node[O], indent string) {
	b.WriteString(indent)
	b.WriteString(Line(n, expr.AST, "Logical"))
	b.WriteByte('\n')
	for _, in := range n.Inputs {
		planText(b, in, indent+"  ")
	}
}
