package function

import (
	"strconv"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Operators are found by their symbols: binary ones as "a + b", unary ones as "-x", tests as "x IS NULL".
var operators = map[string]*Function{}

// Binary finds an infix operator by Calcite's name.
func Binary(op string) *Function { return operators["b"+op] }

// Prefix finds a prefix operator.
func Prefix(op string) *Function { return operators["p"+op] }

// Postfix finds a postfix operator.
func Postfix(op string) *Function { return operators["s"+op] }

func infix(int) string  { return "{1} {0} {2}" }
func prefix(int) string { return "{0}{1}" }
func suffix(int) string { return "{1} {0}" }

func binary(o *expr.Operator, name string, check Checker, ret Return, infer Infer, cons Consistency) {
	operators["b"+name] = &Function{Op: o, Name: name, Min: 2, Max: 2, Check: check, Ret: ret, Infer: infer, Consistency: cons, Template: infix}
}

func unary(o *expr.Operator, name string, check Checker, ret Return, infer Infer) {
	operators["p"+name] = &Function{Op: o, Name: name, Min: 1, Max: 1, Check: check, Ret: ret, Infer: infer, Template: prefix}
}

func test(o *expr.Operator, name string, check Checker, infer Infer) {
	operators["s"+name] = &Function{Op: o, Name: name, Min: 1, Max: 1, Check: check, Ret: explicit(types.BooleanType), Infer: infer, Template: suffix}
}

var (
	numeric2      = family(numeric, numeric)
	intervals2    = and(family(interval, interval), same(2))
	dateInterval  = family(datetime, interval)
	inferBoolean  = inferred(types.BooleanType)
	anyOne        = family(anyFam)
	oneBoolean    = family(boolean)
	oneNumeric    = family(numeric)
	numOrInterval = or(oneNumeric, family(interval))
	oneCharacter  = family(character)
)

func init() {
	binary(expr.AndOp, "AND", family(boolean, boolean), andType, inferBoolean, NoConsistency)
	binary(expr.OrOp, "OR", family(boolean, boolean), andType, inferBoolean, NoConsistency)
	for _, o := range []*expr.Operator{expr.EqualsOp, expr.NotEqualsOp} {
		binary(o, o.Name, comparable(2), booleanNullable, firstKnown, LeastRestrictive)
	}
	for _, o := range []*expr.Operator{expr.LessThanOp, expr.LessOrEqualOp, expr.GreaterThanOp, expr.GreaterOrEqualOp} {
		binary(o, o.Name, comparable(2), booleanNullable, firstKnown, Compare)
	}
	for _, o := range []*expr.Operator{expr.IsDistinctFromOp, expr.IsNotDistinctFromOp} {
		binary(o, o.Name, comparable(2), explicit(types.BooleanType), firstKnown, LeastRestrictive)
	}
	binary(expr.PlusOp, "+", or(numeric2, intervals2, dateInterval, family(interval, datetime)), sumType, firstKnown, NoConsistency)
	binary(expr.MinusOp, "-", or(numeric2, intervals2, dateInterval), sumType, firstKnown, NoConsistency)
	binary(expr.TimesOp, "*", or(numeric2, family(interval, numeric), family(numeric, interval)), productType, firstKnown, NoConsistency)
	binary(expr.DivideOp, "/", or(numeric2, family(interval, numeric)), quotientType, firstKnown, NoConsistency)
	binary(expr.ModOp, "%", family(exact, exact), modType, nil, NoConsistency)
	binary(expr.ConcatOp, "||", or(and(family(stringFam, stringFam), same(2)), and(same(2), family(arrayFam, arrayFam))),
		concatType, nil, NoConsistency)

	unary(expr.NotOp, "NOT", oneBoolean, arg(0), inferBoolean)
	unary(expr.UnaryMinusOp, "-", numOrInterval, arg(0), returnType)
	unary(expr.UnaryPlusOp, "+", numOrInterval, arg(0), returnType)

	varchar1024 := inferred(types.VarCharType(1024))
	test(expr.IsNullOp, "IS NULL", anyOne, varchar1024)
	test(expr.IsNotNullOp, "IS NOT NULL", anyOne, varchar1024)
	test(expr.IsTrueOp, "IS TRUE", oneBoolean, inferBoolean)
	test(expr.IsNotTrueOp, "IS NOT TRUE", oneBoolean, inferBoolean)
	test(expr.IsFalseOp, "IS FALSE", oneBoolean, inferBoolean)
	test(expr.IsNotFalseOp, "IS NOT FALSE", oneBoolean, inferBoolean)
	test(expr.IsNullOp, "IS UNKNOWN", oneBoolean, inferBoolean)
	test(expr.IsNotNullOp, "IS NOT UNKNOWN", oneBoolean, inferBoolean)
	for _, not := range []string{"", "NOT "} {
		for _, what := range []string{"VALUE", "OBJECT", "ARRAY", "SCALAR"} {
			name := "IS " + not + "JSON " + what
			test(&expr.Operator{Name: name, Op: expr.JSONValueKind, Syntax: expr.Function}, name, oneCharacter, nil)
		}
	}
	initSpecials()
}

// The operators of special syntax; validate looks at the syntax, the rows give types and refusals.
var (
	Between, Like, SimilarTo, Item, Overlaps, RowFn, ArrayFn, MapFn, CaseFn, In *Function
	DateDiff, IntervalFn, DotFn, MultisetFn                                     *Function
)

func initSpecials() {
	Between = &Function{Op: &expr.Operator{Name: "BETWEEN", Op: expr.Between}, Name: "BETWEEN ASYMMETRIC", Min: 3, Max: 3,
		Check: betweenChecker("BETWEEN"),
		Ret:   booleanNullable, Infer: firstKnown, Consistency: Compare,
		Template: func(int) string { return "{1} {0} {2} AND {3}" }}
	like := checkFunc{checkLike, signatureOf("STRING", "STRING", "STRING")}
	Like = &Function{Op: expr.LikeOp, Name: "LIKE", Min: 2, Max: 3, Check: like, Ret: booleanNullable, Infer: firstKnown}
	SimilarTo = &Function{Op: expr.SimilarToOp, Name: "SIMILAR TO", Min: 2, Max: 3, Check: like, Ret: booleanNullable, Infer: firstKnown}
	Item = &Function{Op: expr.ItemOp, Name: "ITEM", Min: 2, Max: 2, Check: checkFunc{checkItem, forms("<ARRAY>[<INTEGER>]\n<MAP>[<ANY>]\n<ROW>[<CHARACTER>|<INTEGER>]\n<VARIANT>[<CHARACTER>|<INTEGER>]")}, Ret: itemType}
	Overlaps = &Function{Op: &expr.Operator{Name: "OVERLAPS"}, Name: "OVERLAPS", Min: 2, Max: 2, Check: checkFunc{checkOverlaps, overlapsForms},
		Ret: booleanNullable, Infer: firstKnown, Template: infix}
	RowFn = &Function{Op: expr.RowOp, Name: "ROW", Max: -1, Ret: rowType}
	ArrayFn = &Function{Op: expr.ArrayOp, Name: "ARRAY", Max: -1, Check: checkFunc{checkArray, forms("")}, Ret: arrayType}
	MapFn = &Function{Op: expr.MapOp, Name: "MAP", Max: -1, Check: checkFunc{checkMap, forms("")}, Ret: mapType}
	MultisetFn = &Function{Op: expr.MultisetOp, Name: "MULTISET", Max: -1, Check: checkFunc{checkArray, forms("")}, Ret: multisetType}
	CaseFn = &Function{Op: expr.CaseOp, Name: "CASE", Max: -1}
	In = &Function{Op: expr.InOp, Name: "IN", Min: 2, Max: 2, Template: infix}
	DateDiff = &Function{Op: expr.DateDiffOp, Name: "-", Min: 2, Max: 3, Check: checkFunc{checkDateDiff, signatureOf("DATETIME", "DATETIME", "DATETIME_INTERVAL")},
		Ret: nullIfArgs(arg(2))}
	IntervalFn = &Function{Op: expr.TimesOp, Name: "INTERVAL", Min: 2, Max: 2, Check: family(numeric, interval), Ret: intervalCallType}
	DotFn = &Function{Op: &expr.Operator{Name: "DOT"}, Name: "DOT", Min: 2, Max: 2}
}

// checkLike wants strings of one family; its refusals spell a call with an escape. (SqlLikeOperator)
func checkLike(c *Call) *Failure {
	for i := range c.Args {
		if c.Args[i].Null() || !stringFam.has(c.Args[i].Type) || c.Args[i].Type.IsString() != c.Args[0].Type.IsString() {
			return misfit
		}
	}
	return nil
}

// checkItem is SqlItemOperator.checkOperandTypes.
func checkItem(c *Call) *Failure {
	of, i := c.Args[0].Type, &c.Args[1]
	var want Fam
	switch of.Kind {
	case types.Array:
		want = integer
	case types.Map:
		if i.Null() {
			return &Failure{Message: NullIllegal, Operand: 1}
		}
		if Comparable(of.Key, i.Type) && sameKeyFamily(of.Key, i.Type) {
			return nil
		}
		return misfit
	case types.Row, types.Variant:
		if i.Type.IsString() || i.Type.IsInteger() {
			return nil
		}
		return misfit
	default:
		return misfit
	}
	if e := want.check(c, 1); e != nil {
		return e
	}
	return nil
}

func sameKeyFamily(k, t *types.Type) bool { return k.Family() == t.Family() }

// noField is what is said of a field that a row lacks.
func noField(row *types.Type, at *Arg) string {
	which := "at position null"
	switch x := at.Value.(type) {
	case expr.Str:
		which = "'" + string(x) + "'"
	case expr.Dec:
		if n, ok := smallInt(x); ok {
			which = "at position " + strconv.Itoa(n)
		}
	}
	return "Cannot infer type of field " + which + " within ROW type: " + row.Validator()
}

// itemType is SqlItemOperator.inferReturnType.
func itemType(c *Call) *types.Type {
	of := c.Args[0].Type
	switch of.Kind {
	case types.Array, types.Map:
		return of.Elem.WithNullable(true)
	case types.Variant:
		return types.VariantType
	case types.Row:
		i := -1
		switch v := c.Args[1].Value.(type) {
		case expr.Str:
			i = of.FieldIndex(string(v))
		case expr.Dec:
			if n, ok := smallInt(v); ok && n >= 1 && n <= len(of.Fields) {
				i = n - 1
			}
		}
		if i < 0 {
			panic(diag.New(diag.AssertionError, noField(of, &c.Args[1]), source.Span{}))
		}
		t := of.Fields[i].Type
		if of.Nullable {
			t = t.WithNullable(true)
		}
		return t
	}
	return types.AnyType
}

func rowType(c *Call) *types.Type {
	fields := make([]types.Field, len(c.Args))
	for i := range fields {
		fields[i] = types.Field{Name: fieldName(i), Type: c.Args[i].Type}
	}
	return types.DeclaredRow(fields...).WithNullable(false)
}

// sameType is the refusal of elements without a common type. (RESOURCE.needSameTypeParameter)
const sameType = "Parameters must be of the same type"

func checkArray(c *Call) *Failure {
	if len(c.Args) == 0 {
		return &Failure{Message: "Require at least 1 argument", Operand: -1}
	}
	if types.LeastRestrictive(c.Types()...) == nil {
		return &Failure{Message: sameType, Operand: -1}
	}
	return nil
}

func arrayType(c *Call) *types.Type {
	return types.ArrayType(types.LeastRestrictive(c.Types()...)).WithNullable(false)
}

func multisetType(c *Call) *types.Type {
	return types.MultisetType(types.LeastRestrictive(c.Types()...)).WithNullable(false)
}

func mapHalves(c *Call) (keys, values []*types.Type) {
	for i, a := range c.Args {
		if i%2 == 0 {
			keys = append(keys, a.Type)
		} else {
			values = append(values, a.Type)
		}
	}
	return
}

func checkMap(c *Call) *Failure {
	if len(c.Args) == 0 {
		return &Failure{Message: "Map requires at least 2 arguments", Operand: -1}
	}
	if len(c.Args)%2 != 0 {
		return &Failure{Message: "Map requires an even number of arguments", Operand: -1}
	}
	k, v := mapHalves(c)
	if types.LeastRestrictive(k...) == nil || types.LeastRestrictive(v...) == nil {
		return &Failure{Message: sameType, Operand: -1}
	}
	return nil
}

func mapType(c *Call) *types.Type {
	k, v := mapHalves(c)
	return types.MapType(types.LeastRestrictive(k...), types.LeastRestrictive(v...)).WithNullable(false)
}

// checkDateDiff checks (a - b) UNIT: both of one family. (OperandTypes.MINUS_DATE_OPERATOR)
func checkDateDiff(c *Call) *Failure {
	switch a, b := c.Args[0].Type, c.Args[1].Type; {
	case !a.IsDatetime() || !b.IsDatetime():
		return misfit
	case !Comparable(a, b):
		return &Failure{Message: sameType, Operand: -1}
	}
	return nil
}

// intervalCallType is the type of INTERVAL x DAY. (SqlIntervalOperator)
func intervalCallType(c *Call) *types.Type {
	return c.Args[1].Type.WithNullable(c.Args[0].Type.Nullable)
}

// checkOverlaps wants rows of two datetimes, or of a datetime and an interval. (SqlOverlapsOperator)
func checkOverlaps(c *Call) *Failure {
	for i := range c.Args {
		t := c.Args[i].Type
		if t.Kind != types.Row || len(t.Fields) != 2 || !t.Fields[0].Type.IsDatetime() {
			return misfit
		}
		second := t.Fields[1].Type
		if !second.IsInterval() && second.Kind != t.Fields[0].Type.Kind {
			return misfit
		}
	}
	if c.Args[0].Type.Fields[0].Type.Family() != c.Args[1].Type.Fields[0].Type.Family() {
		return misfit
	}
	return nil
}

func overlapsForms(f *Function) string {
	a, b := f.Signature([]string{"DATETIME", "DATETIME"}), f.Signature([]string{"DATETIME", "INTERVAL"})
	return a + "\n" + a + "\n" + b + "\n" + b
}

var fieldNames = [...]string{"EXPR$0", "EXPR$1", "EXPR$2", "EXPR$3", "EXPR$4", "EXPR$5", "EXPR$6", "EXPR$7", "EXPR$8", "EXPR$9"}

func fieldName(i int) string {
	if i < len(fieldNames) {
		return fieldNames[i]
	}
	return "EXPR$" + itoa(i)
}

// NotBetween checks the operands of NOT BETWEEN, as those of BETWEEN are.
var NotBetween = betweenChecker("NOT BETWEEN")

// betweenChecker wants three operands that can be compared. (SqlBetweenOperator.OTC_CUSTOM)
func betweenChecker(name string) Checker {
	return checkFunc{comparable(3).Check, forms("'<COMPARABLE_TYPE> " + name + " <COMPARABLE_TYPE> AND <COMPARABLE_TYPE>'")}
}
