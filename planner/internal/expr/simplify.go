package expr

import (
	"rowkind/planner/internal/types"
)

// Simplify gives an expression that means the same as e where known holds (RexSimplify.simplifyUnknownAs). mode is
// what UNKNOWN counts as: NullFalse in a filter or join condition, NullUnknown for a value. Its type may differ from
// e's in nullability.
func Simplify(e Expr, mode NullAs, known []Expr) Expr {
	s := newSimplifier(known)
	return s.simplify(e, mode)
}

// SimplifyKeepingType is Simplify of a value, cast back to the type of e if that has changed
// (RexSimplify.simplifyPreservingType).
func SimplifyKeepingType(e Expr, known []Expr) Expr {
	return keepType(e, Simplify(e, NullUnknown, known))
}

func keepType(e, s Expr) Expr {
	if s == e || s.Type().Equal(e.Type()) {
		return s
	}
	c := CastToExactly(s, e.Type())
	if c.Digest() == e.Digest() {
		return e
	}
	return c
}

// SimplifyFilter is what Flink's SimplifyFilterConditionRule and SimplifyJoinConditionRule make of a condition, applied
// until it stays as it is.
func SimplifyFilter(e Expr) Expr {
	for range 10 {
		r := e
		if !AlwaysTrue(e) && !AlwaysFalse(e) {
			r = Simplify(e, NullFalse, nil)
		}
		r = PullFactors(r)
		if r.Digest() == e.Digest() {
			return e
		}
		e = r
	}
	return e
}

// SimplifyPredicates is the condition of a filter as RelBuilder makes it from conjuncts
// (RexSimplify.simplifyFilterPredicates); FALSE for an unsatisfiable one.
func SimplifyPredicates(terms ...Expr) Expr {
	s := newSimplifier(nil)
	s.alone = true
	e := s.simplify(Conjunction(terms...), NullFalse)
	if AlwaysFalse(e) {
		return False
	}
	return RemoveNullabilityCast(e)
}

type simplifier struct {
	known *known
	alone bool // no term of an AND or OR tells anything to the others (predicateElimination is off)
}

func newSimplifier(predicates []Expr) *simplifier { return &simplifier{known: newKnown(predicates)} }

func (s *simplifier) simplify(e Expr, mode NullAs) Expr {
	c, ok := e.(*Call)
	if !ok {
		if l, ok := e.(*Literal); ok && l.Value == nil && l.typ.Kind == types.Boolean && mode != NullUnknown {
			return boolLiteral(mode == NullTrue)
		}
		return e
	}
	if c.known&alwaysNull != 0 {
		if c.typ.Kind == types.Boolean && mode != NullUnknown {
			return boolLiteral(mode == NullTrue)
		}
		return NullOf(c.typ)
	}
	switch c.Op.Op {
	case And:
		return s.and(c, mode)
	case Or:
		return s.or(c, mode)
	case Not:
		return s.not(c, mode)
	case Case:
		return s.caseOf(c, mode)
	case Cast:
		return s.cast(c)
	case Ceil, Floor:
		return s.ceilFloor(c)
	case IsNull, IsNotNull, IsTrue, IsNotTrue, IsFalse, IsNotFalse:
		if r := s.is1(c.Op.Op, c.Args[0], mode); r != nil {
			return r
		}
		return c
	case Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
		return s.comparison(c, mode)
	case Search:
		return s.search(c, mode)
	case Like:
		return s.like(c, mode)
	case UnaryMinus:
		if Is(c.Args[0], UnaryMinus) {
			return s.simplify(c.Args[0].(*Call).Args[0], mode)
		}
	case UnaryPlus:
		return s.simplify(c.Args[0], mode)
	case Plus, Minus, Times, Divide, DivideInt:
		if len(c.Args) == 2 && c.typ.IsNumeric() {
			return s.arithmetic(c)
		}
	}
	return s.generic(c)
}

func boolLiteral(b bool) Expr {
	if b {
		return True
	}
	return False
}

// list simplifies each of terms, in a new slice if one changes.
func (s *simplifier) list(terms []Expr, mode NullAs) []Expr {
	out, changed := terms, false
	for i, t := range terms {
		if r := s.simplify(t, mode); r != t {
			if !changed {
				out, changed = append([]Expr(nil), terms...), true
			}
			out[i] = r
		}
	}
	return out
}

func (s *simplifier) generic(c *Call) Expr {
	args := s.list(c.Args, NullUnknown)
	if Same(args, c.Args) {
		return c
	}
	return NewCall(c.Op, c.typ, args...)
}

var one = Int(1)

