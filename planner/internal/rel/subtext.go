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

// Prefix is what stands before the name of a logical operator.
func Prefix[O Op](n *Node[O]) string {
	if n.Op.Name() == "Uncollect" {
		return ""
	}
	return "Logical"
}

func planText[O Op](b *strings.Builder, n *Node[O], indent string) {
	b.WriteString(indent)
	b.WriteString(Line(n, expr.AST, Prefix(n)))
	b.WriteByte('\n')
	for _, in := range n.Inputs {
		planText(b, in, indent+"  ")
	}
}
