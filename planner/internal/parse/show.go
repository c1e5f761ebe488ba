package parse

import "rowkind/planner/internal/ast"

// show reads SHOW of anything.
func (p *parser) show() ast.Statement {
	m := p.i
	p.expect(kSHOW)
	s := &ast.Show{}
	like, ilike := false, false
	k := p.kind()
	p.i++
	s.Kind = p.upper()
	switch k {
	case kCATALOGS:
		like, ilike = true, true
	case kCURRENT:
		p.oneOf(kCATALOG, kDATABASE)
		s.Kind += " " + p.upper()
	case kDATABASES, kFUNCTIONS, kPROCEDURES:
		p.showFrom(s)
		like, ilike = true, true
	case kUSER:
		p.expect(kFUNCTIONS)
		s.Kind = "USER FUNCTIONS"
		p.showFrom(s)
		like, ilike = true, true
	case kTABLES, kVIEWS, kMODELS, kCONNECTIONS:
		p.showFrom(s)
		like = true
	case kMATERIALIZED:
		p.expect(kTABLES)
		s.Kind = "MATERIALIZED TABLES"
		p.showFrom(s)
		like = true
	case kCOLUMNS:
		if p.kind() != kFROM && p.kind() != kIN {
			p.fail()
		}
		p.showFrom(s)
		like = true
	case kCREATE:
		p.showCreate(s)
	case kFULL:
		p.expect(kMODULES)
		s.Kind = "FULL MODULES"
	case kMODULES, kJARS, kJOBS:
	case kPARTITIONS:
		s.Name = p.compound()
		if n := p.i; p.accept(kPARTITION) {
			s.Partition = &ast.PartitionSpec{Items: p.partitionItems()}
			s.Partition.Base = p.base(n)
		}
	default:
		p.fail()
	}
	p.showLike(s, like, ilike)
	s.Base = p.base(m)
	return s
}

func (p *parser) showFrom(s *ast.Show) {
	if p.kind() == kFROM || p.kind() == kIN {
		p.i++
		s.Prep = p.upper()
		s.Name = p.compound()
	}
}

func (p *parser) showLike(s *ast.Show, like, ilike bool) {
	n := 0
	if p.kind() == kNOT {
		n = 1
	}
	k := p.peek(n)
	if k != kLIKE && k != kILIKE {
		return
	}
	if !like || k == kILIKE && !ilike {
		p.fail()
	}
	p.i += n + 1
	s.NotLike, s.LikeKind = n == 1, p.upper()
	v := p.str()
	s.Like = &v
}

// showCreate is SqlShowCreate.
func (p *parser) showCreate(s *ast.Show) {
	if p.accept(kOR) {
		p.expect(kALTER)
		s.OrAlter = true
	}
	if s.OrAlter || p.kind() == kMATERIALIZED {
		p.expectAll(kMATERIALIZED, kTABLE)
		s.Kind = "CREATE MATERIALIZED TABLE"
		s.Name = p.compound()
		return
	}
	k := p.oneOf(kTABLE, kVIEW, kCATALOG, kMODEL, kCONNECTION)
	s.Kind = "CREATE " + p.upper()
	if k == kCATALOG {
		s.Name = one(p.name())
		return
	}
	s.Name = p.compound()
}

// describe reads DESCRIBE and DESC. The word after it decides, as long as Flink's two tokens of look-ahead fit.
func (p *parser) describe() ast.Statement {
	m := p.i
	p.oneOf(kDESCRIBE, kDESC)
	d := &ast.Describe{Kind: "TABLE"}
	switch p.kind() {
	case kCATALOG, kDATABASE, kFUNCTION, kMODEL, kCONNECTION:
		k := p.kind()
		p.i++
		d.Kind = p.upper()
		d.Extended = p.accept(kEXTENDED)
		if k == kCATALOG {
			d.Name = one(p.name())
		} else {
			d.Name = p.compound()
		}
	case kJOB:
		p.i++
		s := p.str()
		d.Kind, d.Job = "JOB", &s
	case kEXTENDED:
		p.i++
		d.Extended = true
		d.Name = p.compound()
	default:
		if !p.isIdent(0) {
			return p.describeOther(m, d)
		}
		d.Name = p.compound()
	}
	d.Base = p.base(m)
	return d
}

// describeOther is Calcite's own SqlDescribe: TABLE t [column], or a statement, which it explains.
func (p *parser) describeOther(m int, d *ast.Describe) ast.Statement {
	if p.toks[m].kind != kDESCRIBE {
		p.fail()
	}
	if p.accept(kTABLE) {
		d.Kind = "CALCITE"
		d.Name = p.compound()
		if p.isIdent(0) {
			n := p.name()
			d.Column = &n
		}
		d.Base = p.base(m)
		return d
	}
	p.accept(kSTATEMENT)
	e := &ast.Explain{Calcite: true}
	if e.Statement = p.dml(p.i); e.Statement == nil {
		e.Statement = p.queryStatement()
	}
	e.Base = p.base(m)
	return e
}
