package keys

import (
	"math/bits"
	"slices"
)

// hash is ImmutableBitSet's: java.util.BitSet's algorithm over the words.
func (c Cols) hash() uint32 {
	h := uint64(1234) ^ c.lo
	for i, w := range c.hi {
		h ^= w * uint64(i+2)
	}
	return uint32(h>>32) ^ uint32(h)
}

// JavaOrder gives the keys in the order in which a java.util.HashSet of them, filled in the order of s, is iterated.
func (s Set) JavaOrder() []Cols {
	if len(s.Keys) < 2 || s.Listed {
		return s.Keys
	}
	n := 16
	for len(s.Keys)*4 > n*3 {
		n *= 2
	}
	slots := make([][]Cols, n)
	for _, k := range s.Keys {
		h := k.hash()
		slot := (h ^ h>>16) & uint32(n-1)
		slots[slot] = append(slots[slot], k)
	}
	out := make([]Cols, 0, len(s.Keys))
	for _, list := range slots {
		out = append(out, list...)
	}
	return out
}

// ScalaOrder gives distinct strings in the order in which a scala.collection.mutable.HashSet (2.12) of them is
// iterated: a FlatHashTable of 32 slots or more, kept under 45 % full, with linear probing.
func ScalaOrder(s []string) []string {
	if len(s) < 2 {
		return s
	}
	size := 32
	table := make([]string, size)
	used := 0
	for _, x := range s {
		if !insert(table, x) {
			continue
		}
		if used++; used >= size*450/1000 {
			old := table
			size *= 2
			table = make([]string, size)
			for _, y := range old {
				if y != "" {
					insert(table, y)
				}
			}
		}
	}
	out := make([]string, 0, used)
	for _, x := range table {
		if x != "" {
			out = append(out, x)
		}
	}
	return out
}

func insert(table []string, x string) bool {
	h := scalaIndex(javaHash(x), len(table))
	for table[h] != "" {
		if table[h] == x {
			return false
		}
		h = (h + 1) % len(table)
	}
	table[h] = x
	return true
}

// scalaIndex is FlatHashTable.index of improve(hash, seed), where the seed of a table of this size is the number of
// ones below its size.
func scalaIndex(h uint32, size int) int {
	const multiplier = 0x9e3775cd
	i := bits.ReverseBytes32(h*multiplier) * multiplier
	ones := bits.OnesCount32(uint32(size - 1))
	i = bits.RotateLeft32(i, -(ones % 32))
	return int(i>>(32-ones)) & (size - 1)
}

// HashOrder puts strings in the order in which a java.util.HashMap lists them as keys.
func HashOrder(list []string) []string {
	size := uint32(16)
	for uint32(len(list))*4 > size*3 {
		size *= 2
	}
	slot := func(s string) int {
		h := javaHash(s)
		return int((h ^ h>>16) & (size - 1))
	}
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b string) int { return slot(a) - slot(b) })
	return out
}

// javaHash is String.hashCode.
func javaHash(s string) uint32 {
	var h uint32
	for _, r := range s {
		if r > 0xffff {
			r -= 0x10000
			h = h*31 + uint32(0xd800+r>>10)
			h = h*31 + uint32(0xdc00+r&0x3ff)
			continue
		}
		h = h*31 + uint32(r)
	}
	return h
}

// Smallest gives the key with the fewest columns, and of those the one that is smaller at some position where an
// earlier choice is not (UpsertKeyUtil.getSmallestKey); false if there is none.
func (s Set) Smallest() (Cols, bool) {
	ks := s.JavaOrder()
	if len(ks) == 0 {
		return Cols{}, false
	}
	best := ks[0].Slice()
	for _, k := range ks[1:] {
		if !firstIsSmaller(best, k.Slice()) {
			best = k.Slice()
		}
	}
	return Of(best...), true
}

func firstIsSmaller(a, b []int) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	for i := range a {
		if a[i] < b[i] {
			return true
		}
	}
	return false
}
