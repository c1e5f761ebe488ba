package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

func (p *parser) ifExists() bool { return p.acceptAll(kIF, kEXISTS) }

func (p *parser) ifNotExists() bool { return p.acceptAll(kIF, kNOT, kEXISTS) }

// options is Properties.
func (p *parser) options() []ast.Option {
	p.expect(tLParen)
	list := []ast.Option{}
	if p.accept(tRParen) {
		return list
	}
	for first := true; first || p.accept(tComma); first = false {
		m := p.i
		o := ast.Option{Key: p.plainString()}
		p.expect(tEq)
		o.Value = p.plainString()
		o.Base = p.base(m)
		list = append(list, o)
	}
	p.expect(tRParen)
	return list
}

// optionKeys is PropertyKeys.
func (p *parser) optionKeys() []ast.Expr {
	p.expect(tLParen)
	list := []ast.Expr{}
	if p.accept(tRParen) {
		return list
	}
	for first := true; first || p.accept(tComma); first = false {
		list = append(list, p.stringLiteral())
	}
	p.expect(tRParen)
	return list
}

func (p *parser) withOpt() []ast.Option {
	if !p.accept(kWITH) {
		return nil
	}
	return p.options()
}

// create is SqlCreate.
func (p *parser) create() ast.Statement {
	m := p.i
	p.expect(kCREATE)
	replace := p.acceptAll(kOR, kREPLACE)
	temporary := p.accept(kTEMPORARY)
	switch p.kind() {
	case kCATALOG:
		return p.createCatalog(m)
	case kOR, kMATERIALIZED:
		return p.createMaterialized(m, replace, temporary)
	case kTABLE:
		return p.createTable(m, replace, temporary)
	case kVIEW:
		return p.createView(m, replace, temporary)
	case kDATABASE:
		return p.createDatabase(m)
	case kMODEL:
		return p.createModel(m, temporary)
	case kFUNCTION:
		return p.createFunction(m, replace, temporary)
	case kSYSTEM:
		if p.peek(1) == kFUNCTION {
			return p.createFunction(m, replace, temporary)
		}
		return p.createConnection(m, temporary)
	case kCONNECTION:
		return p.createConnection(m, temporary)
	}
	p.fail()
	return nil
}

// createTable is SqlCreateTable.
func (p *parser) createTable(m int, replace, temporary bool) ast.Statement {
	p.expect(kTABLE)
	t := &ast.CreateTable{OrReplace: replace, Temporary: temporary, IfNotExists: p.ifNotExists(), Name: p.compound()}
	pos := p.tableBody(m, t)
	namesOnly := t.Schema != nil && t.Schema.Names != nil
	switch {
	case p.accept(kLIKE):
		t.Like = p.likeTable()
		if namesOnly {
			p.reject(diag.ParseException, pos, onlyCTAS)
		}
	case p.accept(kAS):
		t.As = p.query()
	case namesOnly:
		p.reject(diag.ParseException, pos, onlyCTAS)
	}
	t.Base = p.base(m)
	return t
}

const onlyCTAS = "Columns identifiers without types in the schema are supported on CTAS/RTAS statements only."

// tableBody reads the schema, comment, distribution, partitioning and options of a table.
func (p *parser) tableBody(m int, t *ast.CreateTable) source.Span {
	pos := p.toks[m].at
	if p.kind() == tLParen {
		n := p.i
		t.Schema = p.schema()
		pos = source.Span{Start: p.toks[n].at.Start, End: p.toks[p.i-2].at.End}
	}
	t.Comment = p.commentOpt()
	t.Distribution = p.distributedOpt()
	if n := p.i; p.acceptAll(kPARTITIONED, kBY) {
		t.Partitioned = p.names()
		t.PartitionedAt = p.since(n)
	} else if p.kind() == kPARTITIONED {
		p.i++
		p.fail()
	}
	if p.accept(kWITH) {
		t.HasOptions = true
		t.Options = p.options()
	}
	return pos
}

// replaceTable is SqlReplaceTable.
func (p *parser) replaceTable() ast.Statement {
	m := p.i
	p.expect(kREPLACE)
	t := &ast.CreateTable{Replace: true, Temporary: p.accept(kTEMPORARY)}
	p.expect(kTABLE)
	t.IfNotExists, t.Name = p.ifNotExists(), p.compound()
	p.tableBody(m, t)
	p.expect(kAS)
	t.As = p.query()
	t.Base = p.base(m)
	return t
}

// schema is the parenthesis of TableColumnsOrIdentifiers.
func (p *parser) schema() *ast.Schema {
	m := p.i
	p.expect(tLParen)
	s := &ast.Schema{}
	if p.onlyNames() {
		for first := true; first || p.accept(tComma); first = false {
			s.Names = append(s.Names, p.compound())
		}
	} else {
		for first := true; first || p.accept(tComma); first = false {
			p.tableElement(s)
		}
	}
	p.expect(tRParen)
	s.Base = p.base(m)
	return s
}

// onlyNames reports whether the schema begins with a name without a type. Flink looks two tokens ahead, so the first name
// decides.
func (p *parser) onlyNames() bool {
	return p.isIdent(0) && (p.peek(1) == tComma || p.peek(1) == tRParen)
}

