package planner

import "strings"

// fellShort names, for each plan, the cheaper forms that were within reach and the condition that failed.
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
			for _, find := range shortfalls {
				if f, ok := find(a.Plan, n); ok {
					f.Node, f.Span = &n.ID, n.Span
					s.FellShort = append(s.FellShort, f)
					break
				}
			}
		}
	}
}

var shortfalls = []func(*Plan, *Node) (FellShort, bool){
	windowTopNAsTopN, deduplicateAsTopN, topNWithRetraction, windowAsGroupAggregate, intervalAsRegularJoin, joinWithoutKey, filterAboveNormalize,
}

// below finds the first node under n, going through operators that pass rows on.
func below(p *Plan, n *Node) *Node {
	for len(n.Inputs) > 0 {
		n = &p.Nodes[n.Inputs[0]]
		switch n.Op {
		case "Exchange", "Calc", "MiniBatchAssigner", "WatermarkAssigner", "DropUpdateBefore":
			continue
		}
		return n
	}
	return n
}

func isRowNumber(n *Node) bool { return n.Op == "Rank" && attrOf(n, "rankType") == "ROW_NUMBER" }

// deduplicateAsTopN: ROW_NUMBER() = 1 that is no deduplication.
func deduplicateAsTopN(p *Plan, n *Node) (FellShort, bool) {
	if !isRowNumber(n) || attrOf(n, "rankRange") != "rankStart=1, rankEnd=1" {
		return FellShort{}, false
	}
	order := attrOf(n, "orderBy")
	in := &p.Nodes[n.Inputs[0]]
	switch {
	case nodeUpdates(in):
		return FellShort{Wanted: "Deduplicate", Got: "Rank (" + attrOf(n, "strategy") + ")",
			Text: "ROW_NUMBER() = 1 is a deduplication only over inserted rows; here [" + strings.Join(in.Mode, ",") + "] reaches it, so every row of a partition is kept to find the next one when the first is taken back."}, true
	case strings.Contains(order, ","):
		return FellShort{Wanted: "Deduplicate", Got: "Rank", Text: "A deduplication is ordered by one time attribute alone; this ORDER BY has several columns (" + order + ")."}, true
	case !strings.HasPrefix(order, "ROWTIME ") && !strings.HasPrefix(order, "PROCTIME ") && !orderedByTime(n, order):
		col, _, _ := strings.Cut(order, " ")
		return FellShort{Wanted: "Deduplicate", Got: "Rank", Text: "A deduplication is ordered by a time attribute; " + col + " is none, so a Top-1 is kept instead."}, true
	}
	return FellShort{}, false
}

// orderedByTime tells a processing-time column, which an ORDER BY prints without a mark.
func orderedByTime(n *Node, order string) bool {
	col, _, _ := strings.Cut(order, " ")
	return strings.Contains(n.Line, "PROCTIME") || col == "$0" || n.State == nil && len(n.Mode) == 1 || strings.Contains(strings.ToLower(col), "proc") || col == "pt"
}

// topNWithRetraction: a Top-N over updates that must keep every row.
func topNWithRetraction(p *Plan, n *Node) (FellShort, bool) {
	if (n.Op != "Rank" && n.Op != "SortLimit") || attrOf(n, "strategy") != "RetractStrategy" {
		return FellShort{}, false
	}
	in := below(p, n)
	why := "the order column " + attrOf(n, "orderBy") + " may move against its direction"
	if len(p.Nodes[n.Inputs[0]].UpsertKeys) == 0 {
		why = "the rows that reach it have no upsert key that holds the partition (" + attrOf(n, "partitionBy") + ")"
	}
	return FellShort{Wanted: "UpdateFastStrategy", Got: "RetractStrategy",
		Text: "The updates come from " + in.Op + ", and " + why + ", so every row of a partition is kept, and not the best ones alone."}, true
}

