package simulate

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Decode reads a value as people give it in JSON: numbers, text, true and false; times as text, decimals as text or
// number, rows and arrays as lists, maps as objects, bytes in base64.
func Decode(v any, t *types.Type) (expr.Value, error) {
	if v == nil {
		return nil, nil
	}
	switch t.Kind {
	case types.Boolean:
		if b, ok := v.(bool); ok {
			return expr.Bool(b), nil
		}
		if b, err := strconv.ParseBool(fmt.Sprint(v)); err == nil {
			return expr.Bool(b), nil
		}
	case types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Decimal, types.Float, types.Double:
		return decodeNumber(v, t)
	case types.Char, types.VarChar:
		if s, ok := v.(string); ok {
			return expr.Str(s), nil
		}
	case types.Binary, types.VarBinary:
		if s, ok := v.(string); ok {
			b, err := base64.StdEncoding.DecodeString(s)
			return expr.Bytes(b), err
		}
	case types.Date, types.Time, types.Timestamp, types.TimestampLTZ:
		if s, ok := v.(string); ok {
			return decodeTime(s, t)
		}
	case types.Array, types.Multiset, types.Row, types.Map:
		return decodeNested(v, t)
	}
	return nil, noValue(v, t)
}

// noValue says of a value that it is not of the type, and quotes no more of it than one reads.
func noValue(v any, t *types.Type) error {
	text := fmt.Sprint(v)
	if len(text) > 60 {
		text = strings.ToValidUTF8(text[:60], "") + "…"
	}
	return fmt.Errorf("%s is no %s", text, t.Summary())
}

func decodeNumber(v any, t *types.Type) (expr.Value, error) {
	text := strings.TrimSpace(fmt.Sprint(v))
	if t.Kind == types.Float || t.Kind == types.Double {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, noValue(v, t)
		}
		return expr.Float(f), nil
	}
	mantissa, exp, _ := strings.Cut(strings.ToLower(text), "e")
	whole, frac, _ := strings.Cut(mantissa, ".")
	n, ok := new(big.Int).SetString(whole+frac, 10)
	e := 0
	if exp != "" {
		var err error
		if e, err = strconv.Atoi(exp); err != nil {
			ok = false
		}
	}
	if !ok || len(text) > 100 || e > 100 || e < -100 {
		return nil, noValue(v, t)
	}
	d := expr.Dec{Unscaled: n, Scale: len(frac) - e}
	if d.Scale < 0 {
		d = expr.Dec{Unscaled: new(big.Int).Mul(n, pow10(-d.Scale))}
	}
	return fit(d, t), nil
}

var timeLayouts = map[types.Kind][]string{
	types.Date:         {"2006-01-02"},
	types.Time:         {"15:04:05.999999999", "15:04"},
	types.Timestamp:    {"2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04", "2006-01-02"},
	types.TimestampLTZ: {"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04", "2006-01-02"},
}

func decodeTime(s string, t *types.Type) (expr.Value, error) {
	for _, layout := range timeLayouts[t.Kind] {
		at, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		switch t.Kind {
		case types.Date:
			return expr.Days(at.Unix() / 86400), nil
		case types.Time:
			return expr.Millis(at.Hour()*3600000 + at.Minute()*60000 + at.Second()*1000 + at.Nanosecond()/1e6), nil
		}
		return expr.Moment{Millis: at.UnixMilli(), Nanos: int32(at.Nanosecond() % 1e6)}, nil
	}
	return nil, noValue(s, t)
}

func decodeNested(v any, t *types.Type) (expr.Value, error) {
	if m, ok := v.(map[string]any); ok && t.Kind == types.Map {
		return decodeMap(m, t)
	}
	list, ok := v.([]any)
	if !ok {
		return nil, noValue(v, t)
	}
	out := make([]expr.Value, len(list))
	for i, x := range list {
		elem := t.Elem
		if t.Kind == types.Row {
			if len(list) != len(t.Fields) {
				return nil, fmt.Errorf("a row of %d fields is no %s", len(list), t.Summary())
			}
			elem = t.Fields[i].Type
		}
		var err error
		if out[i], err = Decode(x, elem); err != nil {
			return nil, err
		}
	}
	if t.Kind == types.Row {
		return expr.Tuple(out), nil
	}
	return expr.List(out), nil
}

func decodeMap(m map[string]any, t *types.Type) (expr.Value, error) {
	var out expr.Mapping
	for _, k := range sortedNames(m) {
		key, err := Decode(k, t.Key)
		if err != nil {
			return nil, err
		}
		value, err := Decode(m[k], t.Elem)
		if err != nil {
			return nil, err
		}
		out = append(out, expr.Entry{Key: key, Value: value})
	}
	return out, nil
}

