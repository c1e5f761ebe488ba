package diff

import "rowkind/planner"

// item is a node in printed order.
type item struct {
	node  *planner.Node
	depth int
}

func items(p *planner.Plan) []item {
	var out []item
	if p == nil {
		return nil
	}
	p.Walk(func(n *planner.Node, depth int, again bool) {
		if !again {
			out = append(out, item{n, depth})
		}
	})
	return out
}

// maxAligned bounds the work of an alignment, which grows with the product of
// the sizes; larger plans are paired in order.
const maxAligned = 1200

// rowsOf aligns two plans in printed order: the pairing of like nodes that
// keeps most alike, each plan in its own order.
func rowsOf(a, b *planner.Plan) []Row {
	x, y := items(a), items(b)
	var rows []Row
	i, j := 0, 0
	for _, p := range align(x, y) {
		for ; i < p[0]; i++ {
			rows = append(rows, gone(x[i]))
		}
		for ; j < p[1]; j++ {
			rows = append(rows, come(y[j]))
		}
		r := Row{Kind: Same, A: x[i].node, B: y[j].node, DepthA: x[i].depth, DepthB: y[j].depth,
			LineA: x[i].node.Line, LineB: y[j].node.Line}
		if r.Changes = compareNodes(r.A, r.B); len(r.Changes) > 0 {
			r.Kind = Changed
		}
		rows = append(rows, r)
		i, j = i+1, j+1
	}
	for ; i < len(x); i++ {
		rows = append(rows, gone(x[i]))
	}
	for ; j < len(y); j++ {
		rows = append(rows, come(y[j]))
	}
	return rows
}

func gone(x item) Row {
	return Row{Kind: Removed, A: x.node, DepthA: x.depth, LineA: x.node.Line}
}

func come(y item) Row {
	return Row{Kind: Added, B: y.node, DepthB: y.depth, LineB: y.node.Line}
}

// align returns the pairs of indices of the best alignment.
func align(x, y []item) [][2]int {
	n, m := len(x), len(y)
	if n > maxAligned || m > maxAligned {
		var out [][2]int
		for i := 0; i < n && i < m && x[i].node.Op == y[i].node.Op; i++ {
			out = append(out, [2]int{i, i})
		}
		return out
	}
	// best[i][j] is the best score of x[i:] and y[j:].
	best := make([][]int32, n+1)
	for i := range best {
		best[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if s := alike(x[i], y[j]); s > 0 {
				best[i][j] = max(best[i][j], best[i+1][j+1]+s)
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < n && j < m; {
		s := alike(x[i], y[j])
		switch {
		case s > 0 && best[i][j] == best[i+1][j+1]+s:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return out
}

// alike scores how likely two nodes are the same one before and after; 0 where
// they are not to be paired.
func alike(x, y item) int32 {
	a, b := x.node, y.node
	if a.Op != b.Op {
		return 0
	}
	score := int32(4)
	if a.Line == b.Line {
		score += 8
	}
	if t := a.Attr("table"); t != "" {
		if t != b.Attr("table") {
			if a.Op != "Sink" {
				return 1
			}
		} else {
			score += 6
		}
	}
	for _, attr := range a.Attrs {
		if attr.Text == b.Attr(attr.Name) {
			score++
		}
	}
	if x.depth == y.depth {
		score++
	}
	return score
}
