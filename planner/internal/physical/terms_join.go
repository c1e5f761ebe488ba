package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
)

func joinTypeText(t logical.JoinType) string {
	return [...]string{"InnerJoin", "LeftOuterJoin", "RightOuterJoin", "FullOuterJoin", "LeftSemiJoin", "LeftAntiJoin"}[t]
}

// joinNames gives the names that a join's condition is written with: the row's, or for a semi or anti join those of
// both inputs, made distinct (JoinUtil.combineJoinInputsRowType).
func joinNames(w *rel.Terms, t logical.JoinType) []string {
	if t != logical.Semi && t != logical.Anti {
		return w.Row.Names()
	}
	return Distinct(w.Names(-1))
}

// Distinct makes names distinct as SqlValidatorUtil does for a join's row: a name taken gets the first number that
// makes it new.
func Distinct(names []string) []string {
	seen := make(map[string]bool, len(names))
	out := make([]string, len(names))
	for i, n := range names {
		base := n
		for j := 0; seen[n]; j++ {
			n = base + strconv.Itoa(j)
		}
		seen[n] = true
		out[i] = n
	}
	return out
}

// Terms writes the attributes.
func (o *Join) Terms(w *rel.Terms) {
	w.Item("joinType", joinTypeText(o.Type))
	w.Item("where", w.Expr(orTrue(o.Cond), joinNames(w, o.Type)))
	w.Item("select", fieldNames(w))
	w.Item("leftInputSpec", o.LeftSpec.String())
	w.Item("rightInputSpec", o.RightSpec.String())
	w.ItemIf("miniBatch", "true", o.MiniBatch)
}

// String spells a spec as a join prints it.
func (s InputSpec) String() string {
	return [...]string{"NoUniqueKey", "HasUniqueKey", "JoinKeyContainsUniqueKey"}[s]
}

// Terms writes the attributes.
func (o *IntervalJoin) Terms(w *rel.Terms) {
	w.Item("joinType", joinTypeText(o.Type))
	w.Item("windowBounds", "isRowTime="+strconv.FormatBool(o.RowTime)+
		", leftLowerBound="+strconv.FormatInt(o.Lower, 10)+", leftUpperBound="+strconv.FormatInt(o.Upper, 10)+
		", leftTimeIndex="+strconv.Itoa(o.LeftTime)+", rightTimeIndex="+strconv.Itoa(o.RightTime))
	w.Item("where", w.Expr(orTrue(o.Cond), w.Row.Names()))
	w.Item("select", fieldNames(w))
}

// Terms writes the attributes.
func (o *TemporalJoin) Terms(w *rel.Terms) {
	w.Item("joinType", joinTypeText(o.Type))
	w.Item("where", w.Expr(orTrue(o.Cond), w.Row.Names()))
	w.Item("select", fieldNames(w))
}

// Terms writes the attributes.
func (o *LookupJoin) Terms(w *rel.Terms) {
	w.Item("table", o.Table.ID.String())
	w.Item("joinType", joinTypeText(o.Type))
	w.Item("lookup", o.lookupText(w))
	table := o.TableRow.Names()
	if o.Calc != nil && o.Calc.Cond != nil {
		w.Item("where", w.Expr(o.Calc.Cond, table))
	}
	// The condition is written with the names of the result.
	if o.PreFilter != nil || o.Cond != nil {
		var text string
		for _, e := range [...]expr.Expr{o.PreFilter, o.Cond} {
			if e != nil {
				text += w.Expr(e, w.Row.Names())
			}
		}
		w.Item("joinCondition", text)
	}
	w.Item("select", o.selectText(w, table))
	w.ItemIf("upsertMaterialize", "true", o.Materialize)
	w.ItemIf("async", o.Async, o.Async != "")
	w.ItemIf("shuffle", "true", o.Shuffle)
	w.ItemIf("retry", o.Retry, o.Retry != "")
	if o.UpsertKey != nil {
		s := make([]string, len(o.UpsertKey))
		for i, c := range o.UpsertKey {
			s[i] = strconv.Itoa(c)
		}
		w.Item("upsertKey", "["+rel.Join(s)+"]")
	}
}

func (o *LookupJoin) lookupText(w *rel.Terms) string {
	parts := make([]string, len(o.Keys))
	for i, k := range o.Keys {
		if k.Input >= 0 {
			parts[i] = k.Column + "=" + w.Inputs[0].Fields[k.Input].Name
		} else {
			parts[i] = k.Column + "=" + expr.Untyped(k.Literal.(*expr.Literal))
		}
	}
	return rel.Join(parts)
}

// selectText lists the result's columns; where a projection of the dimension is part of the join, its items as they
// are written there, so that their names are not made distinct.
func (o *LookupJoin) selectText(w *rel.Terms, table []string) string {
	if o.Calc == nil {
		return fieldNames(w)
	}
	var b strings.Builder
	for _, f := range w.Inputs[0].Fields {
		b.WriteString(f.Name)
		b.WriteString(", ")
	}
	for i, e := range o.Calc.Exprs {
		if i > 0 {
			b.WriteString(", ")
		}
		s := w.Expr(e, table)
		b.WriteString(s)
		if name := o.CalcNames[i]; s != name {
			b.WriteString(" AS " + name)
		}
	}
	return b.String()
}

