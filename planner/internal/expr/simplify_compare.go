package expr

import "rowkind/planner/internal/types"

// comparison simplifies = <> < <= > >= (RexSimplify.simplifyComparison).
func (s *simplifier) comparison(c *Call, mode NullAs) Expr {
	args := s.list(c.Args, NullUnknown)
	a, b := args[0], args[1]
	if a.Digest() == b.Digest() && Deterministic(a) {
		switch c.Op.Op {
		case Equals, GreaterOrEqual, LessOrEqual:
			return s.simplify(Predicate(OrOp, NullOf(types.BooleanType), IsNotNullOf(a)), mode)
		}
		return s.simplify(Predicate(AndOp, NullOf(types.BooleanType), IsNullOf(a)), mode)
	}
	if a.Type().Kind == types.Boolean {
		if r := s.boolComparison(c.Op, a, b, mode); r != nil {
			return r
		}
	}
	if r := compareLiterals(c, a, b, mode); r != nil {
		return r
	}
	e := c
	if !Same(args, c.Args) {
		e = Predicate(c.Op, args...)
	}
	return s.useKnown(e)
}

// boolComparison turns b = TRUE into b and the like; nil for no change.
func (s *simplifier) boolComparison(o *Operator, a, b Expr, mode NullAs) Expr {
	c, ok := comparisonIf(Predicate(o, a, b), func(Expr) bool { return true })
	if !ok {
		return nil
	}
	nullable := c.ref.Type().Nullable
	switch c.lit.Value {
	case Bool(true):
		switch c.k {
		case GreaterOrEqual, Equals:
			return c.ref
		case LessThan, NotEquals:
			return s.simplify(FlatNot(c.ref), mode)
		case GreaterThan:
			if !nullable {
				return False
			}
		case LessOrEqual:
			if !nullable {
				return True
			}
		}
	case Bool(false):
		switch c.k {
		case Equals, LessOrEqual:
			return s.simplify(FlatNot(c.ref), mode)
		case NotEquals, GreaterThan:
			return c.ref
		case GreaterOrEqual:
			if !nullable {
				return True
			}
		case LessThan:
			if !nullable {
				return False
			}
		}
	}
	return nil
}

// compareLiterals decides a comparison of two literals of one type; nil if it is none.
func compareLiterals(c *Call, a, b Expr, mode NullAs) Expr {
	x, ok1 := a.(*Literal)
	y, ok2 := b.(*Literal)
	if !ok1 || !ok2 || !x.typ.SameIgnoringNull(y.typ) {
		return nil
	}
	if x.Value == nil || y.Value == nil {
		if mode == NullFalse {
			return False
		}
		return NullOf(c.typ)
	}
	return boolLiteral(holds(c.Op.Op, CompareValues(x.Value, y.Value)))
}

// holds tells what a comparison of kind k makes of the order of its sides.
func holds(k OpKind, order int) bool {
	switch k {
	case Equals:
		return order == 0
	case NotEquals:
		return order != 0
	case LessThan:
		return order < 0
	case LessOrEqual:
		return order <= 0
	case GreaterThan:
		return order > 0
	}
	return order >= 0
}

// useKnown weakens or decides a comparison by what is known (RexSimplify.simplifyUsingPredicates).
func (s *simplifier) useKnown(e Expr) Expr {
	if s.known.empty() {
		return e
	}
	c, ok := comparisonOf(e)
	if !ok || c.lit.Value == nil {
		return e
	}
	r0 := rangesOf(c.k, c.lit.Value)
	r := s.known.residue(c, r0)
	switch {
	case len(r) == 0:
		return False
	case r.equal(r0):
		return e
	case r.all():
		return s.simplify(IsNotNullOf(c.ref), NullUnknown)
	case len(r) == 1 && r[0].isPoint():
		return EqualsOf(c.ref, NewLiteral(r[0].Lower, c.lit.typ))
	}
	return e
}

func (s *simplifier) search(c *Call, mode NullAs) Expr {
	l, ok := c.Args[1].(*Literal)
	if !ok {
		return c
	}
	sarg, ok := l.Value.(*Sarg)
	if !ok {
		return c
	}
	a := c.Args[0]
	if sarg.all() || sarg.none() {
		return s.simplify(simpleSarg(a, sarg, mode), mode)
	}
	if sarg.Null != NullUnknown {
		if r := s.is1(IsNull, a, mode); r != nil && AlwaysFalse(r) {
			n := NewLiteral(&Sarg{Ranges: sarg.Ranges}, l.typ)
			return s.search(NewCall(SearchOp, c.typ, a, n), mode)
		}
	} else if len(sarg.Ranges) == 1 && sarg.set().points() {
		return sargRef(a, sarg, l.typ, NullUnknown)
	}
	return c
}

// not simplifies NOT (RexSimplify.simplifyNot).
func (s *simplifier) not(c *Call, mode NullAs) Expr {
	a := c.Args[0]
	switch x := a.(type) {
	case *Literal:
		if b, ok := x.Value.(Bool); ok {
			return boolLiteral(!bool(b))
		}
	case *Call:
		if r := s.notCall(c, x, mode); r != nil {
			return r
		}
	}
	r := s.simplify(a, mode.negate())
	if r == a {
		return c
	}
	return FlatNot(r)
}

func (s *simplifier) notCall(c, a *Call, mode NullAs) Expr {
	switch a.Op.Op {
	case Not:
		return s.simplify(a.Args[0], mode)
	case Search:
		if l, ok := a.Args[1].(*Literal); ok {
			if sarg, ok := l.Value.(*Sarg); ok {
				n := NewLiteral(sarg.negate(), l.typ)
				return s.search(NewCall(SearchOp, a.typ, a.Args[0], n), mode.negate())
			}
		}
	case And, Or:
		terms := make([]Expr, len(a.Args))
		for i, t := range a.Args {
			terms[i] = s.simplify(FlatNot(t), mode)
		}
		if a.Op.Op == And {
			return s.simplify(Predicate(OrOp, terms...), mode)
		}
		return s.simplify(Predicate(AndOp, terms...), mode)
	case Case:
		args := append([]Expr(nil), a.Args...)
		for i := 0; i < len(args); i += 2 {
			v := i + 1
			if v == len(args) {
				v = i
			}
			args[v] = FlatNot(args[v])
		}
		return s.simplify(NewCall(CaseOp, caseTypeOf(args, a.typ), args...), mode)
	case In, NotIn:
		return nil
	default:
		k := a.Op.Op.negate()
		if k == a.Op.Op {
			k = a.Op.Op.NegateNullSafe()
		}
		if k != a.Op.Op {
			o := comparisonOp(k)
			if o == nil {
				return s.simplify(IsCall(k, a.Args[0]), mode)
			}
			if k == IsDistinctFrom || k == IsNotDistinctFrom {
				return s.simplify(NewCall(o, boolNotNull, a.Args...), mode)
			}
			return s.simplify(Predicate(o, a.Args...), mode)
		}
	}
	return nil
}

// caseTypeOf is the type of a CASE over args: the common type of its values; was if there is none.
func caseTypeOf(args []Expr, was *types.Type) *types.Type {
	ts := make([]*types.Type, 0, len(args)/2+1)
	for i, a := range args {
		if i%2 == 1 || i == len(args)-1 {
			ts = append(ts, a.Type())
		}
	}
	if t := leastOf(ts); t != nil {
		return t
	}
	return CaseType(was, args)
}
