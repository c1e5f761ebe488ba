package expr

import (
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
	c.typ = t
	c.digest = callKey(c)
	return c
}

// NewFieldAccess reads field i of row, a value of a row type.
func NewFieldAccess(row Expr, i int) *FieldAccess {
	f := row.Type().Fields[i]
	a := &FieldAccess{Row: row, Field: i, Name: f.Name}
	a.typ, a.digest = f.Type, bounded(row.Digest()+"."+f.Name)
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
	o.typ = t
	o.digest = overKey(&o)
	return &o
}

// NewSubQuery makes a sub-query expression.
func NewSubQuery(op *Operator, t *types.Type, rel Relation, args ...Expr) *SubQuery {
	s := &SubQuery{Op: op, Args: args, Rel: rel}
	s.typ = t
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
