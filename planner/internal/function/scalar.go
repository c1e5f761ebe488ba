package function

import (
	"math"
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

func itoa(i int) string { return strconv.Itoa(i) }

// scalar makes a function of FlinkSqlOperatorTable; the number of arguments follows from the checker.
func scalar(name string, check Checker, ret Return) *Function {
	f := &Function{Op: &expr.Operator{Name: name}, Name: name, Check: check, Ret: ret}
	f.Min, f.Max = arity(check)
	f.Counts = counts(check)
	return f
}

// spelledAs gives a function an operator that rules know.
func spelledAs(op *expr.Operator, f *Function) *Function {
	f.Op = op
	return f
}

func arity(k Checker) (lo, hi int) {
	switch k := k.(type) {
	case familyChecker:
		return len(k), len(k)
	case repeatChecker:
		return 1, -1
	case sameChecker:
		return k.n, k.n
	case andChecker:
		return arity(k[0])
	case orChecker:
		lo, hi = arity(k[0])
		for _, o := range k[1:] {
			a, b := arity(o)
			lo = min(lo, a)
			if b < 0 || hi < 0 {
				hi = -1
			} else {
				hi = max(hi, b)
			}
		}
		return lo, hi
	}
	return 0, -1
}

// counts gives the numbers of operands of an OR of lists, nil where any number between the bounds is good.
func counts(k Checker) []int {
	o, ok := k.(orChecker)
	if !ok {
		return nil
	}
	var out []int
	for _, x := range o {
		lo, hi := arity(x)
		if lo != hi {
			return nil
		}
		out = append(out, lo)
	}
	return out
}

// The types that many functions give.
var (
	stringNullable = nullable(types.StringType)
	stringForced   = forceNull(explicit(types.StringType))
	intNullable    = nullable(types.IntType)
	doubleNullable = nullable(types.DoubleType)
	bigintNullable = nullable(types.BigIntType)
	arg0Nullable   = nullIfArgs(arg(0))
	none           = family()
)

func init() {
	f := family
	ch, in, num := character, integer, numeric
	for _, n := range []string{"LOG2", "SINH", "COSH", "TANH", "SIN", "COS", "TAN", "COT", "ASIN", "ACOS", "ATAN", "DEGREES",
		"RADIANS", "LN", "LOG10", "EXP", "SQRT"} {
		add(scalar(n, oneNumeric, doubleNullable))
	}
	add(
		scalar("E", none, explicit(types.DoubleType)), scalar("PI", none, explicit(types.DoubleType)),
		scalar("ATAN2", numeric2, doubleNullable), scalar("POWER", numeric2, doubleNullable),
		scalar("LOG", or(oneNumeric, numeric2), doubleNullable),
		scalar("ROUND", or(f(num, in), oneNumeric), nullIfArgs(roundType)),
		scalar("TRUNCATE", or(f(num, in), oneNumeric), nullIfArgs(roundType)),
		scalar("BIN", f(in), stringNullable), scalar("HEX", or(f(in), f(ch)), stringNullable),
		scalar("ABS", numOrInterval, arg(0)), scalar("SIGN", oneNumeric, arg(0)),
		spelledAs(expr.ModOp, scalar("MOD", f(exact, exact), modType)),

		scalar("CONCAT", repeat(ch), stringNullable), scalar("CONCAT_WS", repeat(ch), stringNullable),
		scalar("CHR", f(in), stringForced), scalar("LPAD", f(ch, in, ch), stringNullable), scalar("RPAD", f(ch, in, ch), stringNullable),
		scalar("REPEAT", f(ch, in), stringNullable), scalar("REVERSE", f(ch), stringForced),
		scalar("REPLACE", f(ch, ch, ch), stringNullable),
		scalar("SPLIT_INDEX", or(f(ch, in, in), f(ch, ch, in)), stringForced),
		scalar("REGEXP_REPLACE", f(ch, ch, ch), stringNullable),
		scalar("REGEXP_EXTRACT", or(f(ch, ch, in), f(ch, ch)), stringForced),
		scalar("REGEXP", f(ch, ch), booleanNullable),
		scalar("STR_TO_MAP", or(f(ch), f(ch, ch, ch)), forceNull(explicit(types.MapType(types.StringType, types.StringType)))),
		scalar("PARSE_URL", or(f(ch, ch), f(ch, ch, ch)), stringForced),
		scalar("SUBSTRING", or(f(ch, in), f(ch, in, in)), varyingArg0), scalar("SUBSTR", or(f(ch, in), f(ch, in, in)), varyingArg0),
		scalar("LEFT", f(ch, in), varyingArg0), scalar("RIGHT", f(ch, in), varyingArg0),
		scalar("LOCATE", or(f(ch, ch), f(ch, ch, in)), intNullable),
		scalar("INSTR", or(f(ch, ch), f(ch, ch, in), f(ch, ch, in, in)), intNullable),
		scalar("ASCII", f(ch), intNullable),
		scalar("ENCODE", f(ch, ch), nullable(types.BytesType)), scalar("DECODE", f(binaryFam, ch), stringNullable),
		scalar("LTRIM", or(f(ch), f(ch, ch)), trimType(0)), scalar("RTRIM", or(f(ch), f(ch, ch)), trimType(0)),
		scalar("UPPER", oneCharacter, arg0Nullable), scalar("LOWER", oneCharacter, arg0Nullable), scalar("INITCAP", oneCharacter, arg0Nullable),
		scalar("CHAR_LENGTH", oneCharacter, intNullable), scalar("CHARACTER_LENGTH", oneCharacter, intNullable),
		scalar("TO_BASE64", f(stringFam), stringNullable), scalar("FROM_BASE64", f(stringFam), stringNullable),
		scalar("SHA2", f(stringFam, in), nullable(types.VarCharType(128))),
		scalar("PRINT", f(ch, anyFam), nullIfArgs(arg(1))),
		scalar("HASH_CODE", or(f(boolean), f(num), f(ch), f(timestamp), f(timeFam), f(dateFam)), intNullable),

		scalar("IS_DECIMAL", or(oneCharacter, oneNumeric), explicit(types.BooleanType)),
		scalar("IS_DIGIT", or(oneCharacter, oneNumeric), explicit(types.BooleanType)),
		scalar("IS_ALPHA", or(oneCharacter, oneNumeric), explicit(types.BooleanType)),
		scalar("IF", ifCheck(), nullIfArgs(ifType)),

		scalar("DATE_FORMAT", or(f(timestamp, ch), f(ch, ch)), stringForced),
		scalar("FROM_UNIXTIME", or(f(in), f(in, ch)), stringForced),
		scalar("TO_TIMESTAMP", or(f(ch), f(ch, ch)), forceNull(explicit(types.Timestamp3))),
		scalar("TO_DATE", or(f(ch), f(ch, ch)), forceNull(explicit(types.DateType))),
		scalar("CONVERT_TZ", f(ch, ch, ch), stringForced),
		scalar("CARDINALITY", or(f(multisetFam), f(arrayFam), f(mapFam)), intNullable),
		scalar("ELEMENT", or(f(multisetFam), f(arrayFam)), elementType),
	)
	for n, length := range map[string]int{"MD5": 32, "SHA1": 40, "SHA224": 56, "SHA256": 64, "SHA384": 96, "SHA512": 128} {
		add(scalar(n, f(stringFam), nullable(types.CharType(length))))
	}
	catalogue["IF"].Min, catalogue["IF"].Max, catalogue["IF"].Counts = 3, 3, nil
	initDynamic()
	initSyntax()
}

func elementType(c *Call) *types.Type { return c.Args[0].Type.Elem }

// trimType is operand i's type as VARCHAR, nullable if an operand is.
func trimType(i int) Return {
	return func(c *Call) *types.Type {
		t := varying(c.Args[i].Type)
		if anyNullable(c) {
			return t.WithNullable(true)
		}
		return t
	}
}

// ifCheck lists the pairs that IF takes. The numeric form wants all of one kind of number but for decimals.
// (NumericExceptFirstOperandChecker)
func ifCheck() Checker {
	var forms orChecker
	num := checkFunc{func(c *Call) *Failure {
		if len(c.Args) != 3 || c.Args[0].Type.Kind != types.Boolean && !c.Args[0].Null() {
			return misfit
		}
		for i := 1; i < 3; i++ {
			if !c.Args[i].Type.IsNumeric() {
				return misfit
			}
		}
		return family(boolean, numeric, numeric).Check(c)
	}, signatureOf("ANY_TYPE", "NUMERIC_TYPE", "NUMERIC_TYPE")}
	forms = append(forms, and(num))
	for _, x := range []Fam{character, boolean, character, binaryFam, dateFam, timestamp, timeFam} {
		forms = append(forms, family(boolean, x, x))
	}
	return forms
}

// initDynamic adds what changes with time or chance.
func initDynamic() {
	nd := func(f *Function) *Function {
		f.Op.NonDeterministic = true
		return f
	}
	dynamic := func(name string, t *types.Type, noParens bool) *Function {
		f := nd(scalar(name, none, explicit(t)))
		if noParens {
			f.NoParens, f.Op.Syntax = true, expr.FunctionID
		}
		return f
	}
	// precise takes a precision, which does not change what it gives (SqlAbstractTimeFunction).
	precise := func(f *Function, digits bool) *Function {
		either := or(checkFunc{checkPrecision, signatureOf("INTEGER")}, none)
		f.Check, f.Max = checkFunc{func(c *Call) *Failure {
			if len(c.Args) == 0 {
				return nil
			}
			return checkPrecision(c)
		}, either.Forms}, 1
		f.Counts = nil
		if digits {
			whole := f.Ret
			f.Ret = func(c *Call) *types.Type {
				if len(c.Args) == 1 {
					if n, ok := smallInt(c.Args[0].Value); ok {
						return types.TimeType(min(n, 3)).WithNullable(false)
					}
				}
				return whole(c)
			}
		}
		return f
	}
	ltz := types.LTZ3
	add(
		dynamic("CURRENT_DATE", types.DateType, true), precise(dynamic("CURRENT_TIME", types.TimeType(0), true), true),
		precise(dynamic("LOCALTIME", types.TimeType(0), true), true), precise(dynamic("CURRENT_TIMESTAMP", ltz, true), false),
		precise(dynamic("LOCALTIMESTAMP", types.Timestamp3, true), false), precise(dynamic("NOW", ltz, false), false),
		precise(dynamic("CURRENT_ROW_TIMESTAMP", ltz, false), false), dynamic("UUID", types.CharType(36), false),
		dynamic("CURRENT_DATABASE", types.StringType, false),
		&Function{Op: expr.ProctimeOp, Name: "PROCTIME", Check: none, Ret: explicit(ltz.WithTime(types.Proctime))},
		&Function{Op: expr.ProctimeMaterializeOp, Name: "PROCTIME_MATERIALIZE", Min: 1, Max: 1, Check: family(timestamp), Ret: nullable(ltz)},
		nd(scalar("UNIX_TIMESTAMP", or(none, family(character), family(character, character)), bigintNullable)),
		nd(scalar("RAND", or(none, oneNumeric), doubleNullable)),
		nd(scalar("RAND_INTEGER", or(oneNumeric, numeric2), intNullable)),
		scalar("STREAMRECORD_TIMESTAMP", oneNumeric, explicit(types.BigIntType)),
	)
}

// initSyntax adds functions with a syntax of their own.
func initSyntax() {
	symbol := Fam{"ANY", func(*types.Type) bool { return true }}
	over := scalar("OVERLAY", or(and(family(stringFam, stringFam, integer), checkSameFirst(2)), and(family(stringFam, stringFam, integer, integer), checkSameFirst(2))),
		trimOverlay)
	over.Template = func(n int) string {
		if n == 4 {
			return "{0}({1} PLACING {2} FROM {3} FOR {4})"
		}
		return "{0}({1} PLACING {2} FROM {3})"
	}
	trim := scalar("TRIM", and(checkFunc{checkTrim, signatureOf("ANY", "CHARACTER", "CHARACTER")}), trimType(2))
	trim.Op, trim.Min, trim.Max = expr.TrimOp, 3, 3
	trim.Check = checkFunc{checkTrim, signatureOf("ANY", "STRING", "STRING")}
	trim.Template = func(int) string { return "{0}([BOTH|LEADING|TRAILING] {1} FROM {2})" }
	pos := scalar("POSITION", or(and(family(stringFam, stringFam), checkSameFirst(2)), and(family(stringFam, stringFam, integer), checkSameFirst(2))), intNullable)
	pos.Template = func(n int) string {
		if n == 3 {
			return "{0}({1} IN {2} FROM {3})"
		}
		return "{0}({1} IN {2})"
	}
	both := pos.Check
	pos.Check = checkFunc{func(c *Call) *Failure {
		if len(c.Args) > 1 && !Comparable(c.Args[0].Type, c.Args[1].Type) {
			return &Failure{Message: "Parameters must be of the same type", Operand: -1}
		}
		return both.Check(c)
	}, both.Forms}
	pos.Check = withForms(pos.Check, "\nINSTR(<STRING>, <STRING>, <INTEGER>, <INTEGER>)")
	extract := scalar("EXTRACT", or(family(symbol, interval), family(symbol, datetime)), nullIfArgs(explicit(types.BigIntType)))
	extract.Op = expr.ExtractOp
	unit := Fam{"DATETIME_INTERVAL", symbol.has}
	extract.Check = or(and(family(unit, interval), checkFunc{sameInterval, forms("")}), family(unit, datetime))
	extract.Template = func(int) string { return "{0}({1} FROM {2})" }
	add(over, trim, pos, extract, floorOrCeil(expr.FloorOp), floorOrCeil(expr.CeilOp))
	for _, n := range []string{"YEAR", "QUARTER", "MONTH", "WEEK", "DAYOFYEAR", "DAYOFMONTH", "DAYOFWEEK", "HOUR", "MINUTE", "SECOND"} {
		d := scalar(n, family(datetime), bigintNullable)
		add(d)
	}
	tsAdd := scalar("TIMESTAMPADD", family(anyFam, integer, datetime), timestampAddType)
	tsDiff := scalar("TIMESTAMPDIFF", family(anyFam, datetime, datetime), intNullable)
	add(tsAdd, tsDiff)
}

// withForms lists more forms behind those of a checker.
func withForms(k Checker, more string) Checker {
	return checkFunc{k.Check, func(f *Function) string { return k.Forms(f) + more }}
}

// checkPrecision is OperandTypes.POSITIVE_INTEGER_LITERAL.
func checkPrecision(c *Call) *Failure {
	if len(c.Args) != 1 {
		return misfit
	}
	a, must := &c.Args[0], "Argument to function '"+c.F.Name+"' must "
	switch {
	case a.Null() || a.CastNull:
		return &Failure{Message: must + "not be NULL", Operand: -1}
	case !a.Literal:
		return &Failure{Message: must + "be a literal", Operand: -1}
	case !a.Type.IsInteger():
		return misfit
	}
	d, ok := a.Value.(expr.Dec)
	switch n, fits := d.Int64(); {
	case !ok:
	case d.Sign() < 0:
		return &Failure{Message: must + "be a positive integer literal", Operand: -1}
	case !fits || n > math.MaxInt32:
		return &Failure{Message: "Numeric literal '" + d.String() + "' out of range", Operand: -1}
	}
	return nil
}

// sameInterval says that a unit is one of an interval's kind: no DAY of months.
func sameInterval(c *Call) *Failure {
	if len(c.Args) == 2 && c.Args[0].Type.IsInterval() && c.Args[0].Type.Kind != c.Args[1].Type.Kind {
		return misfit
	}
	return nil
}

func checkSameFirst(n int) Checker {
	return checkFunc{func(c *Call) *Failure {
		for i := 1; i < n; i++ {
			if !Comparable(c.Args[i].Type, c.Args[i-1].Type) {
				return misfit
			}
		}
		return nil
	}, forms("")}
}

// trimOverlay is OVERLAY's type: the lengths of both strings, varying.
func trimOverlay(c *Call) *types.Type {
	t := varying(concatType(c))
	return t.WithNullable(anyNullable(c))
}

func checkTrim(c *Call) *Failure {
	for i := 1; i < len(c.Args); i++ {
		if c.Args[i].Null() {
			return &Failure{Message: NullIllegal, Operand: i}
		}
		if !c.Args[i].Type.IsString() && !c.Args[i].Type.IsBinary() {
			return misfit
		}
	}
	if !Comparable(c.Args[1].Type, c.Args[2].Type) {
		return misfit
	}
	return nil
}

func floorOrCeil(o *expr.Operator) *Function {
	seq := checkFunc{func(c *Call) *Failure {
		if len(c.Args) != 2 || !c.Args[0].Type.IsDatetime() {
			return misfit
		}
		return nil
	}, func(*Function) string {
		n := o.Name
		return "'" + n + "(<DATE> TO <TIME_UNIT>)'\n'" + n + "(<TIME> TO <TIME_UNIT>)'\n'" + n + "(<TIMESTAMP> TO <TIME_UNIT>)'"
	}}
	return &Function{Op: o, Name: o.Name, Min: 1, Max: 2, Check: or(oneNumeric, family(interval), seq), Ret: scale0}
}

// timestampAddType is the type of the time; adding hours and less to a DATE gives a TIMESTAMP.
// (SqlTimestampAddFunction.deduceType)
func timestampAddType(c *Call) *types.Type {
	t := c.Args[2].Type
	null := anyNullable(c)
	unit, _ := c.Args[0].Value.(expr.Symbol)
	frac := map[expr.Symbol]int{"MILLISECOND": 3, "MICROSECOND": 6, "NANOSECOND": 9}[unit]
	switch unit {
	case "MILLISECOND", "MICROSECOND", "NANOSECOND", "HOUR", "MINUTE", "SECOND":
		switch t.Kind {
		case types.Timestamp:
			return types.TimestampType(max(frac, t.Precision)).WithNullable(null)
		case types.TimestampLTZ:
			return types.LTZType(max(frac, t.Precision)).WithNullable(null)
		case types.Date:
			if frac == 0 {
				return types.TimestampType(6).WithNullable(null)
			}
		}
	}
	return t.WithNullable(null)
}
