package expr

import (
	"testing"

	"rowkind/planner/internal/types"
)

func fn(name string, t *types.Type, args ...Expr) Expr {
	return NewCall(&Operator{Name: name}, t, args...)
}

// Constants as Flink's plans show them.
func TestFold(t *testing.T) {
	intT, dbl, str, float := nn(types.IntType), nn(types.DoubleType), nn(types.StringType), nn(types.FloatType)
	lit := func(s string, t2 *types.Type) Expr { return NewLiteral(dec(t, s), nn(t2)) }
	sci := func(s string) Expr { d := dec(t, s); d.Form = Scientific; return NewLiteral(d, dbl) }
	s := func(x string) Expr { return StringLiteral(x) }
	ts := func(ms int64) Expr { return NewLiteral(Moment{Millis: ms}, nn(types.TimestampType(0))) }
	const str0 = `:VARCHAR(2147483647) CHARACTER SET "UTF-16LE"`
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{NewCall(PlusOp, intT, num(1), num(2)), "3"},
		{NewCall(DivideOp, intT, num(7), num(-2)), "-3"},
		{NewCall(PlusOp, dbl, num(1), sci("1e0")), "2E0:DOUBLE"},
		{NewCall(PlusOp, dbl, sci("0.1e0"), sci("0.2e0")), "3.0000000000000004440E-1:DOUBLE"},
		{NewCall(DivideOp, dbl, sci("1e0"), num(3)), "3.3333333333333331482E-1:DOUBLE"},
		{NewCall(DivideOp, float, lit("1", types.FloatType), num(3)), "3.333333E-1:FLOAT"},
		{NewCall(TimesOp, nn(types.DecimalType(13, 1)), num(2), lit("1.5", types.DecimalType(2, 1))), "3.0:DECIMAL(13, 1)"},
		{NewCall(DivideOp, nn(types.DecimalType(14, 12)), lit("10.0", types.DecimalType(3, 1)), num(4)), "2.500000000000:DECIMAL(14, 12)"},
		{NewCall(DivideOp, nn(types.DecimalType(17, 6)), num(1), lit("3.0", types.DecimalType(2, 1))), "0.333333:DECIMAL(17, 6)"},
		{NewCall(ModOp, intT, num(-7), num(3)), "-1"},
		{fn("PI", dbl), "3.1415926535897931159E0:DOUBLE"},
		{fn("ROUND", nn(types.DecimalType(2, 0)), lit("2.5", types.DecimalType(2, 1)), num(0)), "3:DECIMAL(2, 0)"},
		{fn("TRUNCATE", nn(types.DecimalType(4, 2)), lit("1.999", types.DecimalType(4, 3)), num(2)), "1.99:DECIMAL(4, 2)"},
		{NewCall(ConcatOp, nn(types.CharType(2)), s("a"), s("b")), "_UTF-16LE'ab'"},
		{fn("CONCAT", str, s("a"), s("b")), "_UTF-16LE'ab'" + str0},
		{fn("SUBSTRING", types.VarCharType(3), s("abc"), num(2)),
			`CAST(_UTF-16LE'bc':VARCHAR(3) CHARACTER SET "UTF-16LE" AS VARCHAR(3) CHARACTER SET "UTF-16LE")`},
		{fn("LPAD", str, s("a"), num(3), s("-")), "_UTF-16LE'--a'" + str0},
		{fn("MD5", nn(types.CharType(32)), s("a")), "_UTF-16LE'0cc175b9c0f1b6a831c399e269772661'"},
		{fn("OVERLAY", nn(types.VarCharType(8)), s("abcdef"), s("xx"), num(2)), `_UTF-16LE'axxdef':VARCHAR(8) CHARACTER SET "UTF-16LE"`},
		{fn("INITCAP", nn(types.CharType(11)), s("hello world")), "_UTF-16LE'Hello World'"},
		{fn("REGEXP_EXTRACT", types.StringType, s("foobar"), s("o+")), "CAST(_UTF-16LE'oo'" + str0 + " AS VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\")"},
		{Predicate(LikeOp, s("abc"), s("a!%"), s("!")), "false"},
		{NewCall(ExtractOp, nn(types.BigIntType), Flag("YEAR"), NewLiteral(Days(18263), nn(types.DateType))), "2020:BIGINT"},
		{NewCall(FloorOp, nn(types.TimestampType(0)), ts(1577934245000), Flag("HOUR")), "2020-01-02 03:00:00"},
		{NewCall(DatePlusOp, nn(types.DateType), NewLiteral(Days(18292), nn(types.DateType)),
			NewLiteral(Interval(1), types.IntervalType(true, "MONTH", 2, 0))), "2020-02-29"},
		{AbstractCast(lit("1.50", types.DecimalType(3, 2)), str), "_UTF-16LE'1.50'" + str0},
		{AbstractCast(sci("1e10"), str), "_UTF-16LE'1.0E10'" + str0},
		{AbstractCast(True, str), "_UTF-16LE'TRUE'" + str0},
		{AbstractCast(lit("1.5", types.DecimalType(2, 1)), intT), "1"},
		{AbstractCast(num(300), nn(types.TinyIntType)), "44:TINYINT"},
		{AbstractCast(s("  12 "), intT), "12"},
		{AbstractCast(s("abc"), intT), "CAST(_UTF-16LE'abc' AS INTEGER NOT NULL)"},
		{AbstractCast(s("2020-01-02 03:04:05.123456"), nn(types.TimestampType(6))), "2020-01-02 03:04:05.123456:TIMESTAMP(6)"},
		{NewCall(TryCastOp, types.IntType, s("abc")), "null:INTEGER"},
		{NewCall(TryCastOp, types.IntType, s("1")), "CAST(1 AS INTEGER)"},
		{fn("DATE_FORMAT", types.StringType, ts(1577934245000), s("yyyy/MM/dd HH:mm")),
			"CAST(_UTF-16LE'2020/01/02 03:04'" + str0 + " AS VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\")"},
		{fn("JSON_VALUE", types.StringType, s(`{"a":1}`), s("$.a")), "CAST(_UTF-16LE'1'" + str0 + " AS VARCHAR(2147483647) CHARACTER SET \"UTF-16LE\")"},
	} {
		if got := Print(FoldConstant(c.e), Physical, nil); got != c.want {
			t.Errorf("%s: got %s, want %s", Print(c.e, Physical, nil), got, c.want)
		}
	}
}

