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

// binaryFunction finds the row of an infix operator, nil if Flink has none.
func binaryFunction(e *ast.BinaryExpr) *function.Function {
	switch e.Op {
	case "OVERLAPS":
		return function.Overlaps
	}
	return function.Binary(e.Op)
}

func (v *validator) binaryExpr(sc *Scope, e *ast.BinaryExpr) *types.Type {
	f := binaryFunction(e)
	if f == nil {
		v.unknownOperator(sc, e)
	}
	if f.Op.Op == expr.And || f.Op.Op == expr.Or {
		return v.junction(sc, e, f)
	}
	return v.apply(sc, e, f, e.L, e.R)
}

// junction walks a long chain of AND or OR without deep recursion.
func (v *validator) junction(sc *Scope, e *ast.BinaryExpr, f *function.Function) *types.Type {
	chain := []*ast.BinaryExpr{e}
	for {
		l, ok := chain[len(chain)-1].L.(*ast.BinaryExpr)
		if !ok || l.Op != e.Op || v.Types[l] != nil {
			break
		}
		chain = append(chain, l)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		b := chain[i]
		v.Types[b] = v.apply(sc, b, f, b.L, b.R)
	}
	return v.Types[e]
}

// unknownOperator refuses an operator of the grammar that Flink's operator table lacks. (SqlOperator.deriveType)
func (v *validator) unknownOperator(sc *Scope, e *ast.BinaryExpr) {
	for _, x := range [...]ast.Expr{e.L, e.R} {
		if p, ok := x.(*ast.Period); ok {
			v.deriveAll(sc, []ast.Expr{p.From, p.To})
			continue
		}
		v.deriveAll(sc, []ast.Expr{x})
	}
	v.failPlain(e, "No match found for function signature "+e.Op)
}

func (v *validator) familiesOf(sc *Scope, args []ast.Expr) []string {
	out := make([]string, 0, len(args))
	for _, a := range args {
		if a == nil {
			continue
		}
		var b function.Arg
		v.bindArg(sc, a, &b)
		out = append(out, familyName(b.Type))
	}
	return out
}

// noMatch is the refusal of an unknown function. (RESOURCE.validatorUnknownFunction)
func (v *validator) noMatch(e ast.Expr, name string, families, names []string) {
	v.failPlain(e, invocation(name, families, names))
}

// noMatchOf is noMatch for a function whose signatures are known. (ExtraCalciteResource.validatorNoFunctionMatch)
func (v *validator) noMatchOf(e ast.Expr, name string, families []string, supported string) {
	v.failPlain(e, invocation(name, families, nil)+".\nSupported signatures are:\n"+supported)
}

func invocation(name string, families, names []string) string {
	var b strings.Builder
	b.WriteString("No match found for function signature " + name + "(")
	for i, f := range families {
		if i > 0 {
			b.WriteString(", ")
		}
		if names != nil && names[i] != "" {
			b.WriteString(names[i] + " => ")
		}
		b.WriteString("<" + f + ">")
	}
	b.WriteByte(')')
	return b.String()
}

// between names the operator with its flag and negation, as refusals do.
func between(e *ast.Between) *function.Function {
	f := *function.Between
	f.Name = "BETWEEN"
	if e.Not {
		f.Name = "NOT BETWEEN"
		f.Check = function.NotBetween
	}
	if e.Symmetric {
		f.Name += " SYMMETRIC"
	} else {
		f.Name += " ASYMMETRIC"
	}
	return &f
}

func likeFunction(e *ast.Like) *function.Function {
	var f function.Function
	switch e.Op {
	case "LIKE":
		f = *function.Like
	case "SIMILAR TO":
		f = *function.SimilarTo
	default:
		return nil
	}
	if e.Not {
		f.Name = "NOT " + f.Name
	}
	return &f
}

func likeOperands(e *ast.Like) []ast.Expr {
	if e.Escape != nil {
		return []ast.Expr{e.X, e.Pat, e.Escape}
	}
	return []ast.Expr{e.X, e.Pat}
}

