package logical

import (
	"slices"
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
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

// Terms writes the attributes (Calcite's Window.explainTerms). Constants are columns behind those of the input.
func (o *Over) Terms(w *rel.Terms) {
	constants := overConstants{first: len(w.Inputs[0].Fields)}
	for i := range o.Groups {
		for k := range o.Groups[i].Calls {
			constants.enter(o.Groups[i].Calls[k].Args...)
			constants.enter(o.Groups[i].Frame.Lower.Offset, o.Groups[i].Frame.Upper.Offset)
		}
	}
	for i := range o.Groups {
		g := &o.Groups[i]
		var parts []string
		if len(g.Partition) > 0 {
			parts = append(parts, "partition "+ints(g.Partition, "{", "}"))
		}
		if len(g.Order) > 0 {
			parts = append(parts, "order by "+collation(g.Order))
		}
		if frame := constants.frame(g.Frame, len(g.Order) > 0); frame != "" {
			parts = append(parts, frame)
		}
		calls := make([]string, len(g.Calls))
		for k, c := range g.Calls {
			args := make([]string, len(c.Args))
			for j, a := range c.Args {
				args[j] = constants.text(a)
			}
			distinct := ""
			if c.Distinct {
				distinct = "DISTINCT "
			}
			calls[k] = c.Op.Name + "(" + distinct + rel.Join(args) + ")"
		}
		parts = append(parts, "aggs ["+rel.Join(calls)+"]")
		w.Item("window#"+strconv.Itoa(i), "window("+strings.Join(parts, " ")+")")
		if w.Digest() {
			w.Item("frame", frameKey(g.Frame))
		}
	}
}

// overConstants numbers the literals of an Over.
type overConstants struct {
	first int
	known []string
}

func (o *overConstants) enter(es ...expr.Expr) {
	for _, e := range es {
		if l, ok := e.(*expr.Literal); ok && !slices.Contains(o.known, l.Digest()) {
			o.known = append(o.known, l.Digest())
		}
	}
}

func (o *overConstants) text(e expr.Expr) string {
	if l, ok := e.(*expr.Literal); ok {
		return "$" + strconv.Itoa(o.first+slices.Index(o.known, l.Digest()))
	}
	return expr.Print(e, expr.AST, nil)
}

// frame spells a frame, nothing for the one that holds by default (Window.Group.toString).
func (o *overConstants) frame(f expr.Frame, ordered bool) string {
	switch {
	case !ordered && f.Lower.Kind == expr.UnboundedPreceding && f.Upper.Kind == expr.UnboundedFollowing,
		ordered && !f.Rows && f.Lower.Kind == expr.UnboundedPreceding && f.Upper.Kind == expr.CurrentRow:
		return ""
	}
	kind := "range"
	if f.Rows {
		kind = "rows"
	}
	return kind + " between " + o.bound(f.Lower) + " and " + o.bound(f.Upper)
}

func (o *overConstants) bound(b expr.Bound) string {
	switch b.Kind {
	case expr.UnboundedPreceding:
		return "UNBOUNDED PRECEDING"
	case expr.Preceding:
		return o.text(b.Offset) + " PRECEDING"
	case expr.Following:
		return o.text(b.Offset) + " FOLLOWING"
	case expr.UnboundedFollowing:
		return "UNBOUNDED FOLLOWING"
	}
	return "CURRENT ROW"
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

// Label is the table that is written to, as plans print it.
func (o *Sink) Label() (name, text string) {
	if o.Sink.Legacy != "" {
		return "name", o.Table.ID.Quoted()
	}
	return "table", o.Table.ID.String()
}

// Fields are the columns that plans show: those of the rows, or of the table where its sink is of the old kind.
func (o *Sink) Fields(row *types.Type) []string {
	if o.Sink.Legacy != "" {
		return sinkRow(o.Table).Names()
	}
	return row.Names()
}

// Terms writes the attributes.
func (o *Sink) Terms(w *rel.Terms) {
	w.Item(o.Label())
	if len(o.TargetColumns) > 0 {
		s := make([]string, len(o.TargetColumns))
		for i, c := range o.TargetColumns {
			s[i] = "[" + strconv.Itoa(c) + "]"
		}
		w.Item("targetColumns", strings.Join(s, ","))
	}
	w.Item("fields", rel.Join(o.Fields(w.Row)))
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
