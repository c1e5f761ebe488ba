package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// primary is Expression3.
func (p *parser) primary(c context) ast.Expr {
	p.enter()
	defer p.leave()
	switch {
	case p.kind() == tLParen, p.kind() == kROW:
		return p.parenthesised(c)
	case p.kind() == kCURSOR:
		return p.cursor(c)
	}
	e := p.atomic()
	p.checkNonQuery(c)
	return e
}

// parenthesised is a row, a sub-query, or an expression in parentheses, which leaves no trace.
func (p *parser) parenthesised(c context) ast.Expr {
	m := p.i
	row := p.accept(kROW)
	list, query, span := p.queryOrList(c)
	if row {
		if query != nil {
			list = []ast.Expr{&ast.Subquery{Base: ast.At(query.Span()), Query: query}}
		}
		return &ast.Row{Base: ast.At(span), Explicit: true, Items: list}
	}
	if p.isQualifier() {
		return p.minusDate(m, list)
	}
	switch {
	case query != nil:
		return &ast.Subquery{Base: ast.At(query.Span()), Query: query}
	case len(list) == 1:
		return list[0]
	}
	return &ast.Row{Base: ast.At(span), Items: list}
}

// minusDate is (a - b) DAY.
func (p *parser) minusDate(m int, list []ast.Expr) ast.Expr {
	q := p.qualifier()
	if len(list) == 1 {
		if b, ok := list[0].(*ast.BinaryExpr); ok && b.Op == "-" {
			base := p.base(m)
			name := ast.Name{Base: base, Text: "MINUS_DATE"}
			return &ast.Call{Base: base, Name: one(name), Args: []ast.Expr{b.L, b.R, &q}, Special: ast.MinusDate, CallAt: base.At}
		}
	}
	p.reject(diag.CalciteException, p.since(m), `Illegal expression. Was expecting "(DATETIME - DATETIME) INTERVALQUALIFIER"`)
	return nil
}

func (p *parser) cursor(c context) ast.Expr {
	m := p.i
	p.i++
	if c != acceptAll && c != acceptCursor {
		p.reject(diag.CalciteException, p.last(), "CURSOR expression encountered in illegal context")
	}
	e := p.expr(acceptQuery)
	return &ast.CollectionQuery{Base: p.base(m), Kind: "CURSOR", Query: asQuery(e)}
}

// asQuery is the query behind an expression, or the expression as the query that Calcite lets it be.
func asQuery(e ast.Expr) ast.Query {
	if s, ok := e.(*ast.Subquery); ok {
		return s.Query
	}
	return &ast.ExprQuery{Base: ast.At(e.Span()), X: e}
}

// atomic is AtomicRowExpression.
func (p *parser) atomic() ast.Expr {
	if p.startsLiteral() {
		return p.literalOrInterval()
	}
	k := p.kind()
	if k == tHook {
		m := p.i
		p.i++
		p.params++
		return &ast.Param{Base: p.base(m), Index: p.params - 1}
	}
	if k != tIdent && k != tBackIdent {
		if e := p.builtin(); e != nil {
			return e
		}
		if e := p.constructor(); e != nil {
			return e
		}
	}
	if p.functionAhead() {
		return p.namedFunction()
	}
	if e := p.contextVariable(); e != nil {
		return e
	}
	if p.isIdent(0) {
		return p.compound()
	}
	switch k {
	case kNEW:
		return p.newCall()
	case kCASE:
		return p.caseExpr()
	case kNEXT, kCURRENT:
		return p.sequence()
	}
	p.fail()
	return nil
}

// constructor is one of the collection, period and JDBC constructors, or nil.
func (p *parser) constructor() ast.Expr {
	switch p.kind() {
	case tBraceFN:
		return p.jdbcCall()
	case kMULTISET:
		return p.multiset()
	case kARRAY:
		return p.collection("ARRAY")
	case kMAP:
		if p.peek(1) == tLParen || p.peek(1) == tLBracket {
			return p.collection("MAP")
		}
	case kPERIOD:
		m := p.i
		p.i++
		p.expect(tLParen)
		e := &ast.Period{From: p.expr(acceptSubQuery)}
		p.expect(tComma)
		e.To = p.expr(acceptSubQuery)
		p.expect(tRParen)
		e.Base = p.base(m)
		return e
	}
	return nil
}

