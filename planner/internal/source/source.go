// Package source holds positions in SQL text: byte spans, and the lines and columns that are computed when one is printed.
package source

import (
	"sort"
	"unicode/utf8"
)

// Span is the byte range [Start, End) of a text.
type Span struct{ Start, End int }

// IsZero reports whether s is the span of a node that was not written, which Calcite prints as line 0, column 0.
func (s Span) IsZero() bool { return s == Span{} }

// Len is the number of bytes.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether t lies within s.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Join is the smallest span that holds both; a zero span counts for nothing.
func (s Span) Join(t Span) Span {
	switch {
	case s.IsZero():
		return t
	case t.IsZero():
		return s
	}
	return Span{min(s.Start, t.Start), max(s.End, t.End)}
}

// Shift moves s by n bytes.
func (s Span) Shift(n int) Span { return Span{s.Start + n, s.End + n} }

// Text is a text with an index of its lines. A line ends at "\n", "\r" or "\r\n", as in JavaCC's SimpleCharStream.
type Text struct {
	src   string
	lines []int // byte offset of each line's first character
	base  int   // where it stands in the script
}

// NewText indexes src.
func NewText(src string) *Text { return NewTextAt(src, 0) }

// NewTextAt indexes the part of a script that begins at offset base; spans count from its own beginning.
func NewTextAt(src string, base int) *Text {
	t := &Text{src: src, lines: []int{0}, base: base}
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\n':
			t.lines = append(t.lines, i+1)
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// String is the whole text.
func (t *Text) String() string { return t.src }

// Slice is the text of a span, cut to the text's bounds.
func (t *Text) Slice(s Span) string {
	end := min(max(s.End, 0), len(t.src))
	return t.src[min(max(s.Start, 0), end):end]
}

// Position is the line and column of a byte offset, both from 1; columns count UTF-16 units, as Java does.
func (t *Text) Position(off int) (line, col int) {
	off = min(max(off, 0), len(t.src))
	line = sort.Search(len(t.lines), func(i int) bool { return t.lines[i] > off })
	col = 1
	for i := t.lines[line-1]; i < off; {
		r, n := utf8.DecodeRuneInString(t.src[i:])
		col += units(r)
		i += n
	}
	return line, col
}

// Last is the position of the last character of s, which is how Flink names the end of a range.
func (t *Text) Last(s Span) (line, col int) {
	if s.End <= s.Start {
		return t.Position(s.Start)
	}
	end := min(s.End, len(t.src))
	r, n := utf8.DecodeLastRuneInString(t.src[:end])
	line, col = t.Position(end - n)
	return line, col + units(r) - 1
}

// Offset is the inverse of Position; positions outside the text are moved to its nearest end.
func (t *Text) Offset(line, col int) int {
	if line < 1 {
		return 0
	}
	if line > len(t.lines) {
		return len(t.src)
	}
	i := t.lines[line-1]
	for c := 1; c < col && i < len(t.src); {
		r, n := utf8.DecodeRuneInString(t.src[i:])
		c += units(r)
		i += n
	}
	return i
}

func units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}
