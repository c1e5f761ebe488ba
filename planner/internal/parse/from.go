package parse

import (
	"strconv"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// from is FromClause.
func (p *parser) from() ast.TableExpr {
	m := p.i
	t := p.tableRef(acceptQueryOrJoin)
	for {
		switch {
		case p.kind() == tComma:
			p.i++
			j := &ast.Join{Kind: ast.Comma, KindAt: p.last(), L: t}
			j.R = p.tableRef(acceptQueryOrJoin)
			j.Base = p.base(m)
			t = j
		case p.startsJoin():
			t = p.join(m, t)
		default:
			return t
		}
	}
}

func (p *parser) startsJoin() bool {
	switch p.kind() {
	case kNATURAL, kJOIN, kINNER, kLEFT, kRIGHT, kFULL, kCROSS, kOUTER:
		return true
	}
	return false
}

// join is JoinTable.
func (p *parser) join(m int, l ast.TableExpr) ast.TableExpr {
	if p.kind() == kOUTER || p.are(kCROSS, kAPPLY) {
		p.i++
		p.expect(kAPPLY)
		p.tableRefOf(acceptQuery, true)
		p.reject(diag.CalciteException, p.last(), "APPLY operator is not allowed under the current SQL conformance level")
	}
	j := &ast.Join{Natural: p.accept(kNATURAL), L: l}
	switch p.oneOf(kJOIN, kINNER, kLEFT, kRIGHT, kFULL, kCROSS) {
	case kJOIN:
		j.Kind = ast.Inner
		p.i--
	case kINNER:
		j.Kind = ast.Inner
	case kCROSS:
		j.Kind = ast.Cross
	default:
		j.Kind = ast.JoinKind(p.upper())
		p.accept(kOUTER)
	}
	p.expect(kJOIN)
	j.KindAt = p.last()
	j.R = p.tableRef(acceptQueryOrJoin)
	switch {
	case p.accept(kON):
		j.CondAt = p.last()
		j.On = p.expr(acceptSubQuery)
	case p.kind() == kUSING:
		n := p.i
		p.i++
		j.CondAt = p.last()
		j.Using = p.names()
		j.UsingAt = p.since(n)
	}
	j.Base = p.base(m)
	return j
}

func (p *parser) tableRef(c context) ast.TableExpr { return p.tableRefOf(c, false) }

// tableRefOf is TableRef3.
func (p *parser) tableRefOf(c context, lateral bool) ast.TableExpr {
	p.enter()
	defer p.leave()
	m := p.i
	var t ast.TableExpr
	switch {
	case p.isIdent(0):
		t = p.namedTable()
	case p.kind() == tLParen || p.are(kLATERAL, tLParen):
		lateral = p.accept(kLATERAL) || lateral
		t = p.derived(c, lateral)
	case p.kind() == kUNNEST || p.are(kLATERAL, kUNNEST):
		t = p.unnest()
	default:
		lateral = p.accept(kLATERAL) || lateral
		t = p.tableFunction(lateral)
	}
	t = p.pivots(t, m)
	if p.kind() == kAS || p.isIdent(0) {
		t = p.aliased(m, t)
	}
	if p.kind() == kTABLESAMPLE {
		t = p.tablesample(m, t)
	}
	return t
}

// namedTable is a name, with hints or a snapshot, or a table function called by its name alone.
func (p *parser) namedTable() ast.TableExpr {
	m := p.i
	id := p.ident()
	nameEnd := p.i - 1
	if p.kind() == tLParen {
		if !p.implicitCallFits() {
			return p.extended(m, id)
		}
		c := &ast.Call{Name: id}
		p.routineArgs(c, acceptCursor)
		c.Base = p.base(m)
		c.CallAt = p.since(nameEnd)
		return &ast.TableFunction{Base: c.Base, Call: c, Implicit: true}
	}
	if p.accept(kEXTEND) {
		return p.extended(m, id)
	}
	t := &ast.TableName{Name: id, Hints: p.hintsOpt()}
	if p.kind() == kFOR {
		from := p.i - 1
		n := p.i
		p.expectAll(kFOR, kSYSTEM_TIME, kAS, kOF)
		s := &ast.Snapshot{X: p.expr(acceptNonQuery)}
		s.Base, s.FromAt = p.base(n), p.since(from)
		t.Snapshot = s
	}
	t.Base = p.base(m)
	return p.matchOpt(m, t)
}

// implicitCallFits reports whether Flink's look-ahead of three tokens takes the parenthesis after a name in FROM for the
// arguments of a function. It does not for many a first argument that is a call itself, and then refuses the text.
func (p *parser) implicitCallFits() bool {
	if k := p.peek(1); k == kTABLE || k == tRParen || p.isIdent(1) && p.peek(2) == tArrow {
		return true
	}
	g := flinkGrammar()
	m := newMachine(g, p.toks)
	m.cur = p.i - 1
	return m.fits(g.lookBefore("ImplicitTableFunctionCallArgs"))
}

// inParens is what a parenthesis in FROM holds: a query, or a table or join.
type inParens struct {
	q ast.Query
	t ast.TableExpr
}

// query is the content where a query is needed.
func (x inParens) query() ast.Query {
	if x.q != nil {
		return x.q
	}
	return x.t.(*ast.Derived).Query
}

// parenthesisedQuery is ParenthesizedExpression.
func (p *parser) parenthesisedQuery(c context) inParens {
	p.expect(tLParen)
	p.enter()
	defer p.leave()
	x := p.exprOrJoin(c.inner())
	p.expect(tRParen)
	if x.q != nil {
		return x
	}
	switch t := x.t.(type) {
	case *ast.Derived:
		if !t.Lateral {
			return inParens{q: t.Query}
		}
	case *ast.Join:
		if c == acceptQueryOrJoin {
			return x
		}
	case *ast.JoinParen:
		if c == acceptQueryOrJoin && !t.Lateral {
			return x
		}
	}
	text := illegalNonQuery
	if c == acceptQueryOrJoin {
		text = "Expected query or join"
	}
	p.reject(diag.CalciteException, ast.Pos(x.t), text)
	return x
}

// exprOrJoin is ExprOrJoinOrOrderedQuery.
func (p *parser) exprOrJoin(c context) inParens {
	m := p.i
	switch p.kind() {
	case kWITH, kSELECT, kVALUES, kVALUE:
		return inParens{q: p.orderedQuery(m, c)}
	case kTABLE:
		if p.isIdent(1) {
			return inParens{q: p.orderedQuery(m, c)}
		}
	}
	t := p.tableRef(acceptQueryOrJoin)
	for p.startsJoin() {
		t = p.join(m, t)
	}
	if !p.isSetOp() {
		return inParens{t: t}
	}
	d, ok := t.(*ast.Derived)
	if !ok || d.Lateral {
		p.checkNonQuery(acceptQuery)
	}
	q, _ := p.setOps(d.Query, nil, c)
	return inParens{q: q}
}

func (p *parser) orderedQuery(m int, c context) ast.Query {
	q, e := p.queryOrExpr(c)
	q, _ = p.orderByLimit(m, q, e)
	return q
}

// derived is a parenthesis in FROM.
func (p *parser) derived(c context, lateral bool) ast.TableExpr {
	m := p.i
	if lateral && p.toks[max(p.i-1, 0)].kind == kLATERAL {
		m--
	}
	x := p.parenthesisedQuery(c)
	var t ast.TableExpr
	if x.q != nil {
		t = &ast.Derived{Base: p.base(m), Query: x.q, Lateral: lateral}
	} else {
		if lateral {
			p.checkNotJoin(x.t)
		}
		t = &ast.JoinParen{Base: p.base(m), Join: x.t, Lateral: lateral}
	}
	return p.matchOpt(m, t)
}

// checkNotJoin refuses a join where only a table will do.
func (p *parser) checkNotJoin(t ast.TableExpr) {
	for {
		jp, ok := t.(*ast.JoinParen)
		if !ok {
			break
		}
		t = jp.Join
	}
	if j, ok := t.(*ast.Join); ok {
		p.reject(diag.CalciteException, ast.Pos(j), illegalJoin)
	}
}

func (p *parser) unnest() ast.TableExpr {
	m := p.i
	p.accept(kLATERAL)
	p.expect(kUNNEST)
	list, query, _ := p.queryOrList(acceptSubQuery)
	if query != nil {
		list = []ast.Expr{&ast.Subquery{Base: ast.At(query.Span()), Query: query}}
	}
	u := &ast.Unnest{Args: list}
	if p.accept(kWITH) {
		p.expect(kORDINALITY)
		u.Ordinality = true
	}
	u.Base = p.base(m)
	return u
}

// tableFunction is TABLE(f(…)).
func (p *parser) tableFunction(lateral bool) ast.TableExpr {
	m := p.i
	p.expectAll(kTABLE, tLParen)
	p.accept(kSPECIFIC)
	n := p.i
	c := &ast.Call{Name: p.compound()}
	nameEnd := p.i - 1
	p.routineArgs(c, acceptCursor)
	c.Base = p.base(n)
	c.CallAt = p.since(nameEnd)
	p.expect(tRParen)
	return &ast.TableFunction{Base: p.base(m), Call: c, Lateral: lateral}
}

func (p *parser) aliased(m int, t ast.TableExpr) ast.TableExpr {
	p.accept(kAS)
	a := &ast.Aliased{Table: t, Alias: p.name()}
	if p.kind() == tLParen {
		a.Columns = p.names()
	}
	p.checkNotJoin(t)
	a.Base = p.base(m)
	return a
}

// tablesample is Tablesample.
func (p *parser) tablesample(m int, t ast.TableExpr) ast.TableExpr {
	p.expect(kTABLESAMPLE)
	p.checkNotJoin(t)
	s := &ast.Tablesample{Table: t}
	p.oneOf(kSUBSTITUTE, kBERNOULLI, kSYSTEM)
	s.Method = p.upper()
	p.expect(tLParen)
	if s.Method == "SUBSTITUTE" {
		v := p.plainString()
		s.Substitute = &ast.String{Base: v.Base, Value: v.Value, Parts: 1}
		p.expect(tRParen)
	} else {
		s.Percent = p.unsigned()
		p.expect(tRParen)
		if p.accept(kREPEATABLE) {
			p.expect(tLParen)
			n := p.signedInt()
			s.Seed = &n
			p.expect(tRParen)
		}
	}
	s.Base = p.base(m)
	return s
}

// signedInt is IntLiteral.
func (p *parser) signedInt() int {
	neg := p.kind() == tMinus
	if neg || p.kind() == tPlus {
		p.i++
	}
	t := p.expect(tInteger)
	n, err := strconv.ParseInt(p.text(t.at), 10, 32)
	if err != nil {
		p.reject(diag.CalciteException, t.at, "Literal '"+p.text(t.at)+"' can not be parsed to type 'java.lang.Integer'")
	}
	if neg {
		return int(-n)
	}
	return int(n)
}
