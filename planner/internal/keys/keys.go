// Package keys holds sets of column positions and sets of keys made of them. It knows no operator.
package keys

import (
	"math/bits"
	"strconv"
	"strings"
)

// Cols is a set of column positions. The zero value is empty. A Cols is never changed after it was made.
type Cols struct {
	lo uint64
	hi []uint64
}

// Of makes a set of the given positions.
func Of(cols ...int) Cols {
	most := 0
	for _, i := range cols {
		most = max(most, i)
	}
	c := room(most)
	for _, i := range cols {
		c.set(i)
	}
	return c
}

// room is an empty set that set may put columns up to most into, before anybody else sees it.
func room(most int) Cols {
	if most < 64 {
		return Cols{}
	}
	return Cols{hi: make([]uint64, most/64)}
}

func (c *Cols) set(i int) {
	if i < 64 {
		c.lo |= 1 << uint(i)
		return
	}
	c.hi[i/64-1] |= 1 << uint(i%64)
}

// Range gives the set lo, lo+1, …, hi-1.
func Range(lo, hi int) Cols {
	if hi <= lo {
		return Cols{}
	}
	c := room(hi - 1)
	for i := lo; i < hi; i++ {
		c.set(i)
	}
	return c
}

// With gives c and i.
func (c Cols) With(i int) Cols {
	if i < 64 {
		c.lo |= 1 << uint(i)
		return c
	}
	w := i/64 - 1
	hi := make([]uint64, max(len(c.hi), w+1))
	copy(hi, c.hi)
	hi[w] |= 1 << uint(i%64)
	c.hi = hi
	return c
}

// Has reports whether i is in c.
func (c Cols) Has(i int) bool {
	if i < 0 {
		return false
	}
	if i < 64 {
		return c.lo&(1<<uint(i)) != 0
	}
	w := i/64 - 1
	return w < len(c.hi) && c.hi[w]&(1<<uint(i%64)) != 0
}

// Empty reports whether c has no member.
func (c Cols) Empty() bool {
	if c.lo != 0 {
		return false
	}
	for _, w := range c.hi {
		if w != 0 {
			return false
		}
	}
	return true
}

// Len counts the members.
func (c Cols) Len() int {
	n := bits.OnesCount64(c.lo)
	for _, w := range c.hi {
		n += bits.OnesCount64(w)
	}
	return n
}

