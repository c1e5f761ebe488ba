package expr

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

var hashFunctions = map[string]builtin{
	"MD5":    digestFunction(func(b []byte) []byte { h := md5.Sum(b); return h[:] }),
	"SHA1":   digestFunction(func(b []byte) []byte { h := sha1.Sum(b); return h[:] }),
	"SHA224": digestFunction(func(b []byte) []byte { h := sha256.Sum224(b); return h[:] }),
	"SHA256": digestFunction(func(b []byte) []byte { h := sha256.Sum256(b); return h[:] }),
	"SHA384": digestFunction(func(b []byte) []byte { h := sha512.Sum384(b); return h[:] }),
	"SHA512": digestFunction(func(b []byte) []byte { h := sha512.Sum512(b); return h[:] }),
}

func digestFunction(f func([]byte) []byte) builtin {
	return func(_ *Call, args []Value) (Value, error) { return Str(hex.EncodeToString(f(bytesOf(args[0])))), nil }
}

func evalSHA2(c *Call, args []Value) (Value, error) {
	n, err := intOf(args[1])
	if err != nil {
		return nil, err
	}
	f := hashFunctions["SHA"+strconv.FormatInt(n, 10)]
	if f == nil || n < 224 {
		return nil, &Unsupported{c.Op.Name}
	}
	return f(c, args[:1])
}

var jsonFunctions = map[string]builtin{
	"JSON_VALUE": evalJSONValue, "JSON_EXISTS": evalJSONExists, "JSON_QUERY": evalJSONQuery, "IS JSON VALUE": evalIsJSON,
	"IS NOT JSON VALUE": evalIsNotJSON, "JSON_STRING": evalJSONString,
}

// parseJSON reads a document, keeping the digits of numbers.
func parseJSON(s string) (any, bool) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return nil, false
	}
	return v, true
}

// jsonPath follows a simple path of names and indexes; known is false for other paths.
func jsonPath(v any, path string) (found any, ok, known bool) {
	p := strings.TrimSpace(path)
	p = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(p, "lax"), "strict"))
	if !strings.HasPrefix(p, "$") {
		return nil, false, false
	}
	p = p[1:]
	ok = true
	for p != "" {
		var name string
		index := -1
		switch {
		case p[0] == '.':
			end := 1 + strings.IndexAny(p[1:]+".", ".[")
			name, p = p[1:end], p[end:]
		case p[0] == '[':
			end := strings.IndexByte(p, ']')
			if end < 0 {
				return nil, false, false
			}
			in := p[1:end]
			p = p[end+1:]
			if n, err := strconv.Atoi(in); err == nil && n >= 0 {
				index = n
			} else if len(in) > 1 && (in[0] == '\'' || in[0] == '"') && in[len(in)-1] == in[0] {
				name = in[1 : len(in)-1]
			} else {
				return nil, false, false
			}
		default:
			return nil, false, false
		}
		if name == "" && index < 0 || strings.ContainsAny(name, "*?()@ ") {
			return nil, false, false
		}
		if !ok {
			continue
		}
		if index >= 0 {
			a, isArray := v.([]any)
			if ok = isArray && index < len(a); ok {
				v = a[index]
			}
			continue
		}
		o, isObject := v.(map[string]any)
		if v, ok = o[name]; !isObject {
			ok = false
		}
	}
	return v, ok, true
}

func evalJSONValue(c *Call, args []Value) (Value, error) {
	if len(args) != 2 {
		return nil, &Unsupported{c.Op.Name}
	}
	doc, ok := parseJSON(str(args[0]))
	if !ok {
		return nil, nil
	}
	v, ok, known := jsonPath(doc, str(args[1]))
	if !known {
		return nil, &Unsupported{c.Op.Name}
	}
	if !ok {
		return nil, nil
	}
	switch x := v.(type) {
	case string:
		return fitJSON(c, x)
	case json.Number:
		return fitJSON(c, x.String())
	case bool:
		return fitJSON(c, strconv.FormatBool(x))
	}
	return nil, nil
}

func fitJSON(c *Call, s string) (Value, error) {
	if !c.typ.IsString() {
		return nil, &Unsupported{c.Op.Name}
	}
	return Str(s), nil
}

func evalJSONExists(c *Call, args []Value) (Value, error) {
	if len(args) != 2 {
		return nil, &Unsupported{c.Op.Name}
	}
	doc, ok := parseJSON(str(args[0]))
	if !ok {
		return Bool(false), nil
	}
	_, found, known := jsonPath(doc, str(args[1]))
	if !known {
		return nil, &Unsupported{c.Op.Name}
	}
	return Bool(found), nil
}

func evalJSONQuery(c *Call, args []Value) (Value, error) {
	if len(args) > 2 && (args[2] != Symbol("WITHOUT_ARRAY") || !c.typ.IsString()) {
		return nil, &Unsupported{c.Op.Name}
	}
	doc, ok := parseJSON(str(args[0]))
	if !ok {
		return nil, nil
	}
	v, found, known := jsonPath(doc, str(args[1]))
	if !known {
		return nil, &Unsupported{c.Op.Name}
	}
	if !found {
		return nil, nil
	}
	if o, isObject := v.(map[string]any); isObject && len(o) > 1 {
		return nil, &Unsupported{c.Op.Name} // the order of members is that of the text
	}
	switch v.(type) {
	case map[string]any, []any:
		return Str(compactJSON(v)), nil
	}
	return nil, nil
}

func compactJSON(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func evalIsJSON(_ *Call, args []Value) (Value, error) {
	_, ok := parseJSON(str(args[0]))
	return Bool(ok), nil
}

func evalIsNotJSON(_ *Call, args []Value) (Value, error) {
	_, ok := parseJSON(str(args[0]))
	return Bool(!ok), nil
}

func evalJSONString(c *Call, args []Value) (Value, error) {
	switch x := args[0].(type) {
	case Str:
		return Str(compactJSON(string(x))), nil
	case Bool:
		return Str(strconv.FormatBool(bool(x))), nil
	case Dec:
		if x.Scale == 0 {
			return Str(x.String()), nil
		}
	}
	return nil, &Unsupported{c.Op.Name}
}
