package expr

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

// roots abbreviates lists of operand types: one letter for each operand, lists apart by blanks.
//
//	b BOOLEAN, t TINYINT, s SMALLINT, i INTEGER, l BIGINT, f FLOAT, d DOUBLE, e DECIMAL, c CHAR, v VARCHAR, x BINARY,
//	y VARBINARY, D DATE, T TIME, S TIMESTAMP, Z TIMESTAMP_LTZ, Y INTERVAL YEAR TO MONTH, I INTERVAL DAY TO SECOND, F a flag
var roots = map[types.Kind]byte{
	types.Boolean: 'b', types.TinyInt: 't', types.SmallInt: 's', types.Integer: 'i', types.BigInt: 'l', types.Float: 'f',
	types.Double: 'd', types.Decimal: 'e', types.Char: 'c', types.VarChar: 'v', types.Binary: 'x', types.VarBinary: 'y',
	types.Date: 'D', types.Time: 'T', types.Timestamp: 'S', types.TimestampLTZ: 'Z', types.IntervalYearMonth: 'Y',
	types.IntervalDayTime: 'I', types.Symbol: 'F',
}

// generators are the operand types that functions have code for (FunctionGenerator); "" is a call without operands.
var generators = map[string]string{
	"LOG10": "d e", "LN": "d e", "EXP": "d e", "POWER": "dd de ee ed", "ABS": "d e", "FLOOR": "d e DF TF SF ZF", "CEIL": "d e DF TF SF ZF",
	"SIN": "d e", "COS": "d e", "TAN": "d e", "COT": "d e", "ASIN": "d e", "ACOS": "d e", "ATAN": "d e", "ATAN2": "dd ee",
	"DEGREES": "d e", "RADIANS": "d e", "SIGN": "d i l e", "ROUND": "ti si li ii ei fi di t s l i e f d", "PI": "-", "E": "-",
	"RAND": "- i", "RAND_INTEGER": "i ii", "LOG": "d e dd ee ed de", "HEX": "l v c", "EXTRACT": "Fl FD FT FS FZ FI FY",
	"TIMESTAMPDIFF": "FSS FSD FDS FDD", "CURRENT_ROW_TIMESTAMP": "-", "LOG2": "d e", "SINH": "d e", "COSH": "d e", "TANH": "d e",
	"UNIX_TIMESTAMP": "- S Z", "HASH_CODE": "b i s l f d D T S y x e", "FROM_UNIXTIME": "t s i l lv lc",
	"TRUNCATE": "l i e d f li ii ei di fi", "JSON_EXISTS": "cc vc ccF vcF", "IS JSON VALUE": "c v", "IS JSON OBJECT": "c v",
	"IS JSON ARRAY": "c v", "IS JSON SCALAR": "c v", "IS NOT JSON VALUE": "c v", "IS NOT JSON OBJECT": "c v",
	"IS NOT JSON ARRAY": "c v", "IS NOT JSON SCALAR": "c v", "LOCALTIME": "-", "LOCALTIMESTAMP": "-", "CURRENT_DATE": "-",
	"CURRENT_TIME": "-", "CURRENT_TIMESTAMP": "-", "NOW": "-",
}

// texts are the functions that have code for all operands they are validated with (StringCallGen).
var texts = names(`LIKE SUBSTR SUBSTRING LEFT RIGHT CHAR_LENGTH CHARACTER_LENGTH REGEXP_EXTRACT REGEXP_REPLACE IS_DECIMAL
	IS_DIGIT IS_ALPHA UPPER LOWER INITCAP POSITION LOCATE OVERLAY LPAD RPAD REPEAT REVERSE REPLACE SPLIT_INDEX MD5 SHA1 SHA224 SHA256
	SHA384 SHA512 SHA2 PARSE_URL FROM_BASE64 TO_BASE64 CHR REGEXP BIN STR_TO_MAP TRIM LTRIM RTRIM UUID ASCII ENCODE DECODE INSTR
	PRINT CURRENT_DATABASE STREAMRECORD_TIMESTAMP CARDINALITY ELEMENT`)

