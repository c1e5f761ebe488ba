package expr

import (
	"math/big"
	"strconv"
	"strings"
)

var ten = big.NewInt(10)

// pow10 gives 10^n.
func pow10(n int) *big.Int { return new(big.Int).Exp(ten, big.NewInt(int64(n)), nil) }

// Digits counts the digits of the unscaled value (BigDecimal.precision).
func (d Dec) Digits() int {
	s := decimalDigits(d.unscaled())
	if s[0] == '-' {
		return len(s) - 1
	}
	return len(s)
}

// Sign is -1, 0 or 1.
func (d Dec) Sign() int { return d.unscaled().Sign() }

// Cmp compares d and e by value, whatever their scales.
func (d Dec) Cmp(e Dec) int {
	if d.Scale == e.Scale {
		return d.unscaled().Cmp(e.unscaled())
	}
	if ds, es := d.Sign(), e.Sign(); ds != es {
		return ds - es
	}
	// The number of digits before the point decides between numbers of very different size without scaling them.
	if x, y := d.Digits()-d.Scale, e.Digits()-e.Scale; x != y && d.Sign() != 0 {
		if (x < y) == (d.Sign() > 0) {
			return -1
		}
		return 1
	}
	if d.Scale < e.Scale {
		return d.rescaleUp(e.Scale).Cmp(e.unscaled())
	}
	return d.unscaled().Cmp(e.rescaleUp(d.Scale))
}

// rescaleUp gives the unscaled value of d at a larger scale.
func (d Dec) rescaleUp(scale int) *big.Int {
	return new(big.Int).Mul(d.unscaled(), pow10(scale-d.Scale))
}

// strip gives d without trailing zeros; zero has scale 0 (BigDecimal.stripTrailingZeros).
func (d Dec) strip() Dec {
	if d.Sign() == 0 {
		return Dec{Unscaled: zero, Form: d.Form}
	}
	n, scale := d.unscaled(), d.Scale
	var q, r big.Int
	for {
		q.QuoRem(n, ten, &r)
		if r.Sign() != 0 {
			return Dec{Unscaled: n, Scale: scale, Form: d.Form}
		}
		n, scale = new(big.Int).Set(&q), scale-1
	}
}

// String spells d as BigDecimal.toString does: plain, or with an exponent for a negative scale or a tiny number.
func (d Dec) String() string {
	s := decimalDigits(d.unscaled())
	if d.Scale == 0 {
		return s
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	adjusted := len(s) - 1 - d.Scale
	if d.Scale > 0 && adjusted >= -6 {
		if pad := d.Scale - len(s) + 1; pad > 0 {
			s = strings.Repeat("0", pad) + s
		}
		p := len(s) - d.Scale
		return sign + s[:p] + "." + s[p:]
	}
	if len(s) > 1 {
		s = s[:1] + "." + s[1:]
	}
	if adjusted == 0 {
		return sign + s
	}
	e := "E+"
	if adjusted < 0 {
		e = "E"
	}
	return sign + s + e + itoa(adjusted)
}

// Scientific spells d as Calcite writes approximate numbers (Util.toScientificNotation): 20 digits at most, always an
// exponent.
func (d Dec) Scientific() string {
	s := decimalDigits(d.unscaled())
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	e := len(s) - d.Scale - 1
	if len(s) > 20 {
		s = s[:20]
	}
	if d.Scale == 0 {
		for len(s) > 1 && s[len(s)-1] == '0' {
			s = s[:len(s)-1]
		}
	}
	if len(s) > 1 {
		s = s[:1] + "." + s[1:]
	}
	return sign + s + "E" + itoa(e)
}

// decimalDigits spells i. Most numbers are small, which is the quick way.
func decimalDigits(i *big.Int) string {
	if i.IsInt64() {
		return strconv.FormatInt(i.Int64(), 10)
	}
	return i.String()
}

// text spells d in its form.
func (d Dec) text() string {
	switch d.Form {
	case Scientific:
		return d.Scientific()
	case Long:
		return d.String() + "L"
	}
	return d.String()
}

// Int64 gives d as an integer, cutting its fraction; ok is false if it does not fit.
func (d Dec) Int64() (n int64, ok bool) {
	i := d.unscaled()
	switch {
	case d.Scale > 0 && d.Digits() <= d.Scale:
		return 0, true
	case d.Scale > 0:
		i = new(big.Int).Quo(i, pow10(d.Scale))
	case d.Scale < 0:
		if d.Digits()-d.Scale > 20 {
			return 0, d.Sign() == 0
		}
		i = d.rescaleUp(0)
	}
	return i.Int64(), i.IsInt64()
}

// ParseDec reads digits with an optional sign, point and exponent, as new BigDecimal(String) does.
func ParseDec(s string) (Dec, bool) {
	mant, exp := s, 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		n, ok := atoi(s[i+1:])
		if !ok {
			return Dec{}, false
		}
		mant, exp = s[:i], n
	}
	scale := 0
	if i := strings.IndexByte(mant, '.'); i >= 0 {
		scale = len(mant) - i - 1
		mant = mant[:i] + mant[i+1:]
	}
	digits := mant
	if digits != "" && (digits[0] == '-' || digits[0] == '+') {
		digits = digits[1:]
	}
	if digits == "" {
		return Dec{}, false
	}
	for i := 0; i < len(digits); i++ {
		if digits[i] < '0' || digits[i] > '9' {
			return Dec{}, false
		}
	}
	n, ok := new(big.Int).SetString(mant, 10)
	return Dec{Unscaled: n, Scale: scale - exp}, ok
}

func atoi(s string) (int, bool) {
	neg := false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		neg, s = s[0] == '-', s[1:]
	}
	if s == "" || len(s) > 9 {
		return 0, false
	}
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	if neg {
		n = -n
	}
	return n, true
}

// Rescale gives d at another scale, rounded half up.
func (d Dec) Rescale(scale int) Dec {
	if scale >= d.Scale {
		return Dec{Unscaled: d.rescaleUp(scale), Scale: scale}
	}
	by := pow10(d.Scale - scale)
	q, r := new(big.Int).QuoRem(d.unscaled(), by, new(big.Int))
	if twice := new(big.Int).Abs(r); twice.Lsh(twice, 1).Cmp(by) >= 0 {
		q.Add(q, big.NewInt(int64(d.Sign())))
	}
	return Dec{Unscaled: q, Scale: scale}
}
