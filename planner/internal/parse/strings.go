package parse

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// stringLiteral is StringLiteral: one literal, or adjacent ones.
func (p *parser) stringLiteral() ast.Expr {
	m := p.i
	t := p.tok()
	p.i++
	text := p.text(t.at)
	switch t.kind {
	case tBinary:
		return p.binaryLiteral(m, text)
	case tCString:
		s := p.cString(unquote(text[1:]))
		return &ast.String{Base: p.base(m), Value: s, Charset: "UTF16", Parts: 1}
	case tString, tPrefixed, tUnicode:
	default:
		p.fail()
	}
	e := &ast.String{Parts: 1}
	switch t.kind {
	case tPrefixed:
		e.Charset = p.charset(text)
	case tUnicode:
		e.Charset = "UTF16"
	}
	parts := []string{unquote(text[strings.IndexByte(text, '\''):])}
	for p.kind() == tString {
		parts = append(parts, p.str().Value)
		e.Parts++
	}
	if p.kind() == kUESCAPE || t.kind == tUnicode {
		escape := p.uescapeOf(t.kind == tUnicode)
		for i, s := range parts {
			parts[i] = p.unescape(s, escape, m)
		}
	}
	e.Value = strings.Join(parts, "")
	e.Base = p.base(m)
	if c := strings.ToUpper(e.Charset); (c == "ISO-8859-1" || c == "LATIN1") && strings.ContainsFunc(e.Value, func(r rune) bool { return r > unicode.MaxLatin1 }) {
		p.reject(diag.CalciteException, p.last(), "Failed to encode '"+e.Value+"' in character set 'ISO-8859-1'")
	}
	return e
}

// charset is the character set before a literal; N stands for Calcite's default national one.
func (p *parser) charset(text string) string {
	if text[0] != '_' {
		return "ISO-8859-1"
	}
	name := text[1:strings.IndexByte(text, '\'')]
	switch strings.ToUpper(name) {
	case "BIG5", "LATIN1", "UTF8", "UTF16", "UTF-16", "GB2312", "GBK", "UTF-16BE", "UTF-16LE", "ISO-8859-1", "UTF-8":
		return name
	}
	p.reject(diag.CalciteException, p.last(), "Unknown character set '"+name+"'")
	return ""
}

func (p *parser) binaryLiteral(m int, text string) ast.Expr {
	hex := p.hexDigits(strings.Trim(text, "xX'"))
	for p.kind() == tString {
		p.i++
		hex += p.hexDigits(strings.Trim(p.text(p.last()), "'"))
	}
	return &ast.Binary{Base: p.base(m), Hex: strings.ToUpper(hex)}
}

func (p *parser) hexDigits(s string) string {
	for i := range len(s) {
		if c := s[i] | 0x20; (c < 'a' || c > 'f') && (s[i] < '0' || s[i] > '9') {
			p.reject(diag.ValidatorException, p.last(), "Binary literal string must contain only characters '0' - '9', 'A' - 'F'")
		}
	}
	return s
}

// uescape reads [ UESCAPE 'c' ] of a quoted identifier.
func (p *parser) uescape() uint16 { return p.uescapeOf(true) }

func (p *parser) uescapeOf(allowed bool) uint16 {
	if !p.accept(kUESCAPE) {
		return '\\'
	}
	s := p.str()
	if !allowed {
		p.reject(diag.CalciteException, s.At, "UESCAPE cannot be specified without Unicode literal introducer")
	}
	u := utf16.Encode([]rune(s.Value))
	if len(u) != 1 {
		p.reject(diag.CalciteException, s.At, "UESCAPE '"+s.Value+"' must be exactly one character")
	}
	r := rune(u[0])
	if unicode.IsDigit(r) || javaSpace(r) || r == '+' || r == '"' || r|0x20 >= 'a' && r|0x20 <= 'f' {
		p.reject(diag.CalciteException, s.At, "UESCAPE '"+s.Value+"' may not be hex digit, whitespace, plus sign, or double quote")
	}
	return u[0]
}

// unescape replaces the escapes of U&'…' by the characters they name (SqlCharStringLiteral.unescapeUnicode).
func (p *parser) unescape(s string, escape uint16, m int) string {
	in := utf16.Encode([]rune(s))
	out := make([]uint16, 0, len(in))
	for i := 0; i < len(in); i++ {
		if in[i] != escape {
			out = append(out, in[i])
			continue
		}
		if i+1 < len(in) && in[i+1] == escape {
			out = append(out, escape)
			i++
			continue
		}
		var n uint64
		err := strconv.ErrSyntax
		if i+5 <= len(in) {
			n, err = hex4(in[i+1 : i+5])
		}
		if err != nil {
			p.reject(diag.ValidatorException, p.toks[m].at,
				"Unicode escape sequence starting at character "+strconv.Itoa(i)+" is not exactly four hex digits")
		}
		out = append(out, uint16(n))
		i += 4
	}
	return string(utf16.Decode(out))
}

func hex4(u []uint16) (uint64, error) { return strconv.ParseUint(string(utf16.Decode(u)), 16, 16) }

// cString replaces the escapes of E'…' (SqlParserUtil.replaceEscapedChars); an unknown escape keeps its backslash.
func (p *parser) cString(s string) string {
	if utf16Len(s) <= 1 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		switch c := s[i+1]; c {
		case 'b', 'f', 'n', 'r', 't', '\\', '\'':
			b.WriteByte(map[byte]byte{'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', '\\': '\\', '\'': '\''}[c])
			i++
		case 'u', 'U':
			n := 4
			if c == 'U' {
				n = 8
			}
			end := digitsEnd(s, i+2, n, 16)
			if end != i+2+n {
				p.reject(diag.ValidatorException, p.last(),
					"Unicode escape sequence starting at character "+strconv.Itoa(utf16Len(s[:i]))+" is not exactly four hex digits")
			}
			b.WriteRune(number(s[i+2:end], 16))
			i = end - 1
		case 'x':
			end := digitsEnd(s, i+2, 2, 16)
			if end == i+2 {
				b.WriteByte(c)
				i++
				break
			}
			b.WriteRune(number(s[i+2:end], 16))
			i = end - 1
		case '0', '1', '2', '3':
			end := digitsEnd(s, i+2, 2, 8)
			b.WriteRune(number(s[i+1:end], 8))
			i = end - 1
		default:
			b.WriteByte('\\')
		}
	}
	return b.String()
}

func digitsEnd(s string, i, most, base int) int {
	end := i
	for end < len(s) && end < i+most {
		if _, err := strconv.ParseUint(s[end:end+1], base, 8); err != nil {
			break
		}
		end++
	}
	return end
}

func number(s string, base int) rune {
	n, _ := strconv.ParseUint(s, base, 32)
	return rune(n)
}