func (v *validator) like(sc *Scope, e *ast.Like) *types.Type {
	f := likeFunction(e)
	if f == nil {
		name := e.Op
		if e.Not {
			name = "NOT " + name
		}
		v.deriveAll(sc, likeOperands(e))
		v.failPlain(e, "No match found for function signature "+name)
	}
	t := v.apply(sc, e, f, likeOperands(e)...)
	if x := v.Types[e.X]; x != nil && !x.IsString() && x.Kind != types.Null {
		v.incomparableTexts(e.Span(), likeOperands(e))
	}
	return t
}

func (v *validator) inferIn(sc *Scope, x ast.Expr, list []ast.Expr) {
	v.infer(sc, x, types.NullType)
	if len(list) == 0 {
		return
	}
	t := v.derive(sc, x)
	for _, y := range list {
		v.infer(sc, y, t)
	}
}

// in checks x IN (…). (SqlInOperator.deriveType)
func (v *validator) in(sc *Scope, e *ast.In) *types.Type {
	left := v.derive(sc, e.X)
	var right *types.Type
	if e.Query != nil {
		right = v.subquery(sc, e.Query).Row
		if left.Kind != types.Row && len(right.Fields) == 1 {
			right = right.Fields[0].Type
		}
	} else {
		ts := make([]*types.Type, len(e.List))
		for i, x := range e.List {
			ts[i] = v.derive(sc, x)
		}
		if right = types.LeastRestrictive(ts...); right == nil {
			v.fail(e.ListAt, "Values in expression list must have compatible types")
		}
	}
	v.Calls[e] = &Call{Op: expr.InOp, Function: function.In}
	if !function.Comparable(promoted(left), promoted(right)) {
		v.fail(operandsAt(e.Span(), e.Query), "Values passed to IN operator must have compatible types")
	}
	return types.BooleanType.WithNullable(rowNullable(left) || rowNullable(right))
}

// operandsAt is the place of x IN (query) and its like: the parenthesis that closes the query is no part of it.
func operandsAt(at source.Span, q ast.Query) source.Span {
	if q != nil {
		at.End = q.Span().End
	}
	return at
}

// promoted makes a row of one field of a type that is none. (SqlTypeUtil.promoteToRowType)
func promoted(t *types.Type) *types.Type {
	if t.HasFields() {
		return t
	}
	return types.RowType(types.Field{Name: "ROW_VALUE", Type: t})
}

func rowNullable(t *types.Type) bool {
	for _, f := range promoted(t).Fields {
		if f.Type.Nullable {
			return true
		}
	}
	return false
}

// quantified checks x = SOME (…). (SqlQuantifyOperator, SqlInOperator.deriveType)
func (v *validator) quantified(sc *Scope, e *ast.Quantified) *types.Type {
	left := v.derive(sc, e.X)
	var right *types.Type
	if e.Query != nil {
		right = v.subquery(sc, e.Query).Row
		if left.Kind != types.Row && len(right.Fields) == 1 {
			right = right.Fields[0].Type
		}
	} else {
		ts := make([]*types.Type, len(e.List))
		for i, x := range e.List {
			ts[i] = v.derive(sc, x)
		}
		if right = types.LeastRestrictive(ts...); right == nil {
			v.fail(e.ListAt, "Values in expression list must have compatible types")
		}
		if len(e.List) == 1 && right.IsCollection() {
			// SqlQuantifyOperator.tryDeriveTypeForCollection; what it does not take, IN's check refuses.
			if k := right.Elem.Kind; k != left.Kind && k != types.Null && left.Kind != types.Null {
				v.failPlain(e, "Values passed to IN operator must have compatible types")
			}
			return types.BooleanType.WithNullable(right.Nullable || right.Elem.Nullable || left.Nullable)
		}
	}
	if !function.Comparable(promoted(left), promoted(right)) {
		v.fail(operandsAt(e.Span(), e.Query), "Values passed to IN operator must have compatible types")
	}
	return types.BooleanType.WithNullable(rowNullable(left) || rowNullable(right))
}

