package parse

import (
	"math"
	"strconv"

	"rowkind/planner/internal/ast"
)

// matchOpt is [ MatchRecognize ] after a table.
func (p *parser) matchOpt(m int, t ast.TableExpr) ast.TableExpr {
	switch {
	case p.kind() == kMATCH_RECOGNIZE:
	case p.kind() == kAS && p.isIdent(1) && p.peek(2) == kMATCH_RECOGNIZE:
		p.i++
		a := &ast.Aliased{Table: t, Alias: p.name()}
		a.Base = p.base(m)
		t = a
	default:
		return t
	}
	n := p.i
	p.i++
	p.checkNotJoin(t)
	p.expect(tLParen)
	r := &ast.MatchRecognize{Table: t}
	p.matchInput(r)
	p.matchOutput(r)
	p.expect(kPATTERN)
	p.expect(tLParen)
	r.StrictStart = p.accept(tCaret)
	r.Pattern = p.pattern()
	r.StrictEnd = p.accept(tDollar)
	p.expect(tRParen)
	if p.accept(kWITHIN) {
		r.Within = p.intervalLiteral()
	}
	if p.accept(kSUBSET) {
		for first := true; first || p.accept(tComma); first = false {
			r.Subsets = append(r.Subsets, p.subset())
		}
	}
	p.expect(kDEFINE)
	for first := true; first || p.accept(tComma); first = false {
		r.Defines = append(r.Defines, p.patternDefinition())
	}
	p.expect(tRParen)
	r.Base, r.MatchAt = p.base(m), p.since(n)
	return r
}

func (p *parser) matchInput(r *ast.MatchRecognize) {
	if p.accept(kPARTITION) {
		p.expect(kBY)
		r.Partition = p.exprs(acceptNonQuery)
	}
	if p.kind() == kORDER {
		r.OrderBy = p.orderBy(true)
	}
	if !p.accept(kMEASURES) {
		return
	}
	for first := true; first || p.accept(tComma); first = false {
		m := p.i
		it := ast.SelectItem{X: p.expr(acceptNonQuery)}
		p.expect(kAS)
		n := p.name()
		it.Alias = &n
		it.Base = p.base(m)
		r.Measures = append(r.Measures, it)
	}
}

func (p *parser) matchOutput(r *ast.MatchRecognize) {
	switch p.kind() {
	case kONE:
		p.expectAll(kONE, kROW, kPER, kMATCH)
		r.RowsPerMatch = "ONE ROW"
	case kALL:
		p.expectAll(kALL, kROWS, kPER, kMATCH)
		r.RowsPerMatch = "ALL ROWS"
	}
	if !p.accept(kAFTER) {
		return
	}
	p.expectAll(kMATCH, kSKIP)
	if p.accept(kPAST) {
		p.expectAll(kLAST, kROW)
		r.After = "PAST LAST ROW"
		return
	}
	p.expect(kTO)
	switch {
	case p.acceptAll(kNEXT, kROW):
		r.After = "NEXT ROW"
		return
	case p.kind() == kFIRST && p.isIdent(1):
		p.i++
		r.After = "FIRST"
	case p.kind() == kLAST && p.isIdent(1):
		p.i++
		r.After = "LAST"
	default:
		r.After = "LAST"
	}
	n := p.name()
	r.AfterVar = &n
}

// intervalLiteral is IntervalLiteral.
func (p *parser) intervalLiteral() *ast.Interval {
	if p.kind() != kINTERVAL {
		p.fail()
	}
	e, ok := p.interval().(*ast.Interval)
	if !ok {
		p.fail()
	}
	return e
}

func (p *parser) subset() ast.Subset {
	m := p.i
	s := ast.Subset{Name: p.name()}
	p.expectAll(tEq, tLParen)
	s.Parts = p.exprs(acceptNonQuery)
	p.expect(tRParen)
	s.Base = p.base(m)
	return s
}

