package planner

// Walk visits the nodes in the order in which Flink prints them. A node that is
// reached again, because several consumers read it, is visited with again set
// and not entered a second time.
func (p *Plan) Walk(visit func(n *Node, depth int, again bool)) {
	seen := make([]bool, len(p.Nodes))
	var walk func(id NodeID, depth int)
	walk = func(id NodeID, depth int) {
		if int(id) < 0 || int(id) >= len(p.Nodes) {
			return
		}
		n := &p.Nodes[id]
		again := seen[id]
		seen[id] = true
		visit(n, depth, again)
		if again {
			return
		}
		for _, in := range n.Inputs {
			walk(in, depth+1)
		}
	}
	for _, r := range p.Roots {
		walk(r, 0)
	}
}

// Node is the node of that id, nil where there is none.
func (p *Plan) Node(id NodeID) *Node {
	if int(id) < 0 || int(id) >= len(p.Nodes) {
		return nil
	}
	return &p.Nodes[id]
}

// Attr is the text of the attribute of that name.
func (n *Node) Attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Text
		}
	}
	return ""
}
