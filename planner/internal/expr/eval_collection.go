package expr

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"rowkind/planner/internal/types"
)

var collectionFunctions = map[string]builtin{
	"ARRAY_DISTINCT": listFunction(distinctValues), "ARRAY_REVERSE": listFunction(reversed),
	"ARRAY_MAX": extreme(1), "ARRAY_MIN": extreme(-1), "ARRAY_JOIN": evalArrayJoin, "ARRAY_SORT": evalArraySort,
	"ARRAY_SLICE": evalArraySlice, "ARRAY_CONCAT": evalArrayConcat, "ARRAY_UNION": setFunction(func(a, b List) List {
		return distinctValues(append(slices.Clone(a), b...))
	}),
	"ARRAY_EXCEPT": setFunction(func(a, b List) List {
		var out List
		for _, v := range distinctValues(a) {
			if indexOf(b, v) < 0 {
				out = append(out, v)
			}
		}
		return out
	}),
	"ARRAY_INTERSECT": setFunction(func(a, b List) List {
		var out List
		for _, v := range distinctValues(a) {
			if indexOf(b, v) >= 0 {
				out = append(out, v)
			}
		}
		return out
	}),
	"MAP_KEYS": mapFunction(func(e Entry) Value { return e.Key }), "MAP_VALUES": mapFunction(func(e Entry) Value { return e.Value }),
	"MAP_ENTRIES": mapFunction(func(e Entry) Value { return Tuple{e.Key, e.Value} }), "MAP_FROM_ARRAYS": evalMapFromArrays,
	"MAP_UNION": evalMapUnion, "SPLIT": evalSplit, "STR_TO_MAP": evalStrToMap, "REGEXP_EXTRACT_ALL": evalRegexpExtractAll,
	"INET_ATON": evalInetAton, "INET_NTOA": evalInetNtoa,
}

// The functions that take a NULL element.
var elementFunctions = map[string]builtin{
	"ARRAY_APPEND": withElement(func(l List, v Value) Value { return append(slices.Clone(l), v) }),
	"ARRAY_PREPEND": withElement(func(l List, v Value) Value {
		return append(List{v}, l...)
	}),
	"ARRAY_CONTAINS": withElement(func(l List, v Value) Value { return Bool(indexOf(l, v) >= 0) }),
	"ARRAY_REMOVE": withElement(func(l List, v Value) Value {
		out := List{}
		for _, x := range l {
			if !sameValue(x, v) {
				out = append(out, x)
			}
		}
		return out
	}),
	"ARRAY_POSITION": func(c *Call, args []Value) (Value, error) {
		l, ok := args[0].(List)
		if !ok || args[1] == nil {
			return nil, nil
		}
		return Int(int64(indexOf(l, args[1]) + 1)), nil
	},
}

func withElement(f func(List, Value) Value) builtin {
	return func(c *Call, args []Value) (Value, error) {
		if args[0] == nil {
			return nil, nil
		}
		l, ok := args[0].(List)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		return f(l, args[1]), nil
	}
}

func sameValue(a, b Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return CompareRuntime(a, b) == 0
}

func indexOf(l List, v Value) int {
	return slices.IndexFunc(l, func(x Value) bool { return sameValue(x, v) })
}

func listFunction(f func(List) List) builtin {
	return func(c *Call, args []Value) (Value, error) {
		l, ok := args[0].(List)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		return f(l), nil
	}
}

func setFunction(f func(a, b List) List) builtin {
	return func(c *Call, args []Value) (Value, error) {
		a, ok1 := args[0].(List)
		b, ok2 := args[1].(List)
		if !ok1 || !ok2 {
			return nil, &Unsupported{c.Op.Name}
		}
		return f(a, b), nil
	}
}

func mapFunction(f func(Entry) Value) builtin {
	return func(c *Call, args []Value) (Value, error) {
		m, ok := args[0].(Mapping)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		l := make(List, len(m))
		for i, e := range m {
			l[i] = f(e)
		}
		return l, nil
	}
}

func distinctValues(l List) List {
	var out List
	for _, v := range l {
		if indexOf(out, v) < 0 {
			out = append(out, v)
		}
	}
	return out
}

func reversed(l List) List {
	out := slices.Clone(l)
	slices.Reverse(out)
	return out
}

func extreme(sign int) builtin {
	return func(c *Call, args []Value) (Value, error) {
		l, ok := args[0].(List)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		var best Value
		for _, v := range l {
			if v != nil && (best == nil || CompareRuntime(v, best)*sign > 0) {
				best = v
			}
		}
		return best, nil
	}
}

func evalArrayJoin(c *Call, args []Value) (Value, error) {
	l, ok := args[0].(List)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	var parts []string
	for _, v := range l {
		switch {
		case v != nil:
			parts = append(parts, str(v))
		case len(args) > 2:
			parts = append(parts, str(args[2]))
		}
	}
	if err := grown(c, joinedSize(parts, str(args[1]))); err != nil {
		return nil, err
	}
	return Str(strings.Join(parts, str(args[1]))), nil
}

