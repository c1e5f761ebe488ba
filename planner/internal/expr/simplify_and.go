package expr

import "rowkind/planner/internal/types"

// and simplifies an AND (RexSimplify.simplifyAnd).
func (s *simplifier) and(c *Call, mode NullAs) Expr {
	terms := Conjuncts(c)
	if mode == NullFalse && !s.alone {
		s.andTerms(terms)
	} else {
		terms = s.list(terms, mode)
	}
	terms, _ = mergeTerms(terms, true, mode)
	var d decomposed
	for _, t := range terms {
		d.add(t)
	}
	if mode == NullFalse {
		return s.andFalse(d.terms, d.not)
	}
	return s.andUnknown(d.terms, d.not)
}

// andTerms simplifies comparisons and IS terms first, each knowing those before it, then the others.
func (s *simplifier) andTerms(terms []Expr) {
	pushed := 0
	for i, t := range terms {
		if !isTold(t) {
			continue
		}
		terms[i] = s.simplify(t, NullFalse)
		s.known.push(terms[i])
		pushed++
	}
	told := make([]bool, len(terms))
	for i, t := range terms {
		told[i] = isTold(t)
	}
	for i, t := range terms {
		if !told[i] {
			terms[i] = s.simplify(t, NullFalse)
		}
	}
	for ; pushed > 0; pushed-- {
		s.known.pop()
	}
}

// isTold reports what RexSimplify calls a Predicate.
func isTold(e Expr) bool {
	if isPredicate(e) {
		return true
	}
	_, ok := comparisonOf(e)
	return ok
}

// decomposed holds the conjuncts of a condition, those under NOT apart and without it
// (RelOptUtil.decomposeConjunction).
type decomposed struct{ terms, not []Expr }

func (d *decomposed) add(e Expr) {
	if AlwaysTrue(e) {
		return
	}
	c, ok := e.(*Call)
	if !ok {
		d.terms = append(d.terms, e)
		return
	}
	switch c.Op.Op {
	case And:
		for _, a := range c.Args {
			d.add(a)
		}
	case Not:
		if Is(c.Args[0], Or) {
			for _, o := range Disjuncts(c.Args[0]) {
				if Is(o, Not) {
					d.terms = append(d.terms, o.(*Call).Args[0])
				} else {
					d.not = append(d.not, o)
				}
			}
		} else {
			d.not = append(d.not, c.Args[0])
		}
	default:
		d.terms = append(d.terms, e)
	}
}

// andUnknown joins simplified terms where UNKNOWN is kept (RexSimplify.simplifyAnd2).
func (s *simplifier) andUnknown(terms, not []Expr) Expr {
	for _, t := range terms {
		if AlwaysFalse(t) {
			return False
		}
	}
	if len(terms) == 0 && len(not) == 0 {
		return True
	}
	have := digests(terms)
	var unsatisfiable []Expr
	for _, n := range not {
		if !containsAll(have, Conjuncts(n)) {
			continue
		}
		if !n.Type().Nullable {
			return False
		}
		unsatisfiable = append(unsatisfiable, n)
	}
	if len(unsatisfiable) > 0 {
		terms, not = without(terms, unsatisfiable), without(not, unsatisfiable)
		terms = append(terms, NullOf(types.BooleanType))
		for _, n := range unsatisfiable {
			e := IsNullOf(n)
			if r := s.is1(IsNull, n, NullUnknown); r != nil {
				e = r
			}
			terms = append(terms, e)
		}
	}
	for _, n := range not {
		terms = append(terms, s.simplify(FlatNot(n), NullUnknown))
	}
	return Conjunction(terms...)
}

func containsAll(have map[string]struct{}, es []Expr) bool {
	for _, e := range es {
		if _, ok := have[e.Digest()]; !ok {
			return false
		}
	}
	return true
}

func without(es, drop []Expr) []Expr {
	d := digests(drop)
	var out []Expr
	for _, e := range es {
		if _, ok := d[e.Digest()]; !ok {
			out = append(out, e)
		}
	}
	return out
}

// andFalse joins simplified terms where UNKNOWN counts as FALSE (RexSimplify.simplifyAnd2ForUnknownAsFalse).
func (s *simplifier) andFalse(terms, not []Expr) Expr {
	for _, t := range terms {
		if AlwaysFalse(t) || isBareNull(t) {
			return False
		}
	}
	if len(terms) == 0 && len(not) == 0 {
		return True
	}
	if len(terms) == 1 && len(not) == 0 {
		return s.simplify(terms[0], NullFalse)
	}
	f := andFacts{s: s, terms: terms}
	if !f.known() || !f.collect() || !f.constants() {
		return False
	}
	have := digests(f.terms)
	for _, n := range not {
		if Deterministic(n) && containsAll(have, Conjuncts(n)) {
			return False
		}
	}
	for d := range f.negated {
		if _, ok := have[d]; ok {
			return False
		}
	}
	for _, n := range not {
		f.terms = append(f.terms, FlatNot(n))
	}
	return f.finish()
}

