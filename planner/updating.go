package planner

import (
	"slices"
	"strings"
)

// updatingClauses names, for each statement that is planned, assumed or refused at planning, where its updates begin.
func updatingClauses(script string, res *Result) {
	for i := range res.Statements {
		s := &res.Statements[i]
		switch {
		case s.Plan != nil:
			s.UpdatingClause = updatingClause(script, s.Plan)
		case s.Assumed != nil && s.Assumed.Plan != nil:
			s.UpdatingClause = updatingClause(script, s.Assumed.Plan)
		case s.below != nil:
			if u := updatingClause(script, s.below); u != nil {
				u.Path = nil
				s.UpdatingClause = u
			}
		}
	}
}

// updatingClause finds the lowest nodes that make a stream updating: their inputs only insert. The path leads from the
// first of them to its root.
func updatingClause(script string, p *Plan) *UpdatingClause {
	var begins [][]NodeID
	for _, root := range p.Roots {
		p.beginnings(root, nil, &begins)
	}
	if len(begins) == 0 {
		return nil
	}
	path := begins[0]
	n := &p.Nodes[path[0]]
	u := &UpdatingClause{Clause: clauseText(script, n), Table: tableOf(n), Span: n.SQL(), Path: path}
	for _, id := range path {
		if step := &p.Nodes[id]; clauseOfItsOwn(step.Op) || id == path[0] {
			u.Steps = append(u.Steps, step.Name)
		}
	}
	u.Text = updatingText(script, p, n, u, begins[1:])
	return u
}

// beginnings collects the paths, lowest node first, from where updates begin up to the root.
func (p *Plan) beginnings(id NodeID, above []NodeID, out *[][]NodeID) {
	n := &p.Nodes[id]
	above = append(above[:len(above):len(above)], id)
	deeper := false
	for _, in := range n.Inputs {
		if updates(p.Nodes[in].Mode) {
			deeper = true
			p.beginnings(in, above, out)
		}
	}
	if deeper || !updates(n.Mode) {
		return
	}
	path := make([]NodeID, len(above))
	for i, x := range above {
		path[len(above)-1-i] = x
	}
	*out = append(*out, path)
}

// clauseOfItsOwn tells operators that stand for a clause from those that only carry rows.
func clauseOfItsOwn(op string) bool {
	switch op {
	case "Calc", "Exchange", "ChangelogNormalize", "DropUpdateBefore", "MiniBatchAssigner", "WatermarkAssigner", "Expand",
		"LocalGroupAggregate", "LocalWindowAggregate":
		return false
	}
	return true
}

// clauseText is the SQL that a node stands for, on one line.
func clauseText(script string, n *Node) string {
	if n.Op == "TableSourceScan" {
		return "FROM " + tableOf(n)
	}
	if s := n.SQL(); s != nil && s.End <= len(script) {
		return shorten(script[s.Start:s.End])
	}
	return n.Name
}

func updatingText(script string, p *Plan, n *Node, u *UpdatingClause, others [][]NodeID) string {
	text := "The updates begin at " + u.Clause
	if n.Op == "Rank" {
		text = "The updates begin at " + n.Name + " (" + u.Clause + ")"
	}
	if n.Declared != nil && n.Span.End <= len(script) {
		text += " in the view " + shorten(script[n.Span.Start:n.Span.End])
	}
	why := n.reason("produces")
	switch own, rest, found := strings.Cut(why, ": "); {
	case n.Op == "TableSourceScan":
		text += ": " + why
	case found && strings.EqualFold(own, n.Name):
		text += ": " + rest
	default:
		text = strings.TrimSuffix(text+". "+why, " ")
	}
	text += route(p, u)
	var sinks, more []string
	for _, path := range others {
		clause, end := clauseText(script, &p.Nodes[path[0]]), &p.Nodes[path[len(path)-1]]
		switch {
		case clause != u.Clause:
			more = appendFew(more, clause)
		case end.ID != u.Path[len(u.Path)-1]:
			sinks = appendFew(sinks, end.Name)
		}
	}
	if len(sinks) > 0 {
		text += " The same updates reach " + strings.Join(sinks, " and ") + "."
	}
	if len(more) > 0 {
		text += " More begin at " + strings.Join(more, " and ") + "."
	}
	return text
}

// appendFew adds what is not in the list yet, up to three.
func appendFew(list []string, s string) []string {
	if len(list) == 3 || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// route says what the updates pass on their way, and where they end.
func route(p *Plan, u *UpdatingClause) string {
	between, end := u.Steps[1:], ""
	if last := &p.Nodes[u.Path[len(u.Path)-1]]; last.Op == "Sink" && len(between) > 0 {
		between, end = between[:len(between)-1], "into "+last.Name
	}
	switch {
	case len(between) > 0 && end != "":
		return " From there they go through " + strings.Join(between, ", then ") + ", " + end + "."
	case len(between) > 0:
		return " From there they go through " + strings.Join(between, ", then ") + "."
	case end != "":
		return " From there they go " + end + "."
	}
	return ""
}

// reason is the text of the first reason of that kind.
func (n *Node) reason(kind string) string {
	for i := range n.Reasons {
		if n.Reasons[i].Kind == kind {
			return n.Reasons[i].Text
		}
	}
	return ""
}

// tableOf is the table that a scan reads.
func tableOf(n *Node) string {
	if n.Op != "TableSourceScan" {
		return ""
	}
	text := strings.TrimPrefix(attrOf(n, "table"), "[")
	parts := strings.SplitN(text, ", ", 4)
	if len(parts) < 3 {
		return ""
	}
	return strings.TrimSuffix(parts[2], "]")
}

// shorten keeps a clause on one line.
func shorten(sql string) string {
	s := strings.Join(strings.Fields(sql), " ")
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "…"
	}
	return s
}
