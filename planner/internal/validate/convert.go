package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// converter binds expressions. (SqlToRelConverter.Blackboard.convertExpression and StandardConvertletTable)
type converter struct {
	*Info
	b Blackboard
}

// Convert binds a validated expression over the columns that b knows.
func (in *Info) Convert(b Blackboard, e ast.Expr) expr.Expr {
	c := &converter{in, b}
	return c.expr(e)
}

// expr binds e, with the cast that validation put around it.
func (c *converter) expr(e ast.Expr) expr.Expr {
	x := c.b.Known(e)
	if x == nil {
		x = expr.At(c.bare(e), e.Span())
	}
	if t := c.Casts[e]; t != nil {
		if t = t.WithNullable(x.Type().Nullable); !x.Type().Equal(t) {
			x = expr.CastTo(x, t)
		}
	}
	return x
}

func (c *converter) all(es []ast.Expr) []expr.Expr {
	out := make([]expr.Expr, 0, len(es))
	for _, e := range es {
		if e != nil {
			out = append(out, c.expr(e))
		}
	}
	return out
}

func (c *converter) bare(e ast.Expr) expr.Expr {
	if l := c.literal(e); l != nil {
		if isNull(e) {
			return expr.NullOf(c.nullType(e))
		}
		return l
	}
	switch e := e.(type) {
	case *ast.Ident:
		if call := c.Calls[e]; call != nil {
			return expr.NewCall(call.Op, c.Types[e])
		}
		return c.b.Column(e)
	case *ast.BinaryExpr:
		return c.binaryExpr(e)
	case *ast.Unary:
		return c.unary(e)
	case *ast.Is:
		return c.operator(function.Postfix(e.Op), c.expr(e.X))
	case *ast.Between:
		return c.between(e)
	case *ast.Like:
		x := c.operator(likeFunction(e), c.all(likeOperands(e))...)
		if e.Not {
			return expr.NotOf(x)
		}
		return x
	case *ast.In:
		if e.Query != nil {
			return c.b.Subquery(e)
		}
		return c.in(e)
	case *ast.Quantified:
		if e.Query != nil {
			return c.b.Subquery(e)
		}
		return c.quantified(e)
	case *ast.Exists:
		if _, ok := e.X.(*ast.Subquery); !ok {
			panic(diag.New("java.lang.AssertionError", "not a query: "+c.Text.Slice(e.X.Span()), source.Span{}))
		}
		return c.b.Subquery(e)
	case *ast.Subquery, *ast.CollectionQuery:
		return c.b.Subquery(e)
	case *ast.Case:
		return c.caseOf(c.searched(e))
	case *ast.Cast:
		return c.cast(e)
	case *ast.Item:
		return c.item(e)
	case *ast.Field:
		x := c.expr(e.X)
		return expr.ReadField(x, x.Type().FieldIndex(e.Name.Text))
	case *ast.Row:
		return c.operator(function.RowFn, c.all(e.Items)...)
	case *ast.ArrayExpr:
		return c.operator(function.ArrayFn, c.all(e.Items)...)
	case *ast.MapExpr:
		return c.operator(function.MapFn, c.all(e.Items)...)
	case *ast.MultisetExpr:
		expr.CannotConvert("Collect", e.Span())
	case *ast.IntervalExpr:
		one := expr.Interval(expr.UnitSize(e.Qualifier.From))
		if e.Negative {
			one = -one
		}
		return c.operator(function.Binary("*"), c.expr(e.X), expr.NewLiteral(one, qualifierType(&e.Qualifier)))
	case *ast.Call:
		return c.call(e)
	case *ast.JSONAccess:
		return c.jsonAccess(e)
	case *ast.JSONBuild:
		return c.jsonBuild(e)
	case *ast.Qualifier:
		return expr.Flag(unitName(e))
	case *ast.NamedArg:
		return c.expr(e.Value)
	case *ast.Running:
		x := c.expr(e.X)
		op := matchRunning
		if e.Final {
			op = matchFinal
		}
		return expr.NewCall(op, x.Type(), x)
	}
	diag.Unknown(e.Span(), "%s", construct(e))
	return nil
}

var (
	matchFinal   = &expr.Operator{Name: "FINAL", Op: expr.MatchFinal, Syntax: expr.Function}
	matchRunning = &expr.Operator{Name: "RUNNING", Op: expr.MatchRunning, Syntax: expr.Function}
)

// nullType is the type that validation gave a NULL.
func (c *converter) nullType(e ast.Expr) *types.Type {
	if t := c.Types[e]; t != nil {
		return t
	}
	return types.NullType
}

