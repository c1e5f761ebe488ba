package parse

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// builtin is BuiltinFunctionCall: functions with a syntax of their own. It returns nil where none begins, looking two tokens
// ahead as Flink does.
func (p *parser) builtin() ast.Expr {
	if p.peek(1) != tLParen {
		return p.builtinWord()
	}
	switch p.kind() {
	case kCAST, kTRY_CAST, kSAFE_CAST:
		return p.cast()
	case kEXTRACT:
		return p.extract()
	case kPOSITION:
		return p.position()
	case kCONVERT:
		return p.convert()
	case kTRANSLATE:
		return p.translate()
	case kOVERLAY:
		return p.overlay()
	case kFLOOR:
		return p.floorCeil(ast.FloorTo)
	case kCEIL, kCEILING:
		return p.floorCeil(ast.CeilTo)
	case kSUBSTRING:
		return p.substring()
	case kTRIM:
		return p.trim()
	case kCONTAINS_SUBSTR:
		return p.containsSubstr()
	case kDATE, kTIME, kDATETIME, kTIMESTAMP:
		m := p.i
		p.i++
		return p.listCall(m, ast.DatetimeCall)
	case kTUMBLE, kHOP, kSESSION:
		m := p.i
		p.i++
		c := p.listCall(m, ast.GroupWindow)
		c.Quantifier = ""
		return c
	case kCLASSIFIER, kMATCH_NUMBER:
		m := p.i
		p.i++
		p.expectAll(tLParen, tRParen)
		return p.made(m, "")
	case kFIRST, kLAST, kPREV, kNEXT:
		return p.navigation()
	case kJSON_EXISTS, kJSON_VALUE, kJSON_QUERY:
		return p.jsonAccess()
	case kJSON_OBJECT, kJSON_OBJECTAGG:
		return p.jsonObject()
	case kJSON_ARRAY, kJSON_ARRAYAGG:
		return p.jsonArray()
	}
	if e := p.timeUnitCall(); e != nil {
		return e
	}
	return p.builtinWord()
}

// builtinWord is MODEL m, and RUNNING or FINAL before an expression.
func (p *parser) builtinWord() ast.Expr {
	m := p.i
	switch k := p.kind(); {
	case k == kMODEL && p.isIdent(1):
		p.i++
		id := p.compound()
		return &ast.ModelArg{Base: p.base(m), Model: id}
	case (k == kRUNNING || k == kFINAL) && p.startsPrimary(1):
		p.i++
		x := p.primary(acceptNonQuery)
		return &ast.Running{Base: p.base(m), Final: k == kFINAL, X: x}
	}
	return nil
}

// startsPrimary reports whether an Expression3 can begin at the n-th token.
func (p *parser) startsPrimary(n int) bool {
	if p.isIdent(n) || isString(p.peek(n)) || reservedFunction(p.peek(n)) {
		return true
	}
	switch p.peek(n) {
	case tInteger, tDecimal, tApprox, tPlus, tMinus, tHook, tLParen, tBraceD, tBraceT, tBraceTS, tBraceFN, kROW, kCASE, kCAST,
		kTRY_CAST, kSAFE_CAST, kEXTRACT, kPOSITION, kCONVERT, kTRANSLATE, kOVERLAY, kCEIL, kSUBSTRING, kTRIM, kCONTAINS_SUBSTR,
		kDATE, kTIME, kDATETIME, kTIMESTAMP, kINTERVAL, kTRUE, kFALSE, kUNKNOWN, kNULL, kDECIMAL, kMULTISET, kARRAY, kPERIOD,
		kNEW, kNEXT, kCURRENT, kCURSOR, kSPECIFIC, kCLASSIFIER, kMATCH_NUMBER, kRUNNING, kPREV, kJSON_EXISTS, kJSON_VALUE,
		kJSON_QUERY, kJSON_OBJECT, kJSON_OBJECTAGG, kJSON_ARRAY, kJSON_ARRAYAGG, kDATE_TRUNC, kDATETIME_TRUNC, kTIMESTAMP_DIFF,
		kTIMESTAMP_TRUNC, kTIME_DIFF, kTIME_TRUNC, kCURRENT_CATALOG, kCURRENT_DEFAULT_TRANSFORM_GROUP, kCURRENT_PATH,
		kCURRENT_ROLE, kCURRENT_SCHEMA, kCURRENT_USER, kSESSION_USER, kSYSTEM_USER:
		return true
	}
	return false
}

func (p *parser) listCall(m int, special ast.Special) *ast.Call {
	args := &ast.Call{}
	p.parameterList(args, acceptSubQuery)
	c := p.made(m, special, args.Args...)
	c.Quantifier = args.Quantifier
	return c
}

func (p *parser) cast() ast.Expr {
	m := p.i
	p.i++
	c := &ast.Cast{Fn: p.upper()}
	p.expect(tLParen)
	c.X = p.expr(acceptSubQuery)
	p.expect(kAS)
	if p.accept(kINTERVAL) {
		q := p.qualifier()
		c.Interval = &q
	} else {
		t := p.dataType()
		c.Type = &t
	}
	p.expect(tRParen)
	c.Base = p.base(m)
	return c
}

