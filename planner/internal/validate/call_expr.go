package validate

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// functionName is the name in the catalogue that a call of a special syntax means.
func functionName(e *ast.Call) string {
	switch e.Special {
	case ast.GroupWindow:
		return "$" + upper(e.Name.Simple())
	case ast.Translate3:
		return "TRANSLATE"
	case ast.CeilTo:
		return "CEIL"
	case ast.FloorTo:
		return "FLOOR"
	}
	return e.Name.Simple()
}

// functionOf finds the function that a call names, nil if it is none of Flink's.
func (v *validator) functionOf(e *ast.Call) *function.Function {
	if e.Name == nil || len(e.Name.Parts) != 1 || isDescriptor(e) || transcodes(e) {
		return nil
	}
	f := function.Lookup(functionName(e))
	if f == nil && isGroupFunction(e) {
		return function.Lookup("$" + e.Name.Simple())
	}
	return f
}

func isDescriptor(e *ast.Call) bool {
	return e.Name != nil && len(e.Name.Parts) == 1 && strings.EqualFold(e.Name.Parts[0].Text, "DESCRIPTOR")
}

func descriptorNames(e *ast.Call) []string {
	var out []string
	for _, a := range e.Args {
		if id, ok := a.(*ast.Ident); ok {
			out = append(out, id.Simple())
		}
	}
	return out
}

// call types a function call. (SqlFunction.deriveType)
func (v *validator) call(sc *Scope, e *ast.Call) *types.Type {
	if isDescriptor(e) {
		return types.ColumnsType
	}
	if x := v.rewritten(e); x != nil {
		return v.derive(sc, x)
	}
	if transcodes(e) {
		return v.transcode(sc, e)
	}
	for _, a := range e.Args {
		if d, ok := a.(*ast.Default); ok {
			v.fail(d.Span(), "No match found for function signature DEFAULT")
		}
	}
	if v.Session != nil {
		v.scriptFunction(e)
	}
	if e.Special == ast.Trim && len(e.Args) == 0 {
		panic(diag.New("java.lang.NullPointerException", `Cannot invoke "org.apache.calcite.sql.SqlNode.getKind()" because "operand" is null`, e.Span()))
	}
	if e.Special == ast.MinusDate {
		return v.apply(sc, e, function.DateDiff, e.Args...)
	}
	if name := upper(e.Name.Simple()); changelogFunctions[name] != nil && len(e.Name.Parts) == 1 {
		v.changelogCall(sc, e, name)
		v.unknown(e.Span(), name+" outside of FROM")
	}
	f := v.functionOf(e)
	if f == nil && e.NoParens {
		id := &ast.Ident{Base: e.Base, Parts: e.Name.Parts}
		v.Rewrites[e] = id
		return v.derive(sc, id)
	}
	if f == nil && len(e.WithinGroup) > 0 && percentiles[upper(e.Name.Simple())] != nil {
		return v.percentile(sc, e)
	}
	if f == nil {
		v.unlisted(sc, e)
	}
	if len(e.WithinGroup) > 0 && (f == nil || f.Kind != function.Aggregate && f.Kind != function.Window) {
		v.fail(beforeOver(v.Text, e), "WITHIN GROUP not allowed with "+upper(e.Name.Simple())+" function")
	}
	if f == nil || f.Kind == function.Table || f.Kind == function.ProcessTable {
		v.noMatch(e, e.Name.Simple(), v.familiesOf(sc, e.Args), argNames(e.Args))
	}
	if f.Strategy != nil {
		return v.inferred(sc, e, f)
	}
	switch {
	case f.Kind == function.Aggregate, f.Kind == function.Window:
		return v.aggregateCall(sc, e, f)
	case e.Star:
		v.fail(e.StarAt, "Unknown identifier '*'")
	case e.Filter != nil && !isOver(e):
		v.derive(sc, e.Filter)
		v.failLater(callAt(e), "FILTER must be applied to aggregate function")
	case isOver(e):
		v.deriveAll(sc, e.Args)
		v.failLater(e.CallAt, "OVER must be applied to aggregate function")
	case e.Quantifier != "":
		v.failLater(v.quantifierAt(e), "DISTINCT/ALL not allowed with "+upper(f.Name)+" function")
	}
	if argNames(e.Args) != nil {
		v.uncheckedNames(f)
	}
	args := positional(e)
	v.checkCount(sc, e, f, len(args))
	c := v.bind(sc, f, args)
	if e.Special != "" {
		v.special(sc, e, c)
	}
	t := v.check(sc, e, c, args)
	if f.Kind == function.Match && !inMatch(sc) {
		v.fail(e.Span(), "Function '"+v.unparse(e)+"' can only be used in MATCH_RECOGNIZE")
	}
	return t
}

