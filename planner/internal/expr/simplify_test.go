package expr

import (
	"testing"
	"time"

	"rowkind/planner/internal/types"
)

var testNames = []string{"i", "bi", "b", "s", "ni"}

var (
	tI  = NewRef(0, types.IntType)
	tBI = NewRef(1, types.BigIntType)
	tB  = NewRef(2, types.BooleanType)
	tS  = NewRef(3, types.StringType)
	tNI = NewRef(4, types.IntType.WithNullable(false))
)

func num(n int64) Expr { return IntLiteral(n) }

func gt(a, b Expr) Expr { return CompareOf(GreaterThan, a, b) }
func lt(a, b Expr) Expr { return CompareOf(LessThan, a, b) }
func ne(a, b Expr) Expr { return CompareOf(NotEquals, a, b) }

func TestSimplifyFilter(t *testing.T) {
	like := Predicate(LikeOp, tS, StringLiteral("a%"))
	upper := NewCall(&Operator{Name: "UPPER"}, types.StringType, tS)
	for _, c := range []struct {
		in   Expr
		want string
	}{
		{AndOf(gt(tI, num(1)), OrOf(gt(tI, num(1)), tB)), "AND(>(i, 1), OR(IS NOT NULL(i), b))"},
		{AndOf(gt(tBI, num(1)), gt(tI, num(1)), lt(tBI, num(5))), "AND(SEARCH(bi, Sarg[(1..5)]), >(i, 1))"},
		{AndOf(like, NotOf(tB), EqualsOf(tI, num(1))), "AND(LIKE(s, _UTF-16LE'a%'), =(i, 1), NOT(b))"},
		{AndOf(IsNotNullOf(tBI), EqualsOf(tI, num(1))), "AND(IS NOT NULL(bi), =(i, 1))"}, // equal but for the order
		{AndOf(IsNotNullOf(tBI), tB, EqualsOf(tI, num(1))), "AND(b, =(i, 1), IS NOT NULL(bi))"},
		{AndOf(EqualsOf(tI, num(1)), EqualsOf(tI, num(2))), "false"},
		{OrOf(gt(tI, num(1)), CompareOf(LessOrEqual, tI, num(1))), "IS NOT NULL(i)"},
		{EqualsOf(tI, tI), "IS NOT NULL(i)"},
		{EqualsOf(tNI, tNI), "true"},
		{NotOf(gt(tI, num(1))), "<=(i, 1)"},
		{NotOf(OrOf(EqualsOf(tI, num(1)), EqualsOf(tI, num(2)))), "SEARCH(i, Sarg[(-∞..1), (1..2), (2..+∞)])"},
		{OrOf(EqualsOf(tI, num(1)), IsNullOf(tI)), "SEARCH(i, Sarg[1; NULL AS TRUE])"},
		{OrOf(AndOf(EqualsOf(tS, StringLiteral("a")), gt(tI, num(1))), AndOf(gt(tI, num(1)), EqualsOf(tS, StringLiteral("b")))),
			"AND(>(i, 1), SEARCH(s, Sarg[_UTF-16LE'a', _UTF-16LE'b']:CHAR(1) CHARACTER SET \"UTF-16LE\"))"},
		{AndOf(IsNotNullOf(tS), EqualsOf(upper, StringLiteral("A")), tB), "AND(=(UPPER(s), _UTF-16LE'A'), b, IS NOT NULL(s))"},
		{AndOf(IsNotNullOf(tI), gt(tI, num(1))), ">(i, 1)"},
		{IsCall(IsTrue, gt(tI, num(1))), ">(i, 1)"},
		{IsCall(IsNotTrue, tB), "IS NOT TRUE(b)"},
		{AndOf(tB, NotOf(tB)), "false"},
		{OrOf(tB, NotOf(tB)), "IS NOT NULL(b)"},
		{OrOf(EqualsOf(tI, num(1)), EqualsOf(tI, NullOf(types.IntType))), "=(i, 1)"},
		{AndOf(IsNullOf(tI), gt(tI, num(1))), "false"},
		{NewCall(CaseOp, types.BooleanType, tB, gt(tI, num(1)), gt(tBI, num(1))),
			"OR(AND(b, >(i, 1)), AND(>(bi, 1), IS NOT TRUE(b)))"},
		{Predicate(LikeOp, tS, StringLiteral("%")), "IS NOT NULL(s)"},
	} {
		if got := Print(SimplifyFilter(c.in), Physical, testNames); got != c.want {
			t.Errorf("%s: got %s, want %s", Print(c.in, Physical, testNames), got, c.want)
		}
	}
}

