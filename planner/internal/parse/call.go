package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/source"
)

// reservedFunction is ReservedFunctionName: reserved words that call a function.
func reservedFunction(k kind) bool {
	switch k {
	case kABS, kAVG, kCARDINALITY, kCEILING, kCHAR, kCHAR_LENGTH, kCHARACTER_LENGTH, kCOALESCE, kCOLLECT, kCOVAR_POP, kCOVAR_SAMP,
		kCUME_DIST, kCOUNT, kCURRENT_DATE, kCURRENT_TIME, kCURRENT_TIMESTAMP, kDENSE_RANK, kELEMENT, kEVERY, kEXP, kFIRST_VALUE,
		kFLOOR, kFUSION, kINTERSECTION, kGROUPING, kHOUR, kLAG, kLEAD, kLEFT, kLAST_VALUE, kLN, kLOCALTIME, kLOCALTIMESTAMP, kLOWER,
		kMAX, kMIN, kMINUTE, kMOD, kMONTH, kNTH_VALUE, kNTILE, kNULLIF, kOCTET_LENGTH, kPERCENTILE_CONT, kPERCENTILE_DISC,
		kPERCENT_RANK, kPOWER, kRANK, kREGR_COUNT, kREGR_SXX, kREGR_SYY, kRIGHT, kROW_NUMBER, kSECOND, kSOME, kSQRT, kSTDDEV_POP,
		kSTDDEV_SAMP, kSUM, kUPPER, kTRUNCATE, kUSER, kVAR_POP, kVAR_SAMP, kYEAR:
		return true
	}
	return false
}

// functionAhead reports whether a function name and a parenthesis come next.
func (p *parser) functionAhead() bool {
	n := 0
	if p.kind() == kSPECIFIC {
		n = 1
	}
	if reservedFunction(p.peek(n)) {
		return p.peek(n+1) == tLParen
	}
	if !p.isIdent(n) {
		return false
	}
	for n++; p.peek(n) == tDot && p.isIdent(n+1); {
		n += 2
	}
	return p.peek(n) == tLParen
}

// functionName is FunctionName.
func (p *parser) functionName() *ast.Ident {
	if reservedFunction(p.kind()) {
		m := p.i
		p.i++
		base := p.base(m)
		return one(ast.Name{Base: base, Text: p.text(base.At)})
	}
	return p.ident()
}

// namedFunction is NamedFunctionCall: a call with all that may follow an aggregate.
func (p *parser) namedFunction() *ast.Call {
	m := p.i
	p.accept(kSPECIFIC)
	special := p.kind()
	c := &ast.Call{Name: p.functionName()}
	nameEnd := p.i - 1
	switch {
	case special == kARRAY_AGG && len(c.Name.Parts) == 1:
		p.arrayAggArgs(c)
	case special == kPERCENTILE_CONT || special == kPERCENTILE_DISC:
		p.percentileArgs(c)
	default:
		p.callArgs(c)
	}
	c.CallAt = p.since(nameEnd)
	p.callTail(c)
	c.Base = p.base(m)
	return c
}

// callTail is what may follow a call: null treatment, WITHIN, FILTER and OVER.
func (p *parser) callTail(c *ast.Call) {
	if m := p.i; p.nullTreatment(c) {
		c.NullsAt = p.since(m)
	}
	if m := p.i; p.acceptAll(kWITHIN, kDISTINCT) {
		p.expect(tLParen)
		c.WithinDistinct = p.exprs(acceptSubQuery)
		p.expect(tRParen)
		c.WithinAt = p.since(m)
	}
	if m := p.i; p.accept(kWITHIN) {
		p.expect(kGROUP)
		c.WithinGroup, c.WithinOrderAt = p.parenOrderBy()
		c.WithinAt = p.since(m)
	}
	if m := p.i; p.accept(kFILTER) {
		p.expectAll(tLParen, kWHERE)
		c.Filter = p.expr(acceptSubQuery)
		p.expect(tRParen)
		c.FilterAt = p.since(m)
	}
	p.overOpt(c)
}

func (p *parser) overOpt(c *ast.Call) {
	m := p.i
	if !p.accept(kOVER) {
		return
	}
	if p.kind() == tLParen {
		w := p.windowSpec()
		c.Over = &w
	} else {
		n := p.name()
		c.OverName = &n
	}
	c.OverAt = p.since(m)
}