// evalArraySort sorts ascending with NULLs first, or as told.
func evalArraySort(c *Call, args []Value) (Value, error) {
	l, ok := args[0].(List)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	ascending := len(args) < 2 || args[1] == Bool(true)
	nullsFirst := ascending
	if len(args) > 2 {
		nullsFirst = args[2] == Bool(true)
	}
	out := slices.Clone(l)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := out[i], out[j]
		switch {
		case a == nil || b == nil:
			return a == nil && b != nil && nullsFirst || a != nil && b == nil && !nullsFirst
		case ascending:
			return CompareRuntime(a, b) < 0
		}
		return CompareRuntime(a, b) > 0
	})
	return out, nil
}

func evalArraySlice(c *Call, args []Value) (Value, error) {
	l, ok := args[0].(List)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	n, err := ints(args[1:])
	if err != nil || len(l) == 0 {
		return l, err
	}
	start, end := n[0], int64(len(l))
	if len(n) > 1 {
		end = n[1]
	}
	if start < 0 {
		start += int64(len(l)) + 1
	}
	if end < 0 {
		end += int64(len(l)) + 1
	}
	start = max(1, start)
	if end == 0 {
		end = 1
	}
	end = min(end, int64(len(l)))
	if end < start {
		return List{}, nil
	}
	return l[start-1 : end], nil
}

func evalArrayConcat(c *Call, args []Value) (Value, error) {
	out := List{}
	for _, a := range args {
		l, ok := a.(List)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		out = append(out, l...)
	}
	return out, nil
}

func evalMapFromArrays(c *Call, args []Value) (Value, error) {
	k, ok1 := args[0].(List)
	v, ok2 := args[1].(List)
	switch {
	case !ok1 || !ok2:
		return nil, &Unsupported{c.Op.Name}
	case len(k) != len(v):
		return nil, failed("Invalid function MAP_FROM_ARRAYS call: The length of the keys array " + itoa(len(k)) +
			" is not equal to the length of the values array " + itoa(len(v)))
	}
	m := make(Mapping, len(k))
	for i := range k {
		m[i] = Entry{k[i], v[i]}
	}
	return m, nil
}