// windowTopNAsTopN: ROW_NUMBER() over a window's rows without both bounds in PARTITION BY.
func windowTopNAsTopN(p *Plan, n *Node) (FellShort, bool) {
	if !isRowNumber(n) {
		return FellShort{}, false
	}
	switch in := below(p, n); in.Op {
	case "WindowTableFunction", "WindowAggregate", "GlobalWindowAggregate":
		part := ", " + attrOf(n, "partitionBy") + ","
		for _, c := range []string{"window_start", "window_end"} {
			if !strings.Contains(part, " "+c+",") {
				return FellShort{Wanted: "WindowRank", Got: "Rank",
					Text: "A Top-N of each window has window_start and window_end in its PARTITION BY; " + c + " is missing, so state is never cleared by the watermark."}, true
			}
		}
	}
	return FellShort{}, false
}

// windowAsGroupAggregate: rows of a windowing function grouped without both bounds.
func windowAsGroupAggregate(p *Plan, n *Node) (FellShort, bool) {
	if !strings.HasSuffix(n.Op, "GroupAggregate") || n.Op == "LocalGroupAggregate" {
		return FellShort{}, false
	}
	if in := below(p, n); in.Op != "WindowTableFunction" {
		return FellShort{}, false
	}
	group := ", " + attrOf(n, "groupBy") + ","
	for _, c := range []string{"window_start", "window_end"} {
		if !strings.Contains(group, " "+c+",") {
			return FellShort{Wanted: "WindowAggregate", Got: n.Op,
				Text: "A window aggregation groups by window_start and window_end; " + c + " is missing, so this one updates its result with every row and never forgets."}, true
		}
	}
	return FellShort{}, false
}

// intervalAsRegularJoin: a join with time bounds that is none.
func intervalAsRegularJoin(p *Plan, n *Node) (FellShort, bool) {
	where := attrOf(n, "where")
	if n.Op != "Join" || !strings.Contains(where, ":INTERVAL") {
		return FellShort{}, false
	}
	lower, upper := strings.Contains(where, ">=(") || strings.Contains(where, ">("), strings.Contains(where, "<=(") || strings.Contains(where, "<(")
	f := FellShort{Wanted: "IntervalJoin", Got: "Join"}
	for _, in := range n.Inputs {
		if nodeUpdates(&p.Nodes[in]) {
			f.Text = "An interval join takes inserted rows alone, and an input of this one is updated; as a regular join it keeps both sides for ever."
			return f, true
		}
	}
	if lower != upper {
		f.Text = "An interval join bounds the time difference on both sides; this condition bounds it on one, so both inputs are kept for ever."
		return f, true
	}
	f.Text = "An interval join compares two time attributes of one kind; here a compared column is a plain timestamp, so both inputs are kept for ever."
	return f, true
}

// joinWithoutKey: a join side of which nothing is known to be unique.
func joinWithoutKey(p *Plan, n *Node) (FellShort, bool) {
	if n.Op != "Join" {
		return FellShort{}, false
	}
	for i, side := range []string{"left", "right"} {
		if attrOf(n, side+"InputSpec") == "NoUniqueKey" && i < len(n.Inputs) && nodeUpdates(&p.Nodes[n.Inputs[i]]) {
			return FellShort{Wanted: "join state by key", Got: "join state by whole row",
				Text: "The " + side + " input is updated and has no upsert key that the join could keep its rows by, so each change is looked up by the whole row."}, true
		}
	}
	return FellShort{}, false
}

// filterAboveNormalize: a filter that could have been taken into a ChangelogNormalize.
func filterAboveNormalize(p *Plan, n *Node) (FellShort, bool) {
	if n.Op != "Calc" || attrOf(n, "where") == "" || len(n.Inputs) == 0 {
		return FellShort{}, false
	}
	in := &p.Nodes[n.Inputs[0]]
	if in.Op != "ChangelogNormalize" {
		return FellShort{}, false
	}
	return FellShort{Wanted: "filter inside ChangelogNormalize", Got: "filter above it",
		Text: "The same source is read more than once in this query with other conditions, so " + attrOf(n, "where") + " stays above the ChangelogNormalize, which keeps every key and sends UPDATE_BEFORE."}, true
}
