package expr

// is1 simplifies "a IS …" of kind k (RexSimplify.simplifyIs1); nil for no change.
func (s *simplifier) is1(k OpKind, a Expr, mode NullAs) Expr {
	switch {
	case k == IsTrue && mode == NullFalse, k == IsNotFalse && mode == NullTrue:
		return s.simplify(a, mode)
	case k == IsFalse && mode == NullFalse, k == IsNotTrue && mode == NullTrue:
		return s.simplify(FlatNot(a), mode)
	}
	if (k == IsNull || k == IsNotNull) && s.known.says(k, a) {
		return True
	}
	return s.is2(k, a, mode)
}

func (s *simplifier) is2(k OpKind, a Expr, mode NullAs) Expr {
	switch k {
	case IsNull:
		if r := s.isNull(a); r != nil {
			return r
		}
	case IsNotNull:
		if r := s.isNotNull(a); r != nil {
			return r
		}
	case IsTrue, IsNotFalse:
		if s.known.notNull(a) {
			return s.simplify(a, mode)
		}
		in := NullFalse
		if k == IsNotFalse {
			in = NullTrue
		}
		r := s.simplify(a, in)
		if r == a {
			return nil
		}
		if k == IsTrue {
			return s.isTrue(r)
		}
		return s.isNotFalse(r)
	case IsFalse, IsNotTrue:
		if s.known.notNull(a) {
			return s.simplify(FlatNot(a), mode)
		}
	}
	if c, ok := a.(*Call); ok && c.Op.Op == Not {
		return s.simplify(IsCall(k.NegateNullSafe(), c.Args[0]), NullUnknown)
	}
	if r := s.simplify(a, NullUnknown); r != a {
		return IsCall(k, r)
	}
	return nil
}

// isNotNull simplifies "a IS NOT NULL"; nil for no change.
func (s *simplifier) isNotNull(a Expr) Expr {
	a = s.simplify(a, NullUnknown)
	if !a.Type().Nullable && safe(a) {
		return True
	}
	if _, ok := losslessCast(a); ok {
		if !a.Type().Nullable {
			return True
		}
		return IsNotNullOf(RemoveCast(a))
	}
	if s.known.contains(a) {
		return True
	}
	switch x := a.(type) {
	case *Literal:
		return boolLiteral(x.Value != nil)
	case *SubQuery:
		if x.Op.Op == Exists {
			return True
		}
	case *Call:
		if x.Op.Op == Cast || x.Op.Op == Item {
			return nil
		}
		switch policyOf(x.Op.Op) {
		case notNull:
			return True
		case anyNull:
			terms := make([]Expr, 0, len(x.Args))
			for _, arg := range x.Args {
				r := s.isNotNull(arg)
				switch {
				case r == nil:
					terms = append(terms, IsNotNullOf(arg))
				case AlwaysFalse(r):
					return False
				default:
					terms = append(terms, r)
				}
			}
			return Conjunction(terms...)
		}
	}
	return nil
}

// isNull simplifies "a IS NULL"; nil for no change.
func (s *simplifier) isNull(a Expr) Expr {
	a = s.simplify(a, NullUnknown)
	if !a.Type().Nullable && safe(a) {
		return False
	}
	if _, ok := losslessCast(a); ok {
		if !a.Type().Nullable {
			return False
		}
		return IsNullOf(RemoveCast(a))
	}
	if IsNullLiteral(a) {
		return True
	}
	switch x := a.(type) {
	case *SubQuery:
		if x.Op.Op == Exists {
			return False
		}
	case *Call:
		if x.Op.Op == Cast || x.Op.Op == Item {
			return nil
		}
		switch policyOf(x.Op.Op) {
		case notNull:
			return False
		case anyNull:
			terms := make([]Expr, 0, len(x.Args))
			for _, arg := range x.Args {
				if r := s.isNull(arg); r != nil {
					terms = append(terms, r)
				} else {
					terms = append(terms, IsNullOf(arg))
				}
			}
			return Disjunction(terms...)
		}
	}
	return nil
}

// The four below are "e IS TRUE" and so on without needless calls (RexSimplify.isTrue).

func (s *simplifier) isTrue(e Expr) Expr {
	switch {
	case AlwaysTrue(e):
		return True
	case AlwaysFalse(e):
		return False
	case Is(e, Not):
		return s.isFalse(e.(*Call).Args[0])
	case s.known.notNull(e):
		return e
	}
	return IsCall(IsTrue, e)
}

func (s *simplifier) isFalse(e Expr) Expr {
	switch {
	case AlwaysTrue(e):
		return False
	case AlwaysFalse(e):
		return True
	case Is(e, Not):
		return s.isTrue(e.(*Call).Args[0])
	case s.known.notNull(e):
		return FlatNot(e)
	}
	return IsCall(IsFalse, e)
}

func (s *simplifier) isNotTrue(e Expr) Expr {
	switch {
	case AlwaysTrue(e):
		return False
	case AlwaysFalse(e):
		return True
	case Is(e, Not):
		return s.isNotFalse(e.(*Call).Args[0])
	case s.known.notNull(e):
		return FlatNot(e)
	}
	return IsCall(IsNotTrue, e)
}

func (s *simplifier) isNotFalse(e Expr) Expr {
	switch {
	case AlwaysTrue(e):
		return True
	case AlwaysFalse(e):
		return False
	case Is(e, Not):
		return s.isNotTrue(e.(*Call).Args[0])
	case s.known.notNull(e):
		return e
	}
	return IsCall(IsNotFalse, e)
}

// safe reports what cannot fail when computed (RexSimplify.SafeRexVisitor).
func safe(e Expr) bool {
	switch e := e.(type) {
	case *Ref, *Literal, *FieldAccess:
		return true
	case *Call:
		switch e.Op.Op {
		case Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual, In, UnaryPlus, UnaryMinus, Plus, Minus,
			DatePlus, DateMinus, DateDiff, Times, IsFalse, IsNotFalse, IsTrue, IsNotTrue, IsNull, IsNotNull,
			IsDistinctFrom, IsNotDistinctFrom, Search, Or, And, Not, Case, Like, Trim, Between, Ceil, Floor:
			for _, a := range e.Args {
				if !safe(a) {
					return false
				}
			}
			return true
		}
	}
	return false
}
