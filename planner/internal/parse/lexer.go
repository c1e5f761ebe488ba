package parse

import (
	"strings"
	"unicode/utf8"

	"rowkind/planner/internal/source"
)

// lexer reads tokens as the token manager generated from Parser.jj does in its state BTID: the longest match wins, and of
// two equally long ones the kind with the smaller number.
type lexer struct {
	src string
	pos int

	collations bool // the text has a "$", so collation names are possible
	run        run  // the last run of characters a collation name may be made of
}

// scan reads a whole text. The last token is the end of the text, or an error where no token can be read.
func scan(src string) []token {
	l := lexer{src: src, collations: strings.IndexByte(src, '$') >= 0}
	toks := make([]token, 0, len(src)/4+8)
	for {
		t := l.next()
		toks = append(toks, t)
		if t.kind == tEOF || t.kind == tError {
			return toks
		}
	}
}

func (l *lexer) next() token {
	if !l.skip() {
		return token{tError, source.Span{Start: len(l.src), End: len(l.src)}}
	}
	if l.pos == len(l.src) {
		return token{tEOF, source.Span{Start: l.pos, End: l.pos}}
	}
	start := l.pos
	k, end := l.match(start)
	if k == tError {
		return token{tError, source.Span{Start: start, End: end}}
	}
	if l.collations && (k == tIdent || k == tDollar || k <= kWATERMARKS || k == tInteger || k == tDecimal || k == tApprox) {
		if e := l.collation(start); e > end {
			k, end = tCollation, e
		}
	}
	l.pos = end
	return token{k, source.Span{Start: start, End: end}}
}

// skip passes over white space and comments; it fails in a comment that does not end.
func (l *lexer) skip() bool {
	for l.pos < len(l.src) {
		rest := l.src[l.pos:]
		switch c := rest[0]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			l.pos++
		case strings.HasPrefix(rest, "--") || strings.HasPrefix(rest, "//"):
			if i := strings.IndexAny(rest, "\r\n"); i >= 0 {
				l.pos += i + 1
			} else {
				l.pos = len(l.src)
			}
		case strings.HasPrefix(rest, "/*") && !strings.HasPrefix(rest, "/*+"):
			begin := 2
			if strings.HasPrefix(rest, "/**") && len(rest) > 3 && rest[3] != '/' {
				begin = 4 // the character after /** is the comment's own, even if it is the star of an end
			}
			i := strings.Index(rest[begin:], "*/")
			if i < 0 {
				return false
			}
			l.pos += begin + i + 2
		default:
			return true
		}
	}
	return true
}

// match finds the token at start and its end.
func (l *lexer) match(start int) (kind, int) {
	c := l.src[start]
	switch {
	case c >= '0' && c <= '9':
		return l.number(start)
	case c == '\'':
		if end := stringEnd(l.src, start); end > 0 {
			return tString, end
		}
		return tQuote, start + 1
	case c == '`':
		return l.backQuoted(start)
	case c < utf8.RuneSelf && !asciiLetter(c):
		return l.symbol(start)
	}
	if r, _ := utf8.DecodeRuneInString(l.src[start:]); !letter(r) {
		return tError, start
	}
	if k, end := l.prefixed(start); end > 0 {
		return k, end
	}
	return l.word(start)
}

func (l *lexer) word(start int) (kind, int) {
	end := start
	for end < len(l.src) {
		c := l.src[end]
		if c < utf8.RuneSelf {
			if !asciiLetter(c) && (c < '0' || c > '9') {
				break
			}
			end++
			continue
		}
		r, n := utf8.DecodeRuneInString(l.src[end:])
		if !letter(r) && !digit(r) {
			break
		}
		end += n
	}
	if end == start+1 && l.src[start] == '$' {
		return tDollar, end
	}
	k := keyword(l.src[start:end])
	if k == kEND && len(l.src) >= end+5 && strings.EqualFold(l.src[end:end+5], "-EXEC") {
		return kEND_EXEC, end + 5
	}
	return k, end
}

func (l *lexer) number(start int) (kind, int) {
	s, i, k := l.src, start, tInteger
	digits := func() {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
	}
	digits()
	if i < len(s) && s[i] == '.' {
		k = tDecimal
		i++
		digits()
	}
	if end := exponentEnd(s, i); end > 0 {
		return tApprox, end
	}
	return k, i
}

// exponentEnd is the end of the exponent at i, or 0.
func exponentEnd(s string, i int) int {
	if i >= len(s) || s[i]|0x20 != 'e' {
		return 0
	}
	i++
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	first := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == first {
		return 0
	}
	return i
}

// stringEnd is the end of the quoted string at i, or 0 if it never ends. One that breaks off after a doubled quote ends at
// the first of the two.
func stringEnd(s string, i int) int {
	last := 0
	for i++; i < len(s); i++ {
		n := strings.IndexByte(s[i:], '\'')
		if n < 0 {
			return last
		}
		i += n
		if i+1 >= len(s) || s[i+1] != '\'' {
			return i + 1
		}
		last = i + 1
		i++
	}
	return last
}