// bound describes bound operands to a function's inference.
func bound(f *function.Function, args []expr.Expr) *function.Call {
	c := &function.Call{F: f, Args: make([]function.Arg, len(args))}
	for i, a := range args {
		c.Args[i].Type = a.Type()
		if l, ok := a.(*expr.Literal); ok {
			c.Args[i].Literal, c.Args[i].Value = true, l.Value
		}
	}
	return c
}

// operator applies an operator, whose type follows from the bound operands, which are cast to each other as the
// operator asks. (StandardConvertletTable.convertCall)
func (c *converter) operator(f *function.Function, args ...expr.Expr) expr.Expr {
	if len(args) > 1 {
		if t := consistent(f.Consistency, args); t != nil {
			for i := range args {
				args[i] = expr.EnsureType(args[i], t, true)
			}
		}
	}
	if f.Op == expr.EqualsOp {
		if x := rowEquality(args[0], args[1]); x != nil {
			return x
		}
	}
	if f.Op.Op == expr.And || f.Op.Op == expr.Or {
		t := f.Ret(bound(f, args))
		return expr.NewCall(f.Op, t, expr.Flatten(f.Op.Op, args)...)
	}
	return expr.NewCall(f.Op, f.Ret(bound(f, args)), args...)
}

// consistent is the type that operands are cast to, nil for none. (StandardConvertletTable.consistentType)
func consistent(k function.Consistency, args []expr.Expr) *types.Type {
	if k == function.NoConsistency {
		return nil
	}
	ts := make([]*types.Type, len(args))
	for i, a := range args {
		ts[i] = a.Type()
	}
	if k == function.LeastRestrictive {
		return types.LeastRestrictive(ts...)
	}
	same := true
	var other []*types.Type
	for _, t := range ts {
		same = same && sameFamily(t, ts[0])
		if !t.IsString() {
			other = append(other, t)
		}
	}
	if same {
		return nil
	}
	if len(other) > 0 {
		if len(other) < len(ts) && other[0].IsNumeric() {
			other = append(other, types.BigIntType.WithNullable(false))
		}
		ts = other
	}
	return types.LeastRestrictive(ts...)
}