// tableElement is TableColumn.
func (p *parser) tableElement(s *ast.Schema) {
	switch p.kind() {
	case kCONSTRAINT, kPRIMARY, kUNIQUE:
		s.Constraints = append(s.Constraints, p.tableConstraint())
		return
	case kWATERMARK:
		p.watermark(&s.Watermark)
		return
	}
	s.Columns = append(s.Columns, p.column())
}

// watermark is Watermark; a second one is refused.
func (p *parser) watermark(into **ast.Watermark) {
	m := p.i
	p.expect(kWATERMARK)
	w := &ast.Watermark{Word: p.last()}
	p.expect(kFOR)
	w.Column = p.compound()
	p.expect(kAS)
	w.X = p.expr(acceptNonQuery)
	if *into != nil {
		p.reject(diag.ParseException, w.Word, "Multiple WATERMARK declarations are not supported yet.")
	}
	w.Base = p.base(m)
	*into = w
}

// column is TypedColumn and ComputedColumn.
func (p *parser) column() ast.Column {
	m := p.i
	c := ast.Column{}
	if p.isIdent(0) && p.peek(1) == kAS {
		c.Name = one(p.name())
		p.i++
		c.Expr = p.expr(acceptNonQuery)
		c.Comment = p.commentOpt()
		c.Base = p.base(m)
		return c
	}
	c.Name = p.compound()
	t := p.extendedType()
	c.Type = &t
	if p.accept(kMETADATA) {
		c.Metadata = true
		if p.accept(kFROM) {
			s := p.plainString()
			c.From = &ast.String{Base: s.Base, Value: s.Value, Parts: 1}
		}
		c.Virtual = p.accept(kVIRTUAL)
	} else if k := p.kind(); k == kCONSTRAINT || k == kPRIMARY || k == kUNIQUE {
		c.Constraint = p.columnConstraint(c.Name)
	}
	c.Comment = p.commentOpt()
	c.Base = p.base(m)
	return c
}

func (p *parser) columnConstraint(column *ast.Ident) *ast.Constraint {
	m := p.i
	c := &ast.Constraint{Name: p.constraintName(), Columns: column.Parts[len(column.Parts)-1:]}
	c.Primary = p.uniqueSpec()
	p.enforcement(c)
	c.Base, c.LastAt = p.base(m), p.last()
	return c
}

func (p *parser) tableConstraint() ast.Constraint {
	m := p.i
	c := ast.Constraint{Table: true, Name: p.constraintName()}
	c.Primary = p.uniqueSpec()
	c.Columns = p.names()
	p.enforcement(&c)
	c.Base, c.LastAt = p.base(m), p.last()
	return c
}

func (p *parser) constraintName() *ast.Name {
	if !p.accept(kCONSTRAINT) {
		return nil
	}
	n := p.name()
	return &n
}

func (p *parser) uniqueSpec() bool {
	if p.accept(kUNIQUE) {
		return false
	}
	p.expectAll(kPRIMARY, kKEY)
	return true
}

func (p *parser) enforcement(c *ast.Constraint) {
	switch {
	case p.accept(kENFORCED):
		c.Enforced = "ENFORCED"
	case p.kind() == kNOT:
		p.expectAll(kNOT, kENFORCED)
		c.Enforced = "NOT ENFORCED"
	}
}

func (p *parser) distributedOpt() *ast.Distribution {
	m := p.i
	if !p.accept(kDISTRIBUTED) {
		return nil
	}
	return p.distribution(m)
}

// distribution is SqlDistribution, after its first word.
func (p *parser) distribution(m int) *ast.Distribution {
	d := &ast.Distribution{}
	if p.kind() != kINTO {
		p.expect(kBY)
		if p.kind() == kHASH || p.kind() == kRANGE {
			p.i++
			d.Kind = p.upper()
		}
		d.Columns = p.names()
	}
	if p.accept(kINTO) {
		d.Buckets = p.unsigned()
		if d.Buckets.Approx || !integral(d.Buckets.Text) {
			p.reject(diag.ParseException, p.last(), "Bucket count must be a positive integer.")
		}
		p.expect(kBUCKETS)
	}
	d.Base = p.base(m)
	return d
}

func integral(s string) bool {
	for i := range len(s) {
		if s[i] == '.' {
			return i == len(s)-1
		}
	}
	return true
}

// likeTable is SqlTableLike.
func (p *parser) likeTable() *ast.LikeTable {
	m := p.i
	l := &ast.LikeTable{Table: p.compound()}
	if p.accept(tLParen) {
		for first := true; first || p.kind() != tRParen; first = false {
			n := p.i
			p.oneOf(kINCLUDING, kEXCLUDING, kOVERWRITING)
			o := ast.LikeOption{Strategy: p.upper()}
			p.oneOf(kALL, kCONSTRAINTS, kDISTRIBUTION, kGENERATED, kMETADATA, kOPTIONS, kPARTITIONS, kWATERMARKS)
			o.Feature = p.upper()
			o.Base = p.base(n)
			l.Options = append(l.Options, o)
		}
		p.expect(tRParen)
	}
	l.Base = p.base(m)
	return l
}
