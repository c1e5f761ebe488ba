package validate

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/function"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// typeOf types an expression of a clause of its own: untyped NULLs are refused. (SqlValidatorImpl.inferUnknownTypes and
// deriveType)
func (v *validator) typeOf(sc *Scope, e ast.Expr) *types.Type {
	if t := v.Types[e]; t != nil {
		return t
	}
	return v.typeAs(sc, e, nil)
}

// typeAs is typeOf where an untyped NULL would be of type want.
func (v *validator) typeAs(sc *Scope, e ast.Expr, want *types.Type) *types.Type {
	v.infer(sc, e, want)
	return v.derive(sc, e)
}

// derive gives the type of an expression, checking what is inside it. (SqlValidatorImpl.deriveType)
func (v *validator) derive(sc *Scope, e ast.Expr) *types.Type {
	if t := v.Types[e]; t != nil {
		return t
	}
	v.Session.Budget.Check()
	t := v.deriveNew(sc, e)
	v.Types[e] = t
	return t
}

func (v *validator) deriveNew(sc *Scope, e ast.Expr) *types.Type {
	if l := v.literal(e); l != nil {
		return l.Type()
	}
	switch e := e.(type) {
	case *ast.Ident:
		return v.ident(sc, e)
	case *ast.BinaryExpr:
		return v.binaryExpr(sc, e)
	case *ast.Unary:
		return v.apply(sc, e, function.Prefix(e.Op), e.X)
	case *ast.Is:
		return v.apply(sc, e, function.Postfix(e.Op), e.X)
	case *ast.Between:
		return v.apply(sc, e, between(e), e.X, e.Lo, e.Hi)
	case *ast.Like:
		return v.like(sc, e)
	case *ast.In:
		return v.in(sc, e)
	case *ast.Quantified:
		return v.quantified(sc, e)
	case *ast.Case:
		return v.caseOf(sc, e)
	case *ast.Cast:
		return v.cast(sc, e)
	case *ast.Item:
		return v.item2(sc, e)
	case *ast.Field:
		return v.field(sc, e)
	case *ast.Row:
		return v.apply(sc, e, function.RowFn, e.Items...)
	case *ast.ArrayExpr:
		if e.Paren {
			v.noMatchOf(e, "ARRAY", v.familiesOf(sc, e.Items), "'ARRAY(<EQUIVALENT_TYPE>, <EQUIVALENT_TYPE>, <...>)'")
		}
		return v.elements(sc, e, function.ArrayFn, e.Items)
	case *ast.MapExpr:
		if e.Paren {
			v.noMatchOf(e, "MAP", v.familiesOf(sc, e.Items), "'MAP(<EQUIVALENT_TYPE>, <EQUIVALENT_TYPE>, <...>)'")
		}
		return v.elements(sc, e, function.MapFn, e.Items)
	case *ast.MultisetExpr:
		return v.apply(sc, e, function.MultisetFn, e.Items...)
	case *ast.IntervalExpr:
		return v.intervalExpr(sc, e)
	case *ast.Subquery:
		return v.scalarQuery(sc, e)
	case *ast.CollectionQuery:
		return v.collectionQuery(sc, e)
	case *ast.Exists:
		return v.exists(sc, e)
	case *ast.Call:
		return v.call(sc, e)
	case *ast.JSONAccess:
		return v.jsonAccess(sc, e)
	case *ast.JSONBuild:
		return v.jsonBuild(sc, e)
	case *ast.Running:
		return v.derive(sc, e.X).WithNullable(v.derive(sc, e.X).Nullable)
	case *ast.NamedArg:
		return v.derive(sc, e.Value)
	case *ast.Param:
		v.failPlain(e, "Illegal use of dynamic parameter")
	case *ast.Default:
		return types.AnyType
	case *ast.Qualifier:
		return qualifierType(e)
	}
	if n, ok := e.(*ast.NextValue); ok && v.Session != nil && v.Session.Find(n.Sequence.Texts()) == nil {
		v.fail(n.Sequence.Span(), "Table '"+joinNames(n.Sequence.Texts())+"' not found")
	}
	v.unknown(e.Span(), construct(e))
	return nil
}

