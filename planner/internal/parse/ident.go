package parse

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// maxIdentifier is the longest identifier that Flink takes, in characters.
const maxIdentifier = 256

// isIdent reports whether the n-th token can be an identifier.
func (p *parser) isIdent(n int) bool {
	switch k := p.peek(n); k {
	case tIdent, tBackIdent, tUnicodeIdent:
		return true
	default:
		return k > 0 && k <= kWATERMARKS && nonReserved[k]
	}
}

// name is SimpleIdentifier.
func (p *parser) name() ast.Name {
	if !p.isIdent(0) {
		p.fail()
	}
	m := p.i
	k := p.kind()
	p.i++
	n := ast.Name{Text: p.text(p.last()), Quoted: k == tBackIdent || k == tUnicodeIdent}
	switch k {
	case tBackIdent:
		n.Text = strings.ReplaceAll(n.Text[1:len(n.Text)-1], "``", "`")
	case tUnicodeIdent:
		body := strings.ReplaceAll(n.Text[3:len(n.Text)-1], `""`, `"`)
		n.Text = p.unescape(body, p.uescape(), m)
	}
	n.Base = p.base(m)
	if len(n.Text) > maxIdentifier && utf16Len(n.Text) > maxIdentifier {
		p.reject(diag.CalciteException, n.Span(),
			"Length of identifier '"+n.Text+"' must be less than or equal to 256 characters")
	}
	return n
}

func utf16Len(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x10000 {
			n++
		}
	}
	return n
}

// ident is CompoundIdentifier, where it may not end in a star, and CompoundTableIdentifier.
func (p *parser) ident() *ast.Ident {
	m := p.i
	id := &ast.Ident{Parts: []ast.Name{p.name()}}
	for p.kind() == tDot && p.isIdent(1) {
		p.i++
		id.Parts = append(id.Parts, p.name())
	}
	id.Base = p.base(m)
	return id
}

// compound is CompoundIdentifier with the star that the grammar allows after a dot everywhere.
func (p *parser) compound() *ast.Ident {
	m := p.i
	id := p.ident()
	if p.are(tDot, tStar) {
		p.i += 2
		id.Star, id.StarAt = true, p.last()
		id.Base = p.base(m)
	}
	return id
}

// one makes an identifier of one name.
func one(n ast.Name) *ast.Ident { return &ast.Ident{Base: n.Base, Parts: []ast.Name{n}} }

// names is ParenthesizedSimpleIdentifierList.
func (p *parser) names() []ast.Name {
	p.expect(tLParen)
	out := []ast.Name{p.name()}
	for p.accept(tComma) {
		out = append(out, p.name())
	}
	p.expect(tRParen)
	return out
}

// nameOrNames is SimpleIdentifierOrList.
func (p *parser) nameOrNames() []ast.Name {
	if p.kind() == tLParen {
		return p.names()
	}
	return []ast.Name{p.name()}
}

// str reads a quoted string that is no expression.
func (p *parser) str() ast.Str {
	t := p.expect(tString)
	return ast.Str{Base: ast.At(t.at), Value: unquote(p.text(t.at))}
}

// commentOpt is [ COMMENT 'text' ].
func (p *parser) commentOpt() *ast.Str {
	if !p.accept(kCOMMENT) {
		return nil
	}
	s := p.str()
	return &s
}

func unquote(s string) string {
	s = s[1 : len(s)-1]
	if strings.IndexByte(s, '\'') >= 0 {
		s = strings.ReplaceAll(s, "''", "'")
	}
	return s
}
