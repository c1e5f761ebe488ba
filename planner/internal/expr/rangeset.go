package expr

import "slices"

// rangeSet is a set of ranges, sorted and apart: Guava's RangeSet over the values of one type.
type rangeSet []Range

var everything = rangeSet{{}}

// cmpLower orders the lower ends of ranges.
func cmpLower(a, b Range) int {
	switch {
	case a.Lower == nil && b.Lower == nil:
		return 0
	case a.Lower == nil:
		return -1
	case b.Lower == nil:
		return 1
	}
	if c := CompareValues(a.Lower, b.Lower); c != 0 {
		return c
	}
	return bit(b.LowerClosed) - bit(a.LowerClosed)
}

// cmpUpper orders the upper ends of ranges.
func cmpUpper(a, b Range) int {
	switch {
	case a.Upper == nil && b.Upper == nil:
		return 0
	case a.Upper == nil:
		return 1
	case b.Upper == nil:
		return -1
	}
	if c := CompareValues(a.Upper, b.Upper); c != 0 {
		return c
	}
	return bit(a.UpperClosed) - bit(b.UpperClosed)
}

// touches reports whether a, which does not begin after b, meets or overlaps it.
func touches(a, b Range) bool {
	if a.Upper == nil || b.Lower == nil {
		return true
	}
	c := CompareValues(b.Lower, a.Upper)
	return c < 0 || c == 0 && (a.UpperClosed || b.LowerClosed)
}

func (r Range) empty() bool {
	if r.Lower == nil || r.Upper == nil {
		return false
	}
	c := CompareValues(r.Lower, r.Upper)
	return c > 0 || c == 0 && !(r.LowerClosed && r.UpperClosed)
}

// unionOf makes a set of ranges in any order.
func unionOf(rs []Range) rangeSet {
	if len(rs) < 2 {
		return rs
	}
	s := slices.Clone(rs)
	slices.SortFunc(s, cmpLower)
	out := s[:1]
	for _, r := range s[1:] {
		last := &out[len(out)-1]
		if !touches(*last, r) {
			out = append(out, r)
		} else if cmpUpper(*last, r) < 0 {
			last.Upper, last.UpperClosed = r.Upper, r.UpperClosed
		}
	}
	return out
}

func (s rangeSet) complement() rangeSet {
	var out rangeSet
	next := Range{} // from -∞
	open := true
	for _, r := range s {
		if r.Lower != nil {
			next.Upper, next.UpperClosed = r.Lower, !r.LowerClosed
			if !next.empty() {
				out = append(out, next)
			}
		}
		if r.Upper == nil {
			open = false
			break
		}
		next = Range{Lower: r.Upper, LowerClosed: !r.UpperClosed}
	}
	if open {
		out = append(out, next)
	}
	return out
}

func (s rangeSet) all() bool { return len(s) == 1 && s[0].Lower == nil && s[0].Upper == nil }

func (s rangeSet) equal(o rangeSet) bool {
	return slices.EqualFunc(s, o, func(a, b Range) bool { return cmpLower(a, b) == 0 && cmpUpper(a, b) == 0 })
}

// encloses reports whether one range of s holds all of r.
func (s rangeSet) encloses(r Range) bool {
	for _, x := range s {
		if cmpLower(x, r) <= 0 && cmpUpper(x, r) >= 0 {
			return true
		}
	}
	return false
}

// within gives the part of s inside r.
func (s rangeSet) within(r Range) rangeSet {
	var out rangeSet
	for _, x := range s {
		if cmpLower(x, r) < 0 {
			x.Lower, x.LowerClosed = r.Lower, r.LowerClosed
		}
		if cmpUpper(x, r) > 0 {
			x.Upper, x.UpperClosed = r.Upper, r.UpperClosed
		}
		if !x.empty() {
			out = append(out, x)
		}
	}
	return out
}

// minus gives s without the point v.
func (s rangeSet) minus(v Value) rangeSet {
	var out rangeSet
	for _, x := range s {
		below := rangeSet{x}.within(Range{Upper: v})
		above := rangeSet{x}.within(Range{Lower: v})
		out = append(append(out, below...), above...)
	}
	return out
}

// contains reports whether v is in r.
func (r Range) contains(v Value) bool {
	if r.Lower != nil {
		if c := CompareValues(r.Lower, v); c > 0 || c == 0 && !r.LowerClosed {
			return false
		}
	}
	if r.Upper != nil {
		if c := CompareValues(v, r.Upper); c > 0 || c == 0 && !r.UpperClosed {
			return false
		}
	}
	return true
}

// rangeOf gives the values x with "x k v", k one of = < <= > >=.
func rangeOf(k OpKind, v Value) Range {
	switch k {
	case LessThan:
		return Range{Upper: v}
	case LessOrEqual:
		return Range{Upper: v, UpperClosed: true}
	case GreaterThan:
		return Range{Lower: v}
	case GreaterOrEqual:
		return Range{Lower: v, LowerClosed: true}
	}
	return Range{Lower: v, Upper: v, LowerClosed: true, UpperClosed: true}
}

// rangesOf is rangeOf for <> as well.
func rangesOf(k OpKind, v Value) rangeSet {
	if k == NotEquals {
		return rangeSet{{Upper: v}, {Lower: v}}
	}
	return rangeSet{rangeOf(k, v)}
}

// points reports whether s is made of points only (Sarg.isPoints); true of the empty set.
func (s rangeSet) points() bool {
	for _, r := range s {
		if !r.isPoint() {
			return false
		}
	}
	return true
}

// holes reports whether s is everything but some points (Sarg.isComplementedPoints).
func (s rangeSet) holes() bool {
	if len(s) < 2 || s[0].Lower != nil || s[len(s)-1].Upper != nil {
		return false
	}
	return s.complement().points()
}

// openInterval reports a single range open to a side (RangeSets.isOpenInterval).
func (s rangeSet) openInterval() bool {
	return len(s) == 1 && (s[0].Lower == nil || s[0].Upper == nil)
}

// complexity counts the terms that a Sarg stands for (Sarg.complexity).
func (s *Sarg) complexity() int {
	switch {
	case s.none():
		return bit(s.Null != NullFalse)
	case s.all():
		return 1 + bit(s.Null == NullTrue)
	}
	n := len(s.Ranges)
	if n == 2 {
		if rest := rangeSet(s.Ranges).complement(); len(rest) == 1 && rest[0].isPoint() {
			n = 1
		}
	}
	return n + bit(s.Null == NullTrue)
}

func (s *Sarg) set() rangeSet { return s.Ranges }

// negate is the Sarg that holds what s does not (Sarg.negate).
func (s *Sarg) negate() *Sarg {
	return &Sarg{Ranges: rangeSet(s.Ranges).complement(), Null: s.Null.negate()}
}

func (n NullAs) negate() NullAs {
	switch n {
	case NullTrue:
		return NullFalse
	case NullFalse:
		return NullTrue
	}
	return n
}

// or joins what two Sargs say of NULL under an OR (RexUnknownAs.or).
func (n NullAs) or(o NullAs) NullAs {
	switch n {
	case NullTrue:
		return n
	case NullUnknown:
		if o == NullTrue {
			return o
		}
		return n
	}
	return o
}
