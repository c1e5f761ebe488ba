package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// statement is SqlStmt.
func (p *parser) statement() ast.Statement {
	p.enter()
	defer p.leave()
	m := p.i
	if s := p.dml(m); s != nil {
		return s
	}
	if s := p.session(m); s != nil {
		return s
	}
	next := p.peek(1)
	switch p.kind() {
	case kSHOW:
		return p.show()
	case kDESCRIBE:
		return p.describe()
	case kDESC:
		if next == kFUNCTION || next == kEXTENDED || p.isIdent(1) {
			return p.describe()
		}
	case kALTER:
		return p.alter()
	case kCREATE:
		return p.create()
	case kDROP:
		return p.drop()
	case kREPLACE:
		if next == kTABLE || next == kTEMPORARY {
			return p.replaceTable()
		}
	case kEXPLAIN:
		return p.explain()
	case kEXECUTE:
		return p.execute()
	case kCOMPILE:
		if next == kPLAN || next == kAND && p.peek(2) == kEXECUTE {
			return p.compilePlan()
		}
	}
	return p.queryStatement()
}

func (p *parser) queryStatement() ast.Statement {
	m := p.i
	q := p.query()
	return &ast.QueryStatement{Base: p.base(m), Query: q}
}

// dml reads the statements that change tables, or returns nil.
func (p *parser) dml(m int) ast.Statement {
	switch p.kind() {
	case kINSERT, kUPSERT:
		return p.insert()
	case kDELETE:
		return p.deleteFrom()
	case kUPDATE:
		return p.update()
	case kMERGE:
		return p.merge()
	case kTRUNCATE:
		if p.peek(1) == kTABLE {
			p.i += 2
			id := p.compound()
			return &ast.Truncate{Base: p.base(m), Table: id}
		}
	case kCALL:
		p.i++
		n := p.i
		c := &ast.Call{Name: p.compound()}
		end := p.i - 1
		p.routineArgs(c, acceptSubQuery)
		c.Base, c.CallAt = p.base(n), p.since(end)
		return &ast.CallProcedure{Base: p.base(m), Call: c}
	}
	return nil
}

// session reads the statements about the session, its modules, jars and jobs, or returns nil.
func (p *parser) session(m int) ast.Statement {
	next := p.peek(1)
	switch k := p.kind(); {
	case k == kBEGIN:
		p.expectAll(kBEGIN, kSTATEMENT, kSET)
		return &ast.BeginStatementSet{Base: p.base(m)}
	case k == kEND:
		p.i++
		return &ast.EndStatementSet{Base: p.base(m)}
	case k == kSET:
		return p.set()
	case k == kRESET:
		return p.reset()
	case k == kUSE:
		return p.use()
	case k == kLOAD && next == kMODULE, k == kUNLOAD && next == kMODULE:
		p.i += 2
		s := &ast.Module{Unload: k == kUNLOAD, Name: p.name()}
		if k == kLOAD && p.accept(kWITH) {
			s.Options = p.options()
		}
		s.Base = p.base(m)
		return s
	case k == kADD && next == kJAR, k == kREMOVE && next == kJAR:
		p.i += 2
		s := &ast.Jar{Remove: k == kREMOVE, Path: p.str()}
		s.Base = p.base(m)
		return s
	case k == kANALYZE && next == kTABLE:
		return p.analyze()
	case k == kSTOP && next == kJOB:
		return p.stopJob()
	}
	return nil
}

