package logical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// The attributes are those of Calcite's RelNode.explainTerms, as the Abstract Syntax Tree prints them.

// Terms writes the attributes.
func (o *Scan) Terms(w *rel.Terms) {
	w.Item("table", o.TableText(w.Row))
	writeHints(w, o.Hints)
}

// Terms writes the attributes.
func (o *IntermediateTableScan) Terms(w *rel.Terms) {
	w.Item("table", "["+o.Table+"]")
}

// TableText is the table with what was pushed into it, or with its source of the old interfaces.
func (o *Scan) TableText(row *types.Type) string {
	var b strings.Builder
	b.WriteByte('[')
	id := o.Table.ID
	b.WriteString(id.Catalog + ", " + id.Database + ", " + id.Name)
	if o.Source != nil && o.Source.Legacy != "" {
		b.WriteString(", source: [" + o.Source.Legacy + rel.Join(row.Names()) + ")]")
		for _, h := range o.Hints {
			b.WriteString(", dynamic options: {" + JoinKV(h.KV) + "}")
		}
		b.WriteByte(']')
		return b.String()
	}
	for _, a := range o.Pushed {
		b.WriteString(", ")
		b.WriteString(a.Name)
		b.WriteString("=[")
		b.WriteString(a.Text)
		b.WriteByte(']')
	}
	b.WriteByte(']')
	return b.String()
}

// writeHints spells hints as RelHint.toString does: [[[OPTIONS inheritPath:[] options:{k=v}]]].
func writeHints(w *rel.Terms, hints []Hint) {
	if len(hints) == 0 {
		return
	}
	var b strings.Builder
	b.WriteString("[")
	for i, h := range hints {
		if i > 0 {
			b.WriteString("], [")
		} else {
			b.WriteString("[")
		}
		b.WriteString(h.Name + " inheritPath:" + ints(h.Inherit, "[", "]"))
		switch {
		case h.KV != nil:
			b.WriteString(" options:{")
			for k, kv := range h.KV {
				if k > 0 {
					b.WriteString(", ")
				}
				b.WriteString(kv.Key + "=" + kv.Value)
			}
			b.WriteString("}")
		case h.List != nil:
			b.WriteString(" options:[" + strings.Join(h.List, ", ") + "]")
		}
	}
	b.WriteString("]]")
	w.Item("hints", b.String())
}

// writeQueryHints writes the hints of a join, correlate or aggregate, join hints apart from STATE_TTL
// (RelTreeWriterImpl, RelExplainUtil.hintsToString).
func writeQueryHints(w *rel.Terms, hints []Hint) {
	var join, state strings.Builder
	for _, h := range hints {
		b := &join
		switch {
		case h.Name == "STATE_TTL":
			b = &state
		case !isQueryHint(h.Name):
			continue
		}
		b.WriteString("[" + h.Name)
		if len(h.Inherit) > 0 {
			b.WriteString(" inheritPath:" + ints(h.Inherit, "[", "]"))
		}
		switch {
		case len(h.List) > 0:
			b.WriteString(" options:[" + strings.Join(h.List, ", ") + "]")
		case len(h.KV) > 0:
			b.WriteString(" options:{" + JoinKV(h.KV) + "}")
		}
		b.WriteString("]")
	}
	if join.Len() > 0 {
		w.Item("joinHints", "["+join.String()+"]")
	}
	if state.Len() > 0 {
		w.Item("stateTtlHints", "["+state.String()+"]")
	}
}

// JoinKV spells options as a Java map does between its braces.
func JoinKV(kv []KeyValue) string {
	s := make([]string, len(kv))
	for i, o := range kv {
		s[i] = o.Key + "=" + o.Value
	}
	return strings.Join(s, ", ")
}

func ints(s []int, open, end string) string {
	var b strings.Builder
	b.WriteString(open)
	for i, n := range s {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(n))
	}
	b.WriteString(end)
	return b.String()
}

func writeVariables(w *rel.Terms, ids []int) {
	if len(ids) > 0 {
		s := make([]string, len(ids))
		for i, id := range ids {
			s[i] = "$cor" + strconv.Itoa(id)
		}
		w.Item("variablesSet", "["+strings.Join(s, ", ")+"]")
	}
}

// Terms writes the attributes.
func (o *Project) Terms(w *rel.Terms) {
	if len(o.Variables) > 0 {
		writeVariables(w, o.Variables)
	}
	for i, e := range o.Exprs {
		w.Item(w.Row.Fields[i].Name, w.Expr(e, nil))
	}
}

// Terms writes the attributes.
func (o *Filter) Terms(w *rel.Terms) {
	w.Item("condition", w.Expr(o.Cond, nil))
	writeVariables(w, o.Variables)
}

