package parse

import "unicode/utf8"

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' }

func asciiAlnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// letterRanges and digitStarts are Parser.jj's LETTER and DIGIT beyond ASCII.
var letterRanges = [...][2]rune{
	{0xc0, 0xd6}, {0xd8, 0xf6}, {0xf8, 0xff}, {0x100, 0x1fff}, {0x3040, 0x318f}, {0x3300, 0x337f}, {0x3400, 0x3d2d},
	{0x4e00, 0x9fff}, {0xf900, 0xfaff},
}

func letter(r rune) bool {
	if r < utf8.RuneSelf {
		return asciiLetter(byte(r))
	}
	for _, x := range letterRanges {
		if r >= x[0] && r <= x[1] {
			return true
		}
	}
	return false
}

// digit reports an ASCII digit. The digits of other scripts that DIGIT lists all lie within LETTER's ranges.
func digit(r rune) bool { return r >= '0' && r <= '9' }

// run is a stretch of text that may hold a collation name, up to end; best is where the last one that starts in it ends.
type run struct {
	start, end int
	dollar     int // its last "$" that a letter follows, or -1
	best       int
}

// collation is the end of the collation name at i (COLLATION_ID), or 0: word characters, ":", "." and "-", then "$" and
// letters, then perhaps "$" and word characters. "$" itself counts as a letter.
func (l *lexer) collation(i int) int {
	if i < l.run.start || i >= l.run.end {
		l.run = l.findRun(i)
	}
	if l.run.dollar <= i {
		return 0
	}
	return l.run.best
}

func (l *lexer) findRun(i int) run {
	r := run{start: i, dollar: -1}
	for i < len(l.src) {
		c, n := utf8.DecodeRuneInString(l.src[i:])
		if !letter(c) && !digit(c) && c != ':' && c != '.' && c != '-' {
			break
		}
		if c == '$' {
			if next, _ := utf8.DecodeRuneInString(l.src[i+1:]); i+1 < len(l.src) && letter(next) {
				r.dollar = i
			}
		}
		i += n
	}
	r.end = i
	if r.dollar < 0 {
		return r
	}
	i = l.while(r.dollar+1, letter)
	// "$" is a letter, so the second part is only reached through one that digits follow.
	if l.src[i-1] == '$' {
		i = l.while(i, func(c rune) bool { return letter(c) || digit(c) })
	}
	r.best = i
	return r
}

func (l *lexer) while(i int, ok func(rune) bool) int {
	for i < len(l.src) {
		c, n := utf8.DecodeRuneInString(l.src[i:])
		if !ok(c) {
			break
		}
		i += n
	}
	return i
}
