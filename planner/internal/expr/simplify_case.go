package expr

import "rowkind/planner/internal/types"

type branch struct{ cond, value Expr }

// caseOf simplifies CASE (RexSimplify.simplifyCase): conditions in mode FALSE, knowing nothing; decided branches go,
// neighbours with one value merge, a BOOLEAN CASE of safe parts becomes AND and OR.
func (s *simplifier) caseOf(c *Call, mode NullAs) Expr {
	conds := newSimplifier(nil)
	conds.alone = s.alone
	var branches []branch
	var last *branch
	merged := false
	flush := func() bool {
		b := *last
		if merged {
			b.cond = conds.simplify(b.cond, NullFalse)
		}
		if !AlwaysFalse(b.cond) {
			branches = append(branches, b)
		}
		return AlwaysTrue(b.cond)
	}
	for i := 0; i < len(c.Args); i += 2 {
		cond, value := Expr(True), c.Args[i]
		if i+1 < len(c.Args) {
			cond, value = c.Args[i], c.Args[i+1]
		}
		cond = conds.simplify(cond, NullFalse)
		if AlwaysFalse(cond) {
			continue
		}
		value = s.simplify(value, mode)
		if last != nil {
			if last.value.Digest() == value.Digest() && safe(cond) {
				cond = Predicate(OrOp, last.cond, cond)
				merged = true
			} else {
				if flush() {
					last = nil
					break
				}
				merged = false
			}
		}
		last = &branch{cond, value}
		if AlwaysTrue(cond) {
			break
		}
	}
	if last != nil {
		flush()
	}
	return s.caseResult(c, branches, mode)
}

func (s *simplifier) caseResult(c *Call, branches []branch, mode NullAs) Expr {
	if len(branches) == 1 {
		v := branches[0].value
		if sameOrNarrows(c.typ, v.Type()) {
			return v
		}
		return AbstractCast(v, c.typ)
	}
	if c.typ.Kind == types.Boolean {
		if r := s.boolCase(branches, c.typ); r != nil {
			if sameOrNarrows(c.typ, r.Type()) {
				return s.simplify(r, mode)
			}
			r = s.simplify(r, NullUnknown)
			if !r.Type().Nullable {
				return r
			}
			return CastTo(r, c.typ)
		}
	}
	args := make([]Expr, 0, 2*len(branches))
	for i, b := range branches {
		if i < len(branches)-1 {
			args = append(args, b.cond)
		}
		args = append(args, b.value)
	}
	if Same(args, c.Args) {
		return c
	}
	return NewCall(CaseOp, caseTypeOf(args, c.typ), args...)
}

// boolCase writes a BOOLEAN CASE as an OR of its branches (RexSimplify.simplifyBooleanCase); nil if a part may fail.
func (s *simplifier) boolCase(in []branch, t *types.Type) Expr {
	branches := make([]branch, len(in))
	constant := true
	for i, b := range in {
		if i > 0 && !safe(b.cond) || !safe(b.value) {
			return nil
		}
		v := b.value
		if !v.Type().Equal(t) {
			v = AbstractCast(v, t)
		}
		branches[i] = branch{s.isTrue(b.cond), v}
		constant = constant && (AlwaysTrue(v) || AlwaysFalse(v))
	}
	var terms, not []Expr
	for _, b := range branches {
		use := !AlwaysFalse(b.value)
		if use {
			term := b.cond
			if !AlwaysTrue(b.value) {
				term = Predicate(AndOp, b.cond, b.value)
			}
			terms = append(terms, andNot(term, not))
		}
		if !constant || !use {
			not = append(not, b.cond)
		}
	}
	return Disjunction(terms...)
}

// andNot is e and none of not, leaving out of not what e excludes as an equality with another literal (RexUtil.andNot).
func andNot(e Expr, not []Expr) Expr {
	terms := []Expr{e}
	c, isCall := e.(*Call)
	for _, n := range not {
		if isCall && c.Op.Op == Equals && excludes(c, n) {
			continue
		}
		terms = append(terms, FlatNot(n))
	}
	return Conjunction(terms...)
}

func excludes(c *Call, n Expr) bool {
	o, ok := n.(*Call)
	if !ok || o.Op.Op != Equals || o.Args[0].Digest() != c.Args[0].Digest() {
		return false
	}
	a, ok1 := c.Args[1].(*Literal)
	b, ok2 := o.Args[1].(*Literal)
	return ok1 && ok2 && a.Digest() != b.Digest()
}