// construct names a node for an answer of "not modelled".
func construct(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Period:
		return "PERIOD"
	case *ast.NextValue:
		return "NEXT VALUE FOR"
	case *ast.TableArg:
		return "a table argument here"
	case *ast.ModelArg:
		return "MODEL"
	case *ast.Call:
		return "the function " + upper(e.Name.Simple())
	}
	return "this expression"
}

func (v *validator) failPlain(e ast.Expr, message string) {
	if c, ok := e.(*ast.Call); ok {
		v.fail(callAt(c), message)
	}
	v.fail(ast.Pos(e), message)
}

// ident is a column, or PI without parentheses, which goes before a column of that name.
// (SqlValidatorImpl.makeNullaryCall)
func (v *validator) ident(sc *Scope, id *ast.Ident) *types.Type {
	if id.Star {
		v.fail(id.Span(), "Unknown identifier '*'")
	}
	if isPi(id) {
		f := function.Lookup("PI")
		v.Calls[id] = &Call{Op: f.Op, Function: f}
		return types.DoubleType.WithNullable(false)
	}
	if sc == nil {
		v.nullary(id)
		v.fail(id.Span(), "Column '"+joinNames(id.Texts())+"' not found in any table")
	}
	return v.resolve(sc, id).Type
}

// isPi reports the bare word PI.
func isPi(id *ast.Ident) bool {
	return len(id.Parts) == 1 && !id.Parts[0].Quoted && len(id.Parts[0].Text) == 2 && upper(id.Parts[0].Text) == "PI"
}

// infer types the untyped NULLs below e, which is itself wanted as a value of type want, nil for any.
// (SqlValidatorImpl.inferUnknownTypes)
func (v *validator) infer(sc *Scope, e ast.Expr, want *types.Type) {
	v.Session.Budget.Check() // what is rewritten may stand in its tree twice: NULLIFs in NULLIFs
	switch e := e.(type) {
	case *ast.Null:
		if want == nil {
			v.fail(e.Span(), function.NullIllegal)
		}
		if known := v.Types[e]; want.Kind == types.Null && known != nil && known.Kind != types.Null {
			return // an element of an array has the type of the others
		}
		v.Types[e] = want.WithNullable(true)
		return
	case *ast.Param:
		v.fail(e.Span(), "Illegal use of dynamic parameter")
	case *ast.Case:
		v.inferCase(sc, v.searched(e), want)
		return
	case *ast.Ident, *ast.Number, *ast.String, *ast.Bool, *ast.Binary, *ast.Datetime, *ast.Interval, *ast.Subquery, *ast.Exists,
		*ast.CollectionQuery, *ast.Qualifier, *ast.Symbol:
		return
	case *ast.In:
		v.inferIn(sc, e.X, e.List)
		return
	case *ast.Quantified:
		v.inferIn(sc, e.X, e.List)
		return
	case *ast.NamedArg:
		v.infer(sc, e.Value, want)
		return
	case *ast.Call:
		if x := v.rewritten(e); x != nil {
			v.infer(sc, x, want)
			return
		}
	}
	f, args := v.operands(e)
	v.inferOperands(sc, e, f, args, want)
}

func (v *validator) inferOperands(sc *Scope, e ast.Expr, f *function.Function, args []ast.Expr, want *types.Type) {
	var wants []*types.Type
	if f != nil && f.Infer != nil && hasNull(args) {
		c := v.bind(sc, f, args)
		v.aggregateFacts(sc, e, c)
		wants = f.Infer(c, want)
	}
	for i, a := range args {
		if a == nil {
			continue
		}
		var w *types.Type
		if i < len(wants) {
			w = wants[i]
		}
		v.infer(sc, a, w)
	}
}

// hasNull says that an operand is a bare NULL: only then do wanted types matter, but for rows and the like inside.
func hasNull(args []ast.Expr) bool {
	for _, a := range args {
		switch a.(type) {
		case *ast.Null, *ast.Unary, *ast.Case, *ast.Row, *ast.Call, *ast.ArrayExpr, *ast.MapExpr:
			return true
		}
	}
	return false
}

