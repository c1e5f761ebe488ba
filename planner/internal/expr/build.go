package expr

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// NewRef makes a reference to column index of type t.
func NewRef(index int, t *types.Type) *Ref {
	r := &Ref{Index: index}
	r.typ, r.digest = t, refText(index)
	return r
}

// NewLiteral makes a constant of type t.
func NewLiteral(v Value, t *types.Type) *Literal {
	l := &Literal{Value: v}
	l.typ = t
	if v == nil {
		l.known = alwaysNull
	}
	l.digest = literalKey(l)
	return l
}

// NullOf makes NULL of type t.
func NullOf(t *types.Type) *Literal { return NewLiteral(nil, t.WithNullable(true)) }

// True and False are the boolean constants.
var (
	True  = NewLiteral(Bool(true), types.BooleanType.WithNullable(false))
	False = NewLiteral(Bool(false), types.BooleanType.WithNullable(false))
)

// NewCall applies op to args, giving a value of type t. It changes nothing of what it is given.
func NewCall(op *Operator, t *types.Type, args ...Expr) *Call {
	c := &Call{Op: op, Args: args}
	c.typ, c.known, c.parts = t, callFacts(op, args), partsOf(args)
	c.digest = callKey(c)
	return c
}

// maxParts bounds the size of an expression as it is written: views that use a column twice double it with each.
const maxParts = 100_000

func partsOf(args []Expr) int32 {
	var n int32
	for _, a := range args {
		if n += a.size(); n > maxParts {
			diag.Unknown(source.Span{}, "an expression of more than %d parts", maxParts)
		}
	}
	return n
}

func operatorFacts(o *Operator) fact {
	if o.NonDeterministic || o.Dynamic {
		return volatile
	}
	return 0
}

func someVolatile(es []Expr) (f fact) {
	for _, e := range es {
		f |= e.facts() & volatile
	}
	return f
}

func callFacts(o *Operator, args []Expr) fact {
	f := operatorFacts(o)
	every, some := alwaysNull, fact(0)
	for i, a := range args {
		k := a.facts()
		f |= k & volatile
		if o.Op != Case || i%2 == 1 || i == len(args)-1 {
			every &= k
		}
		some |= k & alwaysNull
	}
	switch policyOf(o.Op) {
	case anyNull:
		return f | some
	case asIs:
		if (o.Op == And || o.Op == Or || o.Op == Case) && len(args) > 0 {
			return f | every
		}
	}
	return f
}

// NewFieldAccess reads field i of row, a value of a row type.
func NewFieldAccess(row Expr, i int) *FieldAccess {
	f := row.Type().Fields[i]
	a := &FieldAccess{Row: row, Field: i, Name: f.Name}
	a.known, a.parts = row.facts()&volatile, row.size()
	a.typ, a.digest = f.Type, fieldKey(row, f.Name)
	return a
}

// ReadField reads field i of row where a query names it: a NOT NULL field of a row that may be NULL is cast to nullable,
// once for a path of fields (FlinkRexBuilder.makeFieldAccess).
func ReadField(row Expr, i int) Expr {
	nullable := row.Type().Nullable
	inner := row
	if c, ok := row.(*Call); ok && c.Op.Op == Cast {
		if a, ok := c.Args[0].(*FieldAccess); ok && !a.typ.Nullable && nullable && a.typ.WithNullable(true).Equal(c.typ) {
			inner = a
		}
	}
	a := NewFieldAccess(inner, i)
	if nullable && !a.typ.Nullable {
		return AbstractCast(a, a.typ.WithNullable(true))
	}
	return a
}

// NewCorrelRef makes a reference to the outer row $cor<id>.
func NewCorrelRef(id int, row *types.Type) *CorrelRef {
	c := &CorrelRef{ID: id}
	c.typ, c.digest = row, correlText(id)
	return c
}

// NewOver finishes o, filled but for its type and digest.
func NewOver(o Over, t *types.Type) *Over {
	o.typ, o.known = t, operatorFacts(o.Op)|someVolatile(o.Args)|someVolatile(o.Partition)
	for _, k := range o.Order {
		o.known |= k.Expr.facts() & volatile
	}
	for _, b := range [...]Bound{o.Frame.Lower, o.Frame.Upper} {
		if b.Offset != nil {
			o.known |= b.Offset.facts() & volatile
		}
	}
	o.parts = partsOf(o.Args) + partsOf(o.Partition)
	o.digest = overKey(&o)
	return &o
}

// NewSubQuery makes a sub-query expression.
func NewSubQuery(op *Operator, t *types.Type, rel Relation, args ...Expr) *SubQuery {
	s := &SubQuery{Op: op, Args: args, Rel: rel}
	s.typ, s.known, s.parts = t, operatorFacts(op)|someVolatile(args), partsOf(args)
	s.digest = subQueryKey(s)
	return s
}

// NewPatternRef makes alpha.$index of type t.
func NewPatternRef(alpha string, index int, t *types.Type) *PatternRef {
	p := &PatternRef{Alpha: alpha, Index: index}
	p.typ, p.digest = t, alpha+"."+refText(index)
	return p
}

// NewTableArg finishes a, filled but for its type (the row of the argument) and digest.
func NewTableArg(a TableArg, row *types.Type) *TableArg {
	a.typ = row
	a.digest = tableArgText(&a)
	return &a
}

// At gives e with the place that it came from.
func At[E Expr](e E, s source.Span) E {
	switch x := any(e).(type) {
	case *Ref:
		c := *x
		c.span = s
		return any(&c).(E)
	case *Literal:
		c := *x
		c.span = s
		return any(&c).(E)
	case *Call:
		c := *x
		c.span = s
		return any(&c).(E)
	case *FieldAccess:
		c := *x
		c.span = s
		return any(&c).(E)
	case *Over:
		c := *x
		c.span = s
		return any(&c).(E)
	case *SubQuery:
		c := *x
		c.span = s
		return any(&c).(E)
	case *PatternRef:
		c := *x
		c.span = s
		return any(&c).(E)
	}
	return e
}
