package parse

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

func isString(k kind) bool {
	switch k {
	case tBinary, tString, tPrefixed, tUnicode, tCString:
		return true
	}
	return false
}

// isUnsigned reports whether an unsigned numeric literal begins at the n-th token.
func (p *parser) isUnsigned(n int) bool {
	switch p.peek(n) {
	case tInteger, tDecimal, tApprox:
		return true
	case kDECIMAL:
		return p.peek(n+1) == tString
	}
	return false
}

// startsLiteral reports whether LiteralOrIntervalExpression begins here, looking two tokens ahead as Flink does.
func (p *parser) startsLiteral() bool {
	switch k := p.kind(); k {
	case tInteger, tDecimal, tApprox, tBinary, tString, tPrefixed, tUnicode, tCString, kTRUE, kFALSE, kUNKNOWN, kNULL:
		return true
	case tPlus, tMinus:
		return p.isUnsigned(1) || p.peek(1) == kDECIMAL
	case tBraceD, tBraceT, tBraceTS, kDATE, kDATETIME, kTIME, kDECIMAL:
		return p.peek(1) == tString
	case kTIMESTAMP:
		return p.peek(1) == tString || p.peek(1) == kWITH
	case kINTERVAL:
		return true
	}
	return false
}

func (p *parser) literalOrInterval() ast.Expr {
	if p.kind() == kINTERVAL {
		return p.interval()
	}
	return p.literal()
}

// literal is NonIntervalLiteral.
func (p *parser) literal() ast.Expr {
	m := p.i
	switch k := p.kind(); {
	case k == tPlus || k == tMinus || p.isUnsigned(0):
		return p.numericLiteral()
	case isString(k):
		return p.stringLiteral()
	}
	switch p.kind() {
	case kTRUE, kFALSE, kUNKNOWN:
		k := p.kind()
		p.i++
		return &ast.Bool{Base: p.base(m), Value: k == kTRUE, Unknown: k == kUNKNOWN}
	case kNULL:
		p.i++
		return &ast.Null{Base: p.base(m)}
	}
	return p.datetime()
}

// anyLiteral is Literal.
func (p *parser) anyLiteral() ast.Expr {
	if p.kind() == kINTERVAL {
		e := p.interval()
		if _, ok := e.(*ast.Interval); !ok {
			p.fail()
		}
		return e
	}
	return p.literal()
}

// numericLiteral is NumericLiteral, with its sign.
func (p *parser) numericLiteral() *ast.Number {
	m := p.i
	neg := false
	if p.kind() == tMinus || p.kind() == tPlus {
		neg = p.kind() == tMinus
		p.i++
	}
	n := p.unsigned()
	if neg {
		n.Negative = true
		n.Base = p.base(m)
	}
	return n
}

// unsigned is UnsignedNumericLiteral.
func (p *parser) unsigned() *ast.Number {
	m := p.i
	switch k := p.kind(); k {
	case tInteger, tDecimal, tApprox:
		p.i++
		return &ast.Number{Base: p.base(m), Text: p.text(p.last()), Approx: k == tApprox}
	case kDECIMAL:
		p.i++
		s := p.str()
		text := strings.Trim(s.Value, " ")
		plain, neg, ok := plainDecimal(text)
		if !ok {
			p.reject(diag.CalciteException, s.Span(), "Literal '"+text+"' can not be parsed to type 'DECIMAL'")
		}
		return &ast.Number{Base: s.Base, Text: plain, Negative: neg, Decimal: true}
	}
	p.fail()
	return nil
}

// plainDecimal is java.math.BigDecimal's toPlainString of a decimal that may have an exponent, and its sign apart.
func plainDecimal(s string) (string, bool, bool) {
	neg := strings.HasPrefix(s, "-")
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 {
		return "", false, false
	}
	mantissa, exp := body, 0
	if i := strings.IndexAny(body, "eE"); i >= 0 {
		n, err := strconv.Atoi(body[i+1:])
		if err != nil || n > 1000 || n < -1000 {
			return "", false, false
		}
		mantissa, exp = body[:i], n
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := whole + frac
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false, false
	}
	if exp == 0 {
		return body, neg, true
	}
	scale := len(frac) - exp
	n, _ := new(big.Int).SetString(digits, 10)
	d := n.String()
	if scale <= 0 {
		return d + strings.Repeat("0", -scale), neg, true
	}
	if len(d) <= scale {
		d = strings.Repeat("0", scale-len(d)+1) + d
	}
	return d[:len(d)-scale] + "." + d[len(d)-scale:], neg, true
}

// int is UnsignedIntLiteral.
func (p *parser) int() int {
	t := p.expect(tInteger)
	n, err := strconv.ParseInt(p.text(t.at), 10, 32)
	if err != nil {
		p.reject(diag.CalciteException, t.at, "Literal '"+p.text(t.at)+"' can not be parsed to type 'java.lang.Integer'")
	}
	return int(n)
}