// prefixed reads the strings that begin with a letter: N'…', _charset'…', U&'…', E'…', X'…', and U&"…".
func (l *lexer) prefixed(start int) (kind, int) {
	s := l.src
	at := func(i int) byte {
		if i < len(s) {
			return s[i]
		}
		return 0
	}
	switch s[start] {
	case 'n', 'N':
		if at(start+1) == '\'' {
			return tPrefixed, stringEnd(s, start+1)
		}
	case 'x', 'X':
		if at(start+1) == '\'' {
			return tBinary, stringEnd(s, start+1)
		}
	case 'e', 'E':
		if at(start+1) == '\'' {
			return tCString, cStringEnd(s, start+1)
		}
	case 'u', 'U':
		if at(start+1) != '&' {
			break
		}
		if at(start+2) == '\'' {
			return tUnicode, stringEnd(s, start+2)
		}
		if at(start+2) == '"' {
			return tUnicodeIdent, quotedEnd(s, start+2, '"')
		}
	case '_':
		i := start + 1
		for ; i < len(s); i++ {
			if c := s[i]; !asciiAlnum(c) && (i == start+1 || c != ':' && c != '.' && c != '-' && c != '_') {
				break
			}
		}
		if i > start+1 && at(i) == '\'' {
			return tPrefixed, stringEnd(s, i)
		}
	}
	return tError, 0
}

func cStringEnd(s string, i int) int {
	last := 0
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '\'':
			if i+1 >= len(s) || s[i+1] != '\'' {
				return i + 1
			}
			last = i + 1
			i++
		}
	}
	return last
}

// quotedEnd is the end of the quoted identifier at i, or 0: no line breaks, at least one character, the quote doubled.
func quotedEnd(s string, i int, q byte) int {
	first := i + 1
	last := 0
	for i = first; i < len(s) && s[i] != '\n' && s[i] != '\r'; i++ {
		if s[i] != q {
			continue
		}
		if i > first {
			last = i + 1
		}
		if i+1 >= len(s) || s[i+1] != q {
			return last
		}
		i++
	}
	return last
}

func (l *lexer) backQuoted(start int) (kind, int) {
	if end := quotedEnd(l.src, start, '`'); end > 0 {
		return tBackIdent, end
	}
	return tError, start
}

// singles are the tokens of one character that begin no longer one.
var singles = [utf8.RuneSelf]kind{
	'(': tLParen, ')': tRParen, '}': tRBrace, '[': tLBracket, ']': tRBracket, ';': tSemi, ',': tComma, '?': tHook, ':': tColon,
	'+': tPlus, '-': tMinus, '%': tPercent, '"': tDQuote, '^': tCaret, 0x07: tBell,
}

// symbol reads an operator or separator.
func (l *lexer) symbol(start int) (kind, int) {
	s := l.src
	if k := singles[s[start]]; k != 0 {
		return k, start + 1
	}
	two := byte(0)
	if start+1 < len(s) {
		two = s[start+1]
	}
	or := func(c byte, k2, k1 kind) (kind, int) {
		if two == c {
			return k2, start + 2
		}
		return k1, start + 1
	}
	switch s[start] {
	case '{':
		return l.brace(start)
	case '.':
		if two >= '0' && two <= '9' {
			return l.number(start)
		}
		return or('.', tDotDot, tDot)
	case '=':
		return or('>', tArrow, tEq)
	case '>':
		return or('=', tGe, tGt)
	case '<':
		if two == '>' {
			return tNe, start + 2
		}
		return or('=', tLe, tLt)
	case '!':
		return or('=', tNe2, tError)
	case '*':
		return or('/', tHintEnd, tStar)
	case '/':
		if strings.HasPrefix(s[start:], "/*+") {
			return tHintBeg, start + 3
		}
		return tSlash, start + 1
	case '|':
		return or('|', tConcat, tBar)
	}
	return tError, start
}

// brace reads "{" and the JDBC escapes "{d", "{t", "{ts", "{fn".
func (l *lexer) brace(start int) (kind, int) {
	s, i := l.src, start+1
	for i < len(s) && s[i] == ' ' {
		i++
	}
	low := func(i int) byte {
		if i < len(s) {
			return s[i] | 0x20
		}
		return 0
	}
	switch {
	case low(i) == 't' && low(i+1) == 's':
		return tBraceTS, i + 2
	case low(i) == 't':
		return tBraceT, i + 1
	case low(i) == 'd':
		return tBraceD, i + 1
	case low(i) == 'f' && low(i+1) == 'n':
		return tBraceFN, i + 2
	}
	return tLBrace, start + 1
}
