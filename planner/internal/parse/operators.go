package parse

import "rowkind/planner/internal/diag"

// binary operators of one token: spelling and precedence, as PrecedenceClimbingParser scales it.
func binaryOf(k kind) (string, int16) {
	switch k {
	case tEq:
		return "=", 60
	case tGt:
		return ">", 60
	case tLt:
		return "<", 60
	case tLe:
		return "<=", 60
	case tGe:
		return ">=", 60
	case tNe, tNe2:
		return "<>", 60
	case tPlus:
		return "+", 80
	case tMinus:
		return "-", 80
	case tStar:
		return "*", 120
	case tSlash:
		return "/", 120
	case tPercent:
		return "%", 120
	case tConcat:
		return "||", 120
	case kAND:
		return "AND", 48
	case kOR:
		return "OR", 44
	case kCONTAINS:
		return "CONTAINS", 60
	case kOVERLAPS:
		return "OVERLAPS", 60
	case kEQUALS:
		return "EQUALS", 60
	case kPRECEDES:
		return "PRECEDES", 60
	case kSUCCEEDS:
		return "SUCCEEDS", 60
	}
	return "", 0
}

// binaryOperator is BinaryRowOperator with the operand that follows. Without one the expression ends before the operator.
func (p *parser) binaryOperator(l *terms, c context) bool {
	op, prec, n := p.binaryAhead()
	if op == "" || !p.startsOperand(n) {
		return false
	}
	bang := p.kind() == tNe2
	p.i += n
	if bang {
		p.reject(diag.CalciteException, p.last(), "Bang equal '!=' is not allowed under the current SQL conformance level")
	}
	p.checkNonQuery(c)
	l.op(term{op: op, fix: infix, left: prec, right: prec + 1, at: p.last()})
	p.operand(l, acceptSubQuery)
	return true
}

// binaryAhead names the binary operator that begins here, its precedence and how many tokens it has.
func (p *parser) binaryAhead() (string, int16, int) {
	if op, prec := binaryOf(p.kind()); op != "" {
		return op, prec, 1
	}
	switch p.kind() {
	case kIS:
		if p.are(kIS, kDISTINCT, kFROM) {
			return "IS DISTINCT FROM", 60, 3
		}
		if p.are(kIS, kNOT, kDISTINCT, kFROM) {
			return "IS NOT DISTINCT FROM", 60, 4
		}
	case kMEMBER:
		if p.are(kMEMBER, kOF) {
			return "MEMBER OF", 60, 2
		}
	case kSUBMULTISET:
		if p.are(kSUBMULTISET, kOF) {
			return "SUBMULTISET OF", 60, 2
		}
	case kNOT:
		if p.are(kNOT, kSUBMULTISET, kOF) {
			return "NOT SUBMULTISET OF", 60, 3
		}
	case kIMMEDIATELY:
		if p.are(kIMMEDIATELY, kPRECEDES) {
			return "IMMEDIATELY PRECEDES", 60, 2
		}
		if p.are(kIMMEDIATELY, kSUCCEEDS) {
			return "IMMEDIATELY SUCCEEDS", 60, 2
		}
	case kMULTISET:
		return p.multisetAhead()
	}
	return "", 0, 0
}

// multisetAhead is BinaryMultisetOperator; without DISTINCT it is the ALL form.
func (p *parser) multisetAhead() (string, int16, int) {
	op, prec := "", int16(24)
	switch p.peek(1) {
	case kUNION:
		op = "MULTISET UNION"
	case kINTERSECT:
		op, prec = "MULTISET INTERSECT", 28
	case kEXCEPT:
		op = "MULTISET EXCEPT"
	default:
		return "", 0, 0
	}
	switch p.peek(2) {
	case kALL:
		return op + " ALL", prec, 3
	case kDISTINCT:
		return op + " DISTINCT", prec, 3
	}
	return op + " ALL", prec, 2
}

// postfixOperator is PostfixRowOperator: IS …, FORMAT JSON.
func (p *parser) postfixOperator(l *terms, c context) bool {
	op, n := p.postfixAhead()
	if op == "" {
		return false
	}
	m := p.i
	p.checkNonQuery(c)
	p.i += n
	l.op(term{op: op, fix: postfix, left: 56, right: -1, at: p.last(), more: &termMore{extent: p.since(m)}})
	return true
}

func (p *parser) postfixAhead() (string, int) {
	switch p.kind() {
	case kFORMAT:
		if p.peek(1) != kJSON {
			return "", 0
		}
		if p.peek(2) == kENCODING {
			switch p.peek(3) {
			case kUTF8, kUTF16, kUTF32:
				return "FORMAT JSON", 4
			}
		}
		return "FORMAT JSON", 2
	case kIS:
		op, n := "IS ", 1
		if p.peek(1) == kNOT {
			op, n = "IS NOT ", 2
		}
		word, more := p.isWord(n)
		if word == "" {
			return "", 0
		}
		return op + word, n + more
	}
	return "", 0
}

func (p *parser) isWord(n int) (string, int) {
	switch p.peek(n) {
	case kNULL:
		return "NULL", 1
	case kTRUE:
		return "TRUE", 1
	case kFALSE:
		return "FALSE", 1
	case kUNKNOWN:
		return "UNKNOWN", 1
	case kEMPTY:
		return "EMPTY", 1
	case kA:
		if p.peek(n+1) == kSET {
			return "A SET", 2
		}
	case kJSON:
		switch p.peek(n + 1) {
		case kVALUE:
			return "JSON VALUE", 2
		case kOBJECT:
			return "JSON OBJECT", 2
		case kARRAY:
			return "JSON ARRAY", 2
		case kSCALAR:
			return "JSON SCALAR", 2
		}
		return "JSON VALUE", 1
	}
	return "", 0
}
