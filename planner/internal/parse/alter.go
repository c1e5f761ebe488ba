package parse

import (
	"rowkind/planner/internal/ast"
)

// alter reads ALTER of anything.
func (p *parser) alter() ast.Statement {
	m := p.i
	p.expect(kALTER)
	switch p.kind() {
	case kCATALOG, kDATABASE, kMODEL, kCONNECTION:
		return p.alterObject(m)
	case kTEMPORARY, kFUNCTION:
		return p.alterFunction(m)
	case kTABLE:
		p.i++
		a := &ast.AlterTable{IfExists: p.ifExists(), Name: p.compound()}
		p.alterTable(a)
		a.Base = p.base(m)
		return a
	case kMATERIALIZED:
		p.expectAll(kMATERIALIZED, kTABLE)
		a := &ast.AlterTable{Materialized: true, Name: p.compound()}
		p.alterMaterialized(a)
		a.Base = p.base(m)
		return a
	case kVIEW:
		return p.alterView(m)
	}
	return p.alterSession(m)
}

// alterSession is Calcite's ALTER SYSTEM and ALTER SESSION.
func (p *parser) alterSession(m int) ast.Statement {
	p.oneOf(kSYSTEM, kSESSION)
	s := &ast.SetOption{Scope: p.upper()}
	if p.oneOf(kSET, kRESET) == kSET {
		s.Name = p.compound()
		p.expect(tEq)
		switch {
		case p.accept(kON):
			s.Value = one(ast.Name{Base: ast.At(p.last()), Text: p.upper()})
		case p.isIdent(0):
			s.Value = one(p.name())
		default:
			s.Value = p.anyLiteral()
		}
	} else if p.accept(kALL) {
		s.Name = one(ast.Name{Base: ast.At(p.last()), Text: p.upper()})
	} else {
		s.Name = p.compound()
	}
	s.Base = p.base(m)
	return s
}

func (p *parser) alterView(m int) ast.Statement {
	p.expect(kVIEW)
	v := &ast.AlterView{Name: p.compound()}
	if p.accept(kRENAME) {
		p.expect(kTO)
		v.NewName = p.compound()
	} else {
		p.expect(kAS)
		v.Query = p.query()
	}
	v.Base = p.base(m)
	return v
}

func (p *parser) alterFunction(m int) ast.Statement {
	f := &ast.AlterObject{Kind: "FUNCTION", Action: "AS", Temporary: p.accept(kTEMPORARY)}
	f.System = f.Temporary && p.accept(kSYSTEM)
	p.expect(kFUNCTION)
	f.IfExists, f.Name = p.ifExists(), p.compound()
	p.expect(kAS)
	s := p.str()
	f.Class = &s
	if p.accept(kLANGUAGE) {
		p.oneOf(kJAVA, kSCALA, kSQL, kPYTHON)
		f.Language = p.upper()
	}
	f.Base = p.base(m)
	return f
}

// alterObject is ALTER CATALOG, DATABASE, MODEL and CONNECTION.
func (p *parser) alterObject(m int) ast.Statement {
	k := p.kind()
	p.i++
	o := &ast.AlterObject{Kind: p.upper()}
	if k == kMODEL || k == kCONNECTION {
		o.IfExists = p.ifExists()
	}
	if k == kCATALOG {
		o.Name = one(p.name())
	} else {
		o.Name = p.compound()
	}
	switch {
	case p.accept(kSET):
		o.Action, o.Options = "SET", p.options()
	case k != kDATABASE && p.accept(kRESET):
		o.Action, o.Keys = "RESET", p.optionKeys()
	case k == kCATALOG && p.kind() == kCOMMENT:
		o.Action, o.Comment = "COMMENT", p.commentOpt()
	case (k == kMODEL || k == kCONNECTION) && p.accept(kRENAME):
		p.expect(kTO)
		o.Action, o.NewName = "RENAME", p.compound()
	default:
		p.fail()
	}
	o.Base = p.base(m)
	return o
}

// alterTable is what follows the name in SqlAlterTable.
func (p *parser) alterTable(a *ast.AlterTable) {
	switch p.kind() {
	case kRENAME:
		p.i++
		if p.accept(kTO) {
			a.Action, a.NewName = "RENAME", p.compound()
			return
		}
		a.Action, a.OldColumn = "RENAME COLUMN", p.compound()
		p.expect(kTO)
		a.NewName = p.compound()
	case kRESET:
		p.i++
		a.Action, a.Keys = "RESET", p.optionKeys()
	case kSET:
		p.i++
		a.Action, a.Options = "SET", p.options()
	case kADD:
		p.i++
		if p.kind() == kPARTITION || p.are(kIF, kNOT) {
			p.addPartitions(a)
			return
		}
		p.addOrModify(a, "ADD")
	case kMODIFY:
		p.i++
		p.addOrModify(a, "MODIFY")
	case kDROP:
		p.i++
		if p.kind() == kPARTITION || p.are(kIF, kEXISTS) {
			p.dropPartitions(a)
			return
		}
		p.dropElement(a)
	default:
		p.fail()
	}
}

