package expr

import "strings"

// Tuple is the value of a row of constants, as IN over rows has them.
type Tuple []Value

func (Tuple) value() {}

func (r Range) isPoint() bool {
	return r.Lower != nil && r.Upper != nil && r.LowerClosed && r.UpperClosed && CompareValues(r.Lower, r.Upper) == 0
}

// all reports whether s holds every value but perhaps NULL.
func (s *Sarg) all() bool {
	return len(s.Ranges) == 1 && s.Ranges[0].Lower == nil && s.Ranges[0].Upper == nil
}

// none reports whether s holds no value but perhaps NULL.
func (s *Sarg) none() bool { return len(s.Ranges) == 0 }

// special names the Sargs that hold all or nothing (Sarg.SpecialSarg).
func (s *Sarg) special() string {
	switch {
	case s.none():
		return [...]string{NullUnknown: "Sarg[<>]", NullTrue: "Sarg[IS NULL]", NullFalse: "Sarg[FALSE]"}[s.Null]
	case s.all():
		return [...]string{NullUnknown: "Sarg[=]", NullTrue: "Sarg[TRUE]", NullFalse: "Sarg[IS NOT NULL]"}[s.Null]
	}
	return ""
}

// CompareValues orders two values of one type, as Java compares them: strings by UTF-16 code unit, bytes unsigned.
func CompareValues(a, b Value) int {
	switch a := a.(type) {
	case Bool:
		if b, ok := b.(Bool); ok {
			return bit(bool(a)) - bit(bool(b))
		}
	case Dec:
		if b, ok := b.(Dec); ok {
			return a.Cmp(b)
		}
	case Str:
		if b, ok := b.(Str); ok {
			return compareUTF16(string(a), string(b))
		}
	case Bytes:
		if b, ok := b.(Bytes); ok {
			return strings.Compare(string(a), string(b))
		}
	case Days:
		if b, ok := b.(Days); ok {
			return cmpInt(int64(a), int64(b))
		}
	case Millis:
		if b, ok := b.(Millis); ok {
			return cmpInt(int64(a), int64(b))
		}
	case Interval:
		if b, ok := b.(Interval); ok {
			return cmpInt(int64(a), int64(b))
		}
	case Moment:
		if b, ok := b.(Moment); ok {
			if c := cmpInt(a.Millis, b.Millis); c != 0 {
				return c
			}
			return cmpInt(int64(a.Nanos), int64(b.Nanos))
		}
	case Symbol:
		if b, ok := b.(Symbol); ok {
			return strings.Compare(string(a), string(b))
		}
	case Tuple:
		if b, ok := b.(Tuple); ok {
			for i := 0; i < len(a) && i < len(b); i++ {
				if c := CompareValues(a[i], b[i]); c != 0 {
					return c
				}
			}
			return len(a) - len(b)
		}
	}
	// Values of different kinds never meet in one Sarg; any fixed order will do.
	return strings.Compare(string(appendValueKey(nil, a)), string(appendValueKey(nil, b)))
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// compareUTF16 compares by UTF-16 code unit: it differs from the order of code points between surrogates and the
// characters from U+E000 on.
func compareUTF16(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	if i == len(a) || i == len(b) {
		return len(a) - len(b)
	}
	x, y := a[i], b[i]
	// A lead byte F0.. is a surrogate pair (D800..DFFF), below EE.. and EF.. (E000..FFFF).
	if x >= 0xF0 && y >= 0xEE && y < 0xF0 {
		return -1
	}
	if y >= 0xF0 && x >= 0xEE && x < 0xF0 {
		return 1
	}
	return int(x) - int(y)
}
