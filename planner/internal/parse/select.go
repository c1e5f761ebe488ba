package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// selectQuery is SqlSelect.
func (p *parser) selectQuery() ast.Query {
	p.enter()
	defer p.leave()
	m := p.i
	p.expect(kSELECT)
	s := &ast.Select{Hints: p.hintsOpt(), Stream: p.accept(kSTREAM)}
	switch {
	case p.accept(kDISTINCT):
		s.Quantifier = ast.Distinct
	case p.accept(kALL):
		s.Quantifier = ast.All
	}
	n := p.i
	s.Items = []ast.SelectItem{p.selectItem()}
	for p.accept(tComma) {
		s.Items = append(s.Items, p.selectItem())
	}
	s.ItemsAt = p.since(n)
	if p.accept(kFROM) {
		s.From = p.from()
		p.selectTail(s)
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) selectTail(s *ast.Select) {
	if p.accept(kWHERE) {
		s.Where = p.expr(acceptSubQuery)
	}
	if p.kind() == kGROUP {
		s.GroupBy = p.groupBy()
	}
	if p.accept(kHAVING) {
		s.Having = p.expr(acceptSubQuery)
	}
	if p.accept(kWINDOW) {
		for first := true; first || p.accept(tComma); first = false {
			m := p.i
			w := ast.NamedWindow{Name: p.name()}
			p.expect(kAS)
			w.Window = p.windowSpec()
			w.Base = p.base(m)
			s.Windows = append(s.Windows, w)
		}
	}
	if p.accept(kQUALIFY) {
		s.Qualify = p.expr(acceptSubQuery)
	}
}

// selectItem is AddSelectItem.
func (p *parser) selectItem() ast.SelectItem {
	m := p.i
	it := ast.SelectItem{}
	if p.accept(tStar) {
		it.X = &ast.Ident{Base: p.base(m), Star: true, StarAt: p.last()}
	} else {
		it.X = p.expr(acceptSubQuery)
	}
	as := p.accept(kAS)
	switch {
	case p.isIdent(0):
		n := p.name()
		it.Alias = &n
	case p.kind() == tString:
		p.i++
		p.reject(diag.ValidatorException, p.last(), "Expecting alias, found character literal")
	case as:
		p.fail()
	}
	it.Base = p.base(m)
	return it
}

// hintsOpt is [ /*+ hint, … */ ].
func (p *parser) hintsOpt() (hints []ast.Hint) {
	if !p.accept(tHintBeg) {
		return nil
	}
	for first := true; first || p.accept(tComma); first = false {
		hints = append(hints, p.hint())
	}
	p.expect(tHintEnd)
	return hints
}

// hint is AddHint.
func (p *parser) hint() ast.Hint {
	m := p.i
	h := ast.Hint{Name: p.name(), Format: "EMPTY"}
	if p.kind() == tLParen && !p.acceptAll(tLParen, tRParen) {
		p.i++
		for first := true; first || p.accept(tComma); first = false {
			p.hintOption(&h, first)
		}
		p.expect(tRParen)
	}
	h.Base = p.base(m)
	return h
}

// hintOption is k = 'v', a name or a literal; the first option decides which for all.
func (p *parser) hintOption(h *ast.Hint, first bool) {
	m := p.i
	o := ast.HintOption{}
	if first {
		switch {
		case p.isIdent(0) && p.peek(1) == tEq, p.isStringKey():
			h.Format = "KV"
		case p.isIdent(0):
			h.Format = "ID"
		default:
			h.Format = "LITERAL"
		}
	}
	switch h.Format {
	case "KV":
		if p.isIdent(0) {
			o.Key, o.KeyName = p.name().Text, true
		} else {
			p.hinting = true
			o.Key = p.plainString().Value
			p.hinting = false
		}
		p.expect(tEq)
		o.Value = p.stringLiteral()
	case "ID":
		n := p.name()
		o.Name = &n
	default:
		if isString(p.kind()) {
			o.Value = p.stringLiteral()
		} else {
			o.Value = p.numericLiteral()
		}
	}
	o.Base = p.base(m)
	h.Options = append(h.Options, o)
}

// isStringKey reports whether a string, or adjacent ones, and an equals sign come next.
func (p *parser) isStringKey() bool {
	n := 0
	for isString(p.peek(n)) {
		n++
	}
	return n > 0 && p.peek(n) == tEq
}

// groupBy is GroupBy.
func (p *parser) groupBy() *ast.GroupBy {
	m := p.i
	p.expectAll(kGROUP, kBY)
	g := &ast.GroupBy{}
	if p.accept(kDISTINCT) {
		g.Distinct = true
	} else {
		p.accept(kALL)
	}
	g.Items = p.groupItems()
	g.Base = p.base(m)
	return g
}

func (p *parser) groupItems() []ast.GroupItem {
	p.enter()
	defer p.leave()
	items := []ast.GroupItem{p.groupItem()}
	for p.accept(tComma) {
		items = append(items, p.groupItem())
	}
	return items
}

// groupItem is AddGroupingElement.
func (p *parser) groupItem() ast.GroupItem {
	m := p.i
	g := ast.GroupItem{}
	switch {
	case p.acceptAll(kGROUPING, kSETS):
		g.Kind = "GROUPING SETS"
		p.expect(tLParen)
		g.Sets = p.groupItems()
		p.expect(tRParen)
	case p.kind() == kROLLUP || p.kind() == kCUBE:
		p.i++
		g.Kind = p.upper()
		p.expect(tLParen)
		for _, e := range p.exprs(acceptSubQuery) {
			g.Sets = append(g.Sets, ast.GroupItem{Base: ast.At(e.Span()), X: e})
		}
		p.expect(tRParen)
	case p.acceptAll(tLParen, tRParen):
		g.Kind = "EMPTY"
	default:
		g.X = p.expr(acceptSubQuery)
		g.Base = ast.At(g.X.Span())
		return g
	}
	g.Base = p.base(m)
	return g
}

// windowSpec is WindowSpecification.
func (p *parser) windowSpec() ast.Window {
	m := p.i
	p.expect(tLParen)
	w := ast.Window{}
	if p.isIdent(0) {
		n := p.name()
		w.Ref = &n
	}
	if p.accept(kPARTITION) {
		p.expect(kBY)
		w.Partition = p.exprs(acceptNonQuery)
	}
	if p.kind() == kORDER {
		w.OrderBy = p.orderBy(true)
	}
	if p.kind() == kROWS || p.kind() == kRANGE {
		w.Frame = p.frame()
	}
	if p.kind() == kALLOW || p.kind() == kDISALLOW {
		p.i++
		w.Partial = p.upper()
		p.expect(kPARTIAL)
	}
	p.expect(tRParen)
	w.Base = p.base(m)
	return w
}

func (p *parser) frame() *ast.Frame {
	m := p.i
	f := &ast.Frame{Rows: p.oneOf(kROWS, kRANGE) == kROWS}
	if p.accept(kBETWEEN) {
		f.Lo = p.bound()
		p.expect(kAND)
		f.Hi = p.bound()
	} else {
		f.Lo = p.bound()
	}
	f.Base = p.base(m)
	return f
}

// bound is WindowRange.
func (p *parser) bound() *ast.Bound {
	m := p.i
	b := &ast.Bound{}
	switch {
	case p.acceptAll(kCURRENT, kROW):
		b.Kind = "CURRENT ROW"
	case p.kind() == kUNBOUNDED && (p.peek(1) == kPRECEDING || p.peek(1) == kFOLLOWING):
		p.i += 2
		b.Kind = "UNBOUNDED " + p.upper()
	default:
		b.X = p.expr(acceptNonQuery)
		p.oneOf(kPRECEDING, kFOLLOWING)
		b.Kind = p.upper()
	}
	b.Base = p.base(m)
	return b
}
