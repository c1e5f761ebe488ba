package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/types"
)

// IsTimeDeduplication reports whether a rank runs as a Deduplicate: a deduplication of an append-only input ordered by
// exactly one time attribute (RankUtil.canConvertToDeduplicate).
func (o *Rank) IsTimeDeduplication(n *Node) bool {
	return o.IsDeduplication() && n.Input().Traits.Modify.InsertOnly() &&
		len(o.Order) == 1 && n.Input().Row.Fields[o.Order[0].Column].Type.IsTimeAttribute()
}

// DeduplicateLine is the rank n as a Deduplicate.
func (o *Rank) DeduplicateLine(n *Node) string {
	names := make([]string, len(o.Partition))
	for i, c := range o.Partition {
		names[i] = n.Row.Fields[c].Name
	}
	rowtime := n.Input().Row.Fields[o.Order[0].Column].Type.Time == types.Rowtime
	return "Deduplicate(keep=[" + keepText(o.KeepsLast()) + "], key=[" + strings.Join(names, ", ") +
		"], order=[" + timeText(rowtime) + "], outputInsertOnly=[" + strconv.FormatBool(n.Traits.Modify.InsertOnly()) + "])"
}