// AppendValue writes a value as JSON, the way back of Decode.
func AppendValue(b *bytes.Buffer, v expr.Value, t *types.Type) { encode(b, v, t) }

// AppendJSON writes what was decoded from JSON, its numbers as they were.
func AppendJSON(b *bytes.Buffer, v any) {
	switch x := v.(type) {
	case nil:
		b.WriteString("null")
	case string:
		writeString(b, x)
	case json.Number:
		b.WriteString(x.String())
	default:
		e := json.NewEncoder(b)
		e.SetEscapeHTML(false)
		_ = e.Encode(v) // what was decoded is encoded again
		b.Truncate(b.Len() - 1)
	}
}

func encode(b *bytes.Buffer, v expr.Value, t *types.Type) {
	switch x := v.(type) {
	case nil:
		b.WriteString("null")
	case expr.Bool:
		b.WriteString(strconv.FormatBool(bool(x)))
	case expr.Dec:
		if approximate(t) {
			encodeFloat(b, asFloat(x), t)
			return
		}
		b.WriteString(scaled(x, t))
	case expr.Float:
		encodeFloat(b, float64(x), t)
	case expr.Str:
		writeString(b, string(x))
	case expr.Bytes:
		writeString(b, base64.StdEncoding.EncodeToString([]byte(x)))
	case expr.Days, expr.Millis, expr.Moment:
		writeString(b, TimeText(v, t))
	case expr.Interval:
		b.WriteString(strconv.FormatInt(int64(x), 10))
	case expr.List:
		encodeList(b, x, func(_ int, v expr.Value) { encode(b, v, t.Elem) })
	case expr.Tuple:
		encodeList(b, x, func(i int, v expr.Value) { encode(b, v, t.Fields[i].Type) })
	case expr.Mapping:
		encodeMap(b, x, func(v expr.Value) { encode(b, v, t.Elem) })
	default:
		b.WriteString("null")
	}
}

func writeString(b *bytes.Buffer, s string) {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] >= ' ' && s[i] < 0x7f && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		b.WriteByte('"')
		b.WriteString(s)
		b.WriteByte('"')
		return
	}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string is always encoded
	b.Truncate(b.Len() - 1)
}

func encodeFloat(b *bytes.Buffer, f float64, t *types.Type) {
	bits := 64
	if t.Kind == types.Float {
		bits = 32
	}
	s := strconv.FormatFloat(f, 'f', -1, bits)
	if !strings.ContainsAny(s, ".eIN") {
		s += ".0"
	}
	b.WriteString(s)
}

// scaled spells a number with the digits that its type has behind the point.
func scaled(d expr.Dec, t *types.Type) string {
	scale := t.Scale
	if t.Kind != types.Decimal {
		scale = d.Scale // of a buffer, which says more than its column
	}
	if scale <= 0 {
		return decText(d)
	}
	s := decText(d)
	whole, frac, _ := strings.Cut(s, ".")
	for len(frac) < scale {
		frac += "0"
	}
	return whole + "." + frac
}

// encodeList writes a list as a JSON array, each value as value does.
func encodeList(b *bytes.Buffer, list []expr.Value, value func(int, expr.Value)) {
	b.WriteByte('[')
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		value(i, v)
	}
	b.WriteByte(']')
}

// encodeMap writes a MAP as a JSON object, each value as value does.
func encodeMap(b *bytes.Buffer, m expr.Mapping, value func(expr.Value)) {
	b.WriteByte('{')
	for i, e := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		writeString(b, valueText(e.Key))
		b.WriteByte(':')
		value(e.Value)
	}
	b.WriteByte('}')
}

// TimeText spells a date, time or timestamp with the digits that its type has.
func TimeText(v expr.Value, t *types.Type) string {
	switch x := v.(type) {
	case expr.Days:
		return time.Unix(int64(x)*86400, 0).UTC().Format("2006-01-02")
	case expr.Millis:
		return fraction(time.UnixMilli(int64(x)).UTC(), "15:04:05", t.Precision)
	case expr.Moment:
		return fraction(time.UnixMilli(x.Millis).UTC().Add(time.Duration(x.Nanos)), "2006-01-02 15:04:05", t.Precision)
	}
	return ""
}

func fraction(at time.Time, layout string, digits int) string {
	s := at.Format(layout)
	if digits == 0 {
		return s
	}
	return s + fmt.Sprintf(".%09d", at.Nanosecond())[:digits+1]
}
