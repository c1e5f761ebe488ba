package types

import "hash/maphash"

// maxKey bounds the length of digests: a longer one is replaced by its hash, so that a chain of a thousand calls does
// not cost a thousand times its length.
const maxKey = 192

// The seeds of digests' hashes; nobody outside knows them, so nobody can make two texts with one hash.
var seedA, seedB = maphash.MakeSeed(), maphash.MakeSeed()

// Bounded gives the digest itself or, for a long one, what stands for it.
func Bounded(key []byte) string {
	if len(key) <= maxKey {
		return string(key)
	}
	return Hash(key)
}

// Hash stands for a long digest.
func Hash(key []byte) string {
	var h [17]byte
	h[0] = '#'
	a, b := maphash.Bytes(seedA, key), maphash.Bytes(seedB, key)
	for i := range 8 {
		h[1+i], h[9+i] = byte(a>>(8*i)), byte(b>>(8*i))
	}
	return string(h[:])
}
