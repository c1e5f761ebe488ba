package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// jsonAccess is JSON_EXISTS, JSON_VALUE or JSON_QUERY.
func (p *parser) jsonAccess() ast.Expr {
	m := p.i
	k := p.kind()
	p.i++
	e := &ast.JSONAccess{Fn: p.upper()}
	p.expect(tLParen)
	e.X = p.expr(acceptNonQuery)
	p.expect(tComma)
	e.Path = p.expr(acceptNonQuery)
	p.jsonPassing()
	switch k {
	case kJSON_EXISTS:
		if p.kind() != tRParen {
			n := p.i
			p.oneOf(kTRUE, kFALSE, kUNKNOWN, kERROR)
			b := ast.JSONBehavior{Word: p.upper(), On: "ERROR"}
			p.expectAll(kON, kERROR)
			b.Base = p.base(n)
			e.Behaviors = append(e.Behaviors, b)
		}
	case kJSON_VALUE:
		e.Returning = p.jsonReturning()
		for p.kind() == kERROR || p.kind() == kNULL || p.kind() == kDEFAULT {
			e.Behaviors = append(e.Behaviors, p.jsonBehavior())
		}
	default:
		e.Returning = p.jsonReturning()
		e.Wrapper = p.jsonWrapper()
		for p.kind() == kERROR || p.kind() == kNULL || p.kind() == kEMPTY {
			e.Behaviors = append(e.Behaviors, p.jsonBehavior())
		}
	}
	p.expect(tRParen)
	e.Base = p.base(m)
	return e
}

// jsonPassing reads PASSING x AS n, …, which Calcite's parser drops.
func (p *parser) jsonPassing() {
	if !p.accept(kPASSING) {
		return
	}
	for first := true; first || p.accept(tComma); first = false {
		p.expr(acceptNonQuery)
		p.expect(kAS)
		p.name()
	}
}

func (p *parser) jsonReturning() *ast.DataType {
	if !p.accept(kRETURNING) {
		return nil
	}
	t := p.dataType()
	return &t
}

// jsonBehavior is what to do on EMPTY or on ERROR.
func (p *parser) jsonBehavior() ast.JSONBehavior {
	m := p.i
	b := ast.JSONBehavior{}
	switch p.oneOf(kERROR, kNULL, kDEFAULT, kEMPTY) {
	case kDEFAULT:
		b.Word = "DEFAULT"
		b.Default = p.expr(acceptNonQuery)
	case kEMPTY:
		p.oneOf(kARRAY, kOBJECT)
		b.Word = "EMPTY " + p.upper()
	default:
		b.Word = p.upper()
	}
	p.expect(kON)
	p.oneOf(kEMPTY, kERROR)
	b.On = p.upper()
	b.Base = p.base(m)
	return b
}

func (p *parser) jsonWrapper() string {
	word := ""
	switch {
	case p.accept(kWITHOUT):
		word = "WITHOUT ARRAY"
	case p.acceptAll(kWITH, kCONDITIONAL):
		word = "WITH CONDITIONAL ARRAY"
	case p.accept(kWITH):
		p.accept(kUNCONDITIONAL)
		word = "WITH UNCONDITIONAL ARRAY"
	default:
		return ""
	}
	p.accept(kARRAY)
	p.expect(kWRAPPER)
	return word
}

// jsonNulls is JsonConstructorNullClause.
func (p *parser) jsonNulls() string {
	switch {
	case p.acceptAll(kNULL, kON, kNULL):
		return "NULL ON NULL"
	case p.acceptAll(kABSENT, kON, kNULL):
		return "ABSENT ON NULL"
	}
	return ""
}

func (p *parser) jsonPair() ast.JSONPair {
	m := p.i
	key := p.kind() == kKEY && p.startsOperand(1)
	if key {
		p.i++
	}
	b := ast.JSONPair{Key: p.expr(acceptNonQuery)}
	if p.oneOf(kVALUE, tColon) == tColon && key {
		p.reject(diag.CalciteException, p.last(), "Illegal identifier ':'. Was expecting 'VALUE'")
	}
	b.Value = p.expr(acceptNonQuery)
	b.Base = p.base(m)
	return b
}

// startsOperand reports whether an expression can begin at the n-th token.
func (p *parser) startsOperand(n int) bool {
	switch p.peek(n) {
	case kNOT, kEXISTS, kUNIQUE:
		return true
	}
	return p.startsPrimary(n)
}

// jsonObject is JSON_OBJECT or JSON_OBJECTAGG.
func (p *parser) jsonObject() ast.Expr {
	m := p.i
	p.i++
	e := &ast.JSONBuild{Fn: p.upper()}
	p.expect(tLParen)
	if e.Fn == "JSON_OBJECT" && p.kind() == kKEY && !p.startsOperand(1) {
		p.fail() // Flink's look-ahead takes KEY for the word, never for a column
	}
	if e.Fn == "JSON_OBJECTAGG" || p.kind() != tRParen && !p.are(kNULL, kON) && !p.are(kABSENT, kON) {
		e.Pairs = append(e.Pairs, p.jsonPair())
		for e.Fn == "JSON_OBJECT" && p.accept(tComma) {
			e.Pairs = append(e.Pairs, p.jsonPair())
		}
	}
	e.Nulls = p.jsonNulls()
	p.expect(tRParen)
	e.Base = p.base(m)
	return e
}

// jsonArray is JSON_ARRAY or JSON_ARRAYAGG.
func (p *parser) jsonArray() ast.Expr {
	m := p.i
	p.i++
	e := &ast.JSONBuild{Fn: p.upper()}
	p.expect(tLParen)
	if e.Fn == "JSON_ARRAYAGG" {
		e.Items = []ast.Expr{p.expr(acceptNonQuery)}
		if p.kind() == kORDER {
			e.OrderBy = p.orderBy(true)
		}
	} else if p.kind() != tRParen && !p.are(kNULL, kON) && !p.are(kABSENT, kON) {
		e.Items = []ast.Expr{p.expr(acceptNonQuery)}
		for p.accept(tComma) {
			e.Items = append(e.Items, p.expr(acceptNonQuery))
		}
	}
	e.Nulls = p.jsonNulls()
	p.expect(tRParen)
	if e.Fn == "JSON_ARRAYAGG" && p.accept(kWITHIN) {
		p.expect(kGROUP)
		e.WithinGroup, _ = p.parenOrderBy()
		if e.OrderBy != nil {
			p.reject(diag.CalciteException, p.since(m),
				"Including both WITHIN GROUP(...) and inside ORDER BY in a single JSON_ARRAYAGG call is not allowed")
		}
	}
	e.Base = p.base(m)
	return e
}
