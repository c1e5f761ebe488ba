package expr

import (
	"encoding/hex"
	"strconv"
	"unicode/utf16"

	"rowkind/planner/internal/types"
)

func itoa(n int) string { return strconv.Itoa(n) }

const charsetPrefix = "_UTF-16LE"

// appendValue spells v, not NULL, as RexLiteral.appendAsJava does; t gives the charset of a string and the type of a
// Sarg's values.
func appendValue(b []byte, v Value, t *types.Type) []byte {
	switch v := v.(type) {
	case Bool:
		return strconv.AppendBool(b, bool(v))
	case Dec:
		return append(b, v.text()...)
	case Str:
		return appendQuoted(b, string(v), t.Charset)
	case Bytes:
		b = append(b, "X'"...)
		b = hex.AppendEncode(b, []byte(v))
		return append(b, '\'')
	case Days:
		return appendDate(b, int64(v))
	case Millis:
		return appendTime(b, int64(v), 0)
	case Moment:
		return appendMoment(b, v)
	case Interval:
		return strconv.AppendInt(b, int64(v), 10)
	case Symbol:
		b = append(b, "FLAG("...)
		b = append(b, v...)
		return append(b, ')')
	case *Sarg:
		return appendSarg(b, v, t)
	case Tuple:
		return append(b, tupleText(v, t)...)
	}
	return b
}

func tupleText(v Tuple, t *types.Type) []byte {
	b := []byte{'['}
	for i, x := range v {
		if i > 0 {
			b = append(b, ", "...)
		}
		l := &Literal{Value: x}
		l.typ = t.Fields[i].Type
		b = appendLiteral(b, l)
	}
	return append(b, ']')
}

// appendQuoted spells a string as NlsString.asSql: prefixed by its charset unless that is Calcite's own default.
func appendQuoted(b []byte, s, charset string) []byte {
	switch charset {
	case "":
		b = append(b, charsetPrefix...)
	case "ISO-8859-1":
	default:
		b = append(b, '_')
		b = append(b, charset...)
	}
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' {
			b = append(b, '\'')
		}
		b = append(b, s[i])
	}
	return append(b, '\'')
}

func appendPadded(b []byte, n int64, width int) []byte {
	s := strconv.FormatInt(n, 10)
	for i := len(s); i < width; i++ {
		b = append(b, '0')
	}
	return append(b, s...)
}

func appendDate(b []byte, days int64) []byte {
	y, m, d := civil(days)
	b = appendPadded(b, y, 4)
	b = append(b, '-')
	b = appendPadded(b, m, 2)
	b = append(b, '-')
	return appendPadded(b, d, 2)
}

// civil gives the date of a day number of the proleptic Gregorian calendar.
func civil(days int64) (y, m, d int64) {
	z := days + 719468
	era := floorDiv(z, 146097)
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	y = yoe + era*400
	if m <= 2 {
		y++
	}
	return y, m, d
}

// dayNumber is the reverse of civil.
func dayNumber(y, m, d int64) int64 {
	if m <= 2 {
		y--
	}
	era := floorDiv(y, 400)
	yoe := y - era*400
	mp := m - 3
	if m <= 2 {
		mp = m + 9
	}
	doy := (153*mp+2)/5 + d - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	return era*146097 + doe - 719468
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - floorDiv(a, b)*b }

const millisPerDay = 86400000

