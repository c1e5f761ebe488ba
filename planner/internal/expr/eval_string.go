package expr

import (
	"encoding/base64"
	"math"
	"math/big"
	"net/url"
	"rowkind/planner/internal/types"
	"strconv"
	"strings"
	"unicode"
)

var stringFunctions = map[string]builtin{
	"||": evalConcat, "UPPER": text1(strings.ToUpper), "LOWER": text1(strings.ToLower), "INITCAP": text1(initcap),
	"REVERSE": text1(reverse), "TRIM": evalTrim, "LTRIM": trimFunction(true, false), "RTRIM": trimFunction(false, true),
	"BTRIM": trimFunction(true, true), "SUBSTRING": evalSubstring, "SUBSTR": evalSubstring, "LEFT": evalLeft, "RIGHT": evalRight,
	"CHAR_LENGTH": evalLength, "CHARACTER_LENGTH": evalLength, "LENGTH": evalLength, "REPLACE": evalReplace,
	"REPEAT": evalRepeat, "LPAD": padFunction(true), "RPAD": padFunction(false), "LOCATE": evalLocate, "INSTR": evalInstr,
	"POSITION": evalLocate, "OVERLAY": evalOverlay, "ASCII": evalASCII, "CHR": evalChr, "SPLIT_INDEX": evalSplitIndex,
	"TO_BASE64": evalToBase64, "FROM_BASE64": evalFromBase64, "CONCAT": evalConcat, "LIKE": evalLike, "SIMILAR TO": evalSimilar,
	"REGEXP": evalRegexp, "REGEXP_REPLACE": evalRegexpReplace, "REGEXP_EXTRACT": evalRegexpExtract, "TRANSLATE3": evalTranslate,
	"TRANSLATE": evalTranslate, "STARTSWITH": prefixFunction(true), "ENDSWITH": prefixFunction(false), "DECODE": evalDecode,
	"ENCODE": evalEncode, "URL_ENCODE": text1(url.QueryEscape), "URL_DECODE": evalURLDecode, "PARSE_URL": evalParseURL,
	"IS_ALPHA": evalIsAlpha, "IS_DIGIT": evalIsDigit, "IS_DECIMAL": evalIsDecimal, "HASH_CODE": evalHashCode,
	"UNHEX": evalUnhex, "ELT": evalElt, "REGEXP_COUNT": evalRegexpCount, "REGEXP_INSTR": evalRegexpInstr,
	"REGEXP_SUBSTR": evalRegexpSubstr, "TYPEOF": evalTypeof, "PRINTF": evalPrintf,
	"JSON_QUOTE": text1(javaQuote), "JSON_UNQUOTE": evalJSONUnquote,
}

var lenientFunctions = map[string]builtin{
	"CONCAT_WS": evalConcatWS, "IF": evalIf, "IFNULL": evalIfNull, "NULLIF": evalNullif, "COALESCE": evalIfNull,
}

func str(v Value) string {
	s, _ := v.(Str)
	return string(s)
}

func text1(f func(string) string) builtin {
	return func(c *Call, args []Value) (Value, error) {
		s, ok := args[0].(Str)
		if !ok {
			return nil, &Unsupported{c.Op.Name}
		}
		return Str(f(string(s))), nil
	}
}

func evalConcat(c *Call, args []Value) (Value, error) {
	var b strings.Builder
	for _, a := range args {
		switch x := a.(type) {
		case Str:
			b.WriteString(string(x))
		case Bytes:
			b.WriteString(string(x))
		default:
			return nil, &Unsupported{c.Op.Name}
		}
	}
	if c.typ.IsBinary() {
		return Bytes(b.String()), nil
	}
	return Str(b.String()), nil
}

func evalConcatWS(c *Call, args []Value) (Value, error) {
	if args[0] == nil {
		return nil, nil
	}
	var parts []string
	for _, a := range args[1:] {
		if a != nil {
			parts = append(parts, str(a))
		}
	}
	if err := grown(c, joinedSize(parts, str(args[0]))); err != nil {
		return nil, err
	}
	return Str(strings.Join(parts, str(args[0]))), nil
}

