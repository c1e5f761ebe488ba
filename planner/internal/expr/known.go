package expr

// known is what holds of the rows that an expression is computed over (RelOptPredicateList's pulled-up predicates),
// found by the expression that a predicate is about. Most expressions ask for one kind of it or none, so each map is
// made when it is asked for.
type known struct {
	list []Expr
	has  map[string]int           // digest of a predicate -> how often it was given
	cmp  map[string]*knownCompare // digest of a compared expression
	is   map[string]int           // digest of IS NULL(x) or IS NOT NULL(x) -> how often
}

// knownCompare holds the comparisons of one expression with literals.
type knownCompare struct {
	terms  []comparison
	holes  map[string]int // keys of values that it differs from
	ranges int            // how many of terms are not <>
}

// comparison is ref k literal (RexSimplify.Comparison).
type comparison struct {
	ref Expr
	k   OpKind
	lit *Literal
}

// comparisonOf reads e as a comparison of a reference or deterministic expression with a literal, sides swapped if need
// be.
func comparisonOf(e Expr) (comparison, bool) {
	return comparisonIf(e, func(x Expr) bool { return IsReference(x, true) || Deterministic(x) })
}

func comparisonIf(e Expr, ok func(Expr) bool) (comparison, bool) {
	c, isCall := e.(*Call)
	if !isCall || !c.Op.Op.Comparison() {
		return comparison{}, false
	}
	if l, isLit := c.Args[1].(*Literal); isLit && ok(c.Args[0]) {
		return comparison{c.Args[0], c.Op.Op, l}, true
	}
	if l, isLit := c.Args[0].(*Literal); isLit && ok(c.Args[1]) {
		return comparison{c.Args[1], c.Op.Op.Reverse(), l}, true
	}
	return comparison{}, false
}

// isPredicate reads e as IS NULL or IS NOT NULL of a reference or deterministic expression.
func isPredicate(e Expr) bool {
	c, ok := e.(*Call)
	return ok && (c.Op.Op == IsNull || c.Op.Op == IsNotNull) && (IsReference(c.Args[0], true) || Deterministic(c.Args[0]))
}

func newKnown(predicates []Expr) *known {
	return &known{list: predicates[:len(predicates):len(predicates)]}
}

func (k *known) empty() bool { return len(k.list) == 0 }

// push adds a predicate; pop takes the last one away again.
func (k *known) push(p Expr) {
	k.list = append(k.list, p)
	if k.has != nil {
		k.has[p.Digest()]++
	}
	if k.cmp != nil {
		k.sort(p)
	}
}

func (k *known) pop() {
	p := k.list[len(k.list)-1]
	k.list = k.list[:len(k.list)-1]
	if k.has != nil {
		decrement(k.has, p.Digest())
	}
	if k.cmp != nil {
		k.unsort(p)
	}
}

// sorted gives what is compared with literals, and what IS (NOT) NULL.
func (k *known) sorted() (cmp map[string]*knownCompare, is map[string]int) {
	if k.cmp == nil {
		k.cmp, k.is = map[string]*knownCompare{}, map[string]int{}
		for _, p := range k.list {
			k.sort(p)
		}
	}
	return k.cmp, k.is
}

func (k *known) sort(p Expr) {
	if isPredicate(p) {
		k.is[p.Digest()]++
		return
	}
	c, ok := comparisonOf(p)
	if !ok {
		return
	}
	kc := k.cmp[c.ref.Digest()]
	if kc == nil {
		kc = &knownCompare{}
		k.cmp[c.ref.Digest()] = kc
	}
	kc.terms = append(kc.terms, c)
	if c.k != NotEquals {
		kc.ranges++
		return
	}
	if kc.holes == nil {
		kc.holes = map[string]int{}
	}
	kc.holes[valueKey(c.lit.Value)]++
}

func (k *known) unsort(p Expr) {
	if isPredicate(p) {
		decrement(k.is, p.Digest())
		return
	}
	c, ok := comparisonOf(p)
	if !ok {
		return
	}
	kc := k.cmp[c.ref.Digest()]
	kc.terms = kc.terms[:len(kc.terms)-1]
	if c.k != NotEquals {
		kc.ranges--
	} else {
		decrement(kc.holes, valueKey(c.lit.Value))
	}
}

func decrement(m map[string]int, k string) {
	if m[k]--; m[k] <= 0 {
		delete(m, k)
	}
}

// valueKey is equal for values that compare equal: numbers by value, not by digits.
func valueKey(v Value) string {
	if d, ok := v.(Dec); ok {
		return d.strip().String()
	}
	return string(appendValueKey(nil, v))
}

func (k *known) contains(e Expr) bool {
	if k.empty() {
		return false
	}
	if k.has == nil {
		k.has = make(map[string]int, len(k.list))
		for _, p := range k.list {
			k.has[p.Digest()]++
		}
	}
	return k.has[e.Digest()] > 0
}

// says reports that IS NULL(a) or IS NOT NULL(a), by its kind, is known.
func (k *known) says(kind OpKind, a Expr) bool {
	if k.empty() {
		return false
	}
	_, is := k.sorted()
	return len(is) > 0 && is[IsCall(kind, a).Digest()] > 0
}

// notNull reports whether e cannot be NULL: by its type, by what is known, or as a comparison of such
// (RelOptPredicateList.isEffectivelyNotNull).
func (k *known) notNull(e Expr) bool {
	if !e.Type().Nullable {
		return true
	}
	if q, ok := e.(*SubQuery); ok && q.Op.Op == In {
		return k.allNotNull(q.Args) // whatever the query gives
	}
	if k.empty() {
		return false
	}
	if _, is := k.sorted(); len(is) > 0 && k.contains(IsNotNullOf(e)) {
		return true
	}
	if c, ok := e.(*Call); ok && (c.Op.Op.Comparison() || c.Op.Op == In || c.Op.Op == IsDistinctFrom || c.Op.Op == IsNotDistinctFrom) {
		return k.allNotNull(c.Args)
	}
	return false
}

func (k *known) allNotNull(list []Expr) bool {
	for _, e := range list {
		if !k.notNull(e) {
			return false
		}
	}
	return true
}

// residue gives what of the values r0 of ref is left to be asked for, given what is known (RexSimplify.residue).
func (k *known) residue(c comparison, r0 rangeSet) rangeSet {
	cmp, _ := k.sorted()
	kc := cmp[c.ref.Digest()]
	if kc == nil {
		return r0
	}
	if kc.ranges == 0 && len(kc.terms) > 8 {
		// A long list of <>: only the hole at the asked value can matter to an equality, and only the first hole to a <>.
		switch c.k {
		case Equals:
			if kc.holes[valueKey(c.lit.Value)] > 0 {
				return nil
			}
			return r0
		case NotEquals:
			if CompareValues(kc.terms[0].lit.Value, c.lit.Value) == 0 {
				return everything
			}
			return r0
		}
	}
	result := r0
	for _, p := range kc.terms {
		if p.lit.Value == nil {
			continue
		}
		if p.k == NotEquals {
			if result.encloses(Range{Upper: p.lit.Value}) && result.encloses(Range{Lower: p.lit.Value}) {
				result = everything
				continue
			}
			result = result.minus(p.lit.Value)
		} else {
			r := rangeOf(p.k, p.lit.Value)
			if result.encloses(r) {
				result = everything
				continue
			}
			result = result.within(r)
		}
		if len(result) == 0 {
			break
		}
	}
	return result
}

// ComparesWithLiteral reports a comparison of a reference or deterministic expression with a literal.
func ComparesWithLiteral(e Expr) bool {
	_, ok := comparisonOf(e)
	return ok
}