func (p *parser) parenOrderBy() ([]ast.OrderItem, source.Span) {
	p.expect(tLParen)
	if p.kind() != kORDER {
		p.fail()
	}
	m := p.i
	items := p.orderBy(true)
	at := p.since(m)
	p.expect(tRParen)
	return items, at
}

func (p *parser) nullTreatment(c *ast.Call) bool {
	switch {
	case p.acceptAll(kIGNORE, kNULLS):
		c.Nulls = "IGNORE NULLS"
	case p.acceptAll(kRESPECT, kNULLS):
		c.Nulls = "RESPECT NULLS"
	default:
		return false
	}
	return true
}

// callArgs is the parenthesis of NamedCall: (*), () or FunctionParameterList.
func (p *parser) callArgs(c *ast.Call) {
	switch {
	case p.are(tLParen, tStar):
		p.i += 2
		c.Star, c.StarAt = true, p.last()
		p.expect(tRParen)
	case p.acceptAll(tLParen, tRParen):
	default:
		p.parameterList(c, acceptSubQuery)
	}
}

// parameterList is FunctionParameterList.
func (p *parser) parameterList(c *ast.Call, x context) {
	p.expect(tLParen)
	p.quantifier(c)
	c.Args = append(c.Args, p.arg0(x))
	for p.accept(tComma) {
		p.checkNonQuery(x)
		c.Args = append(c.Args, p.arg(x))
	}
	p.expect(tRParen)
}

func (p *parser) quantifier(c *ast.Call) {
	switch {
	case p.accept(kDISTINCT):
		c.Quantifier = ast.Distinct
	case p.accept(kALL):
		c.Quantifier = ast.All
	}
}

// routineArgs is the parenthesis of NamedRoutineCall and ImplicitTableFunctionCallArgs.
func (p *parser) routineArgs(c *ast.Call, x context) {
	p.expect(tLParen)
	if p.accept(tRParen) {
		return
	}
	c.Args = append(c.Args, p.arg0(x))
	for p.accept(tComma) {
		p.checkNonQuery(x)
		c.Args = append(c.Args, p.arg(x))
	}
	p.expect(tRParen)
}

// argName reads `name =>`.
func (p *parser) argName() *ast.Name {
	if !p.isIdent(0) || p.peek(1) != tArrow {
		return nil
	}
	n := p.name()
	p.i++
	return &n
}

func (p *parser) named(m int, n *ast.Name, e ast.Expr) ast.Expr {
	if n == nil {
		return e
	}
	return &ast.NamedArg{Base: p.base(m), Name: *n, Value: e}
}

func (p *parser) defaultArg() ast.Expr {
	p.expect(kDEFAULT)
	return &ast.Default{Base: ast.At(p.last())}
}

// arg0 is AddArg0: the first argument, which may be a query.
func (p *parser) arg0(x context) ast.Expr {
	m := p.i
	n := p.argName()
	var e ast.Expr
	switch p.kind() {
	case kDEFAULT:
		e = p.defaultArg()
	case kTABLE:
		e = p.tableArg()
	default:
		start := p.i
		q, v := p.orderedQueryOrExpr(x.inner())
		if q != nil {
			v = &ast.Subquery{Base: ast.At(q.Span()), Query: q}
		}
		e = p.partitioned(start, v)
	}
	return p.named(m, n, e)
}

// arg is AddArg.
func (p *parser) arg(x context) ast.Expr {
	m := p.i
	n := p.argName()
	var e ast.Expr
	switch p.kind() {
	case kDEFAULT:
		e = p.defaultArg()
	case kTABLE:
		e = p.tableArg()
	default:
		e = p.expr(x)
	}
	return p.named(m, n, e)
}

// tableArg is TableParam.
func (p *parser) tableArg() ast.Expr {
	m := p.i
	p.expect(kTABLE)
	a := &ast.TableArg{Table: p.compound()}
	p.setSemantics(a)
	a.Base = p.base(m)
	return a
}

// partitioned is PartitionedByAndOrderBy: a query as argument with PARTITION BY and ORDER BY after it.
func (p *parser) partitioned(m int, e ast.Expr) ast.Expr {
	if p.kind() != kPARTITION && p.kind() != kORDER {
		return e
	}
	a := &ast.TableArg{Query: asQuery(e)}
	p.setSemantics(a)
	a.Base = p.base(m)
	return a
}