// searched gives the CASE without operand that stands for e. (SqlCase.createSwitched)
func (in *Info) searched(e *ast.Case) *ast.Case {
	if e.Operand == nil {
		return e
	}
	if c, ok := in.Rewrites[e].(*ast.Case); ok {
		return c
	}
	c := &ast.Case{Base: e.Base, Else: e.Else}
	for _, w := range e.Whens {
		var cond ast.Expr
		if len(w.Conds) == 1 {
			cond = &ast.BinaryExpr{Base: e.Base, Op: "=", L: e.Operand, R: w.Conds[0]}
		} else {
			cond = &ast.In{Base: e.Base, X: e.Operand, List: w.Conds, ListAt: w.At}
		}
		c.Whens = append(c.Whens, ast.When{Base: w.Base, Conds: []ast.Expr{cond}, Then: w.Then})
	}
	in.Rewrites[e] = c
	return c
}

// rewritten gives what stands for a call before it is looked at, nil if nothing does: a CASE for NULLIF
// (SqlNullifFunction.rewriteCall), EXTRACT for YEAR and its like (SqlDatePartFunction.rewriteCall).
func (in *Info) rewritten(e *ast.Call) ast.Expr {
	if e.Name == nil || len(e.Name.Parts) != 1 || isOver(e) {
		return nil
	}
	if x := in.Rewrites[e]; x != nil {
		return x
	}
	name := upper(e.Name.Parts[0].Text)
	var out ast.Expr
	if name == "NULLIF" && len(e.Args) == 2 {
		out = in.searched(&ast.Case{Base: e.Base, Operand: e.Args[0], Else: e.Args[0], Whens: []ast.When{
			{Base: e.Base, Conds: []ast.Expr{e.Args[1]}, Then: &ast.Null{}}}})
	} else if unit := dateParts[name]; unit != "" && len(e.Args) == 1 {
		out = &ast.Call{Base: e.Base, CallAt: e.CallAt, Name: extractName, Special: ast.Extract,
			Args: []ast.Expr{&ast.Qualifier{Base: e.Base, From: unit, Precision: -1, FracPrecision: -1}, e.Args[0]}}
	}
	if out != nil {
		in.Rewrites[e] = out
	}
	return out
}

var extractName = &ast.Ident{Parts: []ast.Name{{Text: "EXTRACT"}}}

var dateParts = map[string]string{
	"YEAR": "YEAR", "QUARTER": "QUARTER", "MONTH": "MONTH", "WEEK": "WEEK", "DAYOFYEAR": "DOY", "DAYOFMONTH": "DAY",
	"DAYOFWEEK": "DOW", "HOUR": "HOUR", "MINUTE": "MINUTE", "SECOND": "SECOND",
}

// caseOf checks a CASE. (SqlCaseOperator)
func (v *validator) caseOf(sc *Scope, e *ast.Case) *types.Type {
	if s := v.searched(e); s != e {
		return v.derive(sc, s)
	}
	ts := make([]*types.Type, 0, len(e.Whens)+1)
	var nulls []ast.Expr
	for i := range e.Whens {
		cond := e.Whens[i].Conds[0]
		if t := v.derive(sc, cond); t.Kind != types.Boolean {
			v.failPlain(e, "Expected a boolean type")
		}
	}
	branch := func(x ast.Expr) *types.Type {
		if isNull(x) {
			nulls = append(nulls, x)
		}
		return v.derive(sc, x)
	}
	for i := range e.Whens {
		w := &e.Whens[i]
		t := branch(w.Then)
		if is, ok := w.Conds[0].(*ast.Is); ok && is.Op == "IS NOT NULL" && t.Nullable && v.key(is.X) == v.key(w.Then) {
			t = t.WithNullable(false)
		}
		ts = append(ts, t)
	}
	if e.Else != nil {
		ts = append(ts, branch(e.Else))
	} else {
		ts = append(ts, types.NullType)
	}
	if len(nulls) == len(e.Whens) && e.Else == nil || len(nulls) > len(e.Whens) {
		v.failPlain(e, "ELSE clause or at least one THEN clause must be non-NULL")
	}
	ret := types.LeastRestrictive(ts...)
	if ret == nil {
		v.failPlain(e, "Illegal mixing of types in CASE or COALESCE statement")
	}
	for _, n := range nulls {
		v.Types[n] = ret.WithNullable(true)
	}
	v.Calls[e] = &Call{Op: expr.CaseOp, Function: function.CaseFn}
	return ret
}

func isNull(e ast.Expr) bool {
	_, ok := e.(*ast.Null)
	return ok
}

