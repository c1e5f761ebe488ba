package expr

import (
	"testing"

	"rowkind/planner/internal/types"
)

func dec(t *testing.T, s string) Dec {
	t.Helper()
	d, ok := ParseDec(s)
	if !ok {
		t.Fatalf("ParseDec(%q) failed", s)
	}
	return d
}

func nn(t *types.Type) *types.Type { return t.WithNullable(false) }

func TestLiteralText(t *testing.T) {
	sci := func(s string) Dec { d := dec(t, s); d.Form = Scientific; return d }
	for _, c := range []struct {
		l              *Literal
		physical, exec string
	}{
		{IntLiteral(-1), "-1", "-1"},
		{BigintLiteral(2147483648), "2147483648:BIGINT", "2147483648"},
		{NewLiteral(dec(t, "1.50"), nn(types.DecimalType(3, 2))), "1.50:DECIMAL(3, 2)", "1.50"},
		{NewLiteral(dec(t, ".5"), nn(types.DecimalType(1, 1))), "0.5:DECIMAL(1, 1)", "0.5"},
		{NewLiteral(sci("1e1"), nn(types.DoubleType)), "1E1:DOUBLE", "1E1"},
		{NewLiteral(sci("123.456e2"), nn(types.DoubleType)), "1.23456E4:DOUBLE", "1.23456E4"},
		{NewLiteral(sci("1E-3"), nn(types.DoubleType)), "1E-3:DOUBLE", "1E-3"},
		{NewLiteral(sci("0e0"), nn(types.DoubleType)), "0E0:DOUBLE", "0E0"},
		{NewLiteral(dec(t, "1.50"), nn(types.DoubleType)), "1.50:DOUBLE", "1.50"},
		{StringLiteral("it's"), "_UTF-16LE'it''s'", "'it's'"},
		{NewLiteral(Str("a"), nn(types.VarCharType(3))), `_UTF-16LE'a':VARCHAR(3) CHARACTER SET "UTF-16LE"`, "'a'"},
		{NullOf(types.IntType), "null:INTEGER", "null:INTEGER"},
		{NullOf(types.StringType), `null:VARCHAR(2147483647) CHARACTER SET "UTF-16LE"`, "null:VARCHAR(2147483647)"},
		{NewLiteral(Days(18263), nn(types.DateType)), "2020-01-02", "2020-01-02"},
		{NewLiteral(Millis(36672500), nn(types.TimeType(1))), "10:11:12.5:TIME(1)", "10:11:12.5"},
		{NewLiteral(Moment{Millis: 1577934245120}, nn(types.TimestampType(3))), "2020-01-02 03:04:05.12:TIMESTAMP(3)", "2020-01-02 03:04:05.12"},
		{NewLiteral(Interval(86400000), types.IntervalType(false, "DAY", 2, 6)), "86400000:INTERVAL DAY", "86400000:INTERVAL DAY"},
		{NewLiteral(Bytes("\x0a\xff"), nn(types.BinaryType(2))), "X'0aff':BINARY(2)", "X'0aff'"},
		{Flag("YEAR"), "FLAG(YEAR)", "YEAR"},
		{True, "true", "true"},
	} {
		if got := Print(c.l, Physical, nil); got != c.physical {
			t.Errorf("physical: got %s, want %s", got, c.physical)
		}
		if got := Print(c.l, Exec, nil); got != c.exec {
			t.Errorf("exec: got %s, want %s", got, c.exec)
		}
	}
}

