package parse

import (
	"fmt"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// context is what kind of expression a place takes (SqlAbstractParserImpl.ExprContext).
type context int

const (
	acceptAll context = iota
	acceptNonCursor
	acceptQuery
	acceptQueryOrJoin
	acceptNonQuery
	acceptSubQuery
	acceptCursor
)

const (
	illegalQuery    = "Query expression encountered in illegal context"
	illegalNonQuery = "Non-query expression encountered in illegal context"
	illegalJoin     = "Join expression encountered in illegal context"
	expectedQuery   = "Query or join expression encountered in illegal context"
)

// checkQuery refuses a query that begins here, in places for expressions (checkQueryExpression).
func (p *parser) checkQuery(c context) {
	if c == acceptNonQuery || c == acceptSubQuery || c == acceptCursor {
		p.reject(diag.CalciteException, p.last(), illegalQuery)
	}
}

// checkNonQuery refuses an expression in a place for queries (checkNonQueryExpression).
func (p *parser) checkNonQuery(c context) {
	if c == acceptQuery {
		p.reject(diag.CalciteException, p.last(), illegalNonQuery)
	}
}

// inner is the context of the first item in parentheses.
func (c context) inner() context {
	switch c {
	case acceptSubQuery:
		return acceptNonCursor
	case acceptCursor:
		return acceptAll
	}
	return c
}

// expr is Expression.
func (p *parser) expr(c context) ast.Expr {
	p.enter()
	defer p.leave()
	if e := p.simple(c); e != nil {
		return e
	}
	l := p.terms(c)
	return l.tree()
}

// simple reads the commonest expression, a column or a literal that no operator follows, without a list of terms.
func (p *parser) simple(c context) ast.Expr {
	if c == acceptQuery {
		return nil
	}
	switch k := p.kind(); k {
	case tInteger, tDecimal, tString, tIdent, tBackIdent:
		n := 1
		for k != tInteger && k != tDecimal && k != tString && p.peek(n) == tDot && p.isIdent(n+1) {
			n += 2
		}
		switch p.peek(n) {
		case tComma, tRParen, kFROM, kAS, tEOF, kTHEN, kEND, kWHEN, kELSE:
		default:
			return nil
		}
		if k == tInteger || k == tDecimal || k == tString {
			return p.literal()
		}
		return p.ident()
	}
	return nil
}

// maxOperators bounds the operators of one expression.
const maxOperators = 50000

// terms is Expression2: operands and operators in the order of the text.
func (p *parser) terms(c context) *terms {
	l := &terms{p: p, items: make([]term, 0, 4)}
	p.operand(l, c)
	likes := 0
	for {
		if len(l.items) > maxOperators {
			panic(limit{&diag.Unmodelled{Construct: fmt.Sprintf("an expression of more than %d operators", maxOperators), Span: p.tok().at}})
		}
		switch {
		case p.inOperator(l, c), p.quantified(l, c), p.betweenOperator(l, c):
		case p.likeOperator(l, c):
			likes++
		case likes > 0 && p.kind() == kESCAPE:
			likes--
			p.i++
			e := p.primary(acceptSubQuery)
			l.op(term{op: "ESCAPE", fix: special, left: 0, right: 0, at: p.last()})
			l.atom(e)
		case p.binaryOperator(l, c), p.itemOperator(l), p.postfixOperator(l, c):
		default:
			return l
		}
	}
}

// operand is AddExpression2b: prefix operators, a primary expression, and fields after dots.
func (p *parser) operand(l *terms, c context) {
	for {
		var t term
		switch p.kind() {
		case tPlus, tMinus:
			t = term{op: p.text(p.tok().at), left: -1, right: 160}
		case kNOT:
			t = term{op: "NOT", left: -1, right: 52}
		case kEXISTS:
			t = term{op: "EXISTS", left: -1, right: 80}
		case kUNIQUE:
			t = term{op: "UNIQUE", left: -1, right: 80}
		default:
			l.atom(p.primary(c))
			p.dots(l)
			return
		}
		p.i++
		p.checkNonQuery(c)
		t.fix, t.at = prefix, p.last()
		l.op(t)
	}
}

// dots is the loop of RowExpressionExtension: .field and .method(…) after a primary expression.
func (p *parser) dots(l *terms) {
	for p.kind() == tDot && p.isIdent(1) {
		p.i++
		m := p.i
		n := p.name()
		e := ast.Expr(one(n))
		if p.kind() == tLParen {
			call := &ast.Call{Name: one(n)}
			p.callArgs(call)
			call.Base = p.base(m)
			call.CallAt = call.At
			e = call
		}
		l.op(term{op: ".", fix: special, left: 200, right: 202, at: p.last()})
		l.atom(e)
	}
}

// inOperator is [NOT] IN (…).
func (p *parser) inOperator(l *terms, c context) bool {
	m := p.i
	not := p.are(kNOT, kIN)
	if !not && p.kind() != kIN {
		return false
	}
	p.checkNonQuery(c)
	p.i++
	if not {
		p.i++
	}
	at := p.since(m)
	list, query, span := p.queryOrList(acceptNonCursor)
	op := "IN"
	if not {
		op = "NOT IN"
	}
	l.op(term{op: op, fix: postfix, left: 64, right: -1, at: at, more: &termMore{list: list, query: query, extent: span}})
	return true
}

// comparison is comp(): the operators that SOME, ANY and ALL may follow.
func comparison(k kind) bool { return k == tEq || k >= tGt && k <= tLt || k >= tLe && k <= tNe2 }

// quantified is = SOME (…) and its like.
func (p *parser) quantified(l *terms, c context) bool {
	if !comparison(p.kind()) {
		return false
	}
	q := p.peek(1)
	if q != kSOME && q != kANY && q != kALL {
		return false
	}
	p.checkNonQuery(c)
	m := p.i
	op := p.comparisonOp()
	p.i++
	word := "SOME"
	if q == kALL {
		word = "ALL"
	}
	at := p.since(m)
	list, query, span := p.queryOrList(acceptNonCursor)
	l.op(term{op: op, fix: postfix, left: 64, right: -1, at: at, more: &termMore{quantifier: word, list: list, query: query, extent: span}})
	return true
}

func (p *parser) comparisonOp() string {
	p.i++
	if p.toks[p.i-1].kind == tNe2 {
		p.reject(diag.CalciteException, p.last(), "Bang equal '!=' is not allowed under the current SQL conformance level")
	}
	return p.text(p.last())
}

// betweenOperator is [NOT] BETWEEN [SYMMETRIC | ASYMMETRIC] with the operand that follows.
func (p *parser) betweenOperator(l *terms, c context) bool {
	m := p.i
	not := p.are(kNOT, kBETWEEN)
	if !not && p.kind() != kBETWEEN {
		return false
	}
	p.checkNonQuery(c)
	p.i++
	t := term{op: "BETWEEN", fix: special, left: 64, right: 66}
	if not {
		p.i++
		t.op = "NOT BETWEEN"
	}
	t.at = p.since(m)
	if p.accept(kSYMMETRIC) {
		t.symmetric = true
	} else {
		p.accept(kASYMMETRIC)
	}
	l.op(t)
	p.operand(l, acceptSubQuery)
	return true
}

// likeOperator is [NOT] LIKE, ILIKE, RLIKE or SIMILAR TO with the operand that follows.
func (p *parser) likeOperator(l *terms, c context) bool {
	m, n := p.i, 0
	if p.kind() == kNOT {
		n = 1
	}
	op := ""
	switch p.peek(n) {
	case kLIKE:
		op = "LIKE"
	case kILIKE:
		op = "ILIKE"
	case kRLIKE:
		op = "RLIKE"
	case kSIMILAR:
		if p.peek(n+1) != kTO {
			return false
		}
		op, n = "SIMILAR TO", n+1
	default:
		return false
	}
	p.checkNonQuery(c)
	not := p.kind() == kNOT
	p.i += n + 1
	l.op(term{op: op, not: not, fix: special, left: 66, right: 64, at: p.since(m)})
	p.operand(l, acceptSubQuery)
	return true
}

// itemOperator is [ index ], and the fields after it.
func (p *parser) itemOperator(l *terms) bool {
	if p.kind() != tLBracket {
		return false
	}
	m := p.i
	p.i++
	t := term{op: "[", fix: special, left: 200, right: 202, more: &termMore{}}
	switch p.kind() {
	case kOFFSET, kORDINAL, kSAFE_OFFSET, kSAFE_ORDINAL:
		p.i++
		t.more.word = p.upper()
	}
	e := p.expr(acceptSubQuery)
	p.expect(tRBracket)
	t.at = p.last()
	t.more.extent = p.since(m)
	l.op(t)
	l.atom(e)
	for p.kind() == tDot && p.isIdent(1) {
		p.i++
		n := p.name()
		l.op(term{op: ".", fix: special, left: 200, right: 202, at: p.last()})
		l.atom(one(n))
	}
	return true
}

// queryOrList is ParenthesizedQueryOrCommaList: one query, or expressions.
func (p *parser) queryOrList(c context) ([]ast.Expr, ast.Query, source.Span) {
	m := p.i
	p.expect(tLParen)
	p.enter()
	defer p.leave()
	q, e := p.orderedQueryOrExpr(c.inner())
	if q != nil && p.kind() == tRParen {
		p.i++
		return nil, q, p.since(m)
	}
	if q != nil {
		e = &ast.Subquery{Base: ast.At(q.Span()), Query: q}
	}
	list := []ast.Expr{e}
	for p.accept(tComma) {
		p.checkNonQuery(c)
		list = append(list, p.expr(c))
	}
	p.expect(tRParen)
	return list, nil, p.since(m)
}