// unit names the time units of TimeUnit, which are more than those of intervals.
func timeUnit(k kind) string {
	switch k {
	case kNANOSECOND, kMICROSECOND, kMILLISECOND, kSECOND, kMINUTE, kHOUR, kDAY, kDOW, kDOY, kISODOW, kISOYEAR, kWEEK, kMONTH,
		kQUARTER, kYEAR, kEPOCH, kDECADE, kCENTURY, kMILLENNIUM:
		return keywordList[k-1]
	case kDAYOFWEEK:
		return "DOW"
	case kDAYOFYEAR:
		return "DOY"
	}
	return ""
}

// unitOrName is TimeUnitOrName.
func (p *parser) unitOrName() *ast.Qualifier {
	m := p.i
	q := &ast.Qualifier{From: timeUnit(p.kind()), Precision: -1, FracPrecision: -1}
	switch {
	case q.From == "WEEK" && p.peek(1) == tLParen && weekday(p.peek(2)):
		p.i += 3
		q.From = "WEEK_" + p.upper()
		q.Named = true
		p.expect(tRParen)
	case q.From != "":
		p.i++
	default:
		q.From, q.Named = p.name().Text, true
	}
	q.Base = p.base(m)
	return q
}

func weekday(k kind) bool {
	switch k {
	case kSUNDAY, kMONDAY, kTUESDAY, kWEDNESDAY, kTHURSDAY, kFRIDAY, kSATURDAY:
		return true
	}
	return false
}

func (p *parser) extract() ast.Expr {
	m := p.i
	p.i += 2
	unit := p.unitOrName()
	p.expect(kFROM)
	x := p.expr(acceptSubQuery)
	p.expect(tRParen)
	return p.made(m, ast.Extract, unit, x)
}

func (p *parser) position() ast.Expr {
	m := p.i
	p.i += 2
	args := []ast.Expr{p.atomic()}
	p.expect(kIN)
	args = append(args, p.expr(acceptSubQuery))
	if p.accept(kFROM) {
		args = append(args, p.expr(acceptSubQuery))
	}
	p.expect(tRParen)
	return p.made(m, ast.PositionIn, args...)
}

func (p *parser) translate() ast.Expr {
	m := p.i
	p.i += 2
	args := []ast.Expr{p.expr(acceptSubQuery)}
	if p.accept(kUSING) {
		n := p.name()
		p.expect(tRParen)
		return p.made(m, ast.Translate, append(args, one(n))...)
	}
	for p.accept(tComma) {
		args = append(args, p.expr(acceptSubQuery))
	}
	p.expect(tRParen)
	return p.made(m, ast.Translate3, args...)
}

// convert is CONVERT(x USING c), CONVERT(x, a, b), or the form that takes a type first.
func (p *parser) convert() ast.Expr {
	m := p.i
	p.i += 2
	if p.startsType() {
		return p.convertTo(m)
	}
	args := []ast.Expr{p.expr(acceptSubQuery)}
	if p.accept(kUSING) {
		n := p.name()
		p.expect(tRParen)
		return p.made(m, ast.Translate, append(args, one(n))...)
	}
	for range 2 {
		p.expect(tComma)
		args = append(args, one(p.name()))
	}
	p.expect(tRParen)
	return p.made(m, ast.Convert, args...)
}

// startsType looks two tokens ahead for a type where an expression may stand as well, which goes before it.
func (p *parser) startsType() bool {
	next := p.peek(1)
	switch p.kind() {
	case kNOT, kEXISTS:
		return false
	case kINTERVAL:
		return intervalUnit(next) != ""
	case kDATE, kTIME, kTIMESTAMP, kCHAR:
		return next == tComma
	case kDECIMAL:
		return next == tComma || next == tLParen
	case kARRAY, kMULTISET, kROW:
		return next == tLt
	}
	return !p.startsPrimary(0)
}

// convertTo is the rest of CONVERT(type, x [, style]), a CAST whose style does not count.
func (p *parser) convertTo(m int) ast.Expr {
	c := &ast.Cast{Fn: "CAST"}
	if p.accept(kINTERVAL) {
		q := p.qualifier()
		c.Interval = &q
	} else {
		t := p.dataType()
		if t.Element != nil || t.Key != nil || t.Fields != nil {
			p.unknown(t.Span(), "CONVERT to a constructed type")
		}
		c.Type = &t
	}
	p.expect(tComma)
	c.X = p.expr(acceptSubQuery)
	if p.accept(tComma) && !p.accept(kNULL) {
		p.unsigned()
	}
	p.expect(tRParen)
	c.Base = p.base(m)
	return c
}

func (p *parser) overlay() ast.Expr {
	m := p.i
	p.i += 2
	args := []ast.Expr{p.expr(acceptSubQuery)}
	p.expect(kPLACING)
	args = append(args, p.expr(acceptSubQuery))
	p.expect(kFROM)
	args = append(args, p.expr(acceptSubQuery))
	if p.accept(kFOR) {
		args = append(args, p.expr(acceptSubQuery))
	}
	p.expect(tRParen)
	return p.made(m, ast.Overlay, args...)
}