// Terms writes the attributes.
func (o *Calc) Terms(w *rel.Terms) {
	var names []string
	if len(w.Inputs) > 0 {
		names = w.Names(0)
	}
	items := make([]string, len(o.Exprs))
	for i, e := range o.Exprs {
		items[i] = expr.Print(e, calcStyle(w), names)
		if n := w.Row.Fields[i].Name; n != items[i] {
			items[i] += " AS " + n
		}
	}
	w.Item("select", rel.Join(items))
	if o.Cond != nil {
		w.Item("where", expr.Print(o.Cond, calcStyle(w), names))
	}
}

// calcStyle is the style of a Calc: it exists in no AST section, and names its columns.
func calcStyle(w *rel.Terms) expr.Style {
	switch {
	case w.Style != expr.AST:
		return w.Style
	case w.Digest():
		return expr.Physical
	}
	return expr.ExecPrefix
}

var joinNames = [...]string{Inner: "inner", Left: "left", Right: "right", Full: "full", Semi: "semi", Anti: "anti"}

// String is the type as plans print it.
func (t JoinType) String() string { return joinNames[t] }

// Terms writes the attributes.
func (o *Join) Terms(w *rel.Terms) {
	w.Item("condition", w.Expr(o.Cond, nil))
	w.Item("joinType", o.Type.String())
	writeVariables(w, o.Variables)
	writeQueryHints(w, o.Hints)
}

// Terms writes the attributes.
func (o *Aggregate) Terms(w *rel.Terms) {
	w.Item("group", ints(o.Group, "{", "}"))
	if o.Sets != nil {
		sets := make([]string, len(o.Sets))
		for i, s := range o.Sets {
			sets[i] = ints(s, "{", "}")
		}
		w.Item("groups", "["+rel.Join(sets)+"]")
	}
	writeCalls(w, o.Calls)
	writeQueryHints(w, o.Hints)
}

func writeCalls(w *rel.Terms, calls []AggCall) {
	for i := range calls {
		name := calls[i].Name
		if name == "" {
			name = "agg#" + strconv.Itoa(i)
		}
		w.Item(name, calls[i].Text())
		if w.Digest() {
			w.Item("type", calls[i].Type.Digest())
		}
	}
}

// Text spells the call (AggregateCall.toString).
func (c *AggCall) Text() string {
	var b strings.Builder
	b.WriteString(c.Op.Name)
	b.WriteByte('(')
	if c.Approximate {
		b.WriteString("APPROXIMATE ")
	}
	if c.Distinct {
		b.WriteString("DISTINCT ")
		if len(c.Args) == 0 {
			b.Reset()
			b.WriteString(c.Op.Name + "(DISTINCT")
		}
	}
	for i, a := range c.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(a))
	}
	b.WriteByte(')')
	if len(c.Order) > 0 {
		b.WriteString(" WITHIN GROUP (" + collation(c.Order) + ")")
	}
	if c.Filter >= 0 {
		b.WriteString(" FILTER $" + strconv.Itoa(c.Filter))
	}
	return b.String()
}

// direction is RelFieldCollation's short text.
func (f SortField) direction() string {
	s := "ASC"
	if f.Descending {
		s = "DESC"
	}
	if f.NullsFirst {
		return s + "-nulls-first"
	}
	return s + "-nulls-last"
}

// collation is RelCollationImpl.toString: [1 DESC-nulls-last, 2].
func collation(fields []SortField) string {
	s := make([]string, len(fields))
	for i, f := range fields {
		s[i] = strconv.Itoa(f.Column)
		if f.Descending || f.NullsFirst {
			s[i] += " " + f.direction()
		}
	}
	return "[" + strings.Join(s, ", ") + "]"
}

// Terms writes the attributes.
func (o *WindowAggregate) Terms(w *rel.Terms) {
	w.Item("group", ints(o.Group, "{", "}"))
	writeCalls(w, o.Calls)
	w.Item("window", o.Window.text(w))
	names := make([]string, len(o.Properties))
	for i, p := range o.Properties {
		names[i] = p.Name
	}
	w.Item("properties", rel.Join(names))
}

// TimeColumn is the name of the column of row that the window is over.
func (g *GroupWindow) TimeColumn(row *types.Type) string {
	if g.TimeField < 0 {
		return g.TimeName
	}
	return row.Fields[g.TimeField].Name
}

func (g *GroupWindow) text(w *rel.Terms) string {
	name, tail := "TumblingGroupWindow", strconv.FormatInt(g.Size, 10)
	switch g.Kind {
	case expr.GroupHop:
		name, tail = "SlidingGroupWindow", tail+", "+strconv.FormatInt(g.Slide, 10)
	case expr.GroupSession:
		name = "SessionGroupWindow"
	}
	return name + "('w$, " + g.TimeColumn(w.Inputs[0]) + ", " + tail + ")"
}

