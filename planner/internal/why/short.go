package why

import (
	"strings"

	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
)

// Short is a cheaper form that was within reach of a node, and the condition that failed.
type Short struct{ Wanted, Got, Text string }

// short names the cheaper forms that n fell short of, the one that matters most first.
func (w *Notes) short(n *physical.Node) []Short {
	switch o := n.Op.(type) {
	case *physical.Rank:
		return w.rankShort(n, o)
	case *physical.SortLimit:
		return w.strategyShort(n, o.Strategy, nil, o.Fields)
	case *physical.GroupAggregate:
		if o.Phase != physical.LocalPhase {
			return windowShort(o.Missed, "WindowAggregate", "GroupAggregate", "GROUP BY",
				"so the result is sent again with every row, and no group is ever forgotten")
		}
	case *physical.Join:
		return w.joinShort(n, o)
	case *physical.Calc:
		return w.filterShort(n, o)
	}
	return nil
}

func (w *Notes) rankShort(n *physical.Node, o *physical.Rank) []Short {
	out := windowShort(o.Missed, "WindowRank", "Rank", "PARTITION BY", "so no partition is ever forgotten")
	in := n.Input()
	text := ""
	switch o.Deduplication(n) {
	case physical.NumberIsRead:
		text = "A deduplication does not give the row number away; this one selects it, so it is a Top-1."
	case physical.InputUpdates:
		text = "ROW_NUMBER() = 1 is a deduplication only over inserted rows. " + capital(fed(n)) + " sends [" + in.Traits.Kinds().String() +
			"], so a row that is taken back must be replaced by the next one."
	case physical.OrderedByMore:
		text = "A deduplication is ordered by one time attribute alone; this ORDER BY has " + orderText(n, o.Order) + ", so a Top-1 is kept."
	case physical.OrderIsNoTimeAttribute:
		text = "A deduplication is ordered by a time attribute. " + in.Row.Fields[o.Order[0].Column].Name + " is a plain " +
			in.Row.Fields[o.Order[0].Column].Type.Summary() + " here, so a Top-1 is kept: a later row may still have to give way to an earlier one."
	}
	if text != "" && o.Range.EndColumn < 0 && o.Range.Start == 1 && o.Range.End == 1 {
		out = append(out, Short{"Deduplicate", "Rank", text})
	}
	return append(out, w.strategyShort(n, o.Strategy, o.Partition, o.Order)...)
}

// strategyShort says why a Top-N over updates keeps every row, from what its inference missed.
func (w *Notes) strategyShort(n *physical.Node, strategy physical.RankStrategy, partition []int, order []logical.SortField) []Short {
	if strategy != physical.RetractStrategy {
		return nil
	}
	return []Short{{"UpdateFastStrategy", "RetractStrategy", capital(w.retracts(n, partition, order)) + ", so every row of a partition is kept, not the best ones alone."}}
}

// retracts is the condition that a Top-N failed to be told of updates by the new row alone.
func (w *Notes) retracts(n *physical.Node, partition []int, order []logical.SortField) string {
	from := shuffled(n.Input())
	for _, f := range w.missed[n.ID] {
		switch f.Kind {
		case changelog.FactRankNoKey:
			if have := w.keysText(from); have != "" {
				return "the upsert key " + have + " of " + tables(from) + " does not hold the partition " + columns(n, partition)
			}
			return "the rows of " + tables(from) + " have no upsert key" + w.whereLost(from)
		case changelog.FactRankNotMonotonic:
			for _, s := range order {
				if s.Column == f.Column {
					return "nothing tells that " + n.Row.Fields[s.Column].Name + " only ever " + wanted(s)
				}
			}
		case changelog.FactRankInputBefore:
			if by, miss := w.unable(n.Input(), downward, map[*physical.Node]bool{}); by != nil {
				return w.demand(by, miss, describe(by))
			}
		}
	}
	return "the changes of " + fed(n) + " reach it"
}

// wanted is how a sort column must move for a row to keep its place or better it.
func wanted(s logical.SortField) string {
	if s.Descending {
		return "grows, as a COUNT(*) or MAX of inserted rows does"
	}
	return "shrinks, as a MIN of inserted rows does"
}

// windowShort is for grouping columns that do not make a window.
func windowShort(m logical.Missed, wanted, got, clause, effect string) []Short {
	text := ""
	switch m.Kind {
	case logical.MissedWindowStart, logical.MissedWindowEnd:
		text = "The rows come from windows, and " + clause + " does not hold " + m.Columns[0]
	case logical.MissedWindowSession:
		text = clause + " must hold the window's bounds and the columns that cut its sessions, " + and(m.Columns) + ", and nothing else"
	case logical.MissedWindowProctime:
		text = "A window by processing time must stand right below the " + clause + ", with nothing but columns between"
	default:
		return nil
	}
	return []Short{{wanted, got, text + ", " + effect + "."}}
}