// cast checks CAST and TRY_CAST. (SqlCastFunction, Flink's copy; SqlTryCastFunction)
func (v *validator) cast(sc *Scope, e *ast.Cast) *types.Type {
	from := v.derive(sc, e.X)
	var to *types.Type
	if e.Interval != nil {
		to = qualifierType(e.Interval)
	} else {
		to = v.castTarget(e.Type, from)
	}
	switch e.Fn {
	case "SAFE_CAST":
		panic(diag.New(diag.UnsupportedOp, "This should never be called", e.Span()))
	case "TRY_CAST":
		if !isNull(e.X) && !castable(e, to, from) {
			v.failPlain(e, "Cast function cannot convert value of type "+from.Validator()+" to type "+castTargetText(e, to))
		}
		to = to.WithNullable(true)
	default:
		if !isNull(e.X) && !castable(e, to, from) {
			v.failPlain(e, "Cast function cannot convert value of type "+from.Validator()+" to type "+castTargetText(e, to))
		}
		to = to.WithNullable(from.Nullable || isNull(e.X))
	}
	if isNull(e.X) {
		v.Types[e.X] = to
	}
	op := expr.CastOp
	if e.Fn == "TRY_CAST" {
		op = expr.TryCastOp
	}
	v.Calls[e] = &Call{Op: op}
	return to
}

// castTarget is the type that CAST names. Calcite takes DECIMALs, REAL and ANY that Flink has no type for; they are refused when
// the query is converted, or where a constructed value is cast, whose cast Flink judges itself (FlinkTypeFactory.toLogicalType).
func (v *validator) castTarget(d *ast.DataType, from *types.Type) *types.Type {
	var stand *types.Type
	switch {
	case from.IsCollection(), from.Kind == types.Map, from.HasFields():
		return v.dataType(d)
	case d.Name == "ANY":
		stand = types.AnyType
	case d.Name == "REAL":
		stand = types.FloatType
	case d.Name == "DECIMAL" && (d.Precision == 0 || d.Precision > 0 && d.Scale > d.Precision):
		stand = types.Make(types.Type{Kind: types.Decimal, Nullable: true, Precision: d.Precision, Scale: max(d.Scale, 0)})
	default:
		return v.dataType(d)
	}
	if v.unconvertible == nil {
		func() {
			defer diag.Catch(&v.unconvertible)
			v.dataType(d)
		}()
	}
	return stand
}

// elementsNotNull makes the elements of a written T ARRAY or T MULTISET NOT NULL, as they are in expressions and not in
// declarations (SqlCollectionTypeNameSpec.deriveType).
func elementsNotNull(d *ast.DataType, t *types.Type) *types.Type {
	if !d.Postfix {
		return t
	}
	elem := elementsNotNull(d.Element, t.Elem).WithNullable(false)
	if t.Kind == types.Array {
		return types.ArrayType(elem).WithNullable(t.Nullable)
	}
	return types.MultisetType(elem).WithNullable(t.Nullable)
}

// castable says that a value of type from has a cast to the type of e. FLOAT stands for REAL, but takes BOOLEANs as well
// (SqlTypeCoercionRule).
func castable(e *ast.Cast, to, from *types.Type) bool {
	real := e.Type != nil && e.Type.Name == "REAL"
	return types.CanCast(to, from) && !(real && from.Kind == types.Boolean)
}

// castTargetText spells the target of a CAST that cannot be.
func castTargetText(e *ast.Cast, to *types.Type) string {
	switch {
	case e.Type != nil && e.Type.Name == "REAL":
		return "REAL"
	case to.Kind == types.Bitmap, to.Kind == types.Structured:
		return to.WithNullable(false).Summary()
	}
	return to.Validator()
}

// item2 checks x[i]. (SqlItemOperator)
func (v *validator) item2(sc *Scope, e *ast.Item) *types.Type {
	if e.Op != "" {
		v.noMatch(e, e.Op, v.familiesOf(sc, []ast.Expr{e.X, e.Index}), nil)
	}
	return v.apply(sc, e, function.Item, e.X, e.Index)
}

