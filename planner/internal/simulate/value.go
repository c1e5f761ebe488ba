package simulate

import (
	"math/big"
	"sort"
	"strconv"
	"strings"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// valueText spells a value for comparing and for messages; equal values spell alike, whatever digits they were given in.
func valueText(v expr.Value) string {
	switch x := v.(type) {
	case nil:
		return "null"
	case expr.Bool:
		return strconv.FormatBool(bool(x))
	case expr.Dec:
		return decText(x)
	case expr.Float:
		return strconv.FormatFloat(float64(x), 'g', -1, 64)
	case expr.Str:
		return string(x)
	case expr.Bytes:
		return string(x)
	case expr.Days:
		return strconv.Itoa(int(x)) + "d"
	case expr.Millis:
		return strconv.Itoa(int(x)) + "m"
	case expr.Moment:
		return strconv.FormatInt(x.Millis, 10) + "." + strconv.Itoa(int(x.Nanos))
	case expr.Interval:
		return strconv.FormatInt(int64(x), 10) + "i"
	}
	return nestedText(v)
}

// nestedText spells arrays, rows and maps.
func nestedText(v expr.Value) string {
	var b strings.Builder
	switch x := v.(type) {
	case expr.List:
		b.WriteByte('[')
		for _, e := range x {
			appendKey(&b, e)
		}
	case expr.Tuple:
		b.WriteByte('(')
		for _, e := range x {
			appendKey(&b, e)
		}
	case expr.Mapping:
		b.WriteByte('{')
		entries := make([]string, len(x))
		for i, e := range x {
			entries[i] = key([]expr.Value{e.Key, e.Value})
		}
		sort.Strings(entries)
		b.WriteString(strings.Join(entries, ","))
	}
	return b.String()
}

// decText spells a number without the zeros behind its point.
func decText(d expr.Dec) string {
	if d.Unscaled == nil {
		return "0"
	}
	if d.Scale == 0 && d.Unscaled.IsInt64() {
		return strconv.FormatInt(d.Unscaled.Int64(), 10)
	}
	s := d.Unscaled.String()
	if d.Scale <= 0 {
		return s + strings.Repeat("0", -d.Scale)
	}
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	for len(s) <= d.Scale {
		s = "0" + s
	}
	whole, frac := s[:len(s)-d.Scale], strings.TrimRight(s[len(s)-d.Scale:], "0")
	if frac != "" {
		whole += "." + frac
	}
	if neg && whole != "0" {
		return "-" + whole
	}
	return whole
}

// compareValues orders two values of one type.
func compareValues(a, b expr.Value) int { return expr.CompareRuntime(a, b) }

// alignDec gives both numbers at the larger scale.
func alignDec(a, b expr.Dec) (*big.Int, *big.Int) {
	x, y := a.Unscaled, b.Unscaled
	if x == nil {
		x = new(big.Int)
	}
	if y == nil {
		y = new(big.Int)
	}
	switch {
	case a.Scale < b.Scale:
		x = new(big.Int).Mul(x, pow10(b.Scale-a.Scale))
	case b.Scale < a.Scale:
		y = new(big.Int).Mul(y, pow10(a.Scale-b.Scale))
	}
	return x, y
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

func addDec(a, b expr.Dec) expr.Dec {
	x, y := alignDec(a, b)
	return expr.Dec{Unscaled: new(big.Int).Add(x, y), Scale: max(a.Scale, b.Scale)}
}

func negDec(a expr.Dec) expr.Dec {
	if a.Unscaled == nil {
		return a
	}
	return expr.Dec{Unscaled: new(big.Int).Neg(a.Unscaled), Scale: a.Scale}
}

// asInt reads a whole number.
func asInt(v expr.Value) int64 {
	d, ok := v.(expr.Dec)
	if !ok || d.Unscaled == nil {
		return 0
	}
	n := d.Unscaled
	if d.Scale > 0 {
		n = new(big.Int).Quo(n, pow10(d.Scale))
	}
	return n.Int64()
}

// asFloat reads a number as a DOUBLE.
func asFloat(v expr.Value) float64 {
	switch x := v.(type) {
	case expr.Float:
		return float64(x)
	case expr.Dec:
		f, _ := strconv.ParseFloat(decText(x), 64)
		return f
	}
	return 0
}

// quotient divides and rounds half up to scale digits behind the point.
func quotient(a expr.Dec, by int64, scale int) expr.Dec {
	n := a.Unscaled
	if n == nil {
		n = new(big.Int)
	}
	num, den := new(big.Int).Mul(n, pow10(max(scale-a.Scale, 0))), big.NewInt(by)
	if a.Scale > scale {
		den = new(big.Int).Mul(den, pow10(a.Scale-scale))
	}
	neg := num.Sign()*den.Sign() < 0
	num, den = new(big.Int).Abs(num), new(big.Int).Abs(den)
	q, r := new(big.Int).QuoRem(num, den, new(big.Int))
	if r.Lsh(r, 1).Cmp(den) >= 0 {
		q.Add(q, big.NewInt(1))
	}
	if neg {
		q.Neg(q)
	}
	return expr.Dec{Unscaled: q, Scale: scale}
}

func approximate(t *types.Type) bool { return t.Kind == types.Float || t.Kind == types.Double }

// millis is the moment of a time attribute.
func millis(v expr.Value) int64 {
	m, _ := v.(expr.Moment)
	return m.Millis
}

func sortedNames(m map[string]any) []string {
	names := make([]string, 0, len(m))
	for k := range m {
		names = append(names, k)
	}
	sort.Strings(names)
	return names
}