func (p *parser) patternDefinition() ast.SelectItem {
	m := p.i
	n := p.name()
	p.expect(kAS)
	it := ast.SelectItem{Alias: &n, X: p.expr(acceptSubQuery)}
	it.Base = p.base(m)
	return it
}

// pattern is PatternExpression.
func (p *parser) pattern() *ast.Pattern {
	p.enter()
	defer p.leave()
	m := p.i
	l := p.patternTerm()
	for p.accept(tBar) {
		r := p.patternTerm()
		l = &ast.Pattern{Base: p.base(m), Kind: "ALTER", Parts: []*ast.Pattern{l, r}}
	}
	return l
}

func (p *parser) patternTerm() *ast.Pattern {
	m := p.i
	l := p.patternFactor()
	for p.isIdent(0) || p.kind() == tLParen || p.kind() == tLBrace || p.kind() == kPERMUTE {
		r := p.patternFactor()
		l = &ast.Pattern{Base: p.base(m), Kind: "CONCAT", Parts: []*ast.Pattern{l, r}}
	}
	return l
}

// patternFactor is PatternFactor: a variable or group, and how often.
func (p *parser) patternFactor() *ast.Pattern {
	m := p.i
	x := p.patternPrimary()
	q := &ast.Pattern{Kind: "QUANTIFIER", Parts: []*ast.Pattern{x}, Min: 0, Max: -1}
	switch p.kind() {
	case tStar:
		p.i++
	case tPlus:
		p.i++
		q.Min = 1
	case tHook:
		p.i++
		q.Max = 1
	case tLBrace:
		p.i++
		if p.accept(tMinus) {
			n := p.i
			extra := p.pattern()
			p.expectAll(tMinus, tRBrace)
			ex := &ast.Pattern{Base: p.base(n), Kind: "EXCLUDE", Parts: []*ast.Pattern{extra}}
			return &ast.Pattern{Base: p.base(m), Kind: "CONCAT", Parts: []*ast.Pattern{x, ex}}
		}
		p.repeats(q)
	default:
		return x
	}
	if p.accept(tHook) {
		q.Reluctant = q.Min != q.Max
	}
	q.Base = p.base(m)
	return q
}

// repeats reads n}, n,}, n,m} or ,m} of a quantifier.
func (p *parser) repeats(q *ast.Pattern) {
	if p.accept(tComma) {
		q.Min = -1
		q.Max = p.repeat()
	} else {
		q.Min = p.repeat()
		q.Max = q.Min
		if p.accept(tComma) {
			q.Max = -1
			if p.kind() != tRBrace {
				q.Max = p.repeat()
			}
		}
	}
	p.expect(tRBrace)
}

func (p *parser) repeat() int {
	n := p.unsigned()
	v, err := strconv.ParseFloat(n.Text, 64)
	if err != nil || v != math.Trunc(v) || v > math.MaxInt32 {
		p.unknown(n.Span(), "a pattern quantifier that is no integer")
	}
	return int(v)
}

func (p *parser) patternPrimary() *ast.Pattern {
	m := p.i
	switch {
	case p.isIdent(0):
		n := p.name()
		return &ast.Pattern{Base: n.Base, Kind: "VAR", Var: n}
	case p.accept(tLParen):
		x := p.pattern()
		p.expect(tRParen)
		return x
	case p.accept(tLBrace):
		p.expect(tMinus)
		x := p.pattern()
		p.expectAll(tMinus, tRBrace)
		return &ast.Pattern{Base: p.base(m), Kind: "EXCLUDE", Parts: []*ast.Pattern{x}}
	}
	p.expectAll(kPERMUTE, tLParen)
	q := &ast.Pattern{Kind: "PERMUTE"}
	for first := true; first || p.accept(tComma); first = false {
		q.Parts = append(q.Parts, p.pattern())
	}
	p.expect(tRParen)
	q.Base = p.base(m)
	return q
}