func (w *Notes) joinShort(n *physical.Node, o *physical.Join) []Short {
	var out []Short
	if text := intervalText(o.Missed); text != "" {
		out = append(out, Short{"IntervalJoin", "Join", text + " So both sides are kept for ever, not for the interval alone."})
	}
	if s, ok := w.temporalShort(n, o); ok {
		out = append(out, s)
	}
	specs := []physical.InputSpec{o.LeftSpec, o.RightSpec}
	keyless := false
	for side, spec := range specs {
		in := shuffled(n.Inputs[side])
		if spec != physical.NoUniqueKey || !updates(in) {
			continue
		}
		keyless = true
		out = append(out, Short{"join state by key", "join state by whole row", "The rows of " + tables(in) +
			" are updated and reach the join without a key" + w.whereLost(in) + ", so each change is looked up by the whole row."})
	}
	if !keyless && w.hasKey(n.Inputs[0]) && w.hasKey(n.Inputs[1]) && updates(n) && w.keys.Upsert(n).Empty() {
		eq := physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields))
		out = append(out, Short{"a join with an upsert key", "a join without one", "The joined rows have no upsert key: " + w.lostInJoin(n, eq.Left, eq.Right) + "."})
	}
	return out
}

// hasKey reports rows that have an upsert key before they are shuffled.
func (w *Notes) hasKey(in *physical.Node) bool { return !w.keys.Upsert(shuffled(in)).Empty() }

// whereLost says where the key of a keyless input died.
func (w *Notes) whereLost(n *physical.Node) string {
	for {
		if j := w.journey(n); j != nil && j.Step == "lost" {
			if _, why, ok := strings.Cut(j.Text, " is lost: "); ok {
				return " (" + strings.TrimSuffix(why, ".") + ")"
			}
			return ""
		}
		if len(n.Inputs) != 1 {
			return ""
		}
		n = n.Input()
	}
}

// intervalText says what kept a join that compares times from being an interval join.
func intervalText(m logical.Missed) string {
	cols := and(m.Columns)
	switch m.Kind {
	case logical.MissedIntervalBound:
		return "An interval join bounds the distance of two times from both sides; this condition bounds that of " + cols + " from one."
	case logical.MissedIntervalTime:
		return "An interval join compares two time attributes; " + cols + " " + isPlain(m.Columns) + " here."
	case logical.MissedIntervalKinds:
		return "An interval join compares two event times or two processing times; " + cols + " are one of each."
	case logical.MissedIntervalConstant:
		return "An interval join bounds the distance of " + cols + " by a constant; here it differs from row to row."
	case logical.MissedIntervalNegation:
		return "IN, EXISTS and their negations are never interval joins, whatever bounds " + cols + "."
	}
	return ""
}

func isPlain(cols []string) string {
	if len(cols) == 1 {
		return "is a plain timestamp"
	}
	return "are plain timestamps"
}

// temporalShort is for a stream of inserts that is joined to a versioned table without naming a time.
func (w *Notes) temporalShort(n *physical.Node, o *physical.Join) (Short, bool) {
	if o.Type != logical.Inner && o.Type != logical.Left || len(n.Inputs) != 2 {
		return Short{}, false
	}
	left, right := shuffled(n.Inputs[0]), shuffled(n.Inputs[1])
	scan, table := origin(right).Op.(*physical.TableSourceScan)
	if !table || updates(left) || !updates(right) || scan.Table.PrimaryKey == nil {
		return Short{}, false
	}
	at := timeOf(left)
	eq := physical.EquiKeys(o.Cond, len(n.Inputs[0].Row.Fields))
	keyed := false
	for _, k := range w.keys.Upsert(right).Keys {
		keyed = keyed || keys.Of(eq.Right...).Contains(k)
	}
	if at == "" || !keyed {
		return Short{}, false
	}
	text := tables(left) + " only inserts and has the event time " + at + ", and " + tables(right) + " is joined by its key. Without FOR SYSTEM_TIME AS OF " +
		at + " every change of " + tables(right) + " changes all rows that were joined before, so the join keeps them all."
	if scan.Table.Watermark == nil {
		text += " A versioned table also needs a WATERMARK; " + tables(right) + " declares none."
	}
	return Short{"TemporalJoin", "Join", text}, true
}

// timeOf is the event time of the table that n reads, "" for none.
func timeOf(n *physical.Node) string {
	if scan, ok := origin(n).Op.(*physical.TableSourceScan); ok && scan.Table.Watermark != nil {
		return scan.Table.Watermark.Column
	}
	return ""
}

// filterShort is for a filter that stayed above a normalize.
func (w *Notes) filterShort(n *physical.Node, o *physical.Calc) []Short {
	if o.Cond == nil {
		return nil
	}
	normalize, ok := n.Input().Op.(*physical.ChangelogNormalize)
	if !ok {
		return nil
	}
	filter := and(names(n.Input(), expr.Refs(o.Cond).Slice()))
	text := "The filter on " + filter + " stays above the ChangelogNormalize"
	if has(w.about[n.ID], changelog.FactFilterShared) {
		text += ", because " + tables(n) + " is read more than once here, each time under another condition"
	}
	text += ". So it keeps every " + columns(n.Input(), normalize.Key)
	if n.Input().Traits.Kinds().Has(mode.UpdateBefore) {
		text += " and sends UPDATE_BEFORE"
	}
	return []Short{{"a filter inside the ChangelogNormalize", "a filter above it", text + "."}}
}