func (p *parser) set() ast.Statement {
	m := p.i
	p.i++
	s := &ast.Set{}
	if isString(p.kind()) {
		s.HasKey = true
		s.Key = p.plainString().Value
		p.expect(tEq)
		s.Value = p.plainString().Value
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) reset() ast.Statement {
	m := p.i
	p.i++
	s := &ast.Reset{}
	if isString(p.kind()) {
		s.HasKey = true
		s.Key = p.plainString().Value
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) use() ast.Statement {
	m := p.i
	p.i++
	u := &ast.Use{}
	switch {
	case p.accept(kCATALOG):
		u.Kind = "CATALOG"
		u.Name = one(p.name())
	case p.accept(kMODULES):
		u.Kind = "MODULES"
		for first := true; first || p.accept(tComma); first = false {
			u.Names = append(u.Names, p.name())
		}
	default:
		u.Kind = "DATABASE"
		u.Name = p.compound()
	}
	u.Base = p.base(m)
	return u
}

// insert is RichSqlInsert.
func (p *parser) insert() *ast.Insert {
	m := p.i
	s := &ast.Insert{Upsert: p.oneOf(kINSERT, kUPSERT) == kUPSERT}
	if p.oneOf(kINTO, kOVERWRITE) == kOVERWRITE {
		if s.Upsert {
			p.reject(diag.ParseException, p.last(), "OVERWRITE expression is only used with INSERT statement.")
		}
		s.Overwrite = true
	}
	s.Table = p.ident()
	s.Hints = p.hintsOpt()
	if p.accept(kPARTITION) {
		s.Partition = p.partitionItems()
	}
	switch {
	case p.kind() == kEXTEND:
		p.i++
		p.extendList(s)
	case p.kind() != tLParen || !p.isIdent(1):
	case p.peek(2) != tComma && p.peek(2) != tRParen && p.peek(2) != tDot:
		p.extendList(s)
	default:
		s.Columns = p.compoundNames()
	}
	s.Query = p.query()
	if p.accept(kON) {
		p.expectAll(kCONFLICT, kDO)
		p.oneOf(kERROR, kNOTHING, kDEDUPLICATE)
		s.OnConflict = p.upper()
	}
	s.Base = p.base(m)
	return s
}

// extendList is ExtendList after the table of an INSERT.
func (p *parser) extendList(s *ast.Insert) {
	from := p.i
	p.extendedColumns()
	if p.kind() == tLParen && p.isIdent(1) {
		p.unknown(p.since(from), "a column list after extended columns")
	}
	s.Extended = true
}

// partitionItems is PartitionSpecCommaList.
func (p *parser) partitionItems() (items []ast.PartitionItem) {
	p.expect(tLParen)
	for first := true; first || p.accept(tComma); first = false {
		m := p.i
		it := ast.PartitionItem{Key: p.name()}
		it.KeyAt = p.last()
		p.expect(tEq)
		it.Value = p.anyLiteral()
		it.Base = p.base(m)
		items = append(items, it)
	}
	p.expect(tRParen)
	return items
}

// compoundNames is ParenthesizedCompoundIdentifierList; a type after a name is Calcite's extension that Flink forbids.
func (p *parser) compoundNames() (list []*ast.Ident) {
	p.expect(tLParen)
	for first := true; first || p.accept(tComma); first = false {
		list = append(list, p.compound())
		if p.kind() != tComma && p.kind() != tRParen {
			t := p.dataType()
			at := t.Span()
			p.acceptAll(kNOT, kNULL)
			p.reject(diag.ValidatorException, at, "Extended columns not allowed under the current SQL conformance level")
		}
	}
	p.expect(tRParen)
	return list
}

func (p *parser) aliasOpt() *ast.Name {
	if p.accept(kAS) || p.isIdent(0) {
		n := p.name()
		return &n
	}
	return nil
}

func (p *parser) deleteFrom() ast.Statement {
	m := p.i
	p.expectAll(kDELETE, kFROM)
	s := &ast.Delete{Table: p.ident(), Hints: p.hintsOpt(), Alias: p.aliasOpt()}
	if p.accept(kWHERE) {
		s.Where = p.expr(acceptSubQuery)
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) update() ast.Statement {
	m := p.i
	p.expect(kUPDATE)
	s := &ast.Update{Table: p.ident(), Hints: p.hintsOpt(), Alias: p.aliasOpt()}
	p.expect(kSET)
	for first := true; first || p.accept(tComma); first = false {
		n := p.i
		a := ast.Assignment{Column: one(p.name())}
		p.expect(tEq)
		a.Value = p.expr(acceptSubQuery)
		a.Base = p.base(n)
		s.Set = append(s.Set, a)
	}
	if p.accept(kWHERE) {
		s.Where = p.expr(acceptSubQuery)
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) merge() ast.Statement {
	m := p.i
	p.expectAll(kMERGE, kINTO)
	s := &ast.Merge{Table: p.ident(), Hints: p.hintsOpt(), Alias: p.aliasOpt()}
	p.expect(kUSING)
	s.Source = p.tableRef(acceptQuery)
	p.expect(kON)
	s.On = p.expr(acceptSubQuery)
	if p.acceptAll(kWHEN, kMATCHED) {
		p.expectAll(kTHEN, kUPDATE, kSET)
		s.HasUpdate = true
		for first := true; first || p.accept(tComma); first = false {
			n := p.i
			a := ast.Assignment{Column: p.compound()}
			p.expect(tEq)
			a.Value = p.expr(acceptSubQuery)
			a.Base = p.base(n)
			s.Set = append(s.Set, a)
		}
	}
	if !s.HasUpdate || p.kind() == kWHEN {
		p.mergeInsert(s)
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) mergeInsert(s *ast.Merge) {
	p.expectAll(kWHEN, kNOT, kMATCHED, kTHEN, kINSERT)
	if p.kind() == tLParen && p.isIdent(1) {
		s.InsertColumns = p.names()
	}
	paren := p.accept(tLParen)
	p.expect(kVALUES)
	s.InsertRow = p.valuesRow()
	if paren {
		p.expect(tRParen)
	}
}

// explainDetail is ParseExplainDetail.
func explainDetail(k kind) bool {
	switch k {
	case kESTIMATED_COST, kCHANGELOG_MODE, kJSON_EXECUTION_PLAN, kPLAN_ADVICE:
		return true
	}
	return false
}

// explain is SqlRichExplain.
func (p *parser) explain() ast.Statement {
	m := p.i
	p.expect(kEXPLAIN)
	e := &ast.Explain{}
	switch {
	case p.acceptAll(kPLAN, kFOR):
		e.PlanFor = true
	case explainDetail(p.kind()):
		for first := true; first || p.accept(tComma); first = false {
			p.oneOf(kESTIMATED_COST, kCHANGELOG_MODE, kJSON_EXECUTION_PLAN, kPLAN_ADVICE)
			for _, d := range e.Details {
				if d == p.upper() {
					p.reject(diag.ParseException, p.last(), "Duplicate EXPLAIN DETAIL is not allowed.")
				}
			}
			e.Details = append(e.Details, p.upper())
		}
	}
	e.Statement = p.explained()
	e.Base = p.base(m)
	return e
}

func (p *parser) explained() ast.Statement {
	switch p.kind() {
	case kREPLACE:
		if p.peek(1) == kTABLE || p.peek(1) == kTEMPORARY {
			return p.replaceTable()
		}
	case kSTATEMENT:
		return p.statementSet()
	case kEXECUTE:
		return p.execute()
	case kINSERT, kUPSERT:
		return p.insert()
	case kCREATE:
		s := p.create()
		if t, ok := s.(*ast.CreateTable); !ok || t.As == nil {
			p.reject(diag.ParseException, p.last(),
				"Unsupported CREATE OR REPLACE statement for EXPLAIN. The statement must define a query using the AS clause (i.e. CTAS/RTAS statements).")
		}
		return s
	}
	return p.queryStatement()
}

// execute is SqlExecute and SqlExecutePlan.
func (p *parser) execute() ast.Statement {
	m := p.i
	p.expect(kEXECUTE)
	if p.accept(kPLAN) {
		e := &ast.ExecutePlan{Path: p.stringLiteral()}
		e.Base = p.base(m)
		return e
	}
	e := &ast.Execute{}
	switch p.kind() {
	case kSTATEMENT:
		e.Statement = p.statementSet()
	case kINSERT, kUPSERT:
		e.Statement = p.insert()
	default:
		e.Statement = p.queryStatement()
	}
	e.Base = p.base(m)
	return e
}

// statementSet is SqlStatementSet.
func (p *parser) statementSet() ast.Statement {
	m := p.i
	p.expectAll(kSTATEMENT, kSET, kBEGIN)
	s := &ast.StatementSet{}
	for first := true; first || p.kind() == kINSERT || p.kind() == kUPSERT; first = false {
		s.Inserts = append(s.Inserts, p.insert())
		p.expect(tSemi)
	}
	p.expect(kEND)
	s.Base = p.base(m)
	return s
}

// compilePlan is SqlCompilePlan and SqlCompileAndExecutePlan.
func (p *parser) compilePlan() ast.Statement {
	m := p.i
	p.expect(kCOMPILE)
	s := &ast.CompilePlan{Execute: p.acceptAll(kAND, kEXECUTE)}
	p.expect(kPLAN)
	s.Path = p.stringLiteral()
	s.IfNotExists = !s.Execute && p.ifNotExists()
	p.expect(kFOR)
	if p.kind() == kSTATEMENT {
		s.Statement = p.statementSet()
	} else {
		s.Statement = p.insert()
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) analyze() ast.Statement {
	m := p.i
	p.i += 2
	s := &ast.AnalyzeTable{Table: p.compound()}
	if p.accept(kPARTITION) {
		p.expect(tLParen)
		for first := true; first || p.accept(tComma); first = false {
			n := p.i
			it := ast.PartitionItem{Key: p.name()}
			it.KeyAt = p.last()
			if p.accept(tEq) {
				it.Value = p.anyLiteral()
			}
			it.Base = p.base(n)
			s.Partition = append(s.Partition, it)
		}
		p.expect(tRParen)
	}
	p.expectAll(kCOMPUTE, kSTATISTICS)
	if p.accept(kFOR) {
		if p.accept(kALL) {
			p.expect(kCOLUMNS)
			s.AllColumns = true
		} else {
			p.expect(kCOLUMNS)
			for first := true; first || p.accept(tComma); first = false {
				s.Columns = append(s.Columns, p.name())
			}
		}
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) stopJob() ast.Statement {
	m := p.i
	p.i += 2
	s := &ast.StopJob{ID: p.str(), WithSavepoint: p.acceptAll(kWITH, kSAVEPOINT)}
	n := p.i
	if p.acceptAll(kWITH, kDRAIN) {
		if !s.WithSavepoint {
			p.reject(diag.ParseException, p.since(n), "WITH DRAIN could only be used after WITH SAVEPOINT.")
		}
		s.Drain = true
	}
	s.Base = p.base(m)
	return s
}