func names(s string) map[string]bool {
	m := map[string]bool{}
	for _, n := range strings.Fields(s) {
		m[n] = true
	}
	return m
}

// functionGenerated is the part of generateCallExpression on functions.
func functionGenerated(c *Call) *diag.Rejection {
	name := upperName(c.Op)
	switch {
	case c.Op.Op == GroupTumble || c.Op.Op == GroupHop || c.Op.Op == GroupSession:
		return UnsupportedCall(c)
	case c.Op.Bridging:
		return bridgedGenerated(name, c)
	case c.Op.Op == Like && len(c.Args) == 3:
		return escapeGenerated(c)
	case c.Op.Op == Like, c.Op.Op == SimilarTo, c.Op.Op == Coalesce, texts[name], inner(c.Op):
		return nil
	case c.Op.Op == Concat:
		return textGenerated(c, c.Args[:1])
	case name == "CONCAT", name == "CONCAT_WS":
		return textGenerated(c, c.Args)
	case name == "IF":
		return booleanGenerated(c, c.Args[0])
	case textTimes(name, c.Args):
		return nil
	}
	if r, is := jsonGenerated(name, c); is {
		return r
	}
	if !hasGenerator(generators[name], c.Args) {
		return UnsupportedCall(c)
	}
	if name == "EXTRACT" {
		return extractGenerated(c)
	}
	return nil
}

// inner are operators that rules put in and take out before code is made, and what is no scalar function at all.
func inner(o *Operator) bool {
	switch o.Op {
	case IsNull, IsNotNull, Reinterpret, Descriptor, RowValue, ArrayValue, MapValue, MultisetValue, Proctime, ProctimeMaterialize,
		Default, As, Unnest:
		return true
	case GroupTumble, GroupHop, GroupSession: // left where no rule made a window of them
		return false
	}
	return o.Aggregate || strings.HasPrefix(o.Name, "$") || strings.HasPrefix(o.Name, "__")
}

// UnsupportedCall refuses a call that no generator is for.
func UnsupportedCall(c *Call) *diag.Rejection {
	s := "Unsupported call: " + c.Op.Name + "("
	for i, a := range c.Args {
		if i > 0 {
			s += ", "
		}
		s += a.Type().Summary()
	}
	return refused(c, codeGenException, s+") \nIf you think this function should be supported, you can create an issue and start a discussion for it.")
}

// bridgedGenerated checks the functions with Flink's own inference that have code of their own.
func bridgedGenerated(name string, c *Call) *diag.Rejection {
	switch name {
	case "GREATEST", "LEAST":
		for _, a := range c.Args {
			if !comparable(a.Type()) {
				return refused(c, codeGenException, "Comparable type expected, but was '"+a.Type().Summary()+"'.")
			}
		}
	case "JSON_STRING":
		return nodeGenerated(c, c.Args[0])
	}
	return nil
}

func booleanGenerated(c *Call, es ...Expr) *diag.Rejection {
	for _, e := range es {
		if e.Type().Kind != types.Boolean {
			return refused(c, codeGenException, "Boolean expression type expected.")
		}
	}
	return nil
}

// escapeGenerated is LikeCallGen over a constant pattern and escape: it stops at the first %, or _, that stands for others.
func escapeGenerated(c *Call) *diag.Rejection {
	pattern, ok := constantText(c.Args[1])
	escape, ok2 := constantText(c.Args[2])
	if !ok || !ok2 || len(escape) == 0 {
		return nil
	}
	if len(escape) > 1 {
		return refused(c, diag.Validation, "Invalid escape character '"+string(escape)+"'")
	}
	for i := 0; i < len(pattern); i++ {
		switch {
		case pattern[i] == escape[0]:
			if i == len(pattern)-1 || pattern[i+1] != '%' && pattern[i+1] != '_' && pattern[i+1] != escape[0] {
				return refused(c, diag.Validation, "Invalid escape sequence '"+string(pattern)+"', "+strconv.Itoa(i))
			}
			if pattern[i+1] == '%' {
				return nil
			}
			i++
		case pattern[i] == '_':
			return nil
		}
	}
	return nil
}

