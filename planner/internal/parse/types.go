package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// dataType is DataType, the form without nullability that CAST takes.
func (p *parser) dataType() ast.DataType {
	p.enter()
	defer p.leave()
	m := p.i
	t := p.typeName()
	for p.kind() == kMULTISET || p.kind() == kARRAY {
		t = p.collectionOf(m, t)
	}
	t.Base = p.base(m)
	return t
}

// collectionOf is t ARRAY or t MULTISET.
func (p *parser) collectionOf(m int, t ast.DataType) ast.DataType {
	t.Base = p.base(m)
	p.i++
	return ast.DataType{Base: p.base(m), Name: p.upper(), Precision: -1, Scale: -1, Element: &t, Postfix: true, NameAt: p.last()}
}

// extendedType is ExtendedDataType: a type with NULL or NOT NULL.
func (p *parser) extendedType() ast.DataType {
	p.enter()
	defer p.leave()
	m := p.i
	t := p.typeName()
	for {
		n := 0
		switch {
		case p.kind() == kNULL:
			n = 1
		case p.are(kNOT, kNULL):
			n = 2
		}
		if k := p.peek(n); k != kMULTISET && k != kARRAY {
			break
		}
		t.Null = p.nullable()
		t = p.collectionOf(m, t)
	}
	t.Null = p.nullable()
	t.Base = p.base(m)
	return t
}

func (p *parser) nullable() ast.Nullability {
	switch {
	case p.accept(kNULL):
		return ast.Nullable
	case p.acceptAll(kNOT, kNULL):
		return ast.NotNull
	}
	return ast.Unset
}

// typeName is TypeName.
func (p *parser) typeName() ast.DataType {
	m := p.i
	t := ast.DataType{Precision: -1, Scale: -1}
	if !p.builtinType(&t) {
		t.Name = "USER"
		t.User = p.compound()
	}
	t.Base = p.base(m)
	if t.NameAt.IsZero() {
		t.NameAt = p.since(m)
	}
	return t
}

// simpleTypes are types of one word without parameters.
func simpleType(k kind) string {
	switch k {
	case kSTRING, kBYTES, kBITMAP, kBOOLEAN, kTINYINT, kSMALLINT, kBIGINT, kREAL, kFLOAT, kVARIANT, kGEOMETRY, kDATE:
		return keywordList[k-1]
	case kINTEGER, kINT:
		return "INTEGER"
	}
	return ""
}

// builtinType reads a type that the grammar knows.
func (p *parser) builtinType(t *ast.DataType) bool {
	m := p.i
	k := p.kind()
	if w := simpleType(k); w != "" {
		p.i++
		t.Name = w
		if k == kGEOMETRY {
			p.reject(diag.ValidatorException, p.last(), "Geo-spatial extensions and the GEOMETRY data type are not enabled")
		}
		return true
	}
	switch k {
	case kDOUBLE:
		p.i++
		p.accept(kPRECISION)
		t.Name = "DOUBLE"
	case kTIMESTAMP_LTZ:
		p.i++
		t.Name, t.Precision = "TIMESTAMP_LTZ", p.precisionOpt()
		t.NameAt = p.last()
	case kBINARY, kVARBINARY:
		p.i++
		t.Name = "VARBINARY"
		if k == kBINARY && !p.accept(kVARYING) {
			t.Name = "BINARY"
		}
		t.Precision = p.precisionOpt()
	case kDECIMAL, kDEC, kNUMERIC, kANY:
		p.decimalType(t)
	case kCHARACTER, kCHAR, kVARCHAR:
		p.characterType(t)
	case kTIME, kTIMESTAMP:
		p.timeType(t)
	default:
		return p.constructedType(t, m)
	}
	return true
}

func (p *parser) decimalType(t *ast.DataType) {
	t.Name = "DECIMAL"
	if p.kind() == kANY {
		t.Name = "ANY"
	}
	p.i++
	if !p.accept(tLParen) {
		return
	}
	t.Precision = p.int()
	if p.accept(tComma) {
		t.Scale = p.int()
	}
	p.expect(tRParen)
}

