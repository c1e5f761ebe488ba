package explain

import (
	"strconv"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Exec writes the Optimized Execution Plan of trees whose shared nodes are the same pointers (ExecNodePlanDumper).
func Exec(roots []*physical.Node, budget *diag.Budget) string {
	w := rel.TreeWriter{Budget: budget}
	writeExec(&w, roots)
	return w.String()
}

func writeExec(w *rel.TreeWriter, roots []*physical.Node) {
	d := dumper{w: w, ids: map[*physical.Node]int{}, visits: map[*physical.Node]int{}, printed: map[*physical.Node]bool{}}
	seen := map[*physical.Node]bool{}
	for _, r := range roots {
		d.number(r, seen)
	}
	if len(roots) == 1 {
		d.tree(roots[0], "", "")
		return
	}
	for _, r := range roots {
		d.dag(r)
	}
}

// Reuse is a node that several others read, with its reuse_id, in the order of the ids.
type Reuse struct {
	Node *physical.Node
	ID   int
}

// ReuseIDs numbers the shared nodes of trees.
func ReuseIDs(roots []*physical.Node) []Reuse {
	d := dumper{ids: map[*physical.Node]int{}}
	seen := map[*physical.Node]bool{}
	for _, r := range roots {
		d.number(r, seen)
	}
	out := make([]Reuse, len(d.ids))
	for n, id := range d.ids {
		out[id-1] = Reuse{n, id}
	}
	return out
}

type dumper struct {
	w   *rel.TreeWriter
	ids map[*physical.Node]int
	// visits counts the visits of the walk over several roots; first marks the shared node that is being printed in
	// full; printed those that have been.
	visits  map[*physical.Node]int
	first   *physical.Node
	printed map[*physical.Node]bool
	isDag   bool
}

// number gives a shared node its id when it is met for the second time.
func (d *dumper) number(n *physical.Node, seen map[*physical.Node]bool) {
	if seen[n] {
		if d.ids[n] == 0 {
			d.ids[n] = len(d.ids) + 1
		}
		return
	}
	seen[n] = true
	for _, in := range n.Inputs {
		d.number(in, seen)
	}
}

// dag prints what several roots share before the first that reads it, and each root.
func (d *dumper) dag(n *physical.Node) {
	d.isDag = true
	d.visits[n]++
	isFirst := d.visits[n] == 1
	if isFirst {
		for _, in := range n.Inputs {
			d.dag(in)
		}
	}
	_, sink := n.Op.(*physical.Sink)
	if !sink && (d.ids[n] == 0 || !isFirst) {
		return
	}
	if len(d.printed) > 0 {
		d.w.Break()
	}
	d.first = n
	d.tree(n, "", "")
	d.first = nil
	d.printed[n] = true
}

func (d *dumper) tree(n *physical.Node, branch, under string) {
	id := d.ids[n]
	isFirst := d.first == n
	if !d.isDag {
		isFirst = !d.printed[n]
		d.printed[n] = true
	}
	switch {
	case id == 0:
		d.w.Line(branch, ExecLine(n))
	case isFirst:
		d.w.Line(branch, ExecLine(n)+"(reuse_id=["+strconv.Itoa(id)+"])")
	default:
		d.w.Line(branch, "Reused(reference_id=["+strconv.Itoa(id)+"])")
	}
	if id != 0 && !isFirst {
		return
	}
	back := d.w.Indent(under)
	for i, in := range n.Inputs {
		if i == len(n.Inputs)-1 {
			d.tree(in, "+- ", "   ")
		} else {
			d.tree(in, ":- ", ":  ")
		}
	}
	d.w.Dedent(back)
}

// ExecLine is a node as the execution section prints it; a deduplication by time has an operator of its own there
// (StreamPhysicalRank.translateToExecNode).
func ExecLine(n *physical.Node) string {
	if o, ok := n.Op.(*physical.Rank); ok && o.IsTimeDeduplication(n) {
		return o.DeduplicateLine(n)
	}
	return rel.Line(n, expr.Exec, "")
}