// field checks x.f. (SqlDotOperator)
func (v *validator) field(sc *Scope, e *ast.Field) *types.Type {
	if e.Call != nil {
		v.unknown(e.Span(), "a method call")
	}
	t := v.derive(sc, e.X)
	if !t.HasFields() {
		v.failRuntimePlain(e.X, "Incompatible types")
	}
	i := t.FieldIndex(e.Name.Text)
	if i < 0 {
		v.fail(e.Name.Span(), "Unknown field '"+e.Name.Text+"'")
	}
	v.Calls[e] = &Call{Op: expr.ItemOp}
	f := t.Fields[i].Type
	if t.Nullable {
		return f.WithNullable(true)
	}
	return f
}

func (v *validator) failRuntimePlain(e ast.Expr, message string) { v.fail(ast.Pos(e), message) }

// intervalExpr checks INTERVAL x DAY. (SqlIntervalOperator)
func (v *validator) intervalExpr(sc *Scope, e *ast.IntervalExpr) *types.Type {
	t := v.derive(sc, e.X)
	if !t.IsNumeric() {
		v.failPlain(e, "Cannot apply 'INTERVAL' to arguments of type 'INTERVAL <"+upper(t.Validator())+"> <INTERVAL "+
			qualifierType(&e.Qualifier).Unit+">'. Supported form(s): 'INTERVAL <NUMERIC> <DATETIME_INTERVAL>'")
	}
	v.Calls[e] = &Call{Op: expr.TimesOp, Function: function.IntervalFn}
	return qualifierType(&e.Qualifier).WithNullable(t.Nullable)
}

// scalarQuery checks a query used as a value. (SqlScalarQuery…, ReturnTypes.RECORD_TO_SCALAR)
func (v *validator) scalarQuery(sc *Scope, e *ast.Subquery) *types.Type {
	row := v.subquery(sc, e.Query).Row
	if len(row.Fields) != 1 {
		v.failPlain(e, "Cannot apply '$SCALAR_QUERY' to arguments of type '$SCALAR_QUERY(<"+rowText(row)+
			">)'. Supported form(s): '$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'")
	}
	v.Calls[e] = &Call{Op: expr.ScalarQueryOp}
	return row.Fields[0].Type.WithNullable(true)
}

// collectionQuery checks ARRAY(SELECT …) and its like.
func (v *validator) collectionQuery(sc *Scope, e *ast.CollectionQuery) *types.Type {
	row := v.subquery(sc, e.Query).Row
	if class := notSelect(e.Query); class != "" {
		const to = "org.apache.calcite.sql.SqlSelect"
		panic(diag.New("java.lang.ClassCastException", "class "+class+" cannot be cast to class "+to+" ("+class+" and "+to+" are in unnamed module of loader 'app')", e.Span()))
	}
	elem := row
	if len(row.Fields) == 1 {
		elem = row.Fields[0].Type
	}
	switch e.Kind {
	case "ARRAY":
		return types.ArrayType(elem).WithNullable(false)
	case "MULTISET":
		return types.MultisetType(row).WithNullable(false)
	case "MAP":
		if len(row.Fields) == 2 {
			return types.MapType(row.Fields[0].Type, row.Fields[1].Type).WithNullable(false)
		}
	}
	diag.Fail(diag.IllegalArgument, e.Span(), "MAP requires exactly two fields, got %d; row type RecordType(%s)", len(row.Fields), recordFields(row))
	return nil
}

// notSelect is the class of a query that is no SELECT, which the collection of a query must be; "" for one.
func notSelect(q ast.Query) string {
	switch q.(type) {
	case *ast.Values, *ast.SetOp:
		return "org.apache.calcite.sql.SqlBasicCall"
	}
	return ""
}

// recordFields spells the fields of a row as RelDataType.toString does.
func recordFields(row *types.Type) string {
	s := make([]string, len(row.Fields))
	for i, f := range row.Fields {
		s[i] = f.Type.Validator() + " " + f.Name
	}
	return strings.Join(s, ", ")
}

func (v *validator) exists(sc *Scope, e *ast.Exists) *types.Type {
	if q, ok := e.X.(*ast.Subquery); ok {
		v.subquery(sc, q.Query)
	} else {
		v.derive(sc, e.X)
	}
	if e.Unique {
		v.fail(e.Span(), "No match found for function signature UNIQUE")
	}
	v.Calls[e] = &Call{Op: expr.ExistsOp}
	return types.BooleanType.WithNullable(false)
}