// operands gives the function of a node, if it is known by its form and name alone, and its operands.
func (v *validator) operands(e ast.Expr) (*function.Function, []ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return binaryFunction(e), []ast.Expr{e.L, e.R}
	case *ast.Unary:
		return function.Prefix(e.Op), []ast.Expr{e.X}
	case *ast.Is:
		return function.Postfix(e.Op), []ast.Expr{e.X}
	case *ast.Between:
		return function.Between, []ast.Expr{e.X, e.Lo, e.Hi}
	case *ast.Like:
		return likeFunction(e), likeOperands(e)
	case *ast.Cast:
		return castInfer, []ast.Expr{e.X}
	case *ast.Item:
		return nil, []ast.Expr{e.X, e.Index}
	case *ast.Field:
		return nil, []ast.Expr{e.X}
	case *ast.Row:
		return rowInfer, e.Items
	case *ast.ArrayExpr:
		return known(function.ArrayFn), e.Items
	case *ast.MapExpr:
		return mapInfer, e.Items
	case *ast.MultisetExpr:
		return known(function.MultisetFn), e.Items
	case *ast.IntervalExpr:
		return nil, []ast.Expr{e.X}
	case *ast.Call:
		return v.functionOf(e), e.Args
	case *ast.JSONAccess:
		return nil, []ast.Expr{e.X, e.Path}
	case *ast.Running:
		return nil, []ast.Expr{e.X}
	}
	return nil, nil
}

// castInfer gives a NULL that is cast no type yet: cast does. (SqlCastFunction.returnTypeInference)
var castInfer = &function.Function{Name: "CAST", Infer: func(c *function.Call, _ *types.Type) []*types.Type {
	return []*types.Type{types.NullType}
}}

// rowInfer gives the fields of a row the types of the row that is wanted. (InferTypes.RETURN_TYPE)
var rowInfer = &function.Function{Name: "ROW", Infer: func(c *function.Call, want *types.Type) []*types.Type {
	out := make([]*types.Type, len(c.Args))
	for i := range out {
		switch {
		case want == nil:
		case want.HasFields() && len(want.Fields) == len(out):
			out[i] = want.Fields[i].Type
		case !want.HasFields():
			out[i] = want
		}
	}
	return out
}}

// mapInfer gives the NULLs of a MAP constructor the type of its first key. (InferTypes.FIRST_KNOWN)
var mapInfer = &function.Function{Name: "MAP", Infer: func(c *function.Call, _ *types.Type) []*types.Type {
	out := make([]*types.Type, len(c.Args))
	for i := range out {
		out[i] = c.Args[0].Type
	}
	return out
}}

// known gives a constructor whose NULLs stay untyped until the element type is known.
func known(f *function.Function) *function.Function {
	return &function.Function{Name: f.Name, Infer: func(c *function.Call, _ *types.Type) []*types.Type {
		out := make([]*types.Type, len(c.Args))
		for i := range out {
			out[i] = types.NullType
		}
		return out
	}}
}

// inferCase types conditions as BOOLEAN and results as the CASE.
func (v *validator) inferCase(sc *Scope, c *ast.Case, _ *types.Type) {
	for i := range c.Whens {
		for _, w := range c.Whens[i].Conds {
			v.infer(sc, w, types.BooleanType)
		}
	}
	ret := v.derive(sc, c)
	for i := range c.Whens {
		v.infer(sc, c.Whens[i].Then, ret)
	}
	if c.Else != nil {
		v.infer(sc, c.Else, ret)
	}
}

// apply checks a call of f over args and gives its type. (SqlOperator.validateOperands)
func (v *validator) apply(sc *Scope, e ast.Expr, f *function.Function, args ...ast.Expr) *types.Type {
	if f == nil {
		if is, ok := e.(*ast.Is); ok {
			v.fail(e.Span(), "No match found for function signature "+is.Op)
		}
		v.unknown(e.Span(), construct(e))
	}
	c := v.bind(sc, f, args)
	return v.check(sc, e, c, args)
}

// elements types a constructor and casts its elements to their common types.
// (SqlValidatorUtils.adjustTypeForMultisetConstructor)
func (v *validator) elements(sc *Scope, e ast.Expr, f *function.Function, items []ast.Expr) *types.Type {
	t := v.apply(sc, e, f, items...)
	for i, x := range items {
		want := t.Elem
		if t.Key != nil && i%2 == 0 {
			want = t.Key
		}
		if isNull(x) {
			v.Types[x] = want.WithNullable(true)
		} else if !v.Types[x].Equal(want) {
			if !types.CanCast(want, v.Types[x]) {
				v.uncastElement(x, want)
			}
			v.coerce(x, want)
		}
	}
	return t
}