// Contains reports whether every member of o is in c.
func (c Cols) Contains(o Cols) bool {
	if o.lo&^c.lo != 0 {
		return false
	}
	for i, w := range o.hi {
		var have uint64
		if i < len(c.hi) {
			have = c.hi[i]
		}
		if w&^have != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether c and o have the same members.
func (c Cols) Equal(o Cols) bool { return c.Contains(o) && o.Contains(c) }

// Union gives the members of either.
func (c Cols) Union(o Cols) Cols {
	c.lo |= o.lo
	if len(o.hi) > 0 {
		hi := make([]uint64, max(len(c.hi), len(o.hi)))
		copy(hi, c.hi)
		for i, w := range o.hi {
			hi[i] |= w
		}
		c.hi = hi
	}
	return c
}

// Minus gives the members of c that are not in o.
func (c Cols) Minus(o Cols) Cols {
	r := Cols{lo: c.lo &^ o.lo}
	if len(c.hi) > 0 {
		r.hi = append([]uint64(nil), c.hi...)
		for i := range min(len(c.hi), len(o.hi)) {
			r.hi[i] &^= o.hi[i]
		}
	}
	return r
}

// Intersect gives the members of both.
func (c Cols) Intersect(o Cols) Cols {
	r := Cols{lo: c.lo & o.lo}
	if n := min(len(c.hi), len(o.hi)); n > 0 {
		r.hi = make([]uint64, n)
		for i := range n {
			r.hi[i] = c.hi[i] & o.hi[i]
		}
	}
	return r
}

// Intersects reports whether c and o share a member.
func (c Cols) Intersects(o Cols) bool {
	if c.lo&o.lo != 0 {
		return true
	}
	for i := range min(len(c.hi), len(o.hi)) {
		if c.hi[i]&o.hi[i] != 0 {
			return true
		}
	}
	return false
}

// Shift moves every member by n, which may be negative as long as no member falls below zero.
func (c Cols) Shift(n int) Cols {
	r := room(64*(len(c.hi)+1) - 1 + n)
	for i := range c.All() {
		r.set(i + n)
	}
	return r
}

// All ranges over the members, ascending.
func (c Cols) All() func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for w := c.lo; w != 0; w &= w - 1 {
			if !yield(bits.TrailingZeros64(w)) {
				return
			}
		}
		for i, h := range c.hi {
			for w := h; w != 0; w &= w - 1 {
				if !yield((i+1)*64 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// Slice gives the members, ascending.
func (c Cols) Slice() []int {
	s := make([]int, 0, c.Len())
	for i := range c.All() {
		s = append(s, i)
	}
	return s
}

// String spells c as Calcite's ImmutableBitSet does: "{0, 2}".
func (c Cols) String() string {
	var b strings.Builder
	b.WriteByte('{')
	first := true
	for i := range c.All() {
		if !first {
			b.WriteString(", ")
		}
		first = false
		b.WriteString(strconv.Itoa(i))
	}
	b.WriteByte('}')
	return b.String()
}

// Set is a set of keys. Known is false where nothing is known of keys (Calcite's null); a known empty Set
// says that there is none.
type Set struct {
	Keys  []Cols
	Known bool
	// Listed says that Flink holds the keys in a set that keeps the order of insertion, not in a hash set.
	Listed bool
}

// Unknown is the Set of which nothing is known.
var Unknown = Set{}

// None is the Set that is known to hold no key.
var None = Set{Known: true}

// SetOf makes a known Set.
func SetOf(ks ...Cols) Set {
	s := Set{Known: true}
	for _, k := range ks {
		s = s.Add(k)
	}
	return s
}

// Add gives s, known, with k in it.
func (s Set) Add(k Cols) Set {
	for _, have := range s.Keys {
		if have.Equal(k) {
			s.Known = true
			return s
		}
	}
	return Set{Keys: append(s.Keys[:len(s.Keys):len(s.Keys)], k), Known: true}
}

// Most is how many keys a node may have. Tables joined one by one by their keys double them with each, in Flink until it
// runs out of memory.
const Most = 1 << 12

// Builder makes a known Set of many keys.
type Builder struct {
	keys []Cols
	at   map[uint32][]int // places by hash
}

// Add puts k in.
func (b *Builder) Add(k Cols) {
	h := k.hash()
	for _, i := range b.at[h] {
		if b.keys[i].Equal(k) {
			return
		}
	}
	if b.at == nil {
		b.at = map[uint32][]int{}
	}
	b.at[h] = append(b.at[h], len(b.keys))
	b.keys = append(b.keys, k)
}

// Spread puts in the keys that key becomes where each column c has moved to the places to[c]; none where a column has no
// place. It is false where that would be more than Most. The loop over the places is Flink's, which does not try all
// combinations of them (FlinkRelMdUniqueKeys.getProjectUniqueKeys).
func (b *Builder) Spread(key Cols, to map[int][]int) bool {
	total := 1
	for c := range key.All() {
		if total *= len(to[c]); total == 0 {
			return true
		}
		if total > Most {
			return false
		}
	}
	for i := 0; i <= total; i++ {
		var k Cols
		for c := range key.All() {
			k = k.With(to[c][i%len(to[c])])
		}
		b.Add(k)
	}
	return len(b.keys) <= Most
}

// Len is how many keys there are.
func (b *Builder) Len() int { return len(b.keys) }

// Set gives what was put in.
func (b *Builder) Set() Set { return Set{Keys: b.keys, Known: true} }

// Empty reports whether s holds no key, known or not.
func (s Set) Empty() bool { return len(s.Keys) == 0 }
