package simulate

import (
	"encoding/binary"
	"math"
	"math/big"
	"math/bits"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Flink keeps the rows of a join, and of a mini-batch, in Java's HashMap by the hash of their bytes; so their order there is
// that of BinaryRowData.hashCode.

// rowHash is the hash of a BinaryRowData of the columns; ok is false for a type whose bytes are not known here.
func rowHash(vals []expr.Value, cols []int, row *types.Type) (hash uint32, ok bool) {
	var space [256]byte
	size := fixedSize(len(cols))
	b := space[:min(size, len(space))]
	if size > len(space) {
		b = make([]byte, size)
	}
	if b, ok = rowBytes(b, vals, cols, row); !ok {
		return 0, false
	}
	return murmur(b), true
}

func nullBits(fields int) int { return (fields + 63 + 8) / 64 * 8 }

// fixedSize is what a row takes but for what is longer than a word.
func fixedSize(fields int) int { return nullBits(fields) + 8*fields }

// rowBytes writes the columns of a row into b, which has its fixed size.
func rowBytes(b []byte, vals []expr.Value, cols []int, row *types.Type) (out []byte, ok bool) {
	width := nullBits(len(cols))
	for i, c := range cols {
		if c >= len(row.Fields) {
			return nil, false
		}
		if b, ok = appendField(b, i, width+8*i, vals[c], row.Fields[c].Type); !ok {
			return nil, false
		}
	}
	return b, true
}

// appendField writes a field at its place, and what is longer behind all (AbstractBinaryWriter).
func appendField(b []byte, field, at int, v expr.Value, t *types.Type) ([]byte, bool) {
	word := b[at : at+8]
	if v == nil {
		bit := field + 8
		b[bit/8] |= 1 << (bit % 8)
		switch {
		case t.Kind == types.Decimal && t.Precision > 18:
			binary.LittleEndian.PutUint64(word, uint64(len(b))<<32)
			b = append(b, make([]byte, 16)...)
		case isMoment(t) && t.Precision > 3:
			binary.LittleEndian.PutUint64(word, uint64(len(b))<<32)
			b = append(b, make([]byte, 8)...)
		}
		return b, true
	}
	switch x := v.(type) {
	case expr.Bool:
		if x {
			word[0] = 1
		}
	case expr.Dec:
		return appendNumber(b, word, x, t)
	case expr.Float:
		return appendNumber(b, word, x, t)
	case expr.Str:
		return appendBytes(b, word, string(x)), true
	case expr.Bytes:
		return appendBytes(b, word, string(x)), true
	case expr.Days:
		binary.LittleEndian.PutUint32(word, uint32(x))
	case expr.Millis:
		binary.LittleEndian.PutUint32(word, uint32(x))
	case expr.Moment:
		if t.Precision <= 3 {
			binary.LittleEndian.PutUint64(word, uint64(x.Millis))
			break
		}
		binary.LittleEndian.PutUint64(word, uint64(len(b))<<32|uint64(uint32(x.Nanos)))
		b = binary.LittleEndian.AppendUint64(b, uint64(x.Millis))
	case expr.List, expr.Tuple, expr.Mapping:
		raw, ok := nestedBytes(x, t)
		binary.LittleEndian.PutUint64(word, uint64(len(b))<<32|uint64(len(raw)))
		return appendWhole(b, string(raw)), ok
	default:
		return b, false
	}
	return b, true
}

// nestedBytes are the bytes of an array, a row or a map (BinaryArrayData, BinaryRowData, BinaryMapData).
func nestedBytes(v expr.Value, t *types.Type) ([]byte, bool) {
	switch x := v.(type) {
	case expr.List:
		return arrayBytes(x, t.Elem)
	case expr.Tuple:
		cols := make([]int, len(x))
		for i := range cols {
			cols[i] = i
		}
		return rowBytes(make([]byte, fixedSize(len(x))), x, cols, t)
	case expr.Mapping:
		keys, values := make([]expr.Value, len(x)), make([]expr.Value, len(x))
		for i, e := range x {
			keys[i], values[i] = e.Key, e.Value
		}
		a, ok1 := arrayBytes(keys, t.Key)
		b, ok2 := arrayBytes(values, t.Elem)
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(a))), append(a, b...)...), ok1 && ok2
	}
	return nil, false
}