func isBareNull(e Expr) bool {
	l, ok := e.(*Literal)
	return ok && l.Value == nil
}

// andFacts is what the terms of an AND say about expressions.
type andFacts struct {
	s         *simplifier
	terms     []Expr
	ranges    map[string]*termRange
	constant  map[string]*Literal // digest of an expression -> what it equals
	equal     []equality
	negated   map[string]struct{} // digests of terms that must not be there
	isNull    []Expr
	isNotNull []Expr
}

type equality struct{ left, right, term Expr }

// known takes the ranges of what is known from below; false if the terms cannot hold.
func (f *andFacts) known() bool {
	for _, p := range f.s.known.list {
		if c, ok := comparisonOf(p); ok && c.k != NotEquals && c.lit.Value != nil {
			if !f.addRange(p, c) {
				return false
			}
		}
	}
	return true
}

// collect reads the terms; false if they contradict each other.
func (f *andFacts) collect() bool {
	for i := 0; i < len(f.terms); i++ {
		t := f.terms[i]
		if !Deterministic(t) {
			continue
		}
		t = withoutEqualsTrue(t)
		f.terms[i] = t
		c, ok := t.(*Call)
		if !ok {
			continue
		}
		switch c.Op.Op {
		case IsNotNull:
			f.isNotNull = append(f.isNotNull, c.Args[0])
			f.terms[i] = nil
		case IsNull:
			f.isNull = append(f.isNull, c.Args[0])
		case Equals, NotEquals, LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
			if !f.compare(i, c) {
				return false
			}
		}
	}
	kept := f.terms[:0]
	for _, t := range f.terms {
		if t != nil {
			kept = append(kept, t)
		}
	}
	f.terms = kept
	return true
}

func withoutEqualsTrue(e Expr) Expr {
	for Is(e, Equals) {
		c := e.(*Call)
		switch {
		case AlwaysTrue(c.Args[0]):
			e = c.Args[1]
		case AlwaysTrue(c.Args[1]):
			e = c.Args[0]
		default:
			return e
		}
	}
	return e
}

func (f *andFacts) compare(i int, c *Call) bool {
	cmp, isCmp := comparisonOf(c)
	if isCmp && cmp.lit.Value == nil {
		return false
	}
	if c.Op.Op == Equals {
		if isCmp {
			if f.constant == nil {
				f.constant = map[string]*Literal{}
			}
			d := cmp.ref.Digest()
			if was := f.constant[d]; was != nil && was.Digest() != cmp.lit.Digest() {
				return false
			}
			f.constant[d] = cmp.lit
		} else if IsReference(c.Args[0], true) && IsReference(c.Args[1], true) {
			f.equal = append(f.equal, equality{c.Args[0], c.Args[1], c})
		}
	}
	if f.negated == nil {
		f.negated = map[string]struct{}{}
	}
	// The digest is that of the swapped comparison as well.
	f.negated[Predicate(comparisonOp(c.Op.Op.NegateNullSafe()), c.Args...).Digest()] = struct{}{}
	t := f.s.useKnown(c)
	f.terms[i] = t
	if isCmp && cmp.k != NotEquals {
		return f.addRange(t, cmp)
	}
	return true
}

// constants drops a = b where both are known constants; false if they differ.
func (f *andFacts) constants() bool {
	for _, e := range f.equal {
		a, b := f.constant[e.left.Digest()], f.constant[e.right.Digest()]
		if a == nil || b == nil {
			continue
		}
		if a.Digest() != b.Digest() {
			return false
		}
		for i, t := range f.terms {
			if t.Digest() == e.term.Digest() {
				f.terms = append(f.terms[:i:i], f.terms[i+1:]...)
				break
			}
		}
	}
	return true
}

// finish drops what is implied and appends the IS NOT NULL terms that are left.
func (f *andFacts) finish() Expr {
	if len(f.isNull) > 0 || len(f.isNotNull) > 0 {
		strongly := strongOperands(f.terms)
		for _, e := range f.isNull {
			if strongly[e.Digest()] {
				return False
			}
		}
		for _, e := range distinct(f.isNotNull, func(Expr) bool { return false }) {
			if !strongly[e.Digest()] {
				f.terms = append(f.terms, IsNotNullOf(e))
			}
		}
	}
	return Conjunction(f.terms...)
}

// strongOperands finds the columns and fields whose NULL makes one of the terms not true.
func strongOperands(terms []Expr) map[string]bool {
	found := map[string]bool{}
	for _, t := range terms {
		if !Deterministic(t) {
			continue
		}
		seen := map[string]bool{}
		Any(t, func(x Expr) bool {
			d := x.Digest()
			switch x := x.(type) {
			case *Ref:
				if !seen[d] {
					seen[d] = true
					found[d] = found[d] || strong{column: x.Index}.isNotTrue(t)
				}
			case *FieldAccess:
				if !seen[d] {
					seen[d] = true
					found[d] = found[d] || strong{column: -1, field: d}.isNotTrue(t)
				}
			}
			return false
		})
	}
	return found
}