// unlisted answers for functions that the grammar knows and Flink's operator table does not.
func (v *validator) unlisted(sc *Scope, e *ast.Call) {
	name := upper(e.Name.Simple())
	switch name {
	case "CUMULATE", "VECTOR_SEARCH":
		v.deriveAll(sc, e.Args)
		if len(e.Args) < 4 {
			v.fail(callAt(e), "Invalid number of arguments to function '"+name+"'. Was expecting 4 arguments")
		}
	case "ML_PREDICT":
		v.noMatchOf(e, name, v.familiesOf(sc, e.Args), "ML_PREDICT(INPUT => {TABLE, ROW SEMANTIC TABLE}, MODEL => {MODEL}, ARGS => DESCRIPTOR, CONFIG => MAP<STRING, STRING>)")
	case "MATCH_NUMBER":
		v.noMatchOf(e, name, v.familiesOf(sc, e.Args), "'MATCH_NUMBER()'")
	case "PERCENTILE_CONT", "PERCENTILE_DISC":
		v.noMatchOf(e, name, v.familiesOf(sc, e.Args), "'"+name+"(<NUMERIC>)'")
	}
	switch name {
	case "CONTAINS_SUBSTR":
		v.noMatchOf(e, name, v.familiesOf(sc, e.Args), "'CONTAINS_SUBSTR(<ANY>, <STRING>, <STRING>)'")
	case "DATE_TRUNC":
		v.noMatchOf(e, name, v.familiesOf(sc, e.Args), "'DATE_TRUNC(<DATE>, <DATETIME_INTERVAL>)'")
	}

}

// inMatch says that a scope is that of MATCH_RECOGNIZE.
func inMatch(sc *Scope) bool {
	return sc != nil && sc.Kind == MatchScope
}

// plainText spells an operand as SqlNode.toString does: names with their relation, without quotes.
func (v *validator) plainText(e ast.Expr) string {
	if _, ok := e.(*ast.Ident); ok {
		return strings.ReplaceAll(v.unparse(e), "`", "")
	}
	return v.Text.Slice(e.Span())
}

// unparse spells a call as Calcite's SqlCall.toString does, as far as refusals show it.
func (v *validator) unparse(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Call:
		args := make([]string, len(x.Args))
		for i, a := range x.Args {
			args[i] = v.unparse(a)
		}
		quantifier := string(x.Quantifier)
		if quantifier != "" {
			quantifier += " "
		}
		name := upper(x.Name.Simple())
		if f := v.functionOf(x); f != nil && f.Op.Bridging {
			name = "`" + name + "`"
		}
		return name + "(" + quantifier + strings.Join(args, ", ") + ")"
	case *ast.BinaryExpr:
		return v.unparse(x.L) + " " + x.Op + " " + v.unparse(x.R)
	case *ast.Ident:
		names := x.Texts()
		if c := v.Columns[x]; c != nil && c.Scope != nil && len(names) == 1 && c.Child < len(c.Scope.Children) {
			owner := c.Scope.Children[c.Child].Name
			if c.Alpha != "" {
				owner = c.Alpha
			}
			names = append([]string{owner}, names...)
		}
		return "`" + strings.Join(names, "`.`") + "`"
	case *ast.Number:
		return x.Text
	}
	return v.Text.Slice(e.Span())
}

