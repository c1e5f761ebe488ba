package parse

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
)

// command reads the statements that Flink matches by patterns before its grammar (ExtendedParser): SET, RESET, CLEAR, HELP,
// QUIT and EXIT. It returns nil for any other text.
func command(text string) ast.Statement {
	start := 0
	for start < len(text) && text[start] <= ' ' {
		start++
	}
	end := len(text)
	for end > start && text[end-1] <= ' ' {
		end--
	}
	base := ast.At(source.Span{Start: start, End: end})
	s := text[start:end]
	n := 0
	for n < len(s) && (s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	if n > 5 {
		return nil
	}
	word, rest := strings.ToUpper(s[:n]), s[n:]
	alone := commandEnd(rest)
	switch word {
	case "CLEAR", "HELP":
		if alone {
			return &ast.ClientCommand{Base: base, Word: word}
		}
	case "QUIT", "EXIT":
		if alone {
			return &ast.ClientCommand{Base: base, Word: "QUIT"}
		}
	case "RESET":
		if alone {
			return &ast.Reset{Base: base, Command: true}
		}
		if key, ok := resetKey(rest); ok {
			return &ast.Reset{Base: base, HasKey: true, Key: key, Command: true}
		}
	case "SET":
		if alone {
			return &ast.Set{Base: base, Command: true}
		}
		if key, value, ok := setPair(rest); ok {
			return &ast.Set{Base: base, HasKey: true, Key: key, Value: value, Command: true}
		}
	}
	return nil
}

func patternSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func skipSpace(s string) string {
	for s != "" && patternSpace(s[0]) {
		s = s[1:]
	}
	return s
}

// commandEnd matches \s*;? at the end of a text.
func commandEnd(s string) bool {
	s = skipSpace(s)
	return s == "" || s == ";"
}

// resetKey matches \s+([^'\s]+)\s*\s*;?: the key takes a final semicolon too.
func resetKey(s string) (string, bool) {
	body := skipSpace(s)
	if len(body) == len(s) || body == "" {
		return "", false
	}
	key, rest := cutKey(body)
	return key, key != "" && commandEnd(rest)
}

// cutKey cuts off [^'\s]+.
func cutKey(s string) (string, string) {
	i := 0
	for i < len(s) && s[i] != '\'' && !patternSpace(s[i]) {
		i++
	}
	return s[:i], s[i:]
}

// setPair matches \s+([^'\s]+)\s*=\s*('([^']*)'|([^;\s]+))\s*;? with the longest key that leaves a value.
func setPair(s string) (key, value string, ok bool) {
	body := skipSpace(s)
	if len(body) == len(s) {
		return "", "", false
	}
	word, rest := cutKey(body)
	if rest = skipSpace(rest); word != "" && strings.HasPrefix(rest, "=") {
		if v, ok := setValue(rest[1:]); ok {
			return word, v, true
		}
	}
	for i := len(word) - 1; i > 0; i-- {
		if word[i] != '=' {
			continue
		}
		if v, ok := setValue(body[i+1:]); ok {
			return word[:i], v, true
		}
	}
	return "", "", false
}

func setValue(s string) (string, bool) {
	s = skipSpace(s)
	if s == "" {
		return "", false
	}
	if s[0] == '\'' {
		if end := strings.IndexByte(s[1:], '\''); end >= 0 && commandEnd(s[end+2:]) {
			return s[1 : end+1], true
		}
	}
	i := 0
	for i < len(s) && s[i] != ';' && !patternSpace(s[i]) {
		i++
	}
	return s[:i], i > 0 && commandEnd(s[i:])
}
