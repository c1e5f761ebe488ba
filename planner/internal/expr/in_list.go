package expr

import (
	"math/bits"
	"unicode/utf16"

	"rowkind/planner/internal/types"
)

// ConvertToNotInOrIn turns four or more equalities of one expression under an OR into a SEARCH, and as many
// inequalities under an AND into a NOT of one (Flink's ConvertToNotInOrInRule; twenty for FLOAT and DOUBLE). It gives e
// itself for no change.
func ConvertToNotInOrIn(e Expr) Expr {
	if r := convertIn(e, true); r != nil {
		e = r
	}
	if r := convertIn(e, false); r != nil {
		e = r
	}
	return e
}

// convertIn looks for IN, or for NOT IN; nil for no change.
func convertIn(e Expr, in bool) Expr {
	from, connect, composed, terms := Equals, Or, And, []Expr(nil)
	if in {
		terms = Disjuncts(e)
	} else {
		from, connect, composed, terms = NotEquals, And, Or, Conjuncts(e)
	}
	var out []Expr
	groups := map[string]int{}
	var lists [][]*Call
	converted := false
	for _, t := range terms {
		c, ok := t.(*Call)
		switch {
		case !ok:
			out = append(out, t)
		case c.Op.Op == from:
			ref, lit, ok := literalSide(c)
			if !ok {
				out = append(out, t)
				continue
			}
			key := Print(ref, AST, nil)
			g, seen := groups[key]
			if !seen {
				g = len(lists)
				groups[key] = g
				lists = append(lists, nil)
			}
			lists[g] = append(lists[g], NewCall(c.Op, c.typ, ref, lit))
		case c.Op.Op == composed:
			n, changed := convertParts(c, composed, in)
			converted = converted || changed
			out = append(out, n)
		default:
			out = append(out, t)
		}
	}
	for _, g := range scalaOrder(lists) {
		if !enough(g) {
			out = append(out, connected(connect, calls(g)))
			continue
		}
		converted = true
		points := make([]Expr, len(g))
		for i, c := range g {
			points[i] = c.Args[1]
		}
		s := InList(g[0].Args[0], points)
		if !in {
			s = NotOf(s)
		}
		out = append(out, s)
	}
	if !converted {
		return nil
	}
	return connected(connect, out)
}

func convertParts(c *Call, composed OpKind, in bool) (Expr, bool) {
	parts := Conjuncts(c)
	if composed == Or {
		parts = Disjuncts(c)
	}
	changed := false
	for i, p := range parts {
		if r := convertIn(p, in); r != nil {
			parts[i], changed = r, true
		}
	}
	return connected(composed, parts), changed
}

func connected(k OpKind, terms []Expr) Expr {
	if k == And {
		return Conjunction(terms...)
	}
	return Disjunction(terms...)
}

func calls(cs []*Call) []Expr {
	out := make([]Expr, len(cs))
	for i, c := range cs {
		out[i] = c
	}
	return out
}

func literalSide(c *Call) (ref Expr, l *Literal, ok bool) {
	if l, ok = c.Args[1].(*Literal); ok {
		return c.Args[0], l, true
	}
	l, ok = c.Args[0].(*Literal)
	return c.Args[1], l, ok
}

func enough(g []*Call) bool {
	switch g[0].Args[0].Type().Kind {
	case types.Float, types.Double:
		return len(g) >= 20
	}
	return len(g) >= 4
}

// scalaOrder gives the groups in the order in which Scala's HashMap lists them, which is the order in the plan: the
// table from its end, the newest entry of a slot first.
func scalaOrder(lists [][]*Call) [][]*Call {
	if len(lists) < 2 {
		return lists
	}
	size := 16
	for len(lists) > size*3/4 {
		size *= 2
	}
	slots := make([][][]*Call, size)
	for _, g := range lists {
		i := scalaSlot(javaHash(Print(g[0].Args[0], AST, nil)), size)
		slots[i] = append(slots[i], g)
	}
	out := make([][]*Call, 0, len(lists))
	for i := size - 1; i >= 0; i-- {
		for k := len(slots[i]) - 1; k >= 0; k-- {
			out = append(out, slots[i][k])
		}
	}
	return out
}

// scalaSlot is HashTable.index of Scala 2.12 for a table of a power of two.
func scalaSlot(h int32, size int) int {
	x := uint32(h) * 0x9e3775cd
	x = bits.ReverseBytes32(x) * 0x9e3775cd
	x = bits.RotateLeft32(x, -bits.OnesCount(uint(size-1)))
	ones := uint32(size - 1)
	return int(x >> bits.LeadingZeros32(ones) & ones)
}

// javaHash is String.hashCode.
func javaHash(s string) int32 {
	var h int32
	for _, u := range utf16.Encode([]rune(s)) {
		h = h*31 + int32(u)
	}
	return h
}