func appendTime(b []byte, millis int64, nanos int64) []byte {
	b = appendPadded(b, millis/3600000, 2)
	b = append(b, ':')
	b = appendPadded(b, millis/60000%60, 2)
	b = append(b, ':')
	b = appendPadded(b, millis/1000%60, 2)
	frac := millis%1000*1000000 + nanos
	if frac == 0 {
		return b
	}
	b = append(b, '.')
	b = appendPadded(b, frac, 9)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

func appendMoment(b []byte, m Moment) []byte {
	b = appendDate(b, floorDiv(m.Millis, millisPerDay))
	b = append(b, ' ')
	return appendTime(b, floorMod(m.Millis, millisPerDay), int64(m.Nanos))
}

// appendSarg spells a Sarg with its values as literals of type t (RexLiteral.printSarg).
func appendSarg(b []byte, s *Sarg, t *types.Type) []byte {
	form := Plain
	switch t.Kind {
	case types.Float, types.Double:
		form = Scientific
	case types.BigInt:
		form = Long
	}
	return writeSarg(b, s, func(b []byte, v Value) []byte {
		if d, ok := v.(Dec); ok {
			d.Form = form
			v = d
		}
		b = appendValue(b, v, t)
		if showsType(v, t) {
			b = append(b, ':')
			b = append(b, t.PlanString()...)
		}
		return b
	})
}

// appendPlainSarg spells a Sarg as Sarg.toString does, for the execution plan.
func appendPlainSarg(b []byte, s *Sarg, t *types.Type) []byte {
	return writeSarg(b, s, func(b []byte, v Value) []byte {
		switch v := v.(type) {
		case Dec:
			return append(b, v.String()...)
		case Bytes:
			return hex.AppendEncode(b, []byte(v))
		}
		return appendValue(b, v, t)
	})
}

func writeSarg(b []byte, s *Sarg, value func([]byte, Value) []byte) []byte {
	if name := s.special(); name != "" {
		return append(b, name...)
	}
	b = append(b, "Sarg["...)
	for i, r := range s.Ranges {
		if i > 0 {
			b = append(b, ", "...)
		}
		if r.isPoint() {
			b = value(b, r.Lower)
			continue
		}
		if r.Lower == nil {
			b = append(b, "(-∞"...)
		} else {
			b = append(b, "(["[bit(r.LowerClosed)])
			b = value(b, r.Lower)
		}
		b = append(b, ".."...)
		if r.Upper == nil {
			b = append(b, "+∞)"...)
		} else {
			b = value(b, r.Upper)
			b = append(b, ")]"[bit(r.UpperClosed)])
		}
	}
	switch s.Null {
	case NullFalse:
		return append(b, "; NULL AS FALSE]"...)
	case NullTrue:
		return append(b, "; NULL AS TRUE]"...)
	}
	return append(b, ']')
}

// showsType tells whether the type of a literal is written after it (RexLiteral.shouldIncludeType).
func showsType(v Value, t *types.Type) bool {
	if v == nil {
		return true
	}
	switch t.Kind {
	case types.Boolean, types.Integer, types.Symbol, types.Date:
		return false
	case types.Char:
		s, ok := v.(Str)
		return !ok || utf16Len(string(s)) != t.Precision
	case types.Time, types.Timestamp:
		return t.Precision != 0
	}
	return true
}

// utf16Len counts UTF-16 code units, Java's length of a string.
func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		if k := utf16.RuneLen(r); k > 0 {
			n += k
		} else {
			n++
		}
	}
	return n
}

// appendLiteral spells a literal with its type where that shows (RexLiteral.toString).
func appendLiteral(b []byte, l *Literal) []byte {
	if l.Value == nil {
		b = append(b, "null:"...)
		return append(b, l.typ.PlanString()...)
	}
	b = appendValue(b, l.Value, l.typ)
	if showsType(l.Value, l.typ) {
		b = append(b, ':')
		b = append(b, l.typ.PlanString()...)
	}
	return b
}

// appendUntyped spells a literal without its type.
func appendUntyped(b []byte, l *Literal) []byte {
	if l.Value == nil {
		return append(b, "null"...)
	}
	return appendValue(b, l.Value, l.typ)
}

// appendExecLiteral spells a literal for the execution plan (FlinkRexUtil.getExpressionString, Explain detail).
func appendExecLiteral(b []byte, l *Literal) []byte {
	switch v := l.Value.(type) {
	case nil:
		b = append(b, "null:"...)
		return append(b, l.typ.ExecString()...)
	case Str:
		b = append(b, '\'')
		b = append(b, v...)
		return append(b, '\'')
	case Symbol:
		return append(b, v...)
	case Interval:
		return appendLiteral(b, l)
	case *Sarg:
		return appendPlainSarg(b, v, l.typ)
	}
	return appendUntyped(b, l)
}

// Untyped spells a literal without its type, as the tuples of a Values are.
func Untyped(l *Literal) string { return string(appendUntyped(nil, l)) }