func constantText(e Expr) ([]rune, bool) {
	l, ok := e.(*Literal)
	if !ok {
		return nil, false
	}
	s, ok := l.Value.(Str)
	return []rune(string(s)), ok
}

func textGenerated(c *Call, es []Expr) *diag.Rejection {
	for _, e := range es {
		if !e.Type().IsString() {
			return refused(c, codeGenException, "String expression type expected.")
		}
	}
	return nil
}

// arithmeticGenerated is the part of generateCallExpression on + - * / %, whose operands are what validation let by: numbers
// for a number, datetimes and intervals that go together for others.
func arithmeticGenerated(c *Call) *diag.Rejection {
	t := c.typ
	switch op := c.Op.Op; {
	case t.IsInterval() && len(c.Args) == 2 && op == DateDiff && (c.Args[0].Type().Kind == types.Time) != (c.Args[1].Type().Kind == types.Time):
		return refused(c, "scala.MatchError", "("+c.Args[0].Type().RootName()+","+c.Args[1].Type().RootName()+") (of class scala.Tuple2)")
	case t.IsNumeric():
		return nil
	case len(c.Args) == 2 && (t.IsDatetime() || t.IsInterval()) && op != Times && op != Divide && op != Mod:
		return movedGenerated(c, c.Args[0].Type(), c.Args[1].Type())
	case t.IsInterval() && op == Times:
		return timesGenerated(c, c.Args[0].Type(), c.Args[1].Type())
	case t.IsInterval() && (op == UnaryMinus || op == UnaryPlus):
		return nil
	}
	return UnsupportedCall(c)
}

// timesGenerated multiplies an interval, by integers only; that one side is a number, validation has seen to.
func timesGenerated(c *Call, l, r *types.Type) *diag.Rejection {
	for _, a := range [...]*types.Type{l, r} {
		if !a.IsInterval() && !intType(a) {
			return refused(c, codeGenException, "Unsupported casting from "+a.Summary()+" to "+c.typ.Summary()+".")
		}
	}
	return nil
}

// movedGenerated is generateTemporalPlusMinus.
func movedGenerated(c *Call, l, r *types.Type) *diag.Rejection {
	if l.IsDatetime() && r.IsDatetime() && l.Kind != r.Kind && (l.Kind == types.TimestampLTZ || r.Kind == types.TimestampLTZ) {
		return refused(c, codeGenException, "TIMESTAMP_LTZ only supports diff between the same type.")
	}
	return nil
}

// textTimes are the conversions between texts and times that have code.
func textTimes(name string, args []Expr) bool {
	text := func(i int) bool { return args[i].Type().IsString() }
	switch name {
	case "TO_DATE", "TO_TIMESTAMP", "UNIX_TIMESTAMP":
		return len(args) == 1 && text(0) || len(args) == 2 && text(0) && text(1)
	case "DATE_FORMAT":
		return len(args) == 2 && (text(0) || args[0].Type().IsTimestamp()) && text(1)
	case "CONVERT_TZ":
		return len(args) == 3 && text(0) && text(1) && text(2)
	case "HASH_CODE":
		return text(0)
	}
	return false
}

// hasGenerator is FunctionGenerator.getCallGenerator: a list that fits, numbers taken as wider ones.
func hasGenerator(lists string, args []Expr) bool {
	for lists != "" {
		var l string
		l, lists, _ = strings.Cut(lists, " ")
		if l == "-" {
			l = ""
		}
		fits := len(l) == len(args)
		for i := 0; fits && i < len(l); i++ {
			fits = roots[args[i].Type().Kind] == l[i] || widens(args[i].Type().Kind, l[i])
		}
		if fits {
			return true
		}
	}
	return false
}

// widens is FunctionGenerator.shouldAutoCastTo.
func widens(from types.Kind, to byte) bool {
	const order = "tsilfd"
	i := strings.IndexByte(order, roots[from])
	return i >= 0 && strings.IndexByte(order, to) > i
}

