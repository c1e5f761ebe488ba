package expr

import (
	"math"
	"strconv"
	"strings"

	"rowkind/planner/internal/types"
)

// evalCast converts v, not NULL, between types as Flink's cast rules do.
func evalCast(v Value, from, to *types.Type) (Value, error) {
	switch {
	case to.IsString():
		s, err := toText(v, from)
		if err != nil {
			return nil, err
		}
		if to.Kind == types.Char && to.Precision > maxValue {
			return nil, &Unsupported{"CAST to " + to.PlanString()}
		}
		return fitText(s, to), nil
	case to.Kind == types.Boolean:
		return castToBool(v)
	case to.IsNumeric():
		return castToNumber(v, from, to)
	case to.IsBinary():
		return castToBytes(v, to)
	case to.IsDatetime():
		return castToTime(v, from, to)
	case to.IsInterval():
		if _, ok := v.(Interval); ok {
			return v, nil
		}
	case from.SameIgnoringNull(to):
		return v, nil
	case to.Kind == types.Array && from.Kind == types.Array:
		if list, ok := v.(List); ok {
			return castElements(list, from.Elem, to.Elem)
		}
	}
	return nil, &Unsupported{"CAST to " + to.PlanString()}
}

// castElements casts each element of an array that is not NULL.
func castElements(list List, from, to *types.Type) (Value, error) {
	out := make(List, len(list))
	for i, v := range list {
		if v == nil {
			continue
		}
		var err error
		if out[i], err = evalCast(v, from, to); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// fitText pads or cuts a string to CHAR(n) or VARCHAR(n).
func fitText(s string, t *types.Type) Value {
	n := utf16Len(s)
	if n > t.Precision {
		r := []rune(s)
		for n > t.Precision && len(r) > 0 {
			n -= max(1, utf16Len(string(r[len(r)-1])))
			r = r[:len(r)-1]
		}
		s = string(r)
	}
	if t.Kind == types.Char {
		s = padRight(s, t.Precision)
	}
	return Str(s)
}

// toText spells a value as a cast to STRING does.
func toText(v Value, t *types.Type) (string, error) {
	switch v := v.(type) {
	case Str:
		return string(v), nil
	case Bool:
		if v {
			return "TRUE", nil
		}
		return "FALSE", nil
	case Dec:
		if v.Scale > 0 || v.Scale < 0 {
			return plainText(v), nil
		}
		return v.unscaled().String(), nil
	case Float:
		return javaDouble(float64(v), t.Kind == types.Float), nil
	case Bytes:
		return strings.ToValidUTF8(string(v), "\uFFFD"), nil
	case Days:
		return string(appendDate(nil, int64(v))), nil
	case Millis:
		return withFraction(appendTime(nil, int64(v)/1000*1000, 0), int64(v)%1000*1000000, t.Precision), nil
	case Interval:
		return intervalText(int64(v), t), nil
	case Moment:
		sec := floorDiv(v.Millis, 1000)
		frac := floorMod(v.Millis, 1000)*1000000 + int64(v.Nanos)
		return withFraction(appendMoment(nil, Moment{Millis: sec * 1000}), frac, t.Precision), nil
	}
	return collectionText(v, t)
}

// intervalText is DateTimeUtils.formatIntervalDayTime and formatIntervalYearMonth: +1 00:00:00.000, +1-02.
func intervalText(n int64, t *types.Type) string {
	sign := "+"
	if n < 0 {
		sign, n = "-", -n
	}
	if t.Kind == types.IntervalYearMonth {
		return string(appendPadded([]byte(sign+strconv.FormatInt(n/12, 10)+"-"), n%12, 2))
	}
	b := appendTime([]byte(sign+strconv.FormatInt(n/millisPerDay, 10)+" "), n%millisPerDay/1000*1000, 0)
	return withFraction(b, n%1000*1000000, 3)
}

// withFraction writes p digits of a fraction of a second after b.
func withFraction(b []byte, nanos int64, p int) string {
	if p == 0 {
		return string(b)
	}
	b = append(b, '.')
	n := len(b)
	return string(appendPadded(b, nanos, 9)[:n+min(p, 9)])
}

// plainText spells a decimal without an exponent.
func plainText(d Dec) string {
	if d.Scale < 0 {
		return d.setScale(0).unscaled().String()
	}
	s := d.unscaled().String()
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	if pad := d.Scale - len(s) + 1; pad > 0 {
		s = strings.Repeat("0", pad) + s
	}
	return sign + s[:len(s)-d.Scale] + "." + s[len(s)-d.Scale:]
}

// javaDouble spells a number as Double.toString or Float.toString.
func javaDouble(x float64, single bool) string {
	size := 64
	if single {
		size = 32
	}
	switch {
	case math.IsNaN(x):
		return "NaN"
	case math.IsInf(x, 1):
		return "Infinity"
	case math.IsInf(x, -1):
		return "-Infinity"
	case x == 0:
		if math.Signbit(x) {
			return "-0.0"
		}
		return "0.0"
	}
	if a := math.Abs(x); a >= 1e-3 && a < 1e7 {
		s := strconv.FormatFloat(x, 'f', -1, size)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	s := strconv.FormatFloat(x, 'E', -1, size)
	mant, exp, _ := strings.Cut(s, "E")
	if !strings.Contains(mant, ".") {
		mant += ".0"
	}
	n, _ := strconv.Atoi(exp)
	return mant + "E" + strconv.Itoa(n)
}

func castToBool(v Value) (Value, error) {
	switch v := v.(type) {
	case Bool:
		return v, nil
	case Dec:
		return Bool(v.Sign() != 0), nil
	case Float:
		return Bool(v != 0), nil
	case Str:
		switch strings.ToLower(strings.TrimSpace(string(v))) {
		case "t", "true", "y", "yes", "1":
			return Bool(true), nil
		case "f", "false", "n", "no", "0":
			return Bool(false), nil
		}
		return nil, failed("Cannot parse '" + string(v) + "' as BOOLEAN.")
	}
	return nil, &Unsupported{"CAST to BOOLEAN"}
}

func castToNumber(v Value, from, to *types.Type) (Value, error) {
	switch v := v.(type) {
	case Bool:
		return castToNumber(Int(int64(bit(bool(v)))), types.IntType, to)
	case Str:
		return parseNumber(string(v), to)
	case Interval:
		return castToNumber(Int(int64(v)), types.BigIntType, to)
	case Dec:
		switch {
		case to.IsApprox():
			return floatValue(v.float(), to), nil
		case to.Kind == types.Decimal:
			return v.fit(to), nil
		}
		d := v.cut(0)
		if d.Scale < 0 {
			d = d.setScale(0)
		}
		return wrap(lowBits(d), to), nil
	case Float:
		switch {
		case to.IsApprox():
			return floatValue(float64(v), to), nil
		case to.Kind == types.Decimal:
			d, ok := ParseDec(javaDouble(float64(v), false))
			if !ok {
				return nil, failed("Infinite or NaN")
			}
			return d.fit(to), nil
		case to.Kind == types.BigInt:
			return Int(saturate(float64(v), math.MinInt64, math.MaxInt64)), nil
		}
		return wrap(saturate(float64(v), math.MinInt32, math.MaxInt32), to), nil
	}
	return nil, &Unsupported{"CAST from " + from.PlanString()}
}

// lowBits is BigDecimal.longValue of an integer.
func lowBits(d Dec) int64 {
	if n, ok := d.Int64(); ok {
		return n
	}
	return int64(d.unscaled().Uint64())
}

// parseNumber reads a trimmed text: an integer may have a fraction, which is dropped, and must fit.
func parseNumber(text string, to *types.Type) (Value, error) {
	s := strings.TrimSpace(text)
	bad := func() (Value, error) {
		return nil, failed("For input string: '" + text + "'. Invalid character found.")
	}
	switch {
	case to.IsApprox():
		x, err := strconv.ParseFloat(strings.TrimRight(s, "dDfF"), 64)
		if err != nil && !math.IsInf(x, 0) || strings.ContainsAny(s, "xX_") || s == "" {
			return bad()
		}
		return floatValue(x, to), nil
	case to.Kind == types.Decimal:
		d, ok := ParseDec(s)
		if !ok {
			return bad()
		}
		if v := d.fit(to); v != nil {
			return v, nil
		}
		return bad()
	}
	if strings.ContainsAny(s, "eE") {
		return bad()
	}
	d, ok := ParseDec(s)
	if !ok {
		return bad()
	}
	n, ok := d.cut(0).Int64()
	if !ok || !decimalFits(Int(n), to) {
		return bad()
	}
	return Int(n), nil
}

func castToBytes(v Value, to *types.Type) (Value, error) {
	var b string
	switch v := v.(type) {
	case Bytes:
		b = string(v)
	case Str:
		b = string(v)
	default:
		return nil, &Unsupported{"CAST to BYTES"}
	}
	if len(b) > to.Precision {
		b = b[:to.Precision]
	}
	if to.Kind == types.Binary {
		if to.Precision > maxValue {
			return nil, &Unsupported{"CAST to " + to.PlanString()}
		}
		b += strings.Repeat("\x00", to.Precision-len(b))
	}
	return Bytes(b), nil
}

// JavaFloat spells a number as Java's Double.toString does, or Float.toString for a single one.
func JavaFloat(x float64, single bool) string { return javaDouble(x, single) }
