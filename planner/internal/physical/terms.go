package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
)

// Terms writes the attributes.
func (o *TableSourceScan) Terms(w *rel.Terms) {
	w.Item("table", o.TableText(w.Row))
	w.Item("fields", fieldNames(w))
	w.ItemIf("hints", logical.HintsText(o.Hints), len(o.Hints) > 0)
}

// Terms writes the attributes.
func (o *IntermediateTableScan) Terms(w *rel.Terms) {
	w.Item("table", "["+o.Table+"]")
	w.Item("fields", fieldNames(w))
}

// Terms writes the attributes.
func (o *Calc) Terms(w *rel.Terms) {
	in := w.Names(0)
	if o.InputNames != nil {
		in = o.InputNames
	}
	w.Item("select", selection(w, o.Exprs, in))
	if o.Cond != nil {
		w.Item("where", w.Expr(o.Cond, in))
	}
}

// selection writes "expression AS name" for each item, or the name alone where they are the same.
func selection(w *rel.Terms, exprs []expr.Expr, in []string) string {
	var b strings.Builder
	for i, e := range exprs {
		if i > 0 {
			b.WriteString(", ")
		}
		s := w.Expr(e, in)
		b.WriteString(s)
		if name := w.Row.Fields[i].Name; s != name {
			b.WriteString(" AS ")
			b.WriteString(name)
		}
	}
	return b.String()
}

// Terms writes the attributes.
func (o *Exchange) Terms(w *rel.Terms) {
	if o.Hash == nil {
		w.Item("distribution", "single")
		return
	}
	w.Item("distribution", "hash["+columns(w, o.Hash)+"]")
}

// Terms writes the attributes.
func (o *ChangelogNormalize) Terms(w *rel.Terms) {
	w.Item("key", columns(w, o.Key))
	if o.Cond != nil {
		w.Item("condition", w.Expr(o.Cond, w.Names(0)))
	}
}

// Terms writes the attributes.
func (o *DropUpdateBefore) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WatermarkAssigner) Terms(w *rel.Terms) {
	w.Item("rowtime", w.Row.Fields[o.Rowtime].Name)
	w.Item("watermark", w.Expr(o.Watermark, w.Names(0)))
}

// Terms writes the attributes.
func (o *MiniBatchAssigner) Terms(w *rel.Terms) {
	w.Item("interval", strconv.FormatInt(o.IntervalMillis, 10)+"ms")
	mode := "ProcTime"
	if o.RowTime {
		mode = "RowTime"
	}
	w.Item("mode", mode)
}

// Terms writes the attributes.
func (o *Union) Terms(w *rel.Terms) {
	w.Item("all", "true")
	w.Item("union", fieldNames(w))
}

// Terms writes the attributes.
func (o *Values) Terms(w *rel.Terms) {
	w.ItemIf("type", w.Row.ExecString(), w.Style != expr.Exec)
	var b strings.Builder
	b.WriteByte('[')
	for i, tuple := range o.Tuples {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("{ ")
		for j, l := range tuple {
			if j > 0 {
				b.WriteString(", ")
			}
			b.WriteString(expr.Untyped(l))
		}
		b.WriteString(" }")
	}
	b.WriteByte(']')
	w.Item("tuples", b.String())
}

// Terms writes the attributes.
func (o *Sink) Terms(w *rel.Terms) {
	w.Item(o.Label())
	if o.TargetColumns != nil {
		var b strings.Builder
		for i, c := range o.TargetColumns {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString("[" + strconv.Itoa(c) + "]")
		}
		w.Item("targetColumns", b.String())
	}
	w.Item("fields", rel.Join(o.Fields(w.Row)))
	w.ItemIf("hints", logical.HintsText(o.Hints), len(o.Hints) > 0)
	w.ItemIf("upsertMaterialize", "true", o.UpsertMaterialize)
	w.ItemIf("conflictStrategy", o.ConflictText(), o.Conflict != logical.NoConflictClause)
}

// ConflictText is the strategy of ON CONFLICT as plans print it.
func (o *Sink) ConflictText() string {
	return [...]string{"", "ERROR", "NOTHING", "DEDUPLICATE"}[o.Conflict]
}

func fieldNames(w *rel.Terms) string { return joinFields(w, ", ") }

func joinFields(w *rel.Terms, sep string) string {
	var b strings.Builder
	for i := range w.Row.Fields {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(w.Row.Fields[i].Name)
	}
	return b.String()
}

// columns names columns of the first input.
func columns(w *rel.Terms, cols []int) string {
	var b strings.Builder
	for i, c := range cols {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.Inputs[0].Fields[c].Name)
	}
	return b.String()
}

// collation writes "v DESC, id ASC" (RelExplainUtil.collationToString).
func collation(w *rel.Terms, fields []logical.SortField) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(w.Inputs[0].Fields[f.Column].Name)
		if f.Descending {
			b.WriteString(" DESC")
		} else {
			b.WriteString(" ASC")
		}
	}
	return b.String()
}
