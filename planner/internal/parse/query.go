package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// query is OrderedQueryOrExpr where only a query will do.
func (p *parser) query() ast.Query {
	q, e := p.orderedQueryOrExpr(acceptQuery)
	if q == nil {
		return asQuery(e)
	}
	return q
}

// orderedQueryOrExpr is OrderedQueryOrExpr: one of its results is nil.
func (p *parser) orderedQueryOrExpr(c context) (ast.Query, ast.Expr) {
	m := p.i
	q, e := p.queryOrExpr(c)
	return p.orderByLimit(m, q, e)
}

// orderByLimit is OrderByLimitOpt.
func (p *parser) orderByLimit(m int, q ast.Query, e ast.Expr) (ast.Query, ast.Expr) {
	o := &ast.OrderBy{}
	if p.kind() == kORDER {
		if e != nil {
			// A function's set-semantics table takes an ORDER BY after an expression; everywhere else this is refused.
			p.i++
			p.reject(diag.CalciteException, p.last(), "ORDER BY unexpected")
		}
		o.Keys = p.orderBy(true)
	}
	start := p.i
	switch p.kind() {
	case kLIMIT:
		p.limit(o)
		if p.kind() == kOFFSET {
			p.offset(o)
		}
	case kOFFSET:
		p.offset(o)
		switch p.kind() {
		case kLIMIT:
			p.limit(o)
			p.reject(diag.CalciteException, p.since(start),
				"'OFFSET start LIMIT count' is not allowed under the current SQL conformance level")
		case kFETCH:
			p.fetch(o)
		}
	case kFETCH:
		p.fetch(o)
	}
	if o.Keys == nil && o.Limit == nil && o.Offset == nil {
		return q, e
	}
	if e != nil {
		q = asQuery(e)
	}
	o.Query, o.LastAt = q, p.last()
	o.Base = ast.At(q.Span().Join(p.since(m)))
	return o, nil
}

func (p *parser) limit(o *ast.OrderBy) {
	p.expect(kLIMIT)
	if p.accept(kALL) {
		return
	}
	m := p.i - 1
	o.Limit = p.count()
	if p.accept(tComma) {
		what := "count"
		if p.accept(kALL) {
			what = "ALL"
		} else {
			p.count()
		}
		p.reject(diag.CalciteException, p.since(m),
			"'LIMIT start, "+what+"' is not allowed under the current SQL conformance level")
	}
}

func (p *parser) offset(o *ast.OrderBy) {
	p.expect(kOFFSET)
	o.Offset = p.count()
	if p.kind() == kROW || p.kind() == kROWS {
		p.i++
	}
}

func (p *parser) fetch(o *ast.OrderBy) {
	p.expect(kFETCH)
	p.oneOf(kFIRST, kNEXT)
	o.Limit = p.count()
	p.oneOf(kROW, kROWS)
	p.expect(kONLY)
}

// count is UnsignedNumericLiteralOrParam.
func (p *parser) count() ast.Expr {
	if p.kind() == tHook {
		p.i++
		p.params++
		return &ast.Param{Base: ast.At(p.last()), Index: p.params - 1}
	}
	return p.unsigned()
}

// setOp is a set operator between two queries.
type setOp struct {
	op   string
	all  bool
	prec int
	at   source.Span
}

// queryOrExpr is QueryOrExpr: WITH, a query or an expression, and set operations.
func (p *parser) queryOrExpr(c context) (ast.Query, ast.Expr) {
	p.enter()
	defer p.leave()
	m := p.i
	var items []ast.WithItem
	var listAt source.Span
	if p.kind() == kWITH {
		items, listAt = p.withList()
	}
	q, e := p.leafQueryOrExpr(c)
	if q != nil || p.isSetOp() {
		q, e = p.setOps(q, e, c)
	}
	if items == nil {
		return q, e
	}
	if q == nil {
		q = asQuery(e)
	}
	return &ast.With{Base: p.base(m), Items: items, ListAt: listAt, Body: q}, nil
}

func (p *parser) isSetOp() bool {
	switch p.kind() {
	case kUNION, kINTERSECT, kEXCEPT, kMINUS:
		return true
	}
	return false
}

// setOps is the loop of AddSetOpQuery after a first operand.
func (p *parser) setOps(q ast.Query, e ast.Expr, c context) (ast.Query, ast.Expr) {
	if !p.isSetOp() {
		return q, e
	}
	if q == nil {
		p.checkNonQuery(acceptQuery)
	}
	operands := []ast.Query{q}
	var ops []setOp
	for p.isSetOp() {
		ops = append(ops, p.setOperator())
		p.checkQuery(c)
		q, e := p.leafQueryOrExpr(acceptQuery)
		if q == nil {
			q = asQuery(e)
		}
		operands = append(operands, q)
	}
	i := 0
	return climbSet(operands, ops, &i, 0), nil
}

// climbSet makes a tree of set operations: INTERSECT binds tighter, all go from left to right.
func climbSet(operands []ast.Query, ops []setOp, i *int, least int) ast.Query {
	l := operands[*i]
	for *i < len(ops) && ops[*i].prec >= least {
		o := ops[*i]
		*i++
		r := climbSet(operands, ops, i, o.prec+1)
		l = &ast.SetOp{Base: ast.At(l.Span().Join(r.Span())), Op: o.op, All: o.all, OpAt: o.at, L: l, R: r}
	}
	return l
}

