package expr

import "rowkind/planner/internal/types"

// collector gathers the comparisons of each expression with literals among the terms of an AND or OR
// (RexSimplify.SargCollector). A term of out is an expression or stands for a builder.
type collector struct {
	and   bool
	byRef map[string]*sargBuilder
	out   []collected
}

type collected struct {
	e Expr
	b *sargBuilder
}

// sargBuilder is the set that the terms about one expression make (RexSimplify.RexSargBuilder). Under an AND it holds
// the complement, as the union of what each term excludes.
type sargBuilder struct {
	ref             Expr
	types           []*types.Type
	ranges          []Range
	null            NullAs
	hasSarg, merged bool
}

// mergeTerms gives terms with those about one expression merged where that says more in one term, and whether any
// were.
func mergeTerms(terms []Expr, and bool, mode NullAs) ([]Expr, bool) {
	c := collector{and: and}
	for _, t := range terms {
		if !c.take(t) {
			c.out = append(c.out, collected{e: t})
		}
	}
	if len(c.byRef) == 0 || !c.worthwhile() {
		return terms, false
	}
	out := make([]Expr, len(c.out))
	for i, t := range c.out {
		if t.b == nil {
			out[i] = t.e
		} else {
			out[i] = t.b.expr(and, mode)
		}
	}
	return out, true
}

func (c *collector) take(e Expr) bool {
	call, ok := e.(*Call)
	if !ok {
		return false
	}
	k := call.Op.Op
	switch k {
	case LessThan, LessOrEqual, GreaterThan, GreaterOrEqual, Equals, NotEquals, Search:
		if l, ok := call.Args[1].(*Literal); ok {
			return collects(call.Args[0]) && c.compare(call.Args[0], k, l)
		}
		if l, ok := call.Args[0].(*Literal); ok {
			return collects(call.Args[1]) && c.compare(call.Args[1], k.Reverse(), l)
		}
	case IsNull, IsNotNull:
		b := c.builder(call.Args[0])
		if c.and {
			k = k.negate()
		}
		if k == IsNull {
			b.null = b.null.or(NullTrue)
		} else {
			b.null = b.null.or(NullFalse)
			b.ranges = append(b.ranges, Range{})
		}
		return true
	}
	return false
}

// collects reports the expressions that a Sarg may be about.
func collects(e Expr) bool {
	switch e := e.(type) {
	case *Ref, *FieldAccess:
		return true
	case *Call:
		return e.Op.Op == Cast
	}
	return false
}

func (c *collector) builder(ref Expr) *sargBuilder {
	b := c.byRef[ref.Digest()]
	if b == nil {
		b = &sargBuilder{ref: ref, null: NullFalse}
		if c.byRef == nil {
			c.byRef = map[string]*sargBuilder{}
		}
		c.byRef[ref.Digest()] = b
		c.out = append(c.out, collected{b: b})
	}
	return b
}

func (c *collector) compare(ref Expr, k OpKind, l *Literal) bool {
	if l.Value == nil {
		return false
	}
	b := c.builder(ref)
	if c.and && k != Search {
		k = k.NegateNullSafe()
	}
	b.types = append(b.types, l.typ)
	if k == Search {
		s := l.Value.(*Sarg)
		if c.and {
			s = s.negate()
		}
		b.ranges = append(b.ranges, s.Ranges...)
		b.merged = b.merged || len(b.ranges) > 0
		b.hasSarg = true
		b.null = b.null.or(s.Null)
		return true
	}
	b.ranges = append(b.ranges, rangesOf(k, l.Value)...)
	b.merged = b.merged || b.hasSarg
	b.null = b.null.or(NullUnknown)
	return true
}

// build gives the set of b; complement for the terms of an AND.
func (b *sargBuilder) build(complement bool) *Sarg {
	set := unionOf(b.ranges)
	if complement {
		return &Sarg{Ranges: set.complement(), Null: b.null.negate()}
	}
	return &Sarg{Ranges: set, Null: b.null}
}

// worthwhile tells whether the merged terms are to replace the written ones (SargCollector.needToFix): one is more
// than a simple comparison, or all have become one simple term.
func (c *collector) worthwhile() bool {
	for _, b := range c.byRef {
		if b.merged || b.build(false).complexity() > 1 {
			return true
		}
	}
	if len(c.out) != 1 {
		return false
	}
	for _, b := range c.byRef {
		if !simpleSet(b.build(c.and).set()) {
			return false
		}
	}
	return true
}

func simpleSet(s rangeSet) bool { return s.points() || s.openInterval() || s.holes() }

func (b *sargBuilder) typ() *types.Type {
	if len(b.types) == 0 {
		return b.ref.Type()
	}
	if t := leastOf(b.types); t != nil {
		return t
	}
	return b.types[0]
}

func (b *sargBuilder) expr(and bool, mode NullAs) Expr {
	s := b.build(and)
	if s.complexity() <= 1 && simpleSet(s.set()) {
		return sargRef(b.ref, s, b.typ(), mode)
	}
	return NewSearch(b.ref, s, b.typ())
}
