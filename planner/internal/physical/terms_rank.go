package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// Terms writes the attributes.
func (o *Rank) Terms(w *rel.Terms) {
	w.Item("strategy", strategyText(o.Strategy, o.PrimaryKey))
	w.Item("rankType", o.Function.Name)
	w.Item("rankRange", rangeText(w, o.Range))
	w.Item("partitionBy", columns(w, o.Partition))
	order := collation(w, o.Order)
	if sortsOnRowtime(o.Order, w.Inputs[0]) {
		order = "ROWTIME " + order
	}
	w.Item("orderBy", order)
	w.Item("select", fieldNames(w))
}

func strategyText(s RankStrategy, key []int) string {
	switch s {
	case AppendFast:
		return "AppendFastStrategy"
	case RetractStrategy:
		return "RetractStrategy"
	case UpdateFast:
		k := make([]string, len(key))
		for i, c := range key {
			k[i] = strconv.Itoa(c)
		}
		return "UpdateFastStrategy[" + strings.Join(k, ",") + "]"
	}
	return "UndefinedStrategy"
}

func rangeText(w *rel.Terms, r logical.RankRange) string {
	if r.EndColumn >= 0 {
		return "rankEnd=" + w.Inputs[0].Fields[r.EndColumn].Name
	}
	return "rankStart=" + strconv.FormatInt(r.Start, 10) + ", rankEnd=" + strconv.FormatInt(r.End, 10)
}

// sortsOnRowtime reports whether one of the sort columns is a rowtime attribute (RankUtil.sortOnRowTime).
func sortsOnRowtime(order []logical.SortField, row *types.Type) bool {
	for _, f := range order {
		if row.Fields[f.Column].Type.Time == types.Rowtime {
			return true
		}
	}
	return false
}

// Terms writes the attributes.
func (o *SortLimit) Terms(w *rel.Terms) {
	w.Item("orderBy", collation(w, o.Fields))
	limitTerms(w, o.Sort)
	w.Item("strategy", strategyText(o.Strategy, o.PrimaryKey))
}

// Terms writes the attributes.
func (o *Limit) Terms(w *rel.Terms) { limitTerms(w, o.Sort) }

func limitTerms(w *rel.Terms, s logical.Sort) {
	offset, fetch := "0", "unlimited"
	if s.Offset != nil {
		offset = strconv.FormatInt(*s.Offset, 10)
	}
	if s.Fetch != nil {
		fetch = strconv.FormatInt(*s.Fetch, 10)
	}
	w.Item("offset", offset)
	w.Item("fetch", fetch)
}

// Terms writes the attributes.
func (o *Sort) Terms(w *rel.Terms) { w.Item("orderBy", collation(w, o.Fields)) }

// Terms writes the attributes.
func (o *TemporalSort) Terms(w *rel.Terms) { w.Item("orderBy", collation(w, o.Fields)) }