// quantifierAt is the place of DISTINCT or ALL, which follows the opening parenthesis.
func (v *validator) quantifierAt(e *ast.Call) source.Span {
	at := callAt(e)
	text := v.Text.Slice(at)
	i := strings.IndexByte(text, '(') + 1
	for i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
		i++
	}
	return source.Span{Start: at.Start + i, End: at.Start + i + len(e.Quantifier)}
}

// uncheckedNames fails as Calcite does when named arguments meet a function that does not know its parameters' names.
func (v *validator) uncheckedNames(f *function.Function) {
	k := "org.apache.calcite.sql.type." + function.CheckerClass(f)
	const to = "org.apache.calcite.sql.type.SqlOperandMetadata"
	panic(diag.New("java.lang.ClassCastException", "class "+k+" cannot be cast to class "+to+" ("+k+" and "+to+
		" are in unnamed module of loader 'app')", source.Span{}))
}

func (v *validator) deriveAll(sc *Scope, args []ast.Expr) {
	for _, a := range args {
		if a != nil {
			v.derive(sc, a)
		}
	}
}

func argNames(args []ast.Expr) []string {
	var out []string
	named := false
	for _, a := range args {
		n, ok := a.(*ast.NamedArg)
		if ok {
			named = true
			out = append(out, n.Name.Text)
		} else {
			out = append(out, "")
		}
	}
	if !named {
		return nil
	}
	return out
}

// positional gives a call's operands with TRIM's absent characters filled in.
func positional(e *ast.Call) []ast.Expr {
	if e.Special != ast.Trim {
		return e.Args
	}
	args := append([]ast.Expr(nil), e.Args...)
	if len(args) > 0 && args[0] == nil {
		args[0] = trimBoth
	}
	if len(args) > 1 && args[1] == nil {
		args[1] = trimBlank
	}
	return args
}

var (
	trimBoth  = &ast.Symbol{Word: "BOTH"}
	trimBlank = &ast.String{Value: " "}
)

// checkCount refuses a wrong number of arguments. (SqlValidatorImpl.handleUnresolvedFunction)
func (v *validator) checkCount(sc *Scope, e ast.Expr, f *function.Function, n int) {
	if f.CountOK(n) {
		return
	}
	if c, ok := e.(*ast.Call); ok {
		v.deriveAll(sc, c.Args)
		if f.NoParens {
			name := upper(f.Name)
			forms := "'" + name + "()'"
			if f.Max > 0 {
				forms = "'" + name + "(<INTEGER>)'\n" + forms
			}
			v.noMatchOf(e, name, v.familiesOf(sc, c.Args), forms)
		}
	}
	if c, ok := e.(*ast.Call); ok && f.Name == "PI" {
		v.noMatch(e, "PI", v.familiesOf(sc, c.Args), argNames(c.Args))
	}
	want := f.Min
	if f.Counts != nil {
		want = f.Counts[0]
		for _, c := range f.Counts {
			want = min(want, c)
		}
	}
	v.fail(operatorAt(e), "Invalid number of arguments to function '"+upper(f.Name)+"'. Was expecting "+itoa(want)+" arguments")
}

// special looks at what the checkers do not: time units.
func (v *validator) special(_ *Scope, e *ast.Call, c *function.Call) {
	if e.Special == ast.Trim {
		v.trimmable(e, c)
	}
	for i, a := range e.Args {
		q, ok := a.(*ast.Qualifier)
		if !ok {
			continue
		}
		if q.Named && !timeFrames[upper(q.From)] {
			c.Args[i].Type = types.Interval("`"+upper(q.From)+"`", "", -1, -1).WithNullable(false)
			if bad := c.F.Check.Check(c); bad != nil {
				v.failOperands(e, c, bad, e.Args)
			}
			v.fail(q.Span(), "'"+q.From+"' is not a valid time frame")
		}
		c.Args[i].Value = expr.Symbol(unitName(q))
	}
}

// trimmable refuses binary operands, which TRIM's check lets pass and its comparison of character sets does not.
// (SqlTrimFunction.checkOperandTypes)
func (v *validator) trimmable(e *ast.Call, c *function.Call) {
	if bad := c.F.Check.Check(c); bad != nil {
		return
	}
	for i := 1; i < len(c.Args); i++ {
		if c.Args[i].Type.IsString() {
			continue
		}
		v.incomparableTexts(operatorAt(e), positional(e)[1:])
	}
}

