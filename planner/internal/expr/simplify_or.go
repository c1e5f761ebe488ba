package expr

import "rowkind/planner/internal/types"

// or simplifies an OR (RexSimplify.simplifyOr).
func (s *simplifier) or(c *Call, mode NullAs) Expr {
	terms := Disjuncts(c)
	if s.alone {
		terms = append([]Expr(nil), s.list(terms, mode)...)
	} else {
		terms = nullsFirst(terms)
		s.orTerms(terms, mode)
	}
	return s.ors(terms, mode)
}

// nullsFirst moves the IS NULL terms to the front.
func nullsFirst(terms []Expr) []Expr {
	out := make([]Expr, 0, len(terms))
	for _, t := range terms {
		if Is(t, IsNull) {
			out = append(out, t)
		}
	}
	for _, t := range terms {
		if !Is(t, IsNull) {
			out = append(out, t)
		}
	}
	return out
}

// orTerms simplifies predicates first, each knowing that those before it were not true, then the others.
func (s *simplifier) orTerms(terms []Expr, mode NullAs) {
	done := make([]bool, len(terms))
	pushed := 0
	for i, t := range terms {
		if !s.toldInOr(t) {
			continue
		}
		done[i] = true
		terms[i] = s.simplify(t, mode)
		s.known.push(s.simplify(s.isNotTrue(terms[i]), NullUnknown))
		pushed++
	}
	for i, t := range terms {
		if !done[i] {
			terms[i] = s.simplify(t, mode)
		}
	}
	for ; pushed > 0; pushed-- {
		s.known.pop()
	}
}

func (s *simplifier) toldInOr(e Expr) bool {
	if c, ok := comparisonOf(e); ok {
		return s.known.notNull(c.ref)
	}
	return isPredicate(e)
}

// ors joins simplified terms (RexSimplify.simplifyOrs).
func (s *simplifier) ors(terms []Expr, mode NullAs) Expr {
	if merged, ok := mergeTerms(terms, false, mode); ok {
		terms = merged
	}
	j := orJoiner{s: s, mode: mode, terms: terms}
	for i := range terms {
		if !j.look(i) {
			return True
		}
	}
	var out []Expr
	for _, t := range j.terms {
		if t != nil {
			out = append(out, t)
		}
	}
	return Disjunction(out...)
}

type orJoiner struct {
	s        *simplifier
	mode     NullAs
	terms    []Expr         // a dropped one is nil
	holes    map[string]int // digest of x -> index of the first x <> literal, or of what it became
	position map[string]int // digest of a term -> where it is first, made when first asked for
}

// look joins term i to the others; it is false if that makes the OR true.
func (j *orJoiner) look(i int) bool {
	switch t := j.terms[i].(type) {
	case *Literal:
		return j.literal(i, t)
	case *Call:
		switch t.Op.Op {
		case NotEquals:
			return j.notEquals(i, t)
		case IsNotTrue:
			if safe(t.Args[0]) && j.find(t.Args[0]) >= 0 {
				return false
			}
		case Not:
			x := t.Args[0]
			if !safe(x) {
				return true
			}
			at := j.find(x)
			if at < 0 {
				return true
			}
			if !x.Type().Nullable {
				return false
			}
			e := IsNotNullOf(x)
			if r := j.s.is1(IsNotNull, x, j.mode); r != nil {
				e = r
			}
			j.terms[at] = e
			j.terms[i] = NullOf(types.BooleanType)
			j.position = nil
			return j.look(i)
		}
	}
	return true
}

func (j *orJoiner) literal(i int, l *Literal) bool {
	if l.Value == nil {
		switch j.mode {
		case NullFalse:
			j.terms[i] = nil
		case NullTrue:
			return false
		}
		return true
	}
	if l.Value == Bool(true) {
		return false
	}
	j.terms[i] = nil
	return true
}

// notEquals knows that x <> a OR x <> b is true unless x is NULL.
func (j *orJoiner) notEquals(i int, t *Call) bool {
	c, ok := comparisonOf(t)
	if !ok {
		return true
	}
	d := c.ref.Digest()
	at, seen := j.holes[d]
	if !seen {
		if j.holes == nil {
			j.holes = map[string]int{}
		}
		j.holes[d] = i
		return true
	}
	j.terms[i] = nil
	first, ok := comparisonOf(j.terms[at])
	if !ok || first.lit.Value == nil || c.lit.Value == nil || CompareValues(first.lit.Value, c.lit.Value) == 0 {
		return true
	}
	e := j.s.simplify(Predicate(OrOp, IsNotNullOf(c.ref), NullOf(types.BooleanType)), j.mode)
	if AlwaysTrue(e) {
		return false
	}
	j.terms[at] = e
	return true
}

func (j *orJoiner) find(e Expr) int {
	if j.position == nil {
		j.position = make(map[string]int, len(j.terms))
		for i, t := range j.terms {
			if t != nil {
				if _, dup := j.position[t.Digest()]; !dup {
					j.position[t.Digest()] = i
				}
			}
		}
	}
	if i, ok := j.position[e.Digest()]; ok && j.terms[i] != nil {
		return i
	}
	return -1
}
