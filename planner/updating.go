package planner

import "strings"

// updatingClauses names, for each statement with a plan or an assumed plan, where its updates begin.
func updatingClauses(script string, res *Result) {
	for i := range res.Statements {
		s := &res.Statements[i]
		a := &s.Answer
		if a.Plan == nil && s.Assumed != nil {
			a = &s.Assumed.Answer
		}
		if a.Plan != nil {
			s.UpdatingClause = updatingClause(script, a.Plan)
		}
	}
}

// updatingClause finds the lowest node of the first root's tree that makes a stream updating: its inputs only insert. The
// path leads from there to the root.
func updatingClause(script string, p *Plan) *UpdatingClause {
	if len(p.Roots) == 0 {
		return nil
	}
	path := pathToUpdates(p, p.Roots[0], nil)
	if len(path) == 0 {
		return nil
	}
	n := &p.Nodes[path[0]]
	u := &UpdatingClause{Clause: clauseWord(n.Op), Table: tableOf(n), Span: n.Span, Path: path}
	if n.Span != nil && n.Span.End <= len(script) && n.Op != "TableSourceScan" {
		u.Clause = shorten(script[n.Span.Start:n.Span.End])
	}
	u.Text = updatingText(n, u)
	return u
}

// pathToUpdates walks down updating nodes; the path is given lowest first.
func pathToUpdates(p *Plan, id NodeID, above []NodeID) []NodeID {
	n := &p.Nodes[id]
	above = append(above[:len(above):len(above)], id)
	for _, in := range n.Inputs {
		if nodeUpdates(&p.Nodes[in]) {
			return pathToUpdates(p, in, above)
		}
	}
	if !nodeUpdates(n) {
		return nil
	}
	out := make([]NodeID, len(above))
	for i, x := range above {
		out[len(above)-1-i] = x
	}
	return out
}

func nodeUpdates(n *Node) bool {
	for _, k := range n.Mode {
		if k != "I" {
			return true
		}
	}
	return false
}

// clauseWord is the SQL that an operator stands for.
func clauseWord(op string) string {
	switch op {
	case "TableSourceScan":
		return "FROM"
	case "GroupAggregate", "GlobalGroupAggregate", "LocalGroupAggregate", "IncrementalGroupAggregate":
		return "GROUP BY"
	case "GroupWindowAggregate":
		return "GROUP BY of a window that fires early"
	case "Rank", "Deduplicate":
		return "ROW_NUMBER() … WHERE"
	case "Join", "MultiJoin":
		return "JOIN"
	case "SortLimit":
		return "ORDER BY … LIMIT"
	case "Limit":
		return "LIMIT"
	case "OverAggregate":
		return "OVER (ORDER BY …)"
	case "ProcessTableFunction":
		return "the table function"
	}
	return op
}

func updatingText(n *Node, u *UpdatingClause) string {
	switch n.Op {
	case "TableSourceScan":
		return "The updates begin at the source: table " + u.Table + " delivers [" + strings.Join(n.Mode, ",") + "]."
	case "Join":
		return "The updates begin at " + u.Clause + ": an outer join takes back the row that it padded with NULLs as soon as a match arrives."
	case "GroupAggregate", "GlobalGroupAggregate":
		return "The updates begin at " + u.Clause + ": each new row of a group replaces the group's result."
	case "Rank", "SortLimit", "Limit":
		return "The updates begin at " + u.Clause + ": a row that enters the result can push another one out."
	case "OverAggregate":
		return "The updates begin at " + u.Clause + ": a row that arrives late changes the results of those behind it."
	}
	return "The updates begin at " + u.Clause + "."
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