func TestSimplifyPredicates(t *testing.T) {
	e := SimplifyPredicates(IsNotNullOf(tBI), EqualsOf(tI, num(1)))
	if got, want := Print(e, Physical, testNames), "AND(=(i, 1), IS NOT NULL(bi))"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// The order of groups is that of Scala's HashMap, seen in a plan.
func TestConvertToNotInOrIn(t *testing.T) {
	d, dc := NewRef(5, types.DoubleType), NewRef(6, types.DecimalType(10, 2))
	bi, s := NewRef(3, types.BigIntType), NewCall(&Operator{Name: "UPPER"}, types.StringType, NewRef(9, types.StringType))
	terms := []Expr{gt(NewRef(2, types.IntType), num(1))}
	for _, v := range []string{"a", "b", "c", "d"} {
		terms = append(terms, ne(s, StringLiteral(v)))
	}
	terms = append(terms, ne(bi, BigintLiteral(3)), ne(d, num(2)), ne(AbstractCast(dc, types.DecimalType(12, 2)), num(1)))
	got := Print(SimplifyFilter(ConvertToNotInOrIn(AndOf(terms...))), Physical, []string{"", "", "i", "bi", "", "d", "dc", "", "", "s"})
	want := "AND(>(i, 1), <>(d, 2), <>(CAST(dc AS DECIMAL(12, 2)), 1), <>(bi, 3:BIGINT), SEARCH(UPPER(s), Sarg[(-∞.._UTF-16LE'a'), " +
		"(_UTF-16LE'a'.._UTF-16LE'b'), (_UTF-16LE'b'.._UTF-16LE'c'), (_UTF-16LE'c'.._UTF-16LE'd'), (_UTF-16LE'd'..+∞)]:CHAR(1) CHARACTER SET \"UTF-16LE\"))"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestSimplifyValue(t *testing.T) {
	for _, c := range []struct {
		in   Expr
		want string
	}{
		{EqualsOf(tI, tI), "OR(null:BOOLEAN, IS NOT NULL(i))"},
		{CompareOf(NotEquals, tI, tI), "AND(null:BOOLEAN, IS NULL(i))"},
		{AndOf(tB, NotOf(tB)), "AND(null:BOOLEAN, IS NULL(b))"},
		{AndOf(tB, False), "CAST(false AS BOOLEAN)"},
		{NewCall(PlusOp, types.IntType, tI, num(0)), "i"},
		{NewCall(TimesOp, types.BigIntType, tI, BigintLiteral(1)), "CAST(i AS BIGINT)"},
		{IsNullOf(NewCall(PlusOp, types.IntType, tI, num(1))), "IS NULL(i)"},
		{AndOf(gt(tI, num(1)), IsNotNullOf(tI)), "AND(IS NOT NULL(i), >(i, 1))"},
		{OrOf(EqualsOf(tI, num(1)), IsNullOf(tI)), "CAST(SEARCH(i, Sarg[1; NULL AS TRUE]) AS BOOLEAN)"},
		{AbstractCast(AbstractCast(tI, types.BigIntType), types.DoubleType), "CAST(i AS DOUBLE)"},
		{gt(tI, NullOf(types.IntType)), "null:BOOLEAN"},
		{NewCall(CaseOp, boolNotNull, gt(tI, num(1)), True, False), "IS TRUE(>(i, 1))"},
	} {
		if got := Print(SimplifyKeepingType(c.in, nil), Physical, testNames); got != c.want {
			t.Errorf("%s: got %s, want %s", Print(c.in, Physical, testNames), got, c.want)
		}
	}
}

// Thousands of terms must not take time that grows with their square.
func TestLongLists(t *testing.T) {
	const n = 5000
	for name, ref := range map[string]Expr{"nullable": tI, "not null": tNI} {
		in, notIn := make([]Expr, n), make([]Expr, n)
		for k := range n {
			in[k], notIn[k] = EqualsOf(ref, num(int64(k))), ne(ref, num(int64(k)))
		}
		start := time.Now()
		SimplifyFilter(OrOf(in...))
		SimplifyFilter(AndOf(notIn...))
		SimplifyFilter(NotOf(OrOf(in...)))
		SimplifyFilter(ConvertToNotInOrIn(OrOf(in...)))
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: %d terms took %v", name, n, d)
		}
	}
	var deep Expr = tI
	for k := range n {
		deep = NewCall(PlusOp, types.IntType, deep, num(int64(k)))
	}
	start := time.Now()
	SimplifyKeepingType(deep, nil)
	if d := time.Since(start); d > 20*time.Second {
		t.Errorf("deep sum took %v", d)
	}
}

func BenchmarkSimplifyFilter(b *testing.B) {
	e := AndOf(gt(tBI, num(1)), gt(tI, num(1)), lt(tBI, num(5)), OrOf(EqualsOf(tS, StringLiteral("a")), EqualsOf(tS, StringLiteral("b"))))
	b.ReportAllocs()
	for range b.N {
		SimplifyFilter(e)
	}
}
