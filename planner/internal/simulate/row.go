// Package simulate sends rows through an annotated physical plan, as a Flink job with one task for each operator would:
// a row goes through the whole plan, then the watermark that it causes, then the next row.
package simulate

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
)

// Kind is Flink's RowKind.
type Kind uint8

// The kinds of row.
const (
	Insert Kind = iota
	UpdateBefore
	UpdateAfter
	Delete
)

// String spells a kind as Flink does: +I -U +U -D.
func (k Kind) String() string { return [...]string{"+I", "-U", "+U", "-D"}[k] }

// ParseKind reads a kind as String spells it.
func ParseKind(s string) (Kind, bool) {
	switch s {
	case "+I", "I":
		return Insert, true
	case "-U", "UB":
		return UpdateBefore, true
	case "+U", "UA":
		return UpdateAfter, true
	case "-D", "D":
		return Delete, true
	}
	return 0, false
}

// Mode is the kind as changelog modes name it.
func (k Kind) Mode() mode.Kinds {
	return [...]mode.Kinds{mode.Insert, mode.UpdateBefore, mode.UpdateAfter, mode.Delete}[k]
}

// Adds reports whether a row of this kind adds to a result, as against taking from it (RowDataUtil.isAccumulateMsg).
func (k Kind) Adds() bool { return k == Insert || k == UpdateAfter }

// Row is a row on its way. Values are never changed once made; operators share them.
type Row struct {
	Kind Kind
	Vals []expr.Value
	// sliced goes with what the first half of a window aggregate sends.
	sliced *slicedRow
}

// As gives the row with another kind.
func (r Row) As(k Kind) Row { return Row{Kind: k, Vals: r.Vals} }

// key spells values so that equal values, NULL among them, spell alike.
func key(vals []expr.Value) string {
	var b strings.Builder
	for _, v := range vals {
		appendKey(&b, v)
	}
	return b.String()
}

// keyOf spells the values at the given columns.
func keyOf(vals []expr.Value, cols []int) string {
	var b strings.Builder
	for _, c := range cols {
		appendKey(&b, vals[c])
	}
	return b.String()
}

func appendKey(b *strings.Builder, v expr.Value) {
	s := valueText(v)
	b.WriteString(strconv.Itoa(len(s)))
	b.WriteByte(':')
	b.WriteString(s)
}

// pick gives the values at the given columns.
func pick(vals []expr.Value, cols []int) []expr.Value {
	out := make([]expr.Value, len(cols))
	for i, c := range cols {
		out[i] = vals[c]
	}
	return out
}

// concat puts the values of two rows side by side.
func concat(a, b []expr.Value) []expr.Value {
	out := make([]expr.Value, 0, len(a)+len(b))
	return append(append(out, a...), b...)
}

func sameVals(a, b []expr.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if valueText(a[i]) != valueText(b[i]) {
			return false
		}
	}
	return true
}

// ordered is a map that remembers the order in which its keys came.
type ordered[V any] struct {
	m    map[string]*V
	keys []string
}

func newOrdered[V any]() *ordered[V] { return &ordered[V]{m: map[string]*V{}} }

func (o *ordered[V]) get(k string) *V { return o.m[k] }

func (o *ordered[V]) put(k string, v V) *V {
	if p, ok := o.m[k]; ok {
		*p = v
		return p
	}
	o.keys = append(o.keys, k)
	o.m[k] = &v
	return o.m[k]
}

func (o *ordered[V]) drop(k string) {
	if _, ok := o.m[k]; !ok {
		return
	}
	delete(o.m, k)
	for i, x := range o.keys {
		if x == k {
			o.keys = append(o.keys[:i], o.keys[i+1:]...)
			return
		}
	}
}

// all ranges over the entries, oldest first. The map must not be changed meanwhile.
func (o *ordered[V]) all(yield func(string, *V) bool) {
	for _, k := range o.keys {
		if !yield(k, o.m[k]) {
			return
		}
	}
}