func (p *parser) floorCeil(special ast.Special) ast.Expr {
	m := p.i
	p.i += 2
	args := []ast.Expr{p.expr(acceptSubQuery)}
	if p.accept(kTO) {
		args = append(args, p.unitOrName())
	}
	p.expect(tRParen)
	c := p.made(m, special, args...)
	p.overOpt(c)
	c.Base = p.base(m)
	return c
}

func (p *parser) substring() ast.Expr {
	m := p.i
	p.i += 2
	args := []ast.Expr{p.expr(acceptSubQuery)}
	p.oneOf(kFROM, tComma)
	args = append(args, p.expr(acceptSubQuery))
	if p.accept(kFOR) || p.accept(tComma) {
		args = append(args, p.expr(acceptSubQuery))
	}
	p.expect(tRParen)
	return p.made(m, ast.Substring, args...)
}

// trim is TRIM([BOTH | LEADING | TRAILING] [chars] FROM x) or TRIM(x). An absent flag is BOTH without a span.
func (p *parser) trim() ast.Expr {
	m := p.i
	p.i += 2
	flag := &ast.Symbol{Word: "BOTH"}
	written := false
	switch p.kind() {
	case kBOTH, kTRAILING, kLEADING:
		p.i++
		flag, written = p.symbol(), true
	}
	var chars ast.Expr
	if p.kind() != kFROM && p.kind() != tRParen { // TRIM() is no syntax error
		chars = p.expr(acceptSubQuery)
	}
	if p.accept(tRParen) {
		if chars == nil {
			return p.made(m, ast.Trim)
		}
		return p.made(m, ast.Trim, flag, nil, chars)
	}
	p.expect(kFROM)
	if !written && chars == nil {
		p.reject(diag.CalciteException, p.last(), "'FROM' without operands preceding it is illegal")
	}
	x := p.expr(acceptSubQuery)
	p.expect(tRParen)
	return p.made(m, ast.Trim, flag, chars, x)
}

func (p *parser) containsSubstr() ast.Expr {
	m := p.i
	p.i += 2
	args := []ast.Expr{p.expr(acceptSubQuery)}
	p.expect(tComma)
	args = append(args, p.expr(acceptSubQuery))
	if p.accept(tComma) {
		p.expectAll(kJSON_SCOPE, tArrow)
		args = append(args, p.expr(acceptSubQuery))
	}
	p.expect(tRParen)
	return p.made(m, ast.ContainsSubstr, args...)
}

// timeUnitCall is one of the functions that take a time unit as first or last argument.
func (p *parser) timeUnitCall() ast.Expr {
	k := p.kind()
	if p.peek(1) != tLParen {
		return nil
	}
	m := p.i
	switch k {
	case kTIMESTAMPADD, kTIMESTAMPDIFF:
		p.i += 2
		unit := p.unitOrName()
		p.expect(tComma)
		a := p.expr(acceptSubQuery)
		p.expect(tComma)
		b := p.expr(acceptSubQuery)
		p.expect(tRParen)
		if k == kTIMESTAMPADD {
			return p.made(m, ast.TimestampAdd, unit, a, b)
		}
		return p.made(m, ast.TimestampDiff, unit, a, b)
	case kDATE_DIFF, kDATETIME_DIFF, kTIMESTAMP_DIFF, kTIME_DIFF:
		return p.unitLast(m, 2)
	case kDATETIME_TRUNC, kTIMESTAMP_TRUNC, kTIME_TRUNC:
		return p.unitLast(m, 1)
	case kDATE_TRUNC:
		return p.dateTrunc(m)
	}
	return nil
}

func (p *parser) unitLast(m, n int) ast.Expr {
	p.i += 2
	var args []ast.Expr
	for range n {
		args = append(args, p.expr(acceptSubQuery))
		p.expect(tComma)
	}
	args = append(args, p.unitOrName())
	p.expect(tRParen)
	return p.made(m, ast.TimeUnitLast, args...)
}

// dateTrunc takes a unit or an expression; a name is a unit only by its word.
func (p *parser) dateTrunc(m int) ast.Expr {
	p.i += 2
	args := []ast.Expr{p.expr(acceptSubQuery)}
	p.expect(tComma)
	if timeUnit(p.kind()) != "" {
		args = append(args, p.unitOrName())
	} else {
		args = append(args, p.expr(acceptSubQuery))
	}
	p.expect(tRParen)
	return p.made(m, ast.TimeUnitLast, args...)
}

// navigation is FIRST, LAST, PREV or NEXT of MATCH_RECOGNIZE; the offset is 0 for the first two and 1 for the others.
func (p *parser) navigation() ast.Expr {
	m := p.i
	n := &ast.Number{Text: "0"}
	if p.kind() == kPREV || p.kind() == kNEXT {
		n.Text = "1"
	}
	p.i += 2
	x := p.expr(acceptSubQuery)
	if p.accept(tComma) {
		n = p.numericLiteral()
	}
	p.expect(tRParen)
	return p.made(m, ast.Navigation, x, n)
}