// incomparableTexts refuses operands that have no character set (SqlTypeUtil.isCharTypeComparable).
func (v *validator) incomparableTexts(at source.Span, operands []ast.Expr) {
	texts := make([]string, 0, 3)
	for _, a := range operands {
		if b, ok := a.(*ast.Binary); ok {
			texts = append(texts, "X'"+b.Hex+"'")
		} else {
			texts = append(texts, v.plainText(a))
		}
	}
	v.fail(at, "Operands "+strings.Join(texts, ", ")+" not comparable to each other")
}

// timeFrames are the names of Calcite's core time frames.
var timeFrames = names(`YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND MILLISECOND MICROSECOND NANOSECOND DOW DOY ISODOW ISOYEAR EPOCH
	DECADE CENTURY MILLENNIUM`)

// aggregateFacts tells inference what the aggregate's surroundings are.
func (v *validator) aggregateFacts(sc *Scope, e ast.Expr, c *function.Call) {
	call, ok := e.(*ast.Call)
	if !ok {
		return
	}
	c.Filter = call.Filter != nil
	c.Over = isOver(call)
	if !c.Over {
		c.Grouped = v.grouped(sc)
	}
}

// grouped says that groupCount is not 0: the SELECT has GROUP BY keys, or does not aggregate at all.
// (SqlCallBinding.getGroupCount)
func (v *validator) grouped(sc *Scope) bool {
	for ; sc != nil; sc = sc.Parent {
		if sc.Select == nil {
			continue
		}
		g := sc.Select.GroupBy
		if g == nil {
			s := v.Selects[sc.Select]
			return s != nil && !s.Aggregating
		}
		for i := range g.Items {
			if g.Items[i].Kind != "EMPTY" {
				return true
			}
		}
		return false
	}
	return false
}

// aggregateCall types a call of an aggregate or window function. (SqlAggFunction, SqlOverOperator, SqlFilterOperator)
func (v *validator) aggregateCall(sc *Scope, e *ast.Call, f *function.Function) *types.Type {
	if e.Star {
		if !f.StarAllowed {
			v.fail(e.StarAt, "Unknown identifier '*'")
		}
	} else {
		v.checkCount(sc, e, f, len(e.Args))
	}
	c := v.bind(sc, f, e.Args)
	v.aggregateFacts(sc, e, c)
	if !e.Star && f.Check != nil {
		if bad := f.Check.Check(c); bad != nil {
			v.failOperands(e, c, bad, e.Args)
		}
	}
	if e.Quantifier == ast.Distinct && f.DistinctFree {
		v.fail(e.CallAt, "DISTINCT/ALL not allowed with "+f.Name+" function")
	}
	if e.Nulls != "" && !f.AllowsNulls {
		v.fail(e.CallAt, "Cannot specify IGNORE NULLS or RESPECT NULLS following '"+f.Name+"'")
	}
	if c.Over {
		v.bareOver(e)
		v.overWindow(sc, e)
		c.Grouped = v.windowNeverEmpty(e)
	}
	v.withinGroup(sc, e, f)
	if f.Op.Op == expr.Grouping || f.Op.Op == expr.GroupingID || f.Op.Op == expr.GroupID {
		v.grouping(sc, e, f)
	}
	v.nested(e)
	if e.Filter != nil {
		v.filter(sc, e)
	}
	if e.Star {
		v.Calls[e] = &Call{Op: f.Op, Function: f}
		return types.BigIntType.WithNullable(false)
	}
	return v.check(sc, e, c, e.Args)
}

// bareOver refuses OVER after FILTER or WITHIN GROUP, which are no aggregates to it. (SqlOverOperator.validateCall)
func (v *validator) bareOver(e *ast.Call) {
	if e.Filter != nil || len(e.WithinGroup) > 0 {
		v.fail(beforeOver(v.Text, e), "OVER must be applied to aggregate function")
	}
}