// sameFamily is SqlTypeUtil.areSameFamily for two.
func sameFamily(a, b *types.Type) bool {
	if a.HasFields() || b.HasFields() {
		if a.HasFields() != b.HasFields() || len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if !sameFamily(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	return a.Family() == b.Family()
}

// rowEquality takes ROW(a, b) = ROW(c, d) apart, nil for other operands.
func rowEquality(a, b expr.Expr) expr.Expr {
	l, r := uncast(a), uncast(b)
	if l == nil || r == nil {
		return nil
	}
	terms := make([]expr.Expr, 0, len(l.Args))
	for i := range min(len(l.Args), len(r.Args)) {
		terms = append(terms, expr.Predicate(expr.EqualsOp, l.Args[i], r.Args[i]))
	}
	return expr.Conjunction(terms...)
}

// uncast gives the ROW constructor below a cast, nil if there is none.
func uncast(e expr.Expr) *expr.Call {
	c, ok := e.(*expr.Call)
	if ok && c.Op.Op == expr.Cast {
		c, ok = c.Args[0].(*expr.Call)
	}
	if !ok || c.Op.Op != expr.RowValue {
		return nil
	}
	return c
}

func (c *converter) binaryExpr(e *ast.BinaryExpr) expr.Expr {
	f := binaryFunction(e)
	switch f.Op.Op {
	case expr.And, expr.Or:
		return c.junction(e, f)
	}
	if e.Op == "OVERLAPS" {
		return c.overlaps(e)
	}
	l, r := c.expr(e.L), c.expr(e.R)
	switch e.Op {
	case "IS DISTINCT FROM":
		return distinctFrom(l, r, false)
	case "IS NOT DISTINCT FROM":
		return distinctFrom(l, r, true)
	case "+":
		return c.plus(f, l, r)
	case "-":
		switch l.Type().Kind {
		case types.Date, types.Time, types.Timestamp:
			return expr.NewCall(expr.DateMinusOp, c.Types[e], l, r)
		}
	}
	return c.operator(f, l, r)
}

// junction binds a chain of AND or OR without deep recursion, as one call.
func (c *converter) junction(e *ast.BinaryExpr, f *function.Function) expr.Expr {
	chain := []*ast.BinaryExpr{e}
	for {
		l, ok := chain[len(chain)-1].L.(*ast.BinaryExpr)
		if !ok || l.Op != e.Op || c.b.Known(l) != nil || c.Casts[l] != nil {
			break
		}
		chain = append(chain, l)
	}
	terms := []expr.Expr{c.expr(chain[len(chain)-1].L)}
	for i := len(chain) - 1; i >= 0; i-- {
		terms = append(terms, c.expr(chain[i].R))
	}
	return c.operator(f, terms...)
}

// plus makes datetime + interval a call of its own, with the time first. (StandardConvertletTable.convertPlus)
func (c *converter) plus(f *function.Function, l, r expr.Expr) expr.Expr {
	x := c.operator(f, l, r)
	switch x.Type().Kind {
	case types.Date, types.Time, types.Timestamp:
		if l.Type().IsInterval() {
			l, r = r, l
		}
		return expr.NewCall(expr.DatePlusOp, x.Type(), l, r)
	}
	return x
}

func (c *converter) unary(e *ast.Unary) expr.Expr {
	x := c.expr(e.X)
	if e.Op == "+" {
		return x
	}
	return c.operator(function.Prefix(e.Op), x)
}

// distinctFrom spells out IS [NOT] DISTINCT FROM. (RelOptUtil.isDistinctFrom)
func distinctFrom(x, y expr.Expr, neg bool) expr.Expr {
	if x.Type().HasFields() {
		var out expr.Expr
		for i := range x.Type().Fields {
			t := distinctFrom(expr.ReadField(x, i), expr.ReadField(y, i), neg)
			if out == nil {
				out = t
			} else {
				out = expr.AndOf(out, t)
			}
		}
		return out
	}
	eq := expr.Predicate(expr.EqualsOp, x, y)
	if neg {
		return expr.OrOf(expr.AndOf(expr.IsNullOf(x), expr.IsNullOf(y)), expr.IsCall(expr.IsTrue, eq))
	}
	return expr.AndOf(expr.OrOf(expr.IsNotNullOf(x), expr.IsNotNullOf(y)), expr.IsCall(expr.IsNotTrue, eq))
}

// between spells BETWEEN out. (StandardConvertletTable.convertBetween)
func (c *converter) between(e *ast.Between) expr.Expr {
	args := []expr.Expr{c.expr(e.X), c.expr(e.Lo), c.expr(e.Hi)}
	if t := consistent(function.Compare, args); t != nil {
		for i := range args {
			args[i] = expr.EnsureType(args[i], t, true)
		}
	}
	within := func(lo, hi expr.Expr) expr.Expr {
		return expr.AndOf(expr.Predicate(expr.GreaterOrEqualOp, args[0], lo), expr.Predicate(expr.LessOrEqualOp, args[0], hi))
	}
	x := within(args[1], args[2])
	if e.Symmetric {
		x = expr.OrOf(x, within(args[2], args[1]))
	}
	if e.Not {
		return expr.NotOf(x)
	}
	return x
}

// leftKeys binds the left side of IN: the items of a row, or one expression.
func (c *converter) leftKeys(e ast.Expr) []expr.Expr {
	if r, ok := e.(*ast.Row); ok {
		return c.all(r.Items)
	}
	return []expr.Expr{c.expr(e)}
}

// in makes a list of comparisons of IN. (SqlToRelConverter.convertInToOr)
func (c *converter) in(e *ast.In) expr.Expr {
	left := c.leftKeys(e.X)
	var terms []expr.Expr
	for _, x := range e.List {
		terms = append(terms, c.member(expr.EqualsOp, left, x))
	}
	out := expr.Disjunction(terms...)
	if e.Not {
		out = expr.NotOf(out)
	}
	return c.validated(e, out)
}

// member compares the left side of IN with one element, cast to the type of the left.
func (c *converter) member(op *expr.Operator, left []expr.Expr, x ast.Expr) expr.Expr {
	if len(left) == 1 {
		return expr.Predicate(op, left[0], ensureKind(left[0].Type(), c.expr(x)))
	}
	row := x.(*ast.Row)
	terms := make([]expr.Expr, len(left))
	for i := range left {
		terms[i] = expr.Predicate(op, left[i], ensureKind(left[i].Type(), c.expr(row.Items[i])))
	}
	return expr.Conjunction(terms...)
}

// ensureKind casts e unless it is of t's kind. (SqlToRelConverter.ensureSqlType)
func ensureKind(t *types.Type, e expr.Expr) expr.Expr {
	k := e.Type().Kind
	if k == t.Kind || t.Kind == types.VarChar && k == types.Char {
		return e
	}
	return expr.EnsureType(e, t, true)
}

// validated casts x to the type that validation found for e. (StandardConvertletTable.castToValidatedType)
func (c *converter) validated(e ast.Expr, x expr.Expr) expr.Expr {
	t := c.Types[e]
	if t == nil || x.Type().Equal(t) {
		return x
	}
	return expr.CastTo(x, t)
}

var someOps = map[string]*expr.Operator{
	"=": expr.EqualsOp, "<>": expr.NotEqualsOp, "<": expr.LessThanOp, "<=": expr.LessOrEqualOp,
	">": expr.GreaterThanOp, ">=": expr.GreaterOrEqualOp,
}

// quantified makes a list of comparisons of SOME and ALL.
func (c *converter) quantified(e *ast.Quantified) expr.Expr {
	op := someOps[e.Op]
	left := c.leftKeys(e.X)
	if len(e.List) == 1 && c.Types[e.List[0]].IsCollection() {
		return expr.At(expr.NewCall(expr.QuantifierOp(e.Op, e.Quantifier == "ALL"), c.Types[e], left[0], c.expr(e.List[0])), e.Span())
	}
	var terms []expr.Expr
	for _, x := range e.List {
		terms = append(terms, c.member(op, left, x))
	}
	if e.Quantifier == "ALL" {
		return c.validated(e, expr.Conjunction(terms...))
	}
	return c.validated(e, expr.Disjunction(terms...))
}

// caseOf binds a searched CASE; results are cast to the common type. (StandardConvertletTable.convertCase)
func (c *converter) caseOf(e *ast.Case) expr.Expr {
	var args []expr.Expr
	value := func(x ast.Expr) {
		if x == nil || isNull(x) {
			args = append(args, expr.NullOf(types.NullType))
		} else {
			args = append(args, c.expr(x))
		}
	}
	for i := range e.Whens {
		cond := e.Whens[i].Conds[0]
		if isNull(cond) {
			args = append(args, expr.NullOf(types.BooleanType))
		} else {
			args = append(args, c.expr(cond))
		}
		value(e.Whens[i].Then)
	}
	value(e.Else)
	t := caseType(args)
	if t == nil {
		t = c.Types[e]
	}
	for i := range args {
		if i%2 == 1 || i == len(args)-1 {
			args[i] = expr.EnsureType(args[i], t, false)
		}
	}
	return expr.NewCall(expr.CaseOp, t, args...)
}

// caseType is SqlCaseOperator.inferTypeFromOperands.
func caseType(args []expr.Expr) *types.Type {
	var ts []*types.Type
	for j := 1; j < len(args)-1; j += 2 {
		t := args[j].Type()
		if w, ok := args[j-1].(*expr.Call); ok && w.Op.Op == expr.IsNotNull && t.Nullable && w.Args[0].Digest() == args[j].Digest() {
			t = t.WithNullable(false)
		}
		ts = append(ts, t)
	}
	return types.LeastRestrictive(append(ts, args[len(args)-1].Type())...)
}

// item binds x[i]; a number into a row is a field. (StandardConvertletTable.convertItem)
func (c *converter) item(e *ast.Item) expr.Expr {
	x, i := c.expr(e.X), c.expr(e.Index)
	if x.Type().Kind == types.Row {
		if l, ok := i.(*expr.Literal); ok {
			if d, ok := l.Value.(expr.Dec); ok {
				if n, ok := d.Int64(); ok && n >= 1 && int(n) <= len(x.Type().Fields) {
					return expr.ReadField(x, int(n)-1)
				}
			}
		}
	}
	return c.operator(function.Item, x, i)
}

// overlaps spells (a, b) OVERLAPS (c, d) out. (StandardConvertletTable.convertOverlaps)
func (c *converter) overlaps(e *ast.BinaryExpr) expr.Expr {
	ends := func(x ast.Expr) (expr.Expr, expr.Expr) {
		r, ok := x.(*ast.Row)
		if !ok || len(r.Items) != 2 {
			y := c.expr(x)
			return y, y
		}
		a, b := c.expr(r.Items[0]), c.expr(r.Items[1])
		if b.Type().IsInterval() {
			b = c.plus(function.Binary("+"), a, b)
		}
		return a, b
	}
	pick := func(cond, a, b expr.Expr) expr.Expr {
		args := []expr.Expr{cond, a, b}
		return expr.NewCall(expr.CaseOp, caseType(args), args...)
	}
	r0, r1 := ends(e.L)
	r2, r3 := ends(e.R)
	left, right := expr.Predicate(expr.LessOrEqualOp, r0, r1), expr.Predicate(expr.LessOrEqualOp, r2, r3)
	s0, e0 := pick(left, r0, r1), pick(left, r1, r0)
	s1, e1 := pick(right, r2, r3), pick(right, r3, r2)
	return expr.AndOf(expr.Predicate(expr.GreaterOrEqualOp, e0, s1), expr.Predicate(expr.GreaterOrEqualOp, e1, s0))
}
