package rel

import "strings"

// Tree draws a tree, a line for each node: children hang on ":- " and the last on "+- ".
func Tree[O Op](n *Node[O], line func(*Node[O]) string) string {
	var b strings.Builder
	drawTree(&b, n, line, "", "", "")
	return b.String()
}

func drawTree[O Op](b *strings.Builder, n *Node[O], line func(*Node[O]) string, indent, branch, under string) {
	b.WriteString(indent)
	b.WriteString(branch)
	b.WriteString(line(n))
	b.WriteByte('\n')
	indent += under
	for i, in := range n.Inputs {
		if i == len(n.Inputs)-1 {
			drawTree(b, in, line, indent, "+- ", "   ")
		} else {
			drawTree(b, in, line, indent, ":- ", ":  ")
		}
	}
}