// extractGenerated is ExtractCallGen.
func extractGenerated(c *Call) *diag.Rejection {
	l, ok := c.Args[0].(*Literal)
	if !ok {
		return nil
	}
	unit, _ := l.Value.(Symbol)
	t := c.Args[1].Type()
	switch unit {
	case "YEAR", "MONTH", "DAY", "QUARTER", "DOY", "ISOYEAR", "DOW", "ISODOW", "WEEK", "DECADE", "CENTURY", "MILLENNIUM", "EPOCH":
		if t.Kind == types.Time {
			return refused(c, diag.Validation, "unit "+string(unit)+" can not be applied to time variable")
		}
		if t.IsTimestamp() || t.Kind == types.Date {
			return nil
		}
	}
	if t.Kind == types.TimestampLTZ {
		return nil
	}
	switch unit {
	case "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "MONTH", "QUARTER", "YEAR", "CENTURY", "MILLENNIUM":
	case "MICROSECOND", "NANOSECOND":
		if t.Kind != types.Timestamp {
			return refused(c, diag.Validation, "unit "+string(unit)+" can not be applied to "+t.Summary()+" variable")
		}
	default:
		return refused(c, codeGenException, "Unit '"+string(unit)+"' is not supported.")
	}
	return nil
}

// jsonGenerated is the part on the functions that build and read JSON; false for other functions.
func jsonGenerated(name string, c *Call) (r *diag.Rejection, is bool) {
	switch name {
	case "JSON_OBJECT":
		for i := 2; i < len(c.Args) && r == nil; i += 2 {
			r = nodeGenerated(c, c.Args[i])
		}
	case "JSON_ARRAY":
		for i := 1; i < len(c.Args) && r == nil; i++ {
			r = nodeGenerated(c, c.Args[i])
		}
	case "JSON_VALUE":
		switch c.typ.Kind {
		case types.VarChar, types.Boolean, types.Integer, types.Double:
		default:
			r = refused(c, codeGenException, "Unsupported type '"+c.typ.Summary()+"' for RETURNING in JSON_VALUE().")
		}
	case "JSON_QUERY":
		switch {
		case c.typ.Kind == types.VarChar:
		case c.typ.Kind != types.Array:
			r = refused(c, codeGenException, "Unsupported type '"+c.typ.Summary()+"' for RETURNING in JSON_VALUE().")
		case c.typ.Elem.Kind != types.VarChar:
			r = refused(c, codeGenException, "Unsupported array element type '"+c.typ.Elem.Summary()+"' for RETURNING ARRAY in JSON_QUERY().")
		}
	default:
		return nil, false
	}
	return r, true
}

// nodeGenerated is JsonGenerateUtils.createNodeTerm.
func nodeGenerated(c *Call, e Expr) *diag.Rejection {
	if o := operatorOf(e); o != nil {
		switch upperName(o) {
		case "JSON", "JSON_OBJECT", "JSON_ARRAY":
			return nil
		}
	}
	if why := noNode(e.Type()); why != "" {
		return refused(c, codeGenException, why)
	}
	return nil
}

// noNode says why a type has no JSON.
func noNode(t *types.Type) string {
	switch t.Kind {
	case types.Array:
		return noNode(t.Elem)
	case types.Map:
		if why := noNodeKey(t.Key); why != "" {
			return why
		}
		return noNode(t.Elem)
	case types.Multiset:
		return noNodeKey(t.Elem)
	case types.Row, types.Structured:
		for _, f := range t.Fields {
			if why := noNode(f.Type); why != "" {
				return why
			}
		}
		return ""
	case types.Char, types.VarChar, types.Boolean, types.Decimal, types.TinyInt, types.SmallInt, types.Integer, types.BigInt,
		types.Float, types.Double, types.Timestamp, types.TimestampLTZ, types.Binary, types.VarBinary, types.Variant:
		return ""
	}
	return "Type '" + t.Summary() + "' is not scalar or cannot be converted into JSON."
}

func noNodeKey(t *types.Type) string {
	if t.IsString() {
		return ""
	}
	return "Type '" + t.Summary() + "' is not supported for JSON conversion. The key type must be a character string."
}
