package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// createView is SqlCreateView.
func (p *parser) createView(m int, replace, temporary bool) ast.Statement {
	p.expect(kVIEW)
	v := &ast.CreateView{OrReplace: replace, Temporary: temporary, IfNotExists: p.ifNotExists(), Name: p.compound()}
	if p.kind() == tLParen {
		v.Columns = p.names()
	}
	v.Comment = p.commentOpt()
	p.expect(kAS)
	v.Query = p.query()
	v.Base = p.base(m)
	return v
}

func (p *parser) createCatalog(m int) ast.Statement {
	p.expect(kCATALOG)
	c := &ast.CreateCatalog{IfNotExists: p.ifNotExists(), Name: p.name(), Comment: p.commentOpt(), Options: p.withOpt()}
	c.Base = p.base(m)
	return c
}

func (p *parser) createDatabase(m int) ast.Statement {
	p.expect(kDATABASE)
	d := &ast.CreateDatabase{IfNotExists: p.ifNotExists(), Name: p.compound(), Comment: p.commentOpt(), Options: p.withOpt()}
	d.Base = p.base(m)
	return d
}

// createMaterialized is SqlCreateOrAlterMaterializedTable.
func (p *parser) createMaterialized(m int, replace, temporary bool) ast.Statement {
	t := &ast.CreateMaterializedTable{OrAlter: p.acceptAll(kOR, kALTER)}
	p.expect(kMATERIALIZED)
	switch {
	case temporary:
		p.reject(diag.ParseException, p.last(), "CREATE TEMPORARY MATERIALIZED TABLE is not supported.")
	case replace:
		p.reject(diag.ParseException, p.last(), "REPLACE MATERIALIZED TABLE is not supported.")
	}
	p.expect(kTABLE)
	t.Name = p.compound()
	body := &ast.CreateTable{}
	p.tableBody(m, body)
	t.Schema, t.Comment, t.Distribution = body.Schema, body.Comment, body.Distribution
	t.Partitioned, t.Options = body.Partitioned, body.Options
	if p.accept(kSTART_MODE) {
		p.expect(tEq)
		p.startMode(t)
	}
	if p.accept(kFRESHNESS) {
		p.expect(tEq)
		t.Freshness = p.freshness()
	}
	if p.accept(kREFRESH_MODE) {
		p.expect(tEq)
		p.oneOf(kFULL, kCONTINUOUS)
		t.RefreshMode = p.upper()
	}
	p.expect(kAS)
	t.Query = p.query()
	t.Base = p.base(m)
	return t
}

// freshness is IntervalLiteralOrError.
func (p *parser) freshness() *ast.Interval {
	return p.intervalOr("MATERIALIZED TABLE only supports define interval type FRESHNESS, please refer to the materialized table document.")
}

func (p *parser) intervalOr(refusal string) *ast.Interval {
	e := p.expr(acceptNonQuery)
	i, ok := e.(*ast.Interval)
	if !ok {
		p.reject(diag.ParseException, p.last(), refusal)
	}
	return i
}

func (p *parser) startMode(t *ast.CreateMaterializedTable) {
	k := p.oneOf(kFROM_BEGINNING, kFROM_NOW, kFROM_TIMESTAMP, kRESUME_OR_FROM_BEGINNING, kRESUME_OR_FROM_NOW, kRESUME_OR_FROM_TIMESTAMP)
	t.StartMode = p.upper()
	switch k {
	case kFROM_NOW, kRESUME_OR_FROM_NOW:
		if p.accept(tLParen) {
			t.StartAt = p.intervalOr("START_MODE literal must be an interval for FROM_NOW and RESUME_OR_FROM_NOW modes.")
			p.expect(tRParen)
		}
	case kFROM_TIMESTAMP, kRESUME_OR_FROM_TIMESTAMP:
		p.expect(tLParen)
		if p.kind() != kTIMESTAMP {
			p.fail()
		}
		t.StartAt = p.datetime()
		p.expect(tRParen)
	}
}

