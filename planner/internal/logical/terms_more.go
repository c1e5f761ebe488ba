package logical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
)

// Terms writes the attributes (FlinkLogicalRank).
func (o *Rank) Terms(w *rel.Terms) {
	in := w.Names(0)
	w.Item("rankType", o.Function.Name)
	w.Item("rankRange", o.Range.text(in))
	w.Item("partitionBy", namesOf(o.Partition, in))
	w.Item("orderBy", orderText(o.Order, in))
	w.Item("select", rel.Join(w.Row.Names()))
}

func (r RankRange) text(in []string) string {
	if r.EndColumn >= 0 {
		return "rankEnd=" + in[r.EndColumn]
	}
	return "rankStart=" + strconv.FormatInt(r.Start, 10) + ", rankEnd=" + strconv.FormatInt(r.End, 10)
}

func namesOf(cols []int, in []string) string {
	s := make([]string, len(cols))
	for i, c := range cols {
		s[i] = in[c]
	}
	return rel.Join(s)
}

func orderText(fields []SortField, in []string) string {
	s := make([]string, len(fields))
	for i, f := range fields {
		s[i] = in[f.Column] + " ASC"
		if f.Descending {
			s[i] = in[f.Column] + " DESC"
		}
	}
	return rel.Join(s)
}

// Terms writes the attributes (Calcite's Window.explainTerms).
func (o *Over) Terms(w *rel.Terms) {
	for i := range o.Groups {
		g := &o.Groups[i]
		var b strings.Builder
		b.WriteString("window(")
		if len(g.Partition) > 0 {
			b.WriteString("partition " + ints(g.Partition, "{", "}") + " ")
		}
		if len(g.Order) > 0 {
			b.WriteString("order by " + collation(g.Order) + " ")
		}
		b.WriteString("aggs [")
		for k, c := range g.Calls {
			if k > 0 {
				b.WriteString(", ")
			}
			b.WriteString(c.Op.Name + "(")
			if c.Distinct {
				b.WriteString("DISTINCT ")
			}
			for j, a := range c.Args {
				if j > 0 {
					b.WriteString(", ")
				}
				b.WriteString(expr.Print(a, expr.AST, nil))
			}
			b.WriteString(")")
		}
		b.WriteString("])")
		w.Item("window#"+strconv.Itoa(i), b.String())
		if w.Digest() {
			w.Item("frame", frameKey(g.Frame))
		}
	}
}

func frameKey(f expr.Frame) string {
	s := strconv.FormatBool(f.Rows)
	for _, b := range [...]expr.Bound{f.Lower, f.Upper} {
		s += "," + strconv.Itoa(int(b.Kind))
		if b.Offset != nil {
			s += b.Offset.Digest()
		}
	}
	return s
}

// Terms writes the attributes (Calcite's Match.explainTerms).
func (o *Match) Terms(w *rel.Terms) {
	w.Item("partition", ints(o.Partition, "[", "]"))
	w.Item("order", collation(o.Order))
	w.Item("outputFields", "["+rel.Join(w.Row.Names())+"]")
	w.Item("allRows", strconv.FormatBool(o.AllRows))
	w.Item("after", o.After)
	w.Item("pattern", o.Pattern)
	w.Item("isStrictStarts", strconv.FormatBool(o.StrictStart))
	w.Item("isStrictEnds", strconv.FormatBool(o.StrictEnd))
	if o.Interval != nil {
		w.Item("interval", w.Expr(o.Interval, nil))
	}
	w.Item("subsets", "["+rel.Join(o.Subsets)+"]")
	defines := make([]string, len(o.Defines))
	for i, d := range o.Defines {
		defines[i] = w.Expr(d.Expr, nil)
	}
	w.Item("patternDefinitions", "["+rel.Join(defines)+"]")
	if w.Digest() {
		for _, m := range o.Measures {
			w.Item(m.Name, m.Expr.Digest())
		}
	}
	w.Item("inputFields", "["+rel.Join(w.Inputs[0].Names())+"]")
}

// Terms writes the attributes.
func (o *Sink) Terms(w *rel.Terms) {
	w.Item("table", o.Table.ID.String())
	if len(o.TargetColumns) > 0 {
		s := make([]string, len(o.TargetColumns))
		for i, c := range o.TargetColumns {
			s[i] = "[" + strconv.Itoa(c) + "]"
		}
		w.Item("targetColumns", strings.Join(s, ","))
	}
	w.Item("fields", rel.Join(w.Row.Names()))
	for _, h := range o.Hints {
		kv := make([]string, len(h.KV))
		for i, x := range h.KV {
			kv[i] = x.Key + "=" + x.Value
		}
		w.Item("hints", "[["+h.Name+" options:{"+rel.Join(kv)+"}]]")
	}
	if w.Digest() {
		w.Item("conflict", strconv.Itoa(int(o.Conflict)))
	}
}