// beforeOver is the place of a call without its OVER: with its FILTER and WITHIN GROUP.
func beforeOver(text *source.Text, e *ast.Call) source.Span {
	at := e.Span()
	switch {
	case e.Over != nil:
		at.End = e.Over.Span().Start
	case e.OverName != nil:
		at.End = e.OverName.Span().Start
	default:
		return at
	}
	s := strings.TrimRight(text.Slice(at), " \t\r\n(")
	if n := len(s) - len("OVER"); n > 0 && strings.EqualFold(s[n:], "OVER") {
		s = strings.TrimRight(s[:n], " \t\r\n")
	}
	at.End = at.Start + len(s)
	return at
}

// grouping checks GROUPING and its like: they belong to GROUP BY and take its expressions. (SqlAbstractGroupFunction)
func (v *validator) grouping(sc *Scope, e *ast.Call, f *function.Function) {
	s := v.selectOf(sc)
	if s == nil || s.Node.GroupBy == nil && s.Node.Having == nil {
		v.fail(callAt(e), f.Name+" operator may only occur in an aggregate query")
	}
	for _, a := range e.Args {
		k := v.key(a)
		known := false
		for _, g := range s.Group {
			known = known || v.key(g) == k
		}
		if !known {
			v.fail(ast.Pos(a), "Argument to "+f.Name+" operator must be a grouped expression")
		}
	}
}

// windowNeverEmpty says that the frame holds at least one row. (SqlWindow.isAlwaysNonEmpty)
func (v *validator) windowNeverEmpty(e *ast.Call) bool {
	w := v.Windows[e]
	if w == nil || w.Frame == nil {
		return true
	}
	lo, hi := w.Frame.Lo, w.Frame.Hi
	if lo != nil && lo.X != nil || hi != nil && hi.X != nil {
		return false
	}
	order := func(b *ast.Bound, def int) int {
		if b == nil {
			return def
		}
		switch b.Kind {
		case "UNBOUNDED PRECEDING":
			return 0
		case "CURRENT ROW":
			return 2
		}
		return 4
	}
	return order(lo, 0) <= order(hi, 2)
}

// nested refuses aggregates inside an aggregate. (SqlValidatorImpl.validateAggregateParams)
func (v *validator) nested(e *ast.Call) {
	for _, a := range e.Args {
		if a != nil && v.holdsAggregate(a, !isOver(e)) {
			v.fail(callAt(e), "Aggregate expressions cannot be nested")
		}
	}
}

func callAt(e *ast.Call) source.Span {
	if !e.CallAt.IsZero() {
		return e.CallAt
	}
	return e.Span()
}

// holdsAggregate looks for aggregate calls; plain says that those without OVER count as well.
func (v *validator) holdsAggregate(x ast.Expr, plain bool) bool {
	found := false
	ast.Walk(x, func(y ast.Expr) bool {
		if c, ok := y.(*ast.Call); ok && isOver(c) {
			found = true
		}
		if plain && isAggregateCall(y) {
			found = true
		}
		if _, ok := y.(*ast.Subquery); ok {
			return false
		}
		return !found
	})
	return found
}

func (v *validator) filter(sc *Scope, e *ast.Call) {
	if v.holdsAggregate(e.Filter, true) {
		v.fail(ast.Pos(e.Filter), "FILTER must not contain aggregate expression")
	}
	v.infer(sc, e.Filter, types.BooleanType)
	if t := v.derive(sc, e.Filter); t.Kind != types.Boolean {
		v.fail(ast.Pos(e.Filter), "FILTER clause must be a condition")
	}
}

func (v *validator) withinGroup(sc *Scope, e *ast.Call, f *function.Function) {
	if len(e.WithinGroup) > 0 && !f.WithinGroup {
		v.fail(callAt(e), "Aggregate expression '"+f.Name+"' must not contain a WITHIN GROUP clause")
	}
	for i := range e.WithinGroup {
		v.typeOf(sc, e.WithinGroup[i].X)
	}
	for i := range e.OrderBy {
		v.typeOf(sc, e.OrderBy[i].X)
	}
	for _, x := range e.WithinDistinct {
		v.typeOf(sc, x)
	}
}