func (p *parser) multiset() ast.Expr {
	m := p.i
	p.i++
	if p.accept(tLParen) {
		q, e := p.leafQueryOrExpr(acceptQuery)
		if q == nil {
			q = asQuery(e)
		}
		p.expect(tRParen)
		return &ast.CollectionQuery{Base: p.base(m), Kind: "MULTISET", Query: q}
	}
	p.expect(tLBracket)
	items := p.exprs(acceptNonQuery)
	p.expect(tRBracket)
	return &ast.MultisetExpr{Base: p.base(m), Items: items}
}

// collection is ARRAY[…], ARRAY(…), MAP[…] and MAP(…).
func (p *parser) collection(kind string) ast.Expr {
	m := p.i
	p.i++
	var items []ast.Expr
	paren := p.kind() == tLParen
	switch {
	case p.acceptAll(tLParen, tRParen):
	case paren:
		list, query, _ := p.queryOrList(acceptAll)
		if query != nil {
			return &ast.CollectionQuery{Base: p.base(m), Kind: kind, Query: query}
		}
		items = list
	default:
		p.expect(tLBracket)
		if p.kind() != tRBracket {
			items = p.exprs(acceptNonQuery)
		}
		p.expect(tRBracket)
	}
	if kind == "MAP" {
		return &ast.MapExpr{Base: p.base(m), Items: items, Paren: paren}
	}
	return &ast.ArrayExpr{Base: p.base(m), Items: items, Paren: paren}
}

// exprs is a list of expressions; after the first, sub-queries are allowed (AddExpressions).
func (p *parser) exprs(c context) []ast.Expr {
	list := []ast.Expr{p.expr(c)}
	for p.accept(tComma) {
		list = append(list, p.expr(acceptSubQuery))
	}
	return list
}

func (p *parser) caseExpr() ast.Expr {
	m := p.i
	p.i++
	c := &ast.Case{}
	if p.kind() != kWHEN {
		c.Operand = p.expr(acceptSubQuery)
	}
	for first := true; first || p.kind() == kWHEN; first = false {
		w := ast.When{}
		n := p.i
		p.expect(kWHEN)
		w.Conds = p.exprs(acceptSubQuery)
		p.expect(kTHEN)
		w.Then = p.expr(acceptSubQuery)
		w.Base = p.base(n)
		c.Whens = append(c.Whens, w)
	}
	if p.accept(kELSE) {
		c.Else = p.expr(acceptSubQuery)
	}
	p.expect(kEND)
	c.Base = p.base(m)
	return c
}

func (p *parser) sequence() ast.Expr {
	m := p.i
	current := p.oneOf(kNEXT, kCURRENT) == kCURRENT
	p.expectAll(kVALUE, kFOR)
	id := p.compound()
	return &ast.NextValue{Base: p.base(m), Current: current, Sequence: id}
}

// contextVariable is a word such as CURRENT_DATE that needs no parentheses.
func (p *parser) contextVariable() ast.Expr {
	switch p.kind() {
	case kCURRENT_CATALOG, kCURRENT_DATE, kCURRENT_DEFAULT_TRANSFORM_GROUP, kCURRENT_PATH, kCURRENT_ROLE, kCURRENT_SCHEMA,
		kCURRENT_TIME, kCURRENT_TIMESTAMP, kCURRENT_USER, kLOCALTIME, kLOCALTIMESTAMP, kSESSION_USER, kSYSTEM_USER, kUSER:
		m := p.i
		p.i++
		base := p.base(m)
		return &ast.Call{Base: base, Name: one(ast.Name{Base: base, Text: p.text(base.At)}), NoParens: true, CallAt: base.At}
	}
	return nil
}