func (p *parser) setSemantics(a *ast.TableArg) {
	if p.accept(kPARTITION) {
		p.expect(kBY)
		a.Partition = p.nameOrNames()
	}
	if !p.accept(kORDER) {
		return
	}
	p.expect(kBY)
	if !p.accept(tLParen) {
		a.OrderBy = []ast.OrderItem{p.orderItem()}
		return
	}
	a.OrderBy = []ast.OrderItem{p.orderItem()}
	for p.accept(tComma) {
		a.OrderBy = append(a.OrderBy, p.orderItem())
	}
	p.expect(tRParen)
}

// arrayAggArgs is the parenthesis of StringAggFunctionCall.
func (p *parser) arrayAggArgs(c *ast.Call) {
	p.expect(tLParen)
	p.quantifier(c)
	c.Args = append(c.Args, p.arg(acceptSubQuery))
	for p.accept(tComma) {
		c.Args = append(c.Args, p.arg(acceptSubQuery))
	}
	p.nullTreatment(c)
	if p.kind() == kORDER {
		c.OrderBy = p.orderBy(true)
	}
	if p.accept(kSEPARATOR) {
		s, ok := p.stringLiteral().(*ast.String)
		if ok {
			c.Separator = s
		}
	}
	p.expect(tRParen)
}

// percentileArgs is the parenthesis of PercentileFunctionCall.
func (p *parser) percentileArgs(c *ast.Call) {
	p.expect(tLParen)
	c.Args = append(c.Args, p.arg(acceptSubQuery))
	if p.accept(tComma) {
		c.Args = append(c.Args, p.numericLiteral())
		p.nullTreatment(c)
	}
	p.expect(tRParen)
}

func (p *parser) newCall() ast.Expr {
	m := p.i
	p.i++
	c := &ast.Call{Name: p.ident(), Special: ast.New}
	p.routineArgs(c, acceptSubQuery)
	c.Base = p.base(m)
	c.CallAt = c.At
	return c
}

// jdbcCall is {fn f(…)}.
func (p *parser) jdbcCall() ast.Expr {
	m := p.i
	p.i++
	c := &ast.Call{Special: ast.JDBC}
	if p.kind() != kCONVERT && p.kind() != kSUBSTRING && !p.isIdent(0) {
		k := p.kind()
		if k != kINSERT && !reservedFunction(k) {
			if e := p.builtin(); e != nil {
				p.expect(tRBrace)
				return e
			}
			p.fail()
		}
	}
	if e := p.timeUnitCall(); e != nil {
		p.expect(tRBrace)
		return e
	}
	p.i++
	c.Name = one(ast.Name{Base: ast.At(p.last()), Text: p.text(p.last())})
	switch {
	case p.toks[p.i-1].kind == kCONVERT:
		p.expect(tLParen)
		c.Args = []ast.Expr{p.expr(acceptSubQuery)}
		p.expect(tComma)
		t := p.tok()
		p.i++
		c.Args = append(c.Args, &ast.Symbol{Base: ast.At(t.at), Word: p.upper()})
		p.expect(tRParen)
	case p.are(tLParen, tStar, tRParen):
		p.i += 3
		c.Star = true
	case p.acceptAll(tLParen, tRParen):
	default:
		list, query, span := p.queryOrList(acceptSubQuery)
		if query != nil {
			list = []ast.Expr{&ast.Subquery{Base: ast.At(span), Query: query}}
		}
		c.Args = list
	}
	p.expect(tRBrace)
	c.Base = p.base(m)
	c.CallAt = c.At
	return c
}

// made is a call of a function with a syntax of its own, from token m to here.
func (p *parser) made(m int, special ast.Special, args ...ast.Expr) *ast.Call {
	base := p.base(m)
	at := p.toks[m].at
	return &ast.Call{Base: base, Name: one(ast.Name{Base: ast.At(at), Text: p.text(at)}), Args: args, Special: special, CallAt: base.At}
}

func (p *parser) symbol() *ast.Symbol {
	return &ast.Symbol{Base: ast.At(p.last()), Word: p.upper()}
}