// addOrModify is ADD or MODIFY of columns, constraints, a watermark or the distribution.
func (p *parser) addOrModify(a *ast.AlterTable, action string) {
	a.Action = action
	m := p.i
	switch {
	case p.accept(kDISTRIBUTION):
		a.Action += " DISTRIBUTION"
		a.Distribution = p.distribution(m)
	case p.accept(tLParen):
		for first := true; first || p.accept(tComma); first = false {
			p.addElement(a)
		}
		p.expect(tRParen)
	default:
		p.addElement(a)
	}
}

// addElement is AlterTableAddOrModify.
func (p *parser) addElement(a *ast.AlterTable) {
	switch p.kind() {
	case kCONSTRAINT, kPRIMARY, kUNIQUE:
		a.Constraints = append(a.Constraints, p.tableConstraint())
		return
	case kWATERMARK:
		p.watermark(&a.Watermark)
		return
	}
	m := p.i
	c := ast.AddColumn{Column: p.column()}
	switch {
	case p.accept(kAFTER):
		c.After = p.compound()
	case p.accept(kFIRST):
		c.First = true
	}
	c.Base = p.base(m)
	a.Columns = append(a.Columns, c)
}

func (p *parser) addPartitions(a *ast.AlterTable) {
	a.Action, a.PartitionIf = "ADD PARTITION", p.ifNotExists()
	for first := true; first || p.kind() == kPARTITION; first = false {
		m := p.i
		p.expect(kPARTITION)
		s := ast.PartitionSpec{Items: p.partitionItems()}
		s.Options = p.withOpt()
		s.Base = p.base(m)
		a.Partitions = append(a.Partitions, s)
	}
}

func (p *parser) dropPartitions(a *ast.AlterTable) {
	a.Action, a.PartitionIf = "DROP PARTITION", p.ifExists()
	for first := true; first || p.accept(tComma); first = false {
		m := p.i
		p.expect(kPARTITION)
		s := ast.PartitionSpec{Items: p.partitionItems()}
		s.Base = p.base(m)
		a.Partitions = append(a.Partitions, s)
	}
}

// dropElement is DROP of columns, the key, a constraint, the watermark or the distribution.
func (p *parser) dropElement(a *ast.AlterTable) {
	switch {
	case p.isIdent(0):
		a.Action, a.DropColumns = "DROP COLUMN", []*ast.Ident{p.compound()}
	case p.kind() == tLParen:
		a.Action, a.DropColumns = "DROP COLUMN", p.compoundNames()
	case p.accept(kPRIMARY):
		p.expect(kKEY)
		a.Action = "DROP PRIMARY KEY"
	case p.accept(kCONSTRAINT):
		n := p.name()
		a.Action, a.Constraint = "DROP CONSTRAINT", &n
	case p.accept(kDISTRIBUTION):
		a.Action = "DROP DISTRIBUTION"
	case p.accept(kWATERMARK):
		a.Action = "DROP WATERMARK"
	default:
		p.fail()
	}
}

// alterMaterialized is what follows the name in SqlAlterMaterializedTable.
func (p *parser) alterMaterialized(a *ast.AlterTable) {
	switch p.kind() {
	case kSUSPEND:
		p.i++
		a.Action = "SUSPEND"
	case kRESUME:
		p.i++
		a.Action, a.Options = "RESUME", p.withOpt()
	case kREFRESH:
		p.i++
		a.Action = "REFRESH"
		if m := p.i; p.accept(kPARTITION) {
			s := ast.PartitionSpec{Items: p.partitionItems()}
			s.Base = p.base(m)
			a.Partitions = []ast.PartitionSpec{s}
		}
	case kSET:
		p.i++
		p.setMaterialized(a)
	case kRESET:
		p.i++
		a.Action, a.Keys = "RESET", p.optionKeys()
	case kAS:
		p.i++
		a.Action, a.Query = "AS", p.query()
	case kADD:
		p.i++
		p.addOrModify(a, "ADD")
	case kMODIFY:
		p.i++
		p.addOrModify(a, "MODIFY")
	case kDROP:
		p.i++
		p.dropElement(a)
	default:
		p.fail()
	}
}

func (p *parser) setMaterialized(a *ast.AlterTable) {
	switch {
	case p.accept(kFRESHNESS):
		p.expect(tEq)
		a.Action, a.Freshness = "SET FRESHNESS", p.freshness()
	case p.accept(kREFRESH_MODE):
		p.expect(tEq)
		p.oneOf(kFULL, kCONTINUOUS)
		a.Action, a.RefreshMode = "SET REFRESH_MODE", p.upper()
	default:
		a.Action, a.Options = "SET", p.options()
	}
}
