package planner

// fellShort gathers, for each plan, the cheaper forms that were within reach and the conditions that failed.
func fellShort(res *Result) {
	for i := range res.Statements {
		s := &res.Statements[i]
		a := &s.Answer
		if a.Plan == nil && s.Assumed != nil {
			a = &s.Assumed.Answer
		}
		if a.Plan == nil {
			continue
		}
		for j := range a.Plan.Nodes {
			n := &a.Plan.Nodes[j]
			for _, f := range n.short {
				f.Node, f.Span = &n.ID, n.SQL()
				s.FellShort = append(s.FellShort, f)
			}
		}
	}
}
