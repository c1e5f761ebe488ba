package expr

// termRange is the range that the terms so far leave to an expression, and the terms that bound it
// (RexSimplify.processRange).
type termRange struct {
	r     Range
	terms []Expr
}

// addRange narrows the range of c.ref by the term t, which c spells; terms that the range makes needless become TRUE.
// It is false if nothing is left.
func (f *andFacts) addRange(t Expr, c comparison) bool {
	if f.ranges == nil {
		f.ranges = map[string]*termRange{}
	}
	d := c.ref.Digest()
	p := f.ranges[d]
	if p == nil {
		f.ranges[d] = &termRange{rangeOf(c.k, c.lit.Value), []Expr{t}}
		return true
	}
	v := c.lit.Value
	switch c.k {
	case Equals:
		if !p.r.contains(v) {
			return false
		}
		for _, e := range p.terms {
			f.replaceLast(e)
		}
		f.ranges[d] = &termRange{rangeOf(Equals, v), []Expr{t}}
		return true
	case LessThan, LessOrEqual:
		n := rangeOf(c.k, v)
		if p.r.Upper != nil && !tighter(n, p.r, true) {
			f.replaceLast(t)
			return true
		}
		p.r.Upper, p.r.UpperClosed = n.Upper, n.UpperClosed
	default:
		n := rangeOf(c.k, v)
		if p.r.Lower != nil && !tighter(n, p.r, false) {
			f.replaceLast(t)
			return true
		}
		p.r.Lower, p.r.LowerClosed = n.Lower, n.LowerClosed
	}
	if p.r.empty() {
		return false
	}
	upper := c.k == LessThan || c.k == LessOrEqual
	kept := make([]Expr, 0, len(p.terms)+1)
	for _, e := range p.terms {
		if boundsRange(e, upper) {
			f.replaceLast(e)
		} else {
			kept = append(kept, e)
		}
	}
	p.terms = append(kept, t)
	return true
}

// tighter reports whether the new bound is to replace the old one: an open bound does at the same value, a closed one
// only at a smaller range.
func tighter(n, old Range, upper bool) bool {
	var order int
	var open bool
	if upper {
		order, open = CompareValues(n.Upper, old.Upper), !n.UpperClosed
	} else {
		order, open = CompareValues(old.Lower, n.Lower), !n.LowerClosed
	}
	return order < 0 || order == 0 && open
}

// replaceLast makes the last term equal to e TRUE.
func (f *andFacts) replaceLast(e Expr) {
	for i := len(f.terms) - 1; i >= 0; i-- {
		if t := f.terms[i]; t != nil && t.Digest() == e.Digest() {
			f.terms[i] = True
			return
		}
	}
}

// boundsRange reports whether e bounds a reference by a literal from above, or from below.
func boundsRange(e Expr, upper bool) bool {
	c, ok := e.(*Call)
	if !ok || len(c.Args) != 2 {
		return false
	}
	ref, lit := c.Args[0], c.Args[1]
	switch c.Op.Op {
	case LessThan, LessOrEqual:
		if !upper {
			ref, lit = lit, ref
		}
	case GreaterThan, GreaterOrEqual:
		if upper {
			ref, lit = lit, ref
		}
	default:
		return false
	}
	_, isLit := lit.(*Literal)
	return isLit && IsReference(ref, true)
}