// precisionOpt is PrecisionOpt; -1 without one.
func (p *parser) precisionOpt() int {
	if !p.accept(tLParen) {
		return -1
	}
	n := p.int()
	p.expect(tRParen)
	return n
}

// simpleString is SimpleStringLiteral.
func (p *parser) simpleString() ast.Str { return p.str() }

// datetime is DateTimeLiteral.
func (p *parser) datetime() ast.Expr {
	m := p.i
	d := &ast.Datetime{}
	switch k := p.kind(); k {
	case tBraceD, tBraceT, tBraceTS:
		p.i++
		s := p.str()
		p.expect(tRBrace)
		d.Kind = map[kind]ast.DatetimeKind{tBraceD: ast.DateLit, tBraceT: ast.TimeLit, tBraceTS: ast.TimestampLit}[k]
		d.Value, d.ValueAt, d.JDBC = s.Value, s.At, true
		d.Base = p.base(m)
		return d
	case kDATE:
		d.Kind = ast.DateLit
	case kTIME:
		d.Kind = ast.TimeLit
	case kDATETIME:
		d.Kind = ast.DatetimeLit
	case kTIMESTAMP:
		d.Kind = ast.TimestampLit
	default:
		p.fail()
	}
	p.i++
	if d.Kind == ast.TimestampLit && p.kind() == kWITH {
		p.expectAll(kWITH, kLOCAL, kTIME, kZONE)
		d.Kind = ast.TimestampLTZLit
	}
	s := p.simpleString()
	d.Value, d.ValueAt = s.Value, s.At
	d.Base = p.base(m)
	return d
}

// interval is IntervalLiteralOrExpression.
func (p *parser) interval() ast.Expr {
	m := p.i
	p.expect(kINTERVAL)
	neg := p.kind() == tMinus
	if neg || p.kind() == tPlus {
		p.i++
	}
	if p.kind() == tString {
		s := p.simpleString()
		q := p.qualifier()
		base := p.base(m)
		if s.Value == "" {
			t := source.NewText(p.src)
			p.reject(diag.CalciteException, base.At,
				fmt.Sprintf("Illegal INTERVAL literal  %s; at %s", p.text(q.At), diag.AtLine(t, base.At)))
		}
		return &ast.Interval{Base: base, Negative: neg, Value: s.Value, Qualifier: q}
	}
	e := &ast.IntervalExpr{Negative: neg}
	switch {
	case p.accept(tLParen):
		e.X = p.expr(acceptSubQuery)
		p.expect(tRParen)
	case p.isUnsigned(0):
		e.X = p.unsigned()
	default:
		e.X = p.compound()
	}
	e.Qualifier = p.qualifierStart()
	e.Base = p.base(m)
	return e
}

// timeUnits are the units of interval qualifiers, and their plurals.
func intervalUnit(k kind) string {
	switch k {
	case kYEAR, kYEARS:
		return "YEAR"
	case kQUARTER, kQUARTERS:
		return "QUARTER"
	case kMONTH, kMONTHS:
		return "MONTH"
	case kWEEK, kWEEKS:
		return "WEEK"
	case kDAY, kDAYS:
		return "DAY"
	case kHOUR, kHOURS:
		return "HOUR"
	case kMINUTE, kMINUTES:
		return "MINUTE"
	case kSECOND, kSECONDS:
		return "SECOND"
	}
	return ""
}

func (p *parser) isQualifier() bool { return intervalUnit(p.kind()) != "" }

// qualifierStart is IntervalQualifierStart: one unit.
func (p *parser) qualifierStart() ast.Qualifier {
	m := p.i
	q := ast.Qualifier{From: intervalUnit(p.kind()), Precision: -1, FracPrecision: -1}
	if q.From == "" {
		p.fail()
	}
	p.i++
	if q.From == "SECOND" {
		p.secondPrecision(&q)
	} else {
		q.Precision = p.precisionOpt()
	}
	q.Base = p.base(m)
	return q
}

func (p *parser) secondPrecision(q *ast.Qualifier) {
	if !p.accept(tLParen) {
		return
	}
	q.Precision = p.int()
	if p.accept(tComma) {
		q.FracPrecision = p.int()
	}
	p.expect(tRParen)
}

// qualifier is IntervalQualifier: a unit, or a unit TO a smaller one.
func (p *parser) qualifier() ast.Qualifier {
	m := p.i
	q := p.qualifierStart()
	if p.kind() != kTO {
		return q
	}
	smaller := map[string]string{"YEAR": "MONTH", "DAY": "HOUR MINUTE SECOND", "HOUR": "MINUTE SECOND", "MINUTE": "SECOND"}[q.From]
	to := intervalUnit(p.peek(1))
	if to == "" || !strings.Contains(smaller, to) {
		return q
	}
	p.i += 2
	q.To = to
	if to == "SECOND" {
		q.FracPrecision = p.precisionOpt()
	}
	q.Base = p.base(m)
	return q
}