// arithmetic takes off + 0, - 0, * 1 and / 1.
func (s *simplifier) arithmetic(c *Call) Expr {
	i, either := -1, true
	switch c.Op.Op {
	case Plus:
		i = literalIndex(c.Args, Int(0))
	case Minus:
		i, either = literalIndex(c.Args, Int(0)), false
	case Times:
		i = literalIndex(c.Args, one)
	case Divide, DivideInt:
		i, either = literalIndex(c.Args, one), false
	}
	if i < 0 || i == 0 && !either {
		return s.generic(c)
	}
	other := c.Args[1-i]
	if other.Type().Equal(c.typ) {
		return other
	}
	return CastTo(other, c.typ)
}

// literalIndex finds the first literal of a value, -1 if there is none.
func literalIndex(args []Expr, v Dec) int {
	for i, a := range args {
		if l, ok := a.(*Literal); ok {
			if d, ok := l.Value.(Dec); ok && d.Cmp(v) == 0 {
				return i
			}
		}
	}
	return -1
}

// like turns x LIKE '%' into x = x.
func (s *simplifier) like(c *Call, mode NullAs) Expr {
	if l, ok := c.Args[1].(*Literal); ok && l.Value == Str("%") {
		return s.simplify(EqualsOf(c.Args[0], c.Args[0]), mode)
	}
	return s.generic(c)
}

func (s *simplifier) ceilFloor(c *Call) Expr {
	if len(c.Args) != 2 {
		return c
	}
	arg := s.simplify(c.Args[0], NullUnknown)
	if in, ok := arg.(*Call); ok && in.Op.Op == c.Op.Op && len(in.Args) == 2 {
		if rollsUp(unitOf(c.Args[1]), unitOf(in.Args[1])) {
			return NewCall(c.Op, c.typ, in.Args[0], c.Args[1])
		}
	}
	if arg == c.Args[0] {
		return c
	}
	return NewCall(c.Op, c.typ, arg, c.Args[1])
}

func unitOf(e Expr) string {
	if l, ok := e.(*Literal); ok {
		if f, ok := l.Value.(Symbol); ok {
			return string(f)
		}
	}
	return ""
}

// rollsUp reports whether cutting to outer makes an inner cut to inner needless (RexSimplify.canRollUp).
func rollsUp(outer, inner string) bool {
	o, i := unitRank(outer), unitRank(inner)
	if o < 0 || i < 0 {
		return false
	}
	if outer == "QUARTER" {
		return inner != "YEAR"
	}
	if inner == "QUARTER" {
		return outer == "YEAR"
	}
	return o <= i
}

func unitRank(u string) int {
	for i, n := range [...]string{"YEAR", "QUARTER", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MICROSECOND"} {
		if n == u {
			return i
		}
	}
	return -1
}

// cast takes off casts that change nothing and casts under casts, and computes casts of literals
// (RexSimplify.simplifyCast).
func (s *simplifier) cast(c *Call) Expr {
	t := c.typ
	arg := s.simplify(c.Args[0], NullUnknown)
	if sameOrNarrows(t, arg.Type()) {
		return arg
	}
	if in, ok := losslessCast(arg); ok {
		inner := in.Args[0]
		if (inner.Type().Kind == types.Char || in.typ.Kind != types.Char) && sameOrNarrows(t, inner.Type()) {
			return inner
		}
		if lossless(inner.Type(), in.typ) &&
			(t.Kind == in.typ.Kind || t.Kind == types.Char || in.typ.Kind != types.Char) &&
			types.CanCast(t, inner.Type()) {
			return CastTo(inner, t)
		}
	}
	if l, ok := arg.(*Literal); ok {
		if r, ok := retype(l, t); ok {
			return r
		}
		if l.typ.Kind == types.Time && t.IsTimestamp() {
			return c
		}
		return FoldConstant(CastTo(arg, t))
	}
	if arg == c.Args[0] {
		return c
	}
	return CastTo(arg, t)
}

// sameOrNarrows reports whether a value of type now may stand for one of type was: the same type, or the same but NOT
// NULL.
func sameOrNarrows(was, now *types.Type) bool {
	return was.Equal(now) || was.Nullable && was.SameIgnoringNull(now)
}

func losslessCast(e Expr) (*Call, bool) {
	c, ok := e.(*Call)
	if !ok || c.Op.Op != Cast || !lossless(c.Args[0].Type(), c.typ) {
		return nil, false
	}
	return c, true
}

// lossless reports whether a cast keeps every value apart (RexUtil.isLosslessCast).
func lossless(from, to *types.Type) bool {
	switch {
	case from.IsInteger() && to.IsInteger():
		return to.Kind >= from.Kind
	case from.IsString() && to.IsString():
		return to.Kind >= from.Kind && from.Precision <= to.Precision
	case from.IsNumeric() && to.IsString():
		p, scale := from.Digits()
		n := p + 1
		if scale > 0 {
			n += scale + 1
		}
		return to.Precision >= n
	}
	return false
}