func evalIf(c *Call, args []Value) (Value, error) {
	i := 2
	if args[0] == Bool(true) {
		i = 1
	}
	if args[i] == nil {
		return nil, nil
	}
	return castIfNumeric(args[i], c.Args[i].Type(), c.typ)
}

func evalIfNull(c *Call, args []Value) (Value, error) {
	for i, a := range args {
		if a != nil {
			return castIfNumeric(a, c.Args[i].Type(), c.typ)
		}
	}
	return nil, nil
}

func evalNullif(_ *Call, args []Value) (Value, error) {
	if args[0] != nil && args[1] != nil && CompareRuntime(args[0], args[1]) == 0 {
		return nil, nil
	}
	return args[0], nil
}

func initcap(s string) string {
	b := []byte(s)
	start := true
	for i, c := range b {
		word := c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
		switch {
		case start && c >= 'a' && c <= 'z':
			b[i] = c - 32
		case !start && c >= 'A' && c <= 'Z':
			b[i] = c + 32
		}
		start = !word
	}
	return string(b)
}

func reverse(s string) string {
	r := []rune(s)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// evalTrim is TRIM(FLAG(BOTH), chars, s).
func evalTrim(c *Call, args []Value) (Value, error) {
	if len(args) != 3 {
		return trimFunction(true, true)(c, args)
	}
	side, ok := args[0].(Symbol)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	return Str(trimSet(str(args[2]), str(args[1]), side != "TRAILING", side != "LEADING")), nil
}

func trimFunction(left, right bool) builtin {
	return func(_ *Call, args []Value) (Value, error) {
		set := " "
		if len(args) > 1 {
			set = str(args[1])
		}
		return Str(trimSet(str(args[0]), set, left, right)), nil
	}
}

func trimSet(s, set string, left, right bool) string {
	if left {
		s = strings.TrimLeft(s, set)
	}
	if right {
		s = strings.TrimRight(s, set)
	}
	return s
}

func ints(args []Value) ([]int64, error) {
	out := make([]int64, len(args))
	for i, a := range args {
		n, err := intOf(a)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

// evalSubstring counts from 1, or from the end for a negative start (BinaryStringDataUtil.substringSQL).
func evalSubstring(_ *Call, args []Value) (Value, error) {
	r := []rune(str(args[0]))
	n, err := ints(args[1:])
	if err != nil {
		return nil, err
	}
	start, length := n[0], int64(len(r))
	if len(n) > 1 {
		if length = n[1]; length < 0 {
			return nil, nil
		}
	}
	switch {
	case start > 0:
		start--
	case start < 0:
		if start += int64(len(r)); start < 0 {
			return Str(""), nil
		}
	}
	if start >= int64(len(r)) {
		return Str(""), nil
	}
	end := min(start+length, int64(len(r)))
	return Str(r[start:end]), nil
}

func evalLeft(_ *Call, args []Value) (Value, error) {
	r := []rune(str(args[0]))
	n, err := intOf(args[1])
	return Str(r[:min(max(n, 0), int64(len(r)))]), err
}

func evalRight(_ *Call, args []Value) (Value, error) {
	r := []rune(str(args[0]))
	n, err := intOf(args[1])
	return Str(r[int64(len(r))-min(max(n, 0), int64(len(r))):]), err
}

func evalLength(c *Call, args []Value) (Value, error) {
	s, ok := args[0].(Str)
	if !ok {
		return nil, &Unsupported{c.Op.Name}
	}
	return Int(int64(len([]rune(string(s))))), nil
}

func evalReplace(c *Call, args []Value) (Value, error) {
	s, old, now := str(args[0]), str(args[1]), str(args[2])
	if err := grown(c, len(s)+strings.Count(s, old)*max(0, len(now)-len(old))); err != nil {
		return nil, err
	}
	return Str(strings.ReplaceAll(s, old, now)), nil
}

func evalRepeat(c *Call, args []Value) (Value, error) {
	n, err := intOf(args[1])
	if n < 0 || n*int64(len(str(args[0]))) > maxValue {
		return nil, &Unsupported{c.Op.Name}
	}
	return Str(strings.Repeat(str(args[0]), int(n))), err
}

func padFunction(left bool) builtin {
	return func(c *Call, args []Value) (Value, error) {
		base, pad := []rune(str(args[0])), []rune(str(args[2]))
		n, err := intOf(args[1])
		switch {
		case err != nil:
			return nil, err
		case n < 0 || len(pad) == 0:
			return nil, nil
		case n > maxValue:
			return nil, &Unsupported{c.Op.Name}
		}
		var fill []rune
		for i := 0; i < int(n)-len(base); i++ {
			fill = append(fill, pad[i%len(pad)])
		}
		kept := base[:min(len(base), int(n))]
		if left {
			return Str(string(fill) + string(kept)), nil
		}
		return Str(string(kept) + string(fill)), nil
	}
}

// indexFrom finds sub in s from the 1-based place on, counting from 1; 0 for none.
func indexFrom(s, sub string, from int64) int64 {
	r := []rune(s)
	if from < 1 || from-1 > int64(len(r)) {
		return 0
	}
	i := strings.Index(string(r[from-1:]), sub)
	if i < 0 {
		return 0
	}
	return from + int64(len([]rune(string(r[from-1:])[:i])))
}

func evalLocate(_ *Call, args []Value) (Value, error) {
	from := int64(1)
	if len(args) > 2 {
		n, err := intOf(args[2])
		if err != nil {
			return nil, err
		}
		from = n
	}
	return Int(indexFrom(str(args[1]), str(args[0]), from)), nil
}

// evalInstr finds the nth place from a start, from the end for a negative one.
func evalInstr(c *Call, args []Value) (Value, error) {
	n, err := ints(args[2:])
	if err != nil {
		return nil, err
	}
	from, times := int64(1), int64(1)
	if len(n) > 0 {
		from = n[0]
	}
	if len(n) > 1 {
		times = n[1]
	}
	s, sub := str(args[0]), str(args[1])
	switch {
	case times <= 0:
		return nil, failed("nthAppearance must be positive!")
	case from == 0:
		return Int(0), nil
	case from > 0:
		return Int(nthIndex(s, sub, from, times)), nil
	}
	at := nthIndex(reverse(s), reverse(sub), -from, times)
	if at == 0 {
		return Int(0), nil
	}
	return Int(int64(len([]rune(s))) + 2 - at - int64(len([]rune(sub)))), nil
}

func nthIndex(s, sub string, from, times int64) int64 {
	at := int64(0)
	for ; times > 0; times-- {
		if at = indexFrom(s, sub, from); at == 0 {
			return 0
		}
		from = at + 1
	}
	return at
}

func evalOverlay(_ *Call, args []Value) (Value, error) {
	s, r := []rune(str(args[0])), str(args[1])
	n, err := ints(args[2:])
	if err != nil {
		return nil, err
	}
	start, length := n[0], int64(len([]rune(r)))
	if len(n) > 1 {
		length = n[1]
	}
	if start <= 0 || start > int64(len(s)) {
		return Str(s), nil
	}
	out := string(s[:start-1]) + r
	if start+length <= int64(len(s)) && length > 0 {
		out += string(s[start-1+length:])
	}
	return Str(out), nil
}

func evalASCII(_ *Call, args []Value) (Value, error) {
	s := str(args[0])
	if s == "" {
		return Int(0), nil
	}
	return Int(int64(int8(s[0]))), nil
}

func evalChr(_ *Call, args []Value) (Value, error) {
	n, err := intOf(args[0])
	if n < 0 {
		return Str(""), err
	}
	return Str(string(rune(n & 0xFF))), err
}

func evalSplitIndex(c *Call, args []Value) (Value, error) {
	sep, ok := args[1].(Str)
	if !ok {
		n, err := intOf(args[1])
		if err != nil {
			return nil, err
		}
		if n < 1 || n > 255 {
			return nil, nil
		}
		sep = Str(string(rune(n)))
	}
	i, err := intOf(args[2])
	if err != nil || i < 0 {
		return nil, err
	}
	if sep == "" || str(args[0]) == "" {
		return nil, &Unsupported{c.Op.Name}
	}
	parts := strings.Split(str(args[0]), string(sep))
	if i >= int64(len(parts)) {
		return nil, nil
	}
	return Str(parts[i]), nil
}

func evalToBase64(_ *Call, args []Value) (Value, error) {
	return Str(base64.StdEncoding.EncodeToString(bytesOf(args[0]))), nil
}

func evalFromBase64(_ *Call, args []Value) (Value, error) {
	b, err := base64.StdEncoding.DecodeString(string(bytesOf(args[0])))
	if err != nil {
		return nil, failed("Illegal base64 character")
	}
	return Str(b), nil
}

func bytesOf(v Value) []byte {
	switch v := v.(type) {
	case Bytes:
		return []byte(v)
	case Str:
		return []byte(v)
	}
	return nil
}

func evalTranslate(_ *Call, args []Value) (Value, error) {
	from, to := []rune(str(args[1])), []rune(str(args[2]))
	m := map[rune]rune{}
	for i, r := range from {
		if _, dup := m[r]; dup {
			continue
		}
		m[r] = -1
		if i < len(to) {
			m[r] = to[i]
		}
	}
	return Str(strings.Map(func(r rune) rune {
		if t, ok := m[r]; ok {
			return t
		}
		return r
	}, str(args[0]))), nil
}

func prefixFunction(prefix bool) builtin {
	return func(_ *Call, args []Value) (Value, error) {
		s, x := string(bytesOf(args[0])), string(bytesOf(args[1]))
		if prefix {
			return Bool(strings.HasPrefix(s, x)), nil
		}
		return Bool(strings.HasSuffix(s, x)), nil
	}
}

func utf8Name(v Value) bool {
	n := strings.ToUpper(str(v))
	return n == "UTF-8" || n == "UTF8" || n == "US-ASCII"
}

func evalDecode(c *Call, args []Value) (Value, error) {
	b, ok := args[0].(Bytes)
	if !ok || !utf8Name(args[1]) {
		return nil, &Unsupported{c.Op.Name}
	}
	return Str(strings.ToValidUTF8(string(b), "\uFFFD")), nil
}

func evalEncode(c *Call, args []Value) (Value, error) {
	if !utf8Name(args[1]) {
		return nil, &Unsupported{c.Op.Name}
	}
	return Bytes(str(args[0])), nil
}

func evalURLDecode(_ *Call, args []Value) (Value, error) {
	s, err := url.QueryUnescape(str(args[0]))
	if err != nil {
		return nil, nil
	}
	return Str(s), nil
}

func evalParseURL(c *Call, args []Value) (Value, error) {
	u, err := url.Parse(str(args[0]))
	if err != nil || u.Host == "" {
		return nil, &Unsupported{c.Op.Name}
	}
	part := str(args[1])
	if len(args) > 2 {
		if part != "QUERY" || !u.Query().Has(str(args[2])) {
			return nil, nil
		}
		return Str(u.Query().Get(str(args[2]))), nil
	}
	s := ""
	switch part {
	case "HOST":
		s = u.Hostname()
	case "PATH":
		return Str(u.EscapedPath()), nil
	case "QUERY":
		s = u.RawQuery
	case "REF":
		s = u.Fragment
	case "PROTOCOL":
		s = u.Scheme
	case "AUTHORITY":
		s = u.Host
	case "FILE":
		s = u.RequestURI()
	case "USERINFO":
		s = u.User.String()
	}
	if s == "" {
		return nil, nil
	}
	return Str(s), nil
}

func evalIsAlpha(_ *Call, args []Value) (Value, error) {
	return everyRune(args[0], unicode.IsLetter), nil
}

func evalIsDigit(_ *Call, args []Value) (Value, error) {
	if d, ok := args[0].(Dec); ok {
		return Bool(d.Scale == 0), nil
	}
	return everyRune(args[0], unicode.IsDigit), nil
}

func everyRune(v Value, f func(rune) bool) Value {
	s, ok := v.(Str)
	if !ok || s == "" {
		return Bool(false)
	}
	return Bool(strings.IndexFunc(string(s), func(r rune) bool { return !f(r) }) < 0)
}

func evalIsDecimal(_ *Call, args []Value) (Value, error) {
	s, ok := args[0].(Str)
	if !ok {
		return Bool(true), nil
	}
	_, err := strconv.ParseFloat(strings.TrimSpace(string(s)), 64)
	return Bool(err == nil), nil
}

func evalHashCode(c *Call, args []Value) (Value, error) {
	if s, ok := args[0].(Str); ok {
		h := javaHash(string(s))
		if h < 0 {
			h = -h
		}
		return Int(int64(h)), nil
	}
	if h, ok := hashOf(args[0], c.Args[0].Type()); ok {
		return Int(int64(h)), nil
	}
	return nil, &Unsupported{c.Op.Name}
}

// hashOf is Java's hash of a value that is no text, as aggregates over distinct values are split by it
// (CodeGenUtils.hashCodeForType).
func hashOf(v Value, t *types.Type) (int32, bool) {
	long := func(n int64) int32 { return int32(uint32(n) ^ uint32(uint64(n)>>32)) }
	switch x := v.(type) {
	case Bool:
		if x {
			return 1231, true
		}
		return 1237, true
	case Days:
		return int32(x), true
	case Millis:
		return int32(x), true
	case Moment:
		return 31*long(x.Millis) + x.Nanos, true
	case Float:
		if t.Kind == types.Float {
			return int32(math.Float32bits(float32(x))), true
		}
		return long(int64(math.Float64bits(float64(x)))), true
	case Dec:
		n := x.unscaled()
		switch {
		case !n.IsInt64():
		case t.Kind == types.BigInt:
			return long(n.Int64()), true
		case t.Kind == types.Decimal: // BigDecimal.hashCode
			abs := new(big.Int).Abs(n).Int64()
			h := int32(abs>>32)*31 + int32(uint32(abs))
			if n.Sign() < 0 {
				h = -h
			}
			return 31*h + int32(t.Scale), true
		case t.Kind != types.Float && t.Kind != types.Double:
			return int32(n.Int64()), true
		}
	}
	return 0, false
}

func evalHex(_ *Call, args []Value) (Value, error) {
	if s, ok := args[0].(Str); ok {
		return Str(strings.ToUpper(new(big.Int).SetBytes([]byte("\x01" + string(s))).Text(16)[1:])), nil
	}
	n, err := intOf(args[0])
	return Str(strings.ToUpper(strconv.FormatUint(uint64(n), 16))), err
}

func evalUnhex(_ *Call, args []Value) (Value, error) {
	s := str(args[0])
	if len(s)%2 == 1 {
		s = "0" + s
	}
	b := make([]byte, len(s)/2)
	for i := range b {
		n, err := strconv.ParseUint(s[2*i:2*i+2], 16, 8)
		if err != nil {
			return nil, nil
		}
		b[i] = byte(n)
	}
	return Bytes(b), nil
}

func evalElt(_ *Call, args []Value) (Value, error) {
	n, err := intOf(args[0])
	if err != nil || n < 1 || n >= int64(len(args)) {
		return nil, err
	}
	return args[n], nil
}

func evalTypeof(c *Call, args []Value) (Value, error) {
	t := c.Args[0].Type()
	if len(args) > 1 && args[1] == Bool(true) {
		return Str(t.Serializable()), nil
	}
	return Str(t.Summary()), nil
}