// Terms writes the attributes.
func (o *Sort) Terms(w *rel.Terms) {
	for i, f := range o.Fields {
		w.Item("sort"+strconv.Itoa(i), "$"+strconv.Itoa(f.Column))
	}
	for i, f := range o.Fields {
		w.Item("dir"+strconv.Itoa(i), f.direction())
	}
	for i, n := range [...]*int64{o.Offset, o.Fetch} {
		if n == nil {
			continue
		}
		text := o.Written[i]
		if text == "" {
			text = strconv.FormatInt(*n, 10)
		}
		w.Item([...]string{"offset", "fetch"}[i], text)
	}
}

// Terms writes the attributes.
func (o *SetOp) Terms(w *rel.Terms) { w.Item("all", strconv.FormatBool(o.All)) }

// Terms writes the attributes.
func (o *Values) Terms(w *rel.Terms) {
	rows := make([]string, len(o.Tuples))
	for i, t := range o.Tuples {
		cells := make([]string, len(t))
		for k, l := range t {
			cells[k] = expr.Untyped(l)
		}
		rows[i] = "{ " + strings.Join(cells, ", ") + " }"
	}
	if w.Digest() {
		w.Item("type", w.Row.Digest())
	}
	w.Item("tuples", "["+strings.Join(rows, ", ")+"]")
}

// Terms writes the attributes.
func (o *TableFunctionScan) Terms(w *rel.Terms) {
	w.Item("invocation", w.Expr(o.Call, nil))
	w.Item("rowType", RecordText(w.Row))
}

// RecordText spells a relation's row as RelDataType.toString does: RecordType(INTEGER id, …), without NOT NULL.
func RecordText(t *types.Type) string {
	var b strings.Builder
	b.WriteString("RecordType(")
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.Type.ExecString())
		b.WriteByte(' ')
		b.WriteString(f.Name)
	}
	b.WriteByte(')')
	return b.String()
}

// Terms writes the attributes.
func (o *Correlate) Terms(w *rel.Terms) {
	w.Item("correlation", "$cor"+strconv.Itoa(o.ID))
	w.Item("joinType", o.Type.String())
	w.Item("requiredColumns", ints(o.Required, "{", "}"))
	writeQueryHints(w, o.Hints)
}

// Terms writes the attributes.
func (o *Snapshot) Terms(w *rel.Terms) { w.Item("period", w.Expr(o.Period, nil)) }

// Terms writes the attributes.
func (o *Uncollect) Terms(w *rel.Terms) { w.ItemIf("withOrdinality", "true", o.WithOrdinality) }

// Terms writes the attributes.
func (o *WatermarkAssigner) Terms(w *rel.Terms) {
	w.Item("rowtime", w.Row.Fields[o.Rowtime].Name)
	w.Item("watermark", w.Expr(o.Watermark, nil))
}

// Terms writes the attributes.
func (o *Expand) Terms(w *rel.Terms) {
	in := w.Names(0)
	var b strings.Builder
	for p, project := range o.Projects {
		if p > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('{')
		for i, e := range project {
			if i > 0 {
				b.WriteString(", ")
			}
			name := w.Row.Fields[i].Name
			text := expandItem(e, in)
			b.WriteString(text)
			if _, ref := e.(*expr.Ref); !ref || text != name {
				b.WriteString(" AS " + name)
			}
		}
		b.WriteByte('}')
	}
	w.Item("projects", b.String())
	w.ItemIf("expandId", strconv.Itoa(o.ExpandID), w.Digest())
}

// expandItem spells one value of an Expand: literals without their types, whatever the section
// (RelExplainUtil.projectsToString).
func expandItem(e expr.Expr, in []string) string {
	switch x := e.(type) {
	case *expr.Ref:
		return in[x.Index]
	case *expr.Literal:
		if x.Value == nil {
			return "null"
		}
		return expr.Print(x, expr.Exec, in)
	}
	return expr.Print(e, expr.Physical, in)
}

// Terms writes the attributes.
func (o *MultiJoin) Terms(w *rel.Terms) {
	s := make([]string, len(o.Types))
	for i, t := range o.Types {
		s[i] = strings.ToUpper(t.String())
	}
	w.Item("joinTypes", rel.Join(s))
	s = make([]string, len(o.Conditions))
	for i, c := range o.Conditions {
		s[i] = "true"
		if c != nil {
			s[i] = c.Digest()
		}
	}
	w.Item("joinConditions", rel.Join(s))
	w.Item("ttl", rel.Join(o.TTL))
}
