package parse

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// refusal is Flink's answer to a text that the descent cannot read. A refusal of the grammar's actions, if the descent met
// one, counts unless Flink stops at an earlier token. Text that Flink reads although the descent does not is unmodelled.
func (p *parser) refusal(start string, f *semanticFailure, unknown *diag.Unmodelled) error {
	m := newMachine(flinkGrammar(), p.toks)
	m.budget = p.budget
	if f != nil {
		m.enough = f.read
	}
	end := m.run(start)
	switch {
	case f != nil && (end == nil || f.read <= m.gen):
		return refused(f.class, f.text, f.at)
	case end == nil && unknown != nil:
		return unknown
	case end == nil:
		return &diag.Unmodelled{Construct: "the syntax near " + p.text(p.tok().at), Span: p.tok().at}
	case end.lexical:
		text, at := p.lexicalError()
		return refused(diag.TokenMgrError, text, at)
	}
	return refused(diag.ParseException, p.encountered(m), p.toks[min(m.cur+1, len(p.toks)-1)].at)
}

// refused is the chain that CalciteParser.parseSqlList throws.
func refused(class, text string, at source.Span) *diag.Rejection {
	r := diag.New(class, text, at).Wrap(diag.SQLParseException, text)
	if strings.Contains(text, `Encountered "<EOF>"`) {
		return r.Wrap(diag.ParserEOFException, text)
	}
	return r.Wrap(diag.ParserException, "SQL parse failed. "+text)
}

// encountered is the message of a syntax error: the tokens that Flink read as far as it looked, and what it expected instead.
// (ParseException.getMessage, and FlinkSqlParserImpl.convertException for a keyword where an identifier could stand)
func (p *parser) encountered(m *machine) string {
	sequences := withoutKeywords(m.sequences)
	longest := 0
	identifier := false
	for _, s := range sequences {
		longest = max(longest, len(s))
		identifier = identifier || slices.Contains(s, tIdent)
	}
	next := m.cur + 1
	line, col := p.begin(next)
	var b strings.Builder
	word := p.image(next)
	if _, ok := keywordKind[word]; ok && identifier {
		fmt.Fprintf(&b, "Incorrect syntax near the keyword '%s' at line %d, column %d.\n", word, line, col)
	} else {
		b.WriteString(`Encountered "`)
		for i := range longest {
			if i > 0 {
				b.WriteByte(' ')
			}
			if m.at(next+i) == tEOF {
				b.WriteString("<EOF>")
				break
			}
			escape(&b, p.image(next+i))
		}
		fmt.Fprintf(&b, "\" at line %d, column %d.\n", line, col)
	}
	b.WriteString("Was expecting")
	if len(sequences) != 1 {
		b.WriteString(" one of")
	}
	b.WriteString(":\n    ")
	for _, s := range sequences {
		for _, k := range s {
			b.WriteString(k.image())
			b.WriteByte(' ')
		}
		if s[len(s)-1] != tEOF {
			b.WriteString("...")
		}
		b.WriteString("\n    ")
	}
	return b.String()
}

// withoutKeywords drops the keywords that could have stood for an identifier where an identifier is expected too
// (FlinkSqlParserImpl.cleanupParseException).
func withoutKeywords(sequences [][]kind) [][]kind {
	var prefixes [][]kind
	for _, s := range sequences {
		if s[len(s)-1] == tIdent {
			prefixes = append(prefixes, s[:len(s)-1])
		}
	}
	if prefixes == nil {
		return sequences
	}
	return slices.DeleteFunc(slices.Clone(sequences), func(s []kind) bool {
		last := s[len(s)-1]
		return last != tEOF && int(last) <= len(keywordList) && nonReserved[last] &&
			slices.ContainsFunc(prefixes, func(prefix []kind) bool { return slices.Equal(prefix, s[:len(s)-1]) })
	})
}

// image is a token's text.
func (p *parser) image(i int) string {
	if i >= len(p.toks) {
		return ""
	}
	return p.text(p.toks[i].at)
}

// begin is where token i begins; the end of the text begins at its last character.
func (p *parser) begin(i int) (line, col int) {
	t := source.NewText(p.src)
	if i < len(p.toks) && p.toks[i].kind != tEOF {
		return t.Position(p.toks[i].at.Start)
	}
	return t.Last(p.whole())
}

// lexicalError is the message for a text that has no token where scan stopped (TokenMgrError.LexicalError).
func (p *parser) lexicalError() (string, source.Span) {
	start := p.toks[len(p.toks)-1].at.Start
	dead := p.deadEnd(start)
	t := source.NewText(p.src)
	var b strings.Builder
	r, n := utf8.DecodeRuneInString(p.src[dead:])
	if atEnd := dead+n >= len(p.src) && r < 0x10000; atEnd {
		line, col := t.Last(p.whole())
		col++
		if c := p.src[len(p.src)-1]; c == '\n' || c == '\r' {
			line, col = line+1, 0
		}
		fmt.Fprintf(&b, "Lexical error at line %d, column %d.  Encountered: <EOF> after : \"", line, col)
		if dead > start+n || dead > start && n > 0 {
			escape(&b, p.src[start:])
		}
	} else {
		line, col := t.Position(dead)
		unit := utf16.Encode([]rune{r})[0]
		fmt.Fprintf(&b, "Lexical error at line %d, column %d.  Encountered: \"", line, col)
		escapeUnit(&b, unit)
		fmt.Fprintf(&b, "\" (%d), after : \"", unit)
		escape(&b, p.src[start:dead])
	}
	b.WriteByte('"')
	return b.String(), source.Span{Start: dead, End: min(dead+1, len(p.src))}
}

// deadEnd is the character at which no token can be read any more.
func (p *parser) deadEnd(start int) int {
	if start >= len(p.src) {
		return start
	}
	switch p.src[start] {
	case '!':
		return start + 1
	case '`':
		i := start + 1
		for i < len(p.src) && p.src[i] != '\n' && p.src[i] != '\r' {
			if p.src[i] == '`' {
				if i+1 >= len(p.src) || p.src[i+1] != '`' {
					return i + 1
				}
				i++
			}
			i++
		}
		return i
	}
	return start
}

// escape writes a text as it stands in a Java string literal, in ASCII (ParseException.add_escapes).
func escape(b *strings.Builder, s string) {
	for _, u := range utf16.Encode([]rune(s)) {
		escapeUnit(b, u)
	}
}

func escapeUnit(b *strings.Builder, u uint16) {
	const plain, escaped = "\b\t\n\f\r\"'\\", `btnfr"'\`
	switch i := strings.IndexByte(plain, byte(u)); {
	case u == 0:
	case u < 0x80 && i >= 0:
		b.WriteByte('\\')
		b.WriteByte(escaped[i])
	case u < 0x20 || u > 0x7e:
		fmt.Fprintf(b, "\\u%04x", u)
	default:
		b.WriteByte(byte(u))
	}
}
