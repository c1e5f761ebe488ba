package physical

import (
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// text spells a window over the columns of row (WindowingStrategy.toSummaryString).
func (r WindowRef) text(row *types.Type) string {
	var where string
	switch {
	case r.SliceEnd:
		where = "slice_end=[" + row.Fields[r.End].Name + "]"
	case r.TimeColumn >= 0:
		where = "time_col=[" + row.Fields[r.TimeColumn].Name + "]"
	case r.Start < 0:
		where = "win_end=[" + row.Fields[r.End].Name + "]"
	default:
		where = "win_start=[" + row.Fields[r.Start].Name + "], win_end=[" + row.Fields[r.End].Name + "]"
	}
	return windowText(r.Spec, where, row)
}

func windowText(s logical.WindowSpec, where string, row *types.Type) string {
	var t string
	switch s.Kind {
	case logical.Tumble:
		t = "TUMBLE(" + where + ", size=[" + duration(s.Size) + "]"
	case logical.Hop:
		t = "HOP(" + where + ", size=[" + duration(s.Size) + "], slide=[" + duration(s.Slide) + "]"
	case logical.Cumulate:
		t = "CUMULATE(" + where + ", max_size=[" + duration(s.Size) + "], step=[" + duration(s.Slide) + "]"
	case logical.Session:
		t = "SESSION(" + where + ", gap=[" + duration(s.Size) + "]"
		if len(s.Partition) > 0 {
			t += ", partition keys=["
			for i, p := range s.Partition {
				if i > 0 {
					t += ", "
				}
				t += row.Fields[p].Name
			}
			t += "]"
		}
	}
	if s.Offset != 0 && s.Kind != logical.Session {
		t += ", offset=[" + duration(s.Offset) + "]"
	}
	return t + ")"
}

// duration spells milliseconds in the highest unit that divides them (TimeUtils.formatWithHighestUnit).
func duration(ms int64) string {
	for _, u := range [...]struct {
		ms   int64
		name string
	}{{86400000, " d"}, {3600000, " h"}, {60000, " min"}, {1000, " s"}} {
		if ms%u.ms == 0 && ms != 0 {
			return strconv.FormatInt(ms/u.ms, 10) + u.name
		}
	}
	return strconv.FormatInt(ms, 10) + " ms"
}

// Terms writes the attributes.
func (o *WindowTableFunction) Terms(w *rel.Terms) {
	ref := WindowRef{Spec: o.Window, TimeColumn: o.Window.TimeField, Start: -1, End: -1}
	w.Item("window", ref.text(w.Inputs[0]))
}

// Terms writes the attributes.
func (o *WindowAggregate) Terms(w *rel.Terms) {
	w.ItemIf("groupBy", columns(w, o.Group), len(o.Group) > 0)
	w.Item("window", o.Window.text(w.Inputs[0]))
	a := aggText{w: w, calls: o.Calls, retract: o.Retract, group: o.Group, local: o.Local}
	var left, right []string
	switch o.Phase {
	case OnePhase:
		left, right = a.onePhase(), rowNames(w.Row)
	case LocalPhase:
		left = append(a.localPhase(), "slice_end('w$)")
		right = append(a.localOutputs(), w.Row.Fields[len(w.Row.Fields)-1].Name)
	case GlobalPhase:
		left, right = a.globalPhase(), rowNames(w.Row)
	}
	if o.Phase != LocalPhase {
		for _, p := range o.Properties {
			left = append(left, propertyText(p))
		}
	}
	w.Item("select", zipped(left, right))
}

// Terms writes the attributes.
func (o *WindowRank) Terms(w *rel.Terms) {
	w.Item("window", o.Window.text(w.Inputs[0]))
	w.Item("rankType", o.Function.Name)
	w.Item("rankRange", rangeText(w, o.Range))
	w.Item("partitionBy", columns(w, o.Partition))
	w.Item("orderBy", collation(w, o.Order))
	w.Item("select", fieldNames(w))
}

// Terms writes the attributes.
func (o *WindowDeduplicate) Terms(w *rel.Terms) {
	w.Item("window", o.Window.text(w.Inputs[0]))
	w.Item("keep", keepText(o.KeepLast))
	w.Item("partitionKeys", columns(w, o.Partition))
	w.Item("orderKey", w.Inputs[0].Fields[o.OrderKey].Name)
	w.Item("order", timeText(o.RowTime))
}

func keepText(last bool) string {
	if last {
		return "LastRow"
	}
	return "FirstRow"
}

func timeText(rowtime bool) string {
	if rowtime {
		return "ROWTIME"
	}
	return "PROCTIME"
}

// Terms writes the attributes.
func (o *WindowJoin) Terms(w *rel.Terms) {
	w.Item("leftWindow", o.Left.text(w.Inputs[0]))
	w.Item("rightWindow", o.Right.text(w.Inputs[1]))
	w.Item("joinType", joinTypeText(o.Type))
	w.Item("where", w.Expr(orTrue(o.Cond), joinNames(w, o.Type)))
	w.Item("select", fieldNames(w))
}

func orTrue(e expr.Expr) expr.Expr {
	if e == nil {
		return expr.True
	}
	return e
}
