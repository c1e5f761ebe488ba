package expr

import (
	"regexp"
	"strings"
)

// evalLike matches % and _; a third operand is the escape.
func evalLike(c *Call, args []Value) (Value, error) {
	esc := rune(-1)
	if len(args) > 2 {
		e := []rune(str(args[2]))
		if len(e) != 1 {
			return nil, failed("Invalid escape character '" + str(args[2]) + "'")
		}
		esc = e[0]
	}
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	p := []rune(str(args[1]))
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] == esc:
			if i++; i == len(p) || p[i] != '%' && p[i] != '_' && p[i] != esc {
				return nil, failed("Invalid escape sequence")
			}
			b.WriteString(regexp.QuoteMeta(string(p[i])))
		case p[i] == '%':
			b.WriteString(".*")
		case p[i] == '_':
			b.WriteString(".")
		default:
			b.WriteString(regexp.QuoteMeta(string(p[i])))
		}
	}
	b.WriteString(`\z`)
	return matches(c, b.String(), str(args[0]))
}

// evalSimilar knows the patterns that are regular expressions but for % and _.
func evalSimilar(c *Call, args []Value) (Value, error) {
	if len(args) > 2 || strings.ContainsAny(str(args[1]), `\^$`) {
		return nil, &Unsupported{c.Op.Name}
	}
	p := strings.NewReplacer("%", ".*", "_", ".").Replace(str(args[1]))
	return matches(c, `(?s)\A(?:`+p+`)\z`, str(args[0]))
}

func matches(c *Call, pattern, s string) (Value, error) {
	if slow(pattern, s) {
		return nil, &Unsupported{c.Op.Name}
	}
	r, err := regexp.Compile(pattern)
	if err != nil {
		return nil, &Unsupported{c.Op.Name}
	}
	return Bool(r.MatchString(s)), nil
}

// javaRegexp compiles a pattern that means the same to Java, to be matched with a text; others are not known.
func javaRegexp(c *Call, pattern, text string) (*regexp.Regexp, error) {
	if slow(pattern, text) {
		return nil, &Unsupported{c.Op.Name}
	}
	r, err := regexp.Compile(pattern)
	if err != nil || strings.Contains(pattern, `\x`) || strings.Contains(pattern, `&&`) {
		return nil, &Unsupported{c.Op.Name}
	}
	return r, nil
}

func evalRegexp(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	return Bool(str(args[1]) != "" && r.MatchString(str(args[0]))), nil
}

func evalRegexpReplace(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	s, now := str(args[0]), str(args[2])
	if len(now) > 0 && (len(s)+1)*len(now) > maxValue {
		if err := grown(c, len(s)+len(r.FindAllStringIndex(s, -1))*len(now)); err != nil {
			return nil, err
		}
	}
	return Str(r.ReplaceAllLiteralString(s, now)), nil
}

func evalRegexpExtract(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	group := int64(0)
	if len(args) > 2 {
		if group, err = intOf(args[2]); err != nil {
			return nil, err
		}
	}
	m := r.FindStringSubmatchIndex(str(args[0]))
	if m == nil || group < 0 || 2*group+1 >= int64(len(m)) || m[2*group] < 0 {
		return nil, nil
	}
	return Str(str(args[0])[m[2*group]:m[2*group+1]]), nil
}

func evalRegexpCount(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	return Int(int64(len(r.FindAllStringIndex(str(args[0]), -1)))), nil
}

func evalRegexpInstr(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	m := r.FindStringIndex(str(args[0]))
	if m == nil {
		return Int(0), nil
	}
	return Int(int64(utf16Len(str(args[0])[:m[0]]) + 1)), nil
}

func evalRegexpSubstr(c *Call, args []Value) (Value, error) {
	r, err := javaRegexp(c, str(args[1]), str(args[0]))
	if err != nil {
		return nil, err
	}
	m := r.FindStringIndex(str(args[0]))
	if m == nil {
		return nil, nil
	}
	return Str(str(args[0])[m[0]:m[1]]), nil
}
