package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Piece is one statement of a script.
type Piece struct {
	Text   string // without the white space around it and the semicolon behind it
	Start  int    // byte offset of Text in the script
	Offset int    // where the statement's stretch of the script begins, in UTF-16 units: white space before it included
}

// Split cuts a script at the semicolons outside of quotes and comments, and keeps STATEMENT SET BEGIN … END together.
// Stretches of nothing but comments are no statements.
func Split(script string) []Piece {
	c := cutter{src: script}
	for c.pos < len(script) {
		c.step()
	}
	c.word(len(script))
	c.cut(len(script))
	return c.out
}

// cutter walks over a script.
type cutter struct {
	src   string
	pos   int
	out   []Piece
	begin int  // where the current stretch begins
	code  bool // it has something beside white space and comments
	depth int  // open BEGIN and CASE within a statement set

	wordStart int
	inWord    bool
	lastWord  string

	units, unitsAt int // UTF-16 units before byte unitsAt
}

func (c *cutter) step() {
	ch := c.src[c.pos]
	if ch < utf8.RuneSelf && asciiAlnum(ch) || ch == '_' {
		c.letter(1)
		return
	}
	if ch >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(c.src[c.pos:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			c.letter(n)
			return
		}
		c.word(c.pos)
		c.code = c.code || !javaSpace(r)
		c.pos += n
		return
	}
	c.word(c.pos)
	rest := c.src[c.pos:]
	switch {
	case strings.HasPrefix(rest, "--"):
		c.pos += lineEnd(rest)
	case strings.HasPrefix(rest, "/*"):
		if i := strings.Index(rest[2:], "*/"); i >= 0 {
			c.pos += i + 4
		} else {
			c.code = true
			c.pos = len(c.src)
		}
	case ch == '\'' || ch == '`' || ch == '"':
		c.code = true
		if i := strings.IndexByte(rest[1:], ch); i >= 0 {
			c.pos += i + 2
		} else {
			c.pos = len(c.src)
		}
	case ch == ';' && c.depth == 0:
		c.cut(c.pos)
		c.pos++
		c.begin = c.pos
	default:
		c.code = c.code || !javaSpace(rune(ch))
		c.pos++
	}
}

func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

func (c *cutter) letter(n int) {
	if !c.inWord {
		c.inWord, c.wordStart = true, c.pos
	}
	c.code = true
	c.pos += n
}

// word ends the current word, if there is one, before pos.
func (c *cutter) word(pos int) {
	if !c.inWord {
		return
	}
	c.inWord = false
	w := c.src[c.wordStart:pos]
	if len(w) > 5 {
		c.lastWord = ""
		return
	}
	w = strings.ToUpper(w)
	switch {
	case w == "BEGIN" && c.lastWord == "SET":
		c.depth++
	case w == "END" && c.depth > 0:
		c.depth--
	case w == "CASE" && c.depth > 0:
		c.depth++
	}
	c.lastWord = w
}

// cut ends the current stretch before pos.
func (c *cutter) cut(pos int) {
	if c.code {
		start, end := c.begin, pos
		for start < end {
			r, n := utf8.DecodeRuneInString(c.src[start:end])
			if !javaSpace(r) {
				break
			}
			start += n
		}
		for end > start {
			r, n := utf8.DecodeLastRuneInString(c.src[start:end])
			if !javaSpace(r) {
				break
			}
			end -= n
		}
		c.units += utf16Len(c.src[c.unitsAt:c.begin])
		c.unitsAt = c.begin
		c.out = append(c.out, Piece{Text: c.src[start:end], Start: start, Offset: c.units})
	}
	// A second BEGIN STATEMENT SET goes with what follows, which is then not a single statement.
	if c.out == nil || len(c.out[len(c.out)-1].Text) < 5 || !strings.EqualFold(c.out[len(c.out)-1].Text[:5], "BEGIN") {
		c.lastWord = ""
	}
	c.code, c.depth = false, 0
}

// javaSpace is Java's Character.isWhitespace.
func javaSpace(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1c && r <= 0x20:
		return true
	case r < 0x80, r == 0xa0, r == 0x2007, r == 0x202f:
		return false
	}
	return unicode.Is(unicode.Z, r)
}