// arrayBytes are a count, bits for what is NULL, and the elements, each as wide as its type.
func arrayBytes(list []expr.Value, elem *types.Type) ([]byte, bool) {
	width := elementWidth(elem)
	header := 4 + (len(list)+31)/32*4
	b := make([]byte, (header+width*len(list)+7)/8*8)
	binary.LittleEndian.PutUint32(b, uint32(len(list)))
	for i, v := range list {
		if v == nil {
			b[4+i/8] |= 1 << (i % 8)
			continue
		}
		// A field is written as in a row, its word then cut to the element's width.
		var ok bool
		one := make([]byte, 16, len(b)+32)
		one = append(one, make([]byte, len(b)-16+max(0, 16-len(b)))...)
		if one, ok = appendField(one, 0, 8, v, elem); !ok {
			return nil, false
		}
		copy(b[header+i*width:header+(i+1)*width], one[8:8+width])
		if rest := one[max(len(b), 16):]; len(rest) > 0 {
			b = append(b, rest...)
		}
	}
	return b, true
}

func elementWidth(t *types.Type) int {
	switch t.Kind {
	case types.Boolean, types.TinyInt:
		return 1
	case types.SmallInt:
		return 2
	case types.Integer, types.Float, types.Date, types.Time:
		return 4
	}
	return 8
}

func isMoment(t *types.Type) bool { return t.Kind == types.Timestamp || t.Kind == types.TimestampLTZ }

func appendNumber(b, word []byte, v expr.Value, t *types.Type) ([]byte, bool) {
	switch t.Kind {
	case types.Double:
		binary.LittleEndian.PutUint64(word, math.Float64bits(asFloat(v)))
	case types.Float:
		binary.LittleEndian.PutUint32(word, math.Float32bits(float32(asFloat(v))))
	case types.TinyInt:
		word[0] = byte(asInt(v))
	case types.SmallInt:
		binary.LittleEndian.PutUint16(word, uint16(asInt(v)))
	case types.Integer:
		binary.LittleEndian.PutUint32(word, uint32(asInt(v)))
	case types.BigInt:
		binary.LittleEndian.PutUint64(word, uint64(asInt(v)))
	case types.Decimal:
		d, ok := quotient(asDec(v), 1, t.Scale).Unscaled, true
		if t.Precision <= 18 {
			binary.LittleEndian.PutUint64(word, uint64(d.Int64()))
			return b, ok
		}
		raw := twosComplement(d)
		if len(raw) > 16 {
			return b, false
		}
		binary.LittleEndian.PutUint64(word, uint64(len(b))<<32|uint64(len(raw)))
		b = append(append(b, raw...), make([]byte, 16-len(raw))...)
	default:
		return b, false
	}
	return b, true
}

func asDec(v expr.Value) expr.Dec {
	d, _ := v.(expr.Dec)
	return d
}

// twosComplement is Java's BigInteger.toByteArray.
func twosComplement(n *big.Int) []byte {
	if n.Sign() >= 0 {
		raw := n.Bytes()
		if len(raw) == 0 || raw[0]&0x80 != 0 {
			raw = append([]byte{0}, raw...)
		}
		return raw
	}
	size := new(big.Int).Not(n).BitLen()/8 + 1
	raw := new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(8*size))).Bytes()
	for len(raw) < size {
		raw = append([]byte{0xff}, raw...)
	}
	return raw
}

// appendBytes writes up to seven bytes in place, more behind all.
func appendBytes(b, word []byte, s string) []byte {
	if len(s) <= 7 {
		copy(word, s)
		word[7] = byte(len(s)) | 0x80
		return b
	}
	binary.LittleEndian.PutUint64(word, uint64(len(b))<<32|uint64(len(s)))
	return appendWhole(b, s)
}

