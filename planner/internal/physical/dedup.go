package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/types"
)

// IsTimeDeduplication reports whether a rank runs as a Deduplicate.
func (o *Rank) IsTimeDeduplication(n *Node) bool { return o.Deduplication(n) == Deduplicates }

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