// setOperator is BinaryQueryOperator.
func (p *parser) setOperator() setOp {
	o := setOp{op: "UNION", prec: 12}
	switch p.oneOf(kUNION, kINTERSECT, kEXCEPT, kMINUS) {
	case kINTERSECT:
		o.op, o.prec = "INTERSECT", 14
	case kEXCEPT:
		o.op = "EXCEPT"
	case kMINUS:
		p.reject(diag.CalciteException, p.last(), "MINUS is not allowed under the current SQL conformance level")
	}
	if p.accept(kALL) {
		o.all = true
	} else {
		p.accept(kDISTINCT)
	}
	o.at = p.last()
	return o
}

// withList is WithList.
func (p *parser) withList() (items []ast.WithItem, at source.Span) {
	m := p.i
	p.expect(kWITH)
	recursive := p.accept(kRECURSIVE)
	if recursive {
		m = p.i - 1
	}
	for first := true; first || p.accept(tComma); first = false {
		n := p.i
		w := ast.WithItem{Name: p.name(), Recursive: recursive}
		if list := p.i; p.kind() == tLParen {
			w.Columns = p.names()
			w.ColumnsAt = p.since(list)
		}
		p.expect(kAS)
		w.Query = p.parenthesisedQuery(acceptQuery).query()
		w.Base = p.base(n)
		items = append(items, w)
	}
	return items, p.since(m)
}

// leafQueryOrExpr is LeafQueryOrExpr. A query in parentheses comes back as a query, as it does in Calcite.
func (p *parser) leafQueryOrExpr(c context) (ast.Query, ast.Expr) {
	if p.startsQuery() {
		return p.leafQuery(c), nil
	}
	e := p.expr(c)
	if s, ok := e.(*ast.Subquery); ok {
		return s.Query, nil
	}
	return nil, e
}

// startsQuery reports whether LeafQuery begins here.
func (p *parser) startsQuery() bool {
	switch p.kind() {
	case kSELECT, kVALUES, kVALUE, kTABLE:
		return true
	}
	return false
}

// leafQuery is LeafQuery.
func (p *parser) leafQuery(c context) ast.Query {
	m := p.i
	switch p.kind() {
	case kSELECT:
		p.checkQuery(c)
		return p.selectQuery()
	case kTABLE:
		before := p.last()
		p.i++
		t := &ast.TableQuery{Before: before, Table: p.compound()}
		t.Base = p.base(m)
		return t
	}
	return p.values()
}

// values is TableConstructor.
func (p *parser) values() ast.Query {
	m := p.i
	p.oneOf(kVALUES, kVALUE)
	v := &ast.Values{Rows: []*ast.Row{p.valuesRow()}}
	for p.accept(tComma) {
		v.Rows = append(v.Rows, p.valuesRow())
	}
	v.Base = p.base(m)
	return v
}

// valuesRow is RowConstructor: (a, b), ROW(a, b), (ROW(a, b)), or a bare expression.
func (p *parser) valuesRow() *ast.Row {
	m := p.i
	wrapped := p.are(tLParen, kROW, tLParen)
	if wrapped {
		p.i++
	}
	// Flink takes a parenthesis for a row whenever three tokens fit, so an operator after it is a syntax error; only a
	// sub-query is read as an expression.
	if wrapped || p.are(kROW, tLParen) || p.kind() == tLParen && p.peek(1) != kSELECT {
		row := &ast.Row{Explicit: p.accept(kROW)}
		row.Items = p.rowItems()
		if wrapped {
			p.expect(tRParen)
		}
		row.Base = p.base(m)
		return row
	}
	e := p.expr(acceptNonCursor)
	return &ast.Row{Base: ast.At(e.Span()), Items: []ast.Expr{e}}
}

// rowItems is ParenthesizedQueryOrCommaListWithDefault.
func (p *parser) rowItems() (items []ast.Expr) {
	p.expect(tLParen)
	p.enter()
	defer p.leave()
	for first := true; first || p.accept(tComma); first = false {
		switch {
		case p.kind() == kDEFAULT:
			items = append(items, p.defaultArg())
		case first:
			q, e := p.orderedQueryOrExpr(acceptNonCursor)
			if q != nil {
				e = &ast.Subquery{Base: ast.At(q.Span()), Query: q}
			}
			items = append(items, e)
		default:
			items = append(items, p.expr(acceptNonCursor))
		}
	}
	p.expect(tRParen)
	return items
}

// orderBy is OrderBy.
func (p *parser) orderBy(accept bool) []ast.OrderItem {
	p.expect(kORDER)
	if !accept {
		p.reject(diag.CalciteException, p.last(), "ORDER BY unexpected")
	}
	p.expect(kBY)
	items := []ast.OrderItem{p.orderItem()}
	for p.accept(tComma) {
		items = append(items, p.orderItem())
	}
	return items
}

// orderItem is AddOrderItem.
func (p *parser) orderItem() ast.OrderItem {
	m := p.i
	o := ast.OrderItem{X: p.expr(acceptSubQuery)}
	switch {
	case p.accept(kASC):
		o.Asc = true
	case p.accept(kDESC):
		o.Desc = true
	}
	if p.accept(kNULLS) {
		p.oneOf(kFIRST, kLAST)
		o.Nulls = p.upper()
	}
	o.Base = p.base(m)
	return o
}