// appendWhole writes bytes and fills the last word.
func appendWhole(b []byte, s string) []byte {
	b = append(b, s...)
	if rest := len(s) % 8; rest > 0 {
		b = append(b, make([]byte, 8-rest)...)
	}
	return b
}

// murmur is Murmur3 over whole words with the seed 42 (MurmurHashUtils.hashBytesByWords).
func murmur(b []byte) uint32 {
	h := uint32(42)
	for i := 0; i < len(b); i += 4 {
		h = mix(h, binary.LittleEndian.Uint32(b[i:]))
	}
	return finish(h, len(b))
}

// murmurText is the same over a text, whose last bytes count one by one (BinaryStringData.hashCode).
func murmurText(s string) uint32 {
	h := uint32(42)
	whole := len(s) - len(s)%4
	for i := 0; i < whole; i += 4 {
		h = mix(h, binary.LittleEndian.Uint32([]byte(s[i:i+4])))
	}
	for i := whole; i < len(s); i++ {
		h = mix(h, uint32(int32(int8(s[i]))))
	}
	return finish(h, len(s))
}

func mix(h, k uint32) uint32 {
	h ^= bits.RotateLeft32(k*0xcc9e2d51, 15) * 0x1b873593
	return bits.RotateLeft32(h, 13)*5 + 0xe6546b64
}

func finish(h uint32, length int) uint32 {
	h ^= uint32(length)
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// hashMap is Java's HashMap as far as its order goes: buckets by hash, twice as many when three quarters are used.
type hashMap[V any] struct {
	buckets [][]*entry[V]
	index   map[string]*entry[V]
}

type entry[V any] struct {
	key   string
	hash  uint32
	value V
}

func newHashMap[V any]() *hashMap[V] {
	return &hashMap[V]{index: map[string]*entry[V]{}}
}

func (m *hashMap[V]) get(k string) *V {
	if e := m.index[k]; e != nil {
		return &e.value
	}
	return nil
}

// put adds an entry; hash is only called for a key that is new.
func (m *hashMap[V]) put(k string, v V, hash func() uint32) *V {
	if e := m.index[k]; e != nil {
		e.value = v
		return &e.value
	}
	if m.buckets == nil {
		m.buckets = make([][]*entry[V], 16)
	}
	h := hash()
	e := &entry[V]{k, h ^ h>>16, v}
	m.index[k] = e
	at := e.hash & uint32(len(m.buckets)-1)
	m.buckets[at] = append(m.buckets[at], e)
	if len(m.index) > len(m.buckets)*3/4 {
		m.grow()
	}
	return &e.value
}

func (m *hashMap[V]) grow() {
	old := m.buckets
	m.buckets = make([][]*entry[V], 2*len(old))
	for _, bucket := range old {
		for _, e := range bucket {
			at := e.hash & uint32(len(m.buckets)-1)
			m.buckets[at] = append(m.buckets[at], e)
		}
	}
}

func (m *hashMap[V]) drop(k string) {
	e := m.index[k]
	if e == nil {
		return
	}
	delete(m.index, k)
	at := e.hash & uint32(len(m.buckets)-1)
	bucket := m.buckets[at]
	for i := range bucket {
		if bucket[i] == e {
			m.buckets[at] = append(bucket[:i:i], bucket[i+1:]...)
			break
		}
	}
	if len(m.index) == 0 {
		m.buckets = nil // the state of an empty map is forgotten (HeapMapState.remove)
	}
}

// all ranges over the entries in Java's order. No entry may be added or dropped meanwhile.
func (m *hashMap[V]) all(yield func(string, *V) bool) {
	for _, bucket := range m.buckets {
		for _, e := range bucket {
			if !yield(e.key, &e.value) {
				return
			}
		}
	}
}
