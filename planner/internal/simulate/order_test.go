package simulate

import (
	"fmt"
	"strings"
	"testing"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// TestTimers takes timers in the order of Flink's heap: those of one time need not come as they were set.
func TestTimers(t *testing.T) {
	var q timers[string]
	for _, x := range []timerOf[string]{{330, "c"}, {330, "b"}, {400, "a"}, {330, "c"}} {
		q.add(x.at, x.key)
	}
	var got []string
	for {
		at, key, ok := q.next(400)
		if !ok {
			break
		}
		got = append(got, fmt.Sprint(at, key))
		if at == 330 {
			q.add(400, key) // as a hopping window does with the next
		}
	}
	if s := strings.Join(got, " "); s != "330c 330b 400c 400b 400a" {
		t.Error(s)
	}
	q.add(5, "x")
	q.add(6, "y")
	q.drop(5, "x")
	if at, key, _ := q.next(10); at != 6 || key != "y" {
		t.Error(at, key)
	}
	if _, _, ok := q.next(10); ok {
		t.Error("a timer is left")
	}
}

// TestHashMap keeps Java's order: by bucket, in a bucket by arrival, and over again when the table grows.
func TestHashMap(t *testing.T) {
	m := newHashMap[int]()
	put := func(hashes ...uint32) {
		for _, h := range hashes {
			m.put(fmt.Sprint(h), int(h), func() uint32 { return h })
		}
	}
	order := func() string {
		var out []string
		for k := range m.all {
			out = append(out, k)
		}
		return strings.Join(out, " ")
	}
	put(33, 2, 17, 1)
	if s := order(); s != "33 17 1 2" {
		t.Error(s)
	}
	m.drop("17")
	put(3, 4, 5, 6, 7, 8, 9, 10, 11)
	if s := order(); s != "33 1 2 3 4 5 6 7 8 9 10 11" {
		t.Error(s)
	}
	put(32)
	if s := order(); s != "32 33 1 2 3 4 5 6 7 8 9 10 11" {
		t.Error(s)
	}
}

// TestRowHash: equal rows hash alike, and a NULL is no zero.
func TestRowHash(t *testing.T) {
	row := types.RowType(types.Field{Name: "n", Type: types.BigIntType}, types.Field{Name: "s", Type: types.StringType},
		types.Field{Name: "a", Type: types.ArrayType(types.StringType)})
	hash := func(vals ...expr.Value) uint32 {
		h, ok := rowHash(vals, []int{0, 1, 2}, row)
		if !ok {
			t.Fatal("no hash")
		}
		return h
	}
	long := expr.Str("longer than seven bytes")
	a := hash(expr.Int(1), long, expr.List{expr.Str("x"), nil, long})
	if b := hash(expr.Int(1), long, expr.List{expr.Str("x"), nil, long}); a != b {
		t.Error("equal rows differ")
	}
	for _, other := range [][]expr.Value{{nil, long, expr.List{}}, {expr.Int(0), long, expr.List{}}, {expr.Int(1), nil, nil}} {
		if hash(other...) == a {
			t.Errorf("%v hashes alike", other)
		}
	}
	if hash(nil, long, nil) == hash(expr.Int(0), long, nil) {
		t.Error("NULL hashes as 0")
	}
}

// Flink lists the codes of FROM_CHANGELOG in the order of its map of texts.
func TestTextHash(t *testing.T) {
	m := newHashMap[bool]()
	for _, s := range []string{"a", "b", "c"} {
		m.put(s, true, func() uint32 { return murmurText(s) })
	}
	var got []string
	for k := range m.all {
		got = append(got, k)
	}
	if s := strings.Join(got, ", "); s != "a, c, b" {
		t.Error(s)
	}
}

func TestCSVQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "a b": `"a b"`, `say "x"`: `"say ""x"""`, "": "", "a-b": "a-b", "1,5": `"1,5"`,
		"abcdefghijklmnopqrstuvwxyz": `"abcdefghijklmnopqrstuvwxyz"`,
	} {
		if got := csvQuoted(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}