// uncastElement refuses the cast of an element, whose call begins nowhere.
func (v *validator) uncastElement(x ast.Expr, want *types.Type) {
	line, col := v.Text.Last(x.Span())
	r := v.refuse(x.Span(), "Cast function cannot convert value of type "+v.Types[x].Validator()+" to type "+want.Validator())
	r.Chain[0].Message = "From line 0, column 0 to line " + itoa(line) + ", column " + itoa(col) + ": " + r.Chain[1].Message
	panic(r)
}

// check refuses bad operands and gives the type of a bound call.
func (v *validator) check(sc *Scope, e ast.Expr, c *function.Call, args []ast.Expr) *types.Type {
	f := c.F
	v.Calls[e] = &Call{Op: f.Op, Function: f}
	if f.Check != nil {
		if bad := f.Check.Check(c); bad != nil {
			v.failOperands(e, c, bad, args)
		}
	}
	t := f.Ret(c)
	if t == nil {
		v.fail(operatorAt(e), c.Misapplied())
	}
	return t
}

// operatorAt is the position of the operator's own call: an aggregate without its OVER, a BETWEEN with its operands.
func operatorAt(e ast.Expr) source.Span {
	switch e := e.(type) {
	case *ast.Call:
		return callAt(e)
	case *ast.Between:
		return e.Span()
	}
	return ast.Pos(e)
}

func (v *validator) failOperands(e ast.Expr, c *function.Call, bad *function.Failure, args []ast.Expr) {
	at := operatorAt(e)
	if bad.Operand >= 0 && bad.Operand < len(args) && args[bad.Operand] != nil {
		at = ast.Pos(args[bad.Operand])
	}
	switch {
	case bad.Message == "":
		v.fail(at, c.Misapplied())
	case bad.Plain:
		v.plain(bad.Message)
	}
	v.fail(at, bad.Message)
}

// bind derives the operands of a call.
func (v *validator) bind(sc *Scope, f *function.Function, args []ast.Expr) *function.Call {
	c := &function.Call{F: f, Args: make([]function.Arg, len(args))}
	for i, a := range args {
		v.bindArg(sc, a, &c.Args[i])
	}
	return c
}

func (v *validator) bindArg(sc *Scope, a ast.Expr, out *function.Arg) {
	switch x := a.(type) {
	case nil:
		out.Type = types.AnyType
		return
	case *ast.NamedArg:
		out.Name = x.Name.Text
		v.bindArg(sc, x.Value, out)
		return
	case *ast.Default:
		out.Type, out.Default = types.AnyType, true
		return
	case *ast.Ident:
		out.Path = x.Texts()
	case *ast.Call:
		if isDescriptor(x) {
			out.Type = types.ColumnsType
			out.Descriptor = descriptorNames(x)
			return
		}
	}
	out.Type = v.derive(sc, a)
	if l := v.literal(a); l != nil && !isUnknown(a) {
		out.Literal, out.Value = true, l.Value
	}
	v.constants(a, out)
	if c := v.Calls[a]; c != nil {
		out.Op = c.Op
	}
}

// isUnknown says that an expression is UNKNOWN, which is no NULL to checkers (SqlUtil.isNullLiteral).
func isUnknown(e ast.Expr) bool {
	b, ok := e.(*ast.Bool)
	return ok && b.Unknown
}

// constants looks into casts and constructors of literals. (SqlCallBinding.getOperandLiteralValue)
func (v *validator) constants(a ast.Expr, out *function.Arg) {
	switch x := a.(type) {
	case *ast.Cast:
		if l := v.literal(x.X); l != nil {
			out.Value, out.CastNull = l.Value, l.Value == nil
		}
	case *ast.MapExpr:
		for i := 0; i+1 < len(x.Items); i += 2 {
			k, w := v.literal(x.Items[i]), v.literal(x.Items[i+1])
			if k == nil || w == nil {
				return
			}
			out.Map = append(out.Map, [2]expr.Value{k.Value, w.Value})
		}
	case *ast.ArrayExpr:
		for _, y := range x.Items {
			l := v.literal(y)
			if l == nil {
				out.List = nil
				return
			}
			out.List = append(out.List, l.Value)
		}
	}
}

// dataType resolves a written type: unknown names are refused.
func (v *validator) dataType(d *ast.DataType) *types.Type {
	return elementsNotNull(d, catalog.DeclaredType(d, v.Text))
}
