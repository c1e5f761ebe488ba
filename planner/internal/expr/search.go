package expr

import "rowkind/planner/internal/types"

// ExpandSearch writes every SEARCH in e as comparisons (RexUtil.expandSearch).
func ExpandSearch(e Expr) Expr {
	return Map(e, func(x Expr) Expr {
		c, ok := x.(*Call)
		if !ok {
			return x
		}
		switch c.Op.Op {
		case Search:
			if l, ok := c.Args[1].(*Literal); ok {
				if s, ok := l.Value.(*Sarg); ok {
					return sargRef(c.Args[0], s, l.typ, NullUnknown)
				}
			}
		case And:
			if anyKind(c.Args, And) {
				return Conjunction(c.Args...)
			}
		case Or:
			if anyKind(c.Args, Or) {
				return Disjunction(c.Args...)
			}
		}
		return x
	})
}

func anyKind(es []Expr, k OpKind) bool {
	for _, e := range es {
		if Is(e, k) {
			return true
		}
	}
	return false
}

// sargRef writes "ref is in s" without SEARCH (RexUtil.sargRef); unknownAs is what the place of the expression makes
// of UNKNOWN.
func sargRef(ref Expr, s *Sarg, t *types.Type, unknownAs NullAs) Expr {
	if s.all() || s.none() {
		return simpleSarg(ref, s, unknownAs)
	}
	var or []Expr
	if s.Null == NullTrue && unknownAs == NullUnknown {
		or = append(or, IsNullOf(ref))
	}
	set := s.set()
	switch {
	case set.points():
		for _, r := range set {
			or = append(or, EqualsOf(ref, sargLiteral(r.Lower, t)))
		}
	case set.holes():
		var and []Expr
		for _, r := range set.complement() {
			and = append(and, CompareOf(NotEquals, ref, sargLiteral(r.Lower, t)))
		}
		or = append(or, Conjunction(and...))
	default:
		for _, r := range set {
			or = append(or, rangeRef(ref, r, t))
		}
	}
	e := Disjunction(or...)
	if s.Null == NullFalse && unknownAs == NullUnknown {
		e = Predicate(AndOp, IsNotNullOf(ref), e)
	}
	return e
}

func rangeRef(ref Expr, r Range, t *types.Type) Expr {
	if r.isPoint() {
		return EqualsOf(ref, sargLiteral(r.Lower, t))
	}
	var terms []Expr
	if r.Lower != nil {
		k := GreaterThan
		if r.LowerClosed {
			k = GreaterOrEqual
		}
		terms = append(terms, CompareOf(k, ref, sargLiteral(r.Lower, t)))
	}
	if r.Upper != nil {
		k := LessThan
		if r.UpperClosed {
			k = LessOrEqual
		}
		terms = append(terms, CompareOf(k, ref, sargLiteral(r.Upper, t)))
	}
	return AndOf(terms...)
}

// sargLiteral is a value of a Sarg as a literal of its own (RexBuilder.makeLiteral with trim): of an approximate type
// it is written scientifically, a CHAR loses trailing blanks and takes its own length.
func sargLiteral(v Value, t *types.Type) Expr {
	nn := t.WithNullable(false)
	switch x := v.(type) {
	case Dec:
		x.Form = Plain
		if t.IsApprox() {
			x.Form = Scientific
		}
		return NewLiteral(x, nn)
	case Str:
		if t.Kind == types.Char {
			s := string(x)
			for len(s) > 0 && s[len(s)-1] == ' ' {
				s = s[:len(s)-1]
			}
			return charLiteral(s, t)
		}
		return CastTo(charLiteral(string(x), t), nn)
	case Bytes:
		if t.Kind == types.VarBinary {
			return CastTo(NewLiteral(x, types.BinaryType(len(x)).WithNullable(false)), nn)
		}
	case Tuple:
		args := make([]Expr, len(x))
		for i := range x {
			args[i] = sargLiteral(x[i], t.Fields[i].Type)
		}
		return NewCall(RowOp, nn, args...)
	}
	return NewLiteral(v, nn)
}

func charLiteral(s string, t *types.Type) *Literal {
	c := types.CharType(utf16Len(s))
	if t.Charset != "" {
		u := *c
		u.Charset = t.Charset
		c = types.Make(u)
	}
	return NewLiteral(Str(s), c.WithNullable(false))
}

// simpleSarg writes a Sarg that holds all or nothing (RexUtil.simpleSarg).
func simpleSarg(ref Expr, s *Sarg, unknownAs NullAs) Expr {
	null := s.Null
	if null == NullUnknown {
		null = unknownAs
	}
	if s.all() {
		switch null {
		case NullTrue:
			return True
		case NullFalse:
			return IsNotNullOf(ref)
		}
		return Predicate(OrOp, IsNotNullOf(ref), NullOf(types.BooleanType))
	}
	switch null {
	case NullTrue:
		return IsNullOf(ref)
	case NullFalse:
		return False
	}
	return CompareOf(NotEquals, ref, ref)
}

// NewSearch is SEARCH(ref, s) with values of type t.
func NewSearch(ref Expr, s *Sarg, t *types.Type) *Call {
	l := NewLiteral(s, t.WithNullable(false))
	return NewCall(SearchOp, boolType(ref.Type().Nullable && s.Null == NullUnknown), ref, l)
}

// InList is "ref IN (points)" as a SEARCH, or as an OR of equalities where a point is no constant or of another family
// (RexBuilder.makeIn).
func InList(ref Expr, points []Expr) Expr {
	var ranges []Range
	var ts []*types.Type
	ok := true
	for _, p := range points {
		v := constantValue(p)
		if v == nil || !sameFamily(ref.Type(), p.Type()) {
			ok = false
			break
		}
		ranges = append(ranges, rangeOf(Equals, v))
		ts = append(ts, p.Type())
	}
	if ok && len(points) > 0 {
		if t := leastOf(ts); t != nil {
			return NewSearch(ref, &Sarg{Ranges: unionOf(ranges)}, t)
		}
	}
	or := make([]Expr, len(points))
	for i, p := range points {
		or[i] = EqualsOf(ref, p)
	}
	return Disjunction(or...)
}

func sameFamily(a, b *types.Type) bool {
	return a.Family() == b.Family() || a.HasFields() && b.HasFields()
}

func constantValue(e Expr) Value {
	switch e := e.(type) {
	case *Literal:
		return e.Value
	case *Call:
		if e.Op.Op != RowValue {
			return nil
		}
		t := make(Tuple, len(e.Args))
		for i, a := range e.Args {
			if t[i] = constantValue(a); t[i] == nil {
				return nil
			}
		}
		return t
	}
	return nil
}

// leastOf is the least restrictive of ts, each distinct type looked at once.
func leastOf(ts []*types.Type) *types.Type {
	seen := make(map[*types.Type]bool, 4)
	var d []*types.Type
	for _, t := range ts {
		if !seen[t] {
			seen[t] = true
			d = append(d, t)
		}
	}
	if len(d) > 4 {
		byDigest := map[string]bool{}
		kept := d[:0]
		for _, t := range d {
			if !byDigest[t.Digest()] {
				byDigest[t.Digest()] = true
				kept = append(kept, t)
			}
		}
		d = kept
	}
	return types.LeastRestrictive(d...)
}