// createFunction is SqlCreateFunction.
func (p *parser) createFunction(m int, replace, temporary bool) ast.Statement {
	f := &ast.CreateFunction{OrReplace: replace, Temporary: temporary}
	if p.accept(kSYSTEM) {
		if !temporary {
			p.reject(diag.ParseException, p.last(),
				"CREATE SYSTEM FUNCTION is not supported, system functions can only be registered as temporary functions, you can use CREATE TEMPORARY SYSTEM FUNCTION instead.")
		}
		f.System = true
	}
	p.expect(kFUNCTION)
	f.IfNotExists = p.ifNotExists()
	if f.System {
		f.Name = one(p.name())
	} else {
		f.Name = p.compound()
	}
	p.expect(kAS)
	f.Class = p.str()
	language := p.since(p.i)
	if p.accept(kLANGUAGE) {
		p.oneOf(kJAVA, kSCALA, kSQL, kPYTHON)
		f.Language, language = p.upper(), p.last()
	}
	if p.accept(kUSING) {
		if f.Language == "SQL" || f.Language == "PYTHON" {
			p.reject(diag.ParseException, language,
				"CREATE FUNCTION USING JAR/ARTIFACT syntax is not applicable to "+f.Language+" language.")
		}
		for first := true; first || p.accept(tComma); first = false {
			n := p.i
			p.oneOf(kJAR, kARTIFACT)
			r := ast.Resource{Kind: p.upper(), Path: p.str()}
			r.Base = p.base(n)
			f.Using = append(f.Using, r)
		}
	}
	f.Options = p.withOpt()
	f.Base = p.base(m)
	return f
}

// createModel is SqlCreateModel.
func (p *parser) createModel(m int, temporary bool) ast.Statement {
	p.expect(kMODEL)
	c := &ast.CreateModel{Temporary: temporary, IfNotExists: p.ifNotExists(), Name: p.compound()}
	if p.accept(kINPUT) {
		c.Input = p.modelSchema()
	}
	if p.accept(kOUTPUT) {
		c.Output = p.modelSchema()
	}
	c.Comment = p.commentOpt()
	c.Options = p.withOpt()
	if p.accept(kAS) {
		c.As = p.query()
	}
	c.Base = p.base(m)
	return c
}

func (p *parser) modelSchema() *ast.Schema {
	m := p.i
	p.expect(tLParen)
	s := &ast.Schema{}
	for first := true; first || p.accept(tComma); first = false {
		p.tableElement(s)
	}
	p.expect(tRParen)
	s.Base = p.base(m)
	return s
}

func (p *parser) createConnection(m int, temporary bool) ast.Statement {
	c := &ast.CreateConnection{Temporary: temporary}
	if p.accept(kSYSTEM) {
		if !temporary {
			p.reject(diag.ParseException, p.last(),
				"CREATE SYSTEM CONNECTION is not supported, system connections can only be registered as temporary connections, you can use CREATE TEMPORARY SYSTEM CONNECTION instead.")
		}
		c.System = true
	}
	p.expect(kCONNECTION)
	c.IfNotExists, c.Name, c.Comment = p.ifNotExists(), p.compound(), p.commentOpt()
	p.expect(kWITH)
	c.Options = p.options()
	c.Base = p.base(m)
	return c
}

// drop is SqlDrop.
func (p *parser) drop() ast.Statement {
	m := p.i
	p.expect(kDROP)
	d := &ast.Drop{Temporary: p.accept(kTEMPORARY)}
	switch k := p.kind(); k {
	case kCATALOG, kTABLE, kVIEW, kDATABASE, kMODEL, kFUNCTION, kCONNECTION:
		p.i++
		d.Kind = p.upper()
	case kMATERIALIZED:
		p.i++
		if d.Temporary {
			p.reject(diag.ParseException, p.last(), "DROP TEMPORARY MATERIALIZED TABLE is not supported.")
		}
		p.expect(kTABLE)
		d.Kind = "MATERIALIZED TABLE"
	case kSYSTEM:
		p.i++
		d.System = true
		if p.kind() != kFUNCTION && !d.Temporary {
			p.reject(diag.ParseException, p.last(),
				"DROP SYSTEM CONNECTION is not supported, system connections can only be dropped as temporary connections, you can use DROP TEMPORARY SYSTEM CONNECTION instead.")
		}
		p.oneOf(kFUNCTION, kCONNECTION)
		d.Kind = p.upper()
	default:
		p.fail()
	}
	d.IfExists, d.Name = p.ifExists(), p.compound()
	if d.Kind == "DATABASE" && (p.kind() == kRESTRICT || p.kind() == kCASCADE) {
		d.Cascade = p.kind() == kCASCADE
		p.i++
	}
	d.Base = p.base(m)
	return d
}