// Terms writes the attributes.
func (o *MultiJoin) Terms(w *rel.Terms) {
	key := "noCommonJoinKey"
	if len(o.CommonKey) > 0 {
		key = rel.Join(o.CommonKey)
	}
	w.Item("commonJoinKey", key)
	kinds := make([]string, 0, len(o.Types))
	for _, t := range o.Types[1:] {
		kinds = append(kinds, [...]string{"INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"}[t])
	}
	w.Item("joinTypes", rel.Join(kinds))
	w.Item("inputUniqueKeys", rel.Join(o.UniqueKeys))
	w.ItemIf("stateTtlHints", logical.HintsText(o.Hints), len(o.Hints) > 0)
	names := w.Row.Names()
	var conds []string
	for _, c := range o.Conditions[1:] {
		conds = append(conds, w.Expr(orTrue(c), names))
	}
	w.Item("joinConditions", rel.Join(conds))
	w.Item("select", joinFields(w, ","))
	w.Item("rowType", w.Row.ExecString())
}

// Terms writes the attributes.
func (o *Correlate) Terms(w *rel.Terms) {
	w.Item("invocation", expr.Print(o.Call, expr.AST, nil))
	w.Item("correlate", "table("+callWithoutBlanks(w, o.Call)+")")
	w.Item("select", joinFields(w, ","))
	w.Item("rowType", correlateRow(w))
	kind := "INNER"
	if o.Type == logical.Left {
		kind = "LEFT"
	}
	w.Item("joinType", kind)
	if o.Cond != nil {
		w.Item("condition", expr.Print(o.Cond, expr.AST, nil))
	}
}

// correlateRow is the row of a correlate; over no columns, it is the function's own, which is not to be expanded.
func correlateRow(w *rel.Terms) string {
	text := w.Row.ExecString()
	if len(w.Names(0)) == 0 {
		return strings.Replace(text, "RecordType(", "RecordType:peek_no_expand(", 1)
	}
	return text
}

// callWithoutBlanks spells a call with its operands separated by "," alone (RelExplainUtil.correlateToString).
func callWithoutBlanks(w *rel.Terms, e expr.Expr) string {
	c, ok := e.(*expr.Call)
	if !ok {
		return w.Expr(e, w.Names(0))
	}
	in := w.Names(0)
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		// The operators of a correlate stand in front in both sections.
		if w.Style == expr.Exec {
			args[i] = expr.Print(a, expr.ExecPrefix, in)
		} else {
			args[i] = w.Expr(a, in)
		}
	}
	return c.Op.Name + "(" + strings.Join(args, ",") + ")"
}

// Terms writes the attributes.
func (o *Match) Terms(w *rel.Terms) {
	in := w.Names(0)
	w.ItemIf("partitionBy", columns(w, o.Partition), len(o.Partition) > 0)
	w.ItemIf("orderBy", collation(w, o.Order), len(o.Order) > 0)
	style := expr.Physical
	if w.Style == expr.Exec {
		style = expr.ExecPrefix
	}
	measures := make([]string, len(o.Measures))
	for i, m := range o.Measures {
		measures[i] = expr.Print(m.Expr, style, in) + " AS " + m.Name
	}
	w.ItemIf("measures", rel.Join(measures), len(measures) > 0)
	rows := "ONE ROW PER MATCH"
	if o.AllRows {
		rows = "ALL ROWS PER MATCH"
	}
	w.Item("rowsPerMatch", rows)
	w.Item("after", afterText(o.After))
	w.Item("pattern", o.PatternText)
	w.ItemIf("subset", rel.Join(o.Subsets), len(o.Subsets) > 0)
	defines := make([]string, len(o.Defines))
	for i, d := range o.Defines {
		defines[i] = d.Name + "=" + expr.Print(d.Expr, expr.AST, nil)
	}
	w.Item("define", "{"+rel.Join(defines)+"}")
}

// afterText writes where to go on without the mark of a symbol (RelExplainUtil.afterMatchToString).
func afterText(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "FLAG("), ")")
	if name, ok := strings.CutPrefix(s, "SKIP TO FIRST("); ok {
		return "SKIP TO FIRST " + name
	}
	if name, ok := strings.CutPrefix(s, "SKIP TO LAST("); ok {
		return "SKIP TO LAST " + name
	}
	return s
}

// Terms writes the attributes.
func (o *ProcessTableFunction) Terms(w *rel.Terms) {
	w.Item("invocation", expr.Print(o.Call, expr.AST, nil))
	uid := o.UID
	if uid == "" {
		uid = "null"
	}
	w.Item("uid", uid)
	w.Item("select", joinFields(w, ","))
	w.Item("rowType", w.Row.ExecString())
}