func evalMapUnion(c *Call, args []Value) (Value, error) {
	var out Mapping
	for _, a := range args {
		m, ok := a.(Mapping)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		for _, e := range m {
			i := slices.IndexFunc(out, func(x Entry) bool { return sameValue(x.Key, e.Key) })
			if i >= 0 {
				out[i] = e
			} else {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

func evalSplit(c *Call, args []Value) (Value, error) {
	s, sep := str(args[0]), str(args[1])
	out := List{}
	if sep == "" {
		for _, r := range s {
			out = append(out, Str(string(r)))
		}
		return out, nil
	}
	for _, p := range strings.Split(s, sep) {
		out = append(out, Str(p))
	}
	return out, nil
}

func evalStrToMap(c *Call, args []Value) (Value, error) {
	s, list, pair := str(args[0]), ",", "="
	if len(args) > 2 {
		list, pair = str(args[1]), str(args[2])
	}
	m := Mapping{}
	if s == "" {
		return m, nil
	}
	if len(list) != 1 || len(pair) != 1 || strings.ContainsAny(list+pair, `.$|()[{^?*+\`) {
		return nil, &Unsupported{c.Op.Name} // they are regular expressions
	}
	for _, p := range strings.Split(s, list) {
		k, v, ok := strings.Cut(p, pair)
		if ok && strings.Contains(v, pair) {
			continue
		}
		if !ok {
			m = append(m, Entry{Str(p), nil})
		} else {
			m = append(m, Entry{Str(k), Str(v)})
		}
	}
	return m, nil
}

func evalRegexpExtractAll(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	group := int64(1)
	if len(args) > 2 {
		if group, err = intOf(args[2]); err != nil {
			return nil, err
		}
	}
	if group < 0 || int(group) > r.NumSubexp() {
		return nil, nil
	}
	out := List{}
	for _, m := range r.FindAllStringSubmatch(str(args[0]), -1) {
		out = append(out, Str(m[group]))
	}
	return out, nil
}

func evalInetAton(_ *Call, args []Value) (Value, error) {
	parts := strings.Split(str(args[0]), ".")
	if len(parts) > 4 {
		return nil, nil
	}
	n := int64(0)
	for i, p := range parts {
		x, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			return nil, nil
		}
		if i == len(parts)-1 {
			n <<= 8 * (5 - len(parts))
		} else if i > 0 {
			n <<= 8
		}
		n += int64(x)
	}
	if len(parts) == 1 {
		return Int(n), nil
	}
	return Int(n), nil
}

func evalInetNtoa(_ *Call, args []Value) (Value, error) {
	n, err := intOf(args[0])
	if err != nil || n < 0 || n > 1<<32-1 {
		return nil, err
	}
	return Str(itoa(int(n>>24)) + "." + itoa(int(n>>16&255)) + "." + itoa(int(n>>8&255)) + "." + itoa(int(n&255))), nil
}

// collectionText spells arrays, maps and rows as casts to STRING do: [1, 2], {a=1}, (1, x).
func collectionText(v Value, t *types.Type) (string, error) {
	var parts []string
	add := func(x Value, t *types.Type, prefix string) error {
		s := "NULL"
		if x != nil {
			var err error
			if s, err = toText(x, t); err != nil {
				return err
			}
		}
		parts = append(parts, prefix+s)
		return nil
	}
	open, shut := "[", "]"
	switch v := v.(type) {
	case List:
		for _, x := range v {
			if err := add(x, t.Elem, ""); err != nil {
				return "", err
			}
		}
	case Mapping:
		open, shut = "{", "}"
		for _, e := range v {
			k := "NULL"
			if e.Key != nil {
				var err error
				if k, err = toText(e.Key, t.Key); err != nil {
					return "", err
				}
			}
			if err := add(e.Value, t.Elem, k+"="); err != nil {
				return "", err
			}
		}
	case Tuple:
		open, shut = "(", ")"
		for i, x := range v {
			if err := add(x, t.Fields[i].Type, ""); err != nil {
				return "", err
			}
		}
	default:
		return "", &Unsupported{"CAST to STRING"}
	}
	return open + strings.Join(parts, ", ") + shut, nil
}

// javaQuote is JSON_QUOTE.
func javaQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch r {
		case '"', '\\', '/':
			b.WriteByte('\\')
			b.WriteRune(r)
		case '\b':
			b.WriteString(`\b`)
		case '\f':
			b.WriteString(`\f`)
		case '\n':
			b.WriteString(`\n`)
		case '\r':
			b.WriteString(`\r`)
		case '\t':
			b.WriteString(`\t`)
		default:
			if r < 128 {
				b.WriteRune(r)
			} else {
				h := strconv.FormatInt(int64(r), 16)
				b.WriteString(`\u` + strings.Repeat("0", max(0, 4-len(h))) + h)
			}
		}
	}
	b.WriteByte('"')
	return b.String()
}

func evalJSONUnquote(c *Call, args []Value) (Value, error) {
	v, ok := parseJSON(str(args[0]))
	if !ok {
		return args[0], nil
	}
	if s, isText := v.(string); isText {
		return Str(s), nil
	}
	return args[0], nil
}

// evalPrintf knows the conversions that Go and Java spell alike.
func evalPrintf(c *Call, args []Value) (Value, error) {
	f := str(args[0])
	var b strings.Builder
	next := 1
	for i := 0; i < len(f); i++ {
		if f[i] != '%' {
			b.WriteByte(f[i])
			continue
		}
		i++
		switch {
		case i < len(f) && f[i] == '%':
			b.WriteByte('%')
			continue
		case i < len(f) && f[i] == 'n':
			b.WriteByte('\n')
			continue
		case i == len(f) || f[i] != 's' && f[i] != 'd' || next >= len(args):
			return nil, &Unsupported{c.Op.Name}
		}
		switch x := args[next].(type) {
		case Str:
			if f[i] == 'd' {
				return nil, nil
			}
			b.WriteString(string(x))
		case Dec:
			if x.Scale != 0 {
				return nil, &Unsupported{c.Op.Name}
			}
			b.WriteString(x.String())
		default:
			return nil, &Unsupported{c.Op.Name}
		}
		next++
	}
	return Str(b.String()), nil
}

// evalToTimestampLTZ reads seconds or milliseconds, or a text in a zone, UTC if none is given.
func evalToTimestampLTZ(c *Call, args []Value) (Value, error) {
	if s, isText := args[0].(Str); isText {
		return textToLTZ(c, string(s), args[1:])
	}
	p := int64(3)
	if len(args) > 1 {
		n, err := intOf(args[1])
		if err != nil {
			return nil, err
		}
		p = n
	}
	if p != 0 && p != 3 {
		return nil, &Unsupported{c.Op.Name}
	}
	if f, ok := args[0].(Float); ok {
		if p == 0 {
			f *= 1000
		}
		return Moment{Millis: int64(f)}, nil
	}
	n, err := intOf(args[0])
	if p == 0 {
		n *= 1000
	}
	return Moment{Millis: n}, err
}

func textToLTZ(c *Call, s string, args []Value) (Value, error) {
	if len(args) == 0 {
		m, problem := readTimestamp(s)
		if problem != "" {
			return nil, &Failed{"Text '" + s + "' could not be parsed" + problem, "java.time.format.DateTimeParseException"}
		}
		return m.round(3), nil
	}
	m, ok, err := parseFormat(c, s, str(args[0]))
	if err != nil || !ok {
		return nil, err
	}
	if len(args) > 1 {
		zone, err := time.LoadLocation(str(args[1]))
		if err != nil {
			return nil, nil
		}
		y, mo, d := civil(floorDiv(m.Millis, millisPerDay))
		rest := floorMod(m.Millis, millisPerDay)
		m.Millis = time.Date(int(y), time.Month(mo), int(d), 0, 0, 0, int(rest)*1000000, zone).UnixMilli()
	}
	return m, nil
}