func TestReduce(t *testing.T) {
	sum := NewCall(PlusOp, types.IntType, NewCall(PlusOp, nn(types.IntType), num(1), num(2)), tI)
	id := EqualsOf(tI, num(1))
	upper := fn("UPPER", types.StringType, tS)
	simple := NewCall(CaseOp, nn(types.CharType(1)), gt(tI, num(1)), StringLiteral("a"), StringLiteral("b"))
	for _, c := range []struct {
		site  Site
		e     Expr
		known []Expr
		want  string
	}{
		{InProject, sum, nil, "+(3, i)"},
		{InProject, tI, []Expr{id}, "CAST(1 AS INTEGER)"},
		{InProject, NewCall(PlusOp, types.IntType, tI, num(1)), []Expr{id}, "CAST(2 AS INTEGER)"},
		{InProject, EqualsOf(tI, num(1)), []Expr{id}, "CAST(true AS BOOLEAN)"},
		{InProject, tNI, []Expr{EqualsOf(tNI, num(1))}, "1"},
		{InProject, upper, []Expr{EqualsOf(tS, NewLiteral(Str("a"), nn(types.StringType)))},
			`CAST(_UTF-16LE'A':VARCHAR(2147483647) CHARACTER SET "UTF-16LE" AS VARCHAR(2147483647) CHARACTER SET "UTF-16LE")`},
		{InProject, tS, []Expr{IsNullOf(tS)}, `null:VARCHAR(2147483647) CHARACTER SET "UTF-16LE"`},
		{InProject, gt(tI, num(1)), []Expr{gt(tI, num(5))}, "CAST(IS NOT NULL(i) AS BOOLEAN)"},
		{InFilter, EqualsOf(simple, StringLiteral("a")), nil, ">(i, 1)"},
		{InProject, EqualsOf(simple, StringLiteral("a")), nil, "IS TRUE(>(i, 1))"},
	} {
		r := Reduce([]Expr{c.e}, c.site, c.known, nil, nil)
		if c.site == InFilter {
			r = ReduceFilter(c.e, c.known)
		}
		if got := Print(r.Exprs[0], Physical, testNames); got != c.want || r.Err != nil {
			t.Errorf("%s: got %s (%v), want %s", Print(c.e, Physical, testNames), got, r.Err, c.want)
		}
	}
	div := NewCall(DivideOp, nn(types.IntType), num(1), num(0))
	if r := Reduce([]Expr{div}, InProject, nil, nil, nil); r.Err == nil || r.Err.Error() != "Division by zero" {
		t.Errorf("1 / 0 gives %v", r.Err)
	}
}