func TestSargText(t *testing.T) {
	point := func(v Value) Range { return Range{v, v, true, true} }
	for _, c := range []struct {
		s              *Sarg
		t              *types.Type
		physical, exec string
	}{
		{&Sarg{Ranges: []Range{{nil, Int(1), false, false}, point(Int(3)), {Int(5), nil, false, false}}}, types.IntType,
			"Sarg[(-∞..1), 3, (5..+∞)]", "Sarg[(-∞..1), 3, (5..+∞)]"},
		{&Sarg{Ranges: []Range{point(Int(1)), point(Int(2))}}, types.BigIntType, "Sarg[1L:BIGINT, 2L:BIGINT]:BIGINT", "Sarg[1, 2]"},
		{&Sarg{Ranges: []Range{point(Int(100))}}, types.DoubleType, "Sarg[1E2:DOUBLE]:DOUBLE", "Sarg[100]"},
		{&Sarg{Ranges: []Range{point(Str("a"))}, Null: NullTrue}, types.CharType(1),
			`Sarg[_UTF-16LE'a'; NULL AS TRUE]:CHAR(1) CHARACTER SET "UTF-16LE"`, "Sarg[_UTF-16LE'a'; NULL AS TRUE]"},
		{&Sarg{Ranges: []Range{{dec(t, "0.1"), Int(100), false, false}}}, types.DecimalType(11, 1),
			"Sarg[(0.1:DECIMAL(11, 1)..100:DECIMAL(11, 1))]:DECIMAL(11, 1)", "Sarg[(0.1..100)]"},
		{&Sarg{Ranges: []Range{point(Bytes("\x01"))}}, types.BytesType,
			"Sarg[X'01':VARBINARY(2147483647)]:VARBINARY(2147483647)", "Sarg[01]"},
	} {
		l := NewLiteral(c.s, nn(c.t))
		if got := Print(l, Physical, nil); got != c.physical {
			t.Errorf("got %s, want %s", got, c.physical)
		}
		if got := Print(l, Exec, nil); got != c.exec {
			t.Errorf("got %s, want %s", got, c.exec)
		}
	}
}

func TestCallText(t *testing.T) {
	names := []string{"i", "bi", "b", "s"}
	i, bi, b := NewRef(0, types.IntType), NewRef(1, types.BigIntType), NewRef(2, types.BooleanType)
	cond := OrOf(AndOf(CompareOf(GreaterThan, i, IntLiteral(1)), CompareOf(LessThan, bi, BigintLiteral(3))), b)
	e := NewCall(CaseOp, types.IntType, cond, NewCall(TimesOp, types.IntType, i, IntLiteral(2)), NewCall(UnaryMinusOp, types.IntType, i))
	for _, c := range []struct {
		e                   Expr
		ast, physical, exec string
	}{
		{e, "CASE(OR(AND(>($0, 1), <($1, 3)), $2), *($0, 2), -($0))",
			"CASE(OR(AND(>(i, 1), <(bi, 3:BIGINT)), b), *(i, 2), -(i))",
			"CASE((((i > 1) AND (bi < 3)) OR b), (i * 2), -(i))"},
		{EqualsOf(IsNullOf(i), b), "=(IS NULL($0), $2)", "=(IS NULL(i), b)", "(i IS NULL = b)"},
		{AbstractCast(i, nn(types.BigIntType)), "CAST($0):BIGINT NOT NULL", "CAST(i AS BIGINT NOT NULL)", "CAST(i AS BIGINT)"},
		{OrOf(NullOf(types.BooleanType), IsNotNullOf(i)), "OR(null, IS NOT NULL($0))", "OR(null:BOOLEAN, IS NOT NULL(i))",
			"(null:BOOLEAN OR i IS NOT NULL)"},
		{NewOver(Over{Op: CountOp, Partition: []Expr{bi}, Order: []SortKey{{Expr: i, NullsFirst: true}},
			Frame: Frame{Rows: true, Lower: Bound{Kind: Preceding, Offset: IntLiteral(5)}, Upper: Bound{Kind: CurrentRow}}}, nn(types.BigIntType)),
			"COUNT() OVER (PARTITION BY $1 ORDER BY $0 NULLS FIRST ROWS 5 PRECEDING)", "COUNT()", "COUNT()"},
	} {
		for s, want := range []string{c.ast, c.physical, c.exec} {
			if got := Print(c.e, Style(s), names); got != want {
				t.Errorf("style %d: got %s, want %s", s, got, want)
			}
		}
	}
}

func TestDigest(t *testing.T) {
	i, j := NewRef(0, types.IntType), NewRef(1, types.IntType)
	same := [][2]Expr{
		{EqualsOf(i, j), EqualsOf(j, i)},
		{CompareOf(GreaterThan, i, j), CompareOf(LessThan, j, i)},
		{NewCall(PlusOp, types.IntType, i, IntLiteral(1)), NewCall(PlusOp, types.IntType, IntLiteral(1), i)},
	}
	for _, p := range same {
		if p[0].Digest() != p[1].Digest() {
			t.Errorf("%s and %s differ", Print(p[0], AST, nil), Print(p[1], AST, nil))
		}
	}
	if NewCall(MinusOp, types.IntType, i, j).Digest() == NewCall(MinusOp, types.IntType, j, i).Digest() {
		t.Error("subtraction commutes")
	}
}
