package types

import "testing"

func TestSummary(t *testing.T) {
	row := DeclaredRow(Field{Name: "x", Type: IntType}, Field{Name: "y", Type: StringType.WithNullable(false)})
	for want, typ := range map[string]*Type{
		"STRING": StringType, "BYTES NOT NULL": BytesType.WithNullable(false), "DECIMAL(10, 2)": DecimalType(10, 2),
		"INT": IntType, "TIMESTAMP_LTZ(3) *PROCTIME*": LTZ3.WithTime(Proctime),
		"TIMESTAMP(3) NOT NULL *ROWTIME*":   Timestamp3.WithNullable(false).WithTime(Rowtime),
		"ROW<`x` INT, `y` STRING NOT NULL>": row, "MAP<STRING, ARRAY<INT>>": MapType(StringType, ArrayType(IntType)),
		"INTERVAL SECOND(3)": Interval("DAY", "", -1, -1).WithNullable(true), "CHAR(3)": CharType(3),
	} {
		if got := typ.Summary(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestInterval(t *testing.T) {
	for want, typ := range map[string]*Type{
		"INTERVAL DAY": Interval("DAY", "", -1, -1), "INTERVAL DAY TO SECOND(3)": Interval("DAY", "SECOND", -1, 3),
		"INTERVAL DAY(3)":      Interval("DAY", "", 3, -1),
		"INTERVAL DAY TO HOUR": combineInterval(Interval("DAY", "", -1, -1), Interval("HOUR", "", -1, -1)),
	} {
		if got := typ.ExecString(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestLeastRestrictive(t *testing.T) {
	dec := DecimalType
	for _, c := range []struct {
		want string
		ts   []*Type
	}{
		{"BIGINT", []*Type{IntType, BigIntType}},
		{"DECIMAL(12, 2)", []*Type{dec(10, 2), IntType}},
		{"DOUBLE", []*Type{dec(10, 2), DoubleType}},
		{"FLOAT", []*Type{FloatType, DoubleType}},
		{"DOUBLE", []*Type{DoubleType, FloatType}},
		{"FLOAT", []*Type{IntType, FloatType}},
		{"VARCHAR(2)", []*Type{CharType(1), CharType(2)}},
		{"CHAR(2)", []*Type{CharType(2), CharType(2).WithNullable(false)}},
		{"VARCHAR(2147483647)", []*Type{StringType, CharType(2)}},
		{"INTEGER", []*Type{NullType, IntType.WithNullable(false)}},
		{"TIMESTAMP(6)", []*Type{Timestamp3, TimestampType(6)}},
		{"TIMESTAMP(3)", []*Type{Timestamp3, LTZ3}},
		{"BOOLEAN", []*Type{BooleanType, BooleanType.WithNullable(false)}},
		{"BIGINT ARRAY", []*Type{ArrayType(IntType), ArrayType(BigIntType)}},
		{"", []*Type{IntType, StringType}},
		{"", []*Type{DateType, Timestamp3}},
		{"", []*Type{BooleanType, IntType}},
	} {
		got := ""
		if r := LeastRestrictive(c.ts...); r != nil {
			got = r.ExecString()
		}
		if got != c.want {
			t.Errorf("%v: got %q, want %q", c.ts[0].ExecString(), got, c.want)
		}
	}
}

func TestArithmetic(t *testing.T) {
	a, b := DecimalType(10, 2), DecimalType(20, 6)
	for want, got := range map[string]*Type{
		"DECIMAL(21, 6)": DecimalPlus(a, b), "DECIMAL(31, 8)": DecimalTimes(a, b), "DECIMAL(37, 23)": DecimalDivide(a, b),
		"DECIMAL(14, 6)": DecimalMod(a, b), "DECIMAL(38, 6)": Avg(a).WithNullable(true), "DECIMAL(9, 0)": DecimalRound(a, 0),
	} {
		if got.ExecString() != want {
			t.Errorf("got %s, want %s", got.ExecString(), want)
		}
	}
}
