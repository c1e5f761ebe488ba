package physical

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// missedGrouping says what kept grouping columns from being those of a window, nothing where they are.
func missedGrouping(group []int, w *logical.Windows, row *types.Type) logical.Missed {
	switch {
	case w == nil || w.BoundedBy(group):
		return logical.Missed{}
	case !w.Start.Intersects(keys.Of(group...)):
		return logical.Missed{Kind: logical.MissedWindowStart, Columns: namesOf(w.Start, row, "window_start")}
	}
	return logical.Missed{Kind: logical.MissedWindowEnd, Columns: namesOf(w.End, row, "window_end")}
}

// namesOf names columns of a row; a windowing function's own name stands for a column that is not read.
func namesOf(cols keys.Cols, row *types.Type, own string) []string {
	var out []string
	for c := range cols.All() {
		if c < len(row.Fields) {
			out = append(out, row.Fields[c].Name)
		}
	}
	if len(out) == 0 && own != "" {
		out = []string{own}
	}
	return out
}

// missedWindow says what kept an aggregate over the rows of a windowing function from being a window aggregate.
func (c *converter) missedWindow(l *logical.Node, o *logical.Aggregate) logical.Missed {
	w := c.windows.Of(l.Input())
	if w == nil {
		return logical.Missed{}
	}
	if w.Spec.Kind == logical.Session {
		if rest, _, _, _ := withoutWindow(o.Group, w); !keys.Of(w.Spec.Partition...).Equal(keys.Of(rest...)) {
			return logical.Missed{Kind: logical.MissedWindowSession, Columns: namesOf(keys.Of(w.Spec.Partition...), l.Input().Row, "")}
		}
	}
	if m := missedGrouping(o.Group, w, l.Input().Row); m.Kind != logical.MissedNothing {
		return m
	}
	return logical.Missed{Kind: logical.MissedWindowProctime}
}

// MissedDeduplication is the condition by which a Top-1 is no deduplication.
type MissedDeduplication uint8

// The conditions of a deduplication, in the order in which they are looked at.
const (
	Deduplicates           MissedDeduplication = iota
	NumberIsRead                               // the row number is selected
	NotFirstAlone                              // more than the first row is kept
	InputUpdates                               // rows are updated or taken back
	OrderedByMore                              // there is more than one sort column, or none
	OrderIsNoTimeAttribute                     // the sort column is a plain one
)

// Deduplication says whether a rank runs as a Deduplicate, or why it does not: a deduplication of an append-only input
// ordered by exactly one time attribute (RankUtil.canConvertToDeduplicate).
func (o *Rank) Deduplication(n *Node) MissedDeduplication {
	switch {
	case o.Function.Op != expr.RowNumber || o.Range.EndColumn >= 0 || o.Range.Start != 1 || o.Range.End != 1:
		return NotFirstAlone
	case o.OutputRank:
		return NumberIsRead
	case !n.Input().Traits.Modify.InsertOnly():
		return InputUpdates
	case len(o.Order) != 1:
		return OrderedByMore
	case !n.Input().Row.Fields[o.Order[0].Column].Type.IsTimeAttribute():
		return OrderIsNoTimeAttribute
	}
	return Deduplicates
}