func (p *parser) characterType(t *ast.DataType) {
	t.Name = "VARCHAR"
	if p.kind() != kVARCHAR && p.peek(1) != kVARYING {
		t.Name = "CHAR"
	} else if p.kind() != kVARCHAR {
		p.i++
	}
	p.i++
	t.Precision = p.precisionOpt()
	if p.accept(kCHARACTER) {
		p.expect(kSET)
		t.Charset = p.name().Text
	}
}

func (p *parser) timeType(t *ast.DataType) {
	p.i++
	t.Name = p.upper()
	t.Precision = p.precisionOpt()
	switch {
	case p.acceptAll(kWITHOUT, kTIME, kZONE):
	case p.accept(kWITH):
		p.expectAll(kLOCAL, kTIME, kZONE)
		t.Name += "_LTZ"
	}
}

// constructedType reads a type with other types in it.
func (p *parser) constructedType(t *ast.DataType, m int) bool {
	k, next := p.kind(), p.peek(1)
	switch {
	case (k == kARRAY || k == kMULTISET) && next == tLt:
		p.i += 2
		t.Name = keywordList[k-1]
		n := p.i
		e := p.nestedTypeName()
		e.Null = p.nullable()
		e.Base = p.base(n)
		t.Element = &e
		p.expect(tGt)
	case k == kMAP && next == tLt:
		p.i += 2
		t.Name = "MAP"
		key := p.extendedType()
		p.expect(tComma)
		value := p.extendedType()
		t.Key, t.Value = &key, &value
		p.expect(tGt)
	case k == kRAW && next == tLParen:
		p.i += 2
		t.Name = "RAW"
		class := p.plainString()
		p.expect(tComma)
		snapshot := p.plainString()
		t.Class, t.Snapshot = &class, &snapshot
		p.expect(tRParen)
	case k == kROW && (next == tNe || next == tLt || next == tLParen):
		p.rowType(t)
	case k == kSTRUCTURED && next == tLt:
		p.i += 2
		t.Name = "STRUCTURED"
		class := p.plainString()
		t.Class = &class
		if p.accept(tComma) {
			t.Fields = p.fieldTypes()
		}
		p.expect(tGt)
	default:
		return false
	}
	t.NameAt = p.last()
	return true
}

func (p *parser) nestedTypeName() ast.DataType {
	p.enter()
	defer p.leave()
	return p.typeName()
}

// plainString is StringLiteral where only the text matters.
func (p *parser) plainString() ast.Str {
	m := p.i
	e := p.stringLiteral()
	s, ok := e.(*ast.String)
	if b, binary := e.(*ast.Binary); binary && !p.hinting {
		panic(answered{diag.New(diag.IllegalArgument, "not a literal: X'"+b.Hex+"'", p.since(m))})
	}
	if !ok {
		p.unknown(p.since(m), "a binary literal in this place")
	}
	return ast.Str{Base: s.Base, Value: s.Value}
}

func (p *parser) rowType(t *ast.DataType) {
	p.i++
	t.Name = "ROW"
	switch {
	case p.accept(tNe):
	case p.accept(tLt):
		t.Fields = p.fieldTypes()
		p.expect(tGt)
	default:
		p.expect(tLParen)
		t.Paren = true
		t.Fields = p.fieldTypes()
		p.expect(tRParen)
	}
}

// fieldTypes is ExtendedFieldNameTypeCommaList; the first field may be missing.
func (p *parser) fieldTypes() (list []ast.FieldType) {
	if p.isIdent(0) {
		list = append(list, p.fieldType())
	}
	for p.accept(tComma) {
		list = append(list, p.fieldType())
	}
	return list
}

func (p *parser) fieldType() ast.FieldType {
	m := p.i
	f := ast.FieldType{Name: p.name(), Type: p.extendedType()}
	if p.kind() == tString {
		s := p.str()
		f.Comment = &s
	}
	f.Base = p.base(m)
	return f
}
