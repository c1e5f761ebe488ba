package expr

import (
	"testing"

	"rowkind/planner/internal/types"
)

// What Flink's code generator refuses, with its words; an empty one is taken.
func TestCheckGenerated(t *testing.T) {
	date, ts, ints := NewRef(0, types.DateType), NewRef(1, types.TimestampType(3)), NewRef(2, types.ArrayType(types.IntType))
	dict := NewRef(3, types.MapType(types.StringType, types.IntType))
	for _, c := range []struct {
		e    Expr
		want string
	}{
		{EqualsOf(tI, num(1)), ""},
		{EqualsOf(date, StringLiteral("2020-01-01")), ""},
		{EqualsOf(date, StringLiteral("today")), "Error when casting literal. Error when casting CHAR(5) NOT NULL to DATE."},
		{EqualsOf(tI, tS), "implicit type conversion between INTEGER and VARCHAR is not supported now"},
		{EqualsOf(date, tI), "Incomparable types: DATE and INT"},
		{EqualsOf(ints, ints), ""},
		{gt(dict, dict), "Comparable type expected, but was 'MAP<STRING, INT>'."},
		{Predicate(ItemOp, ints, num(0)), "Array element access needs an index starting at 1 but was 0."},
		{Predicate(ItemOp, ints, tS), "Integer expression type expected."},
		{AbstractCast(ts, types.BigIntType), "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use" +
			" UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead."},
		{AbstractCast(tI, types.DateType), "Only legacy cast behaviour supports cast from 'INT' to 'DATE'."},
		// An operand is generated before the call.
		{EqualsOf(AbstractCast(tI, types.DateType), tI), "Only legacy cast behaviour supports cast from 'INT' to 'DATE'."},
	} {
		got := ""
		if r := CheckGenerated(c.e); r != nil {
			got = r.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", Print(c.e, Physical, testNames), got, c.want)
		}
	}
}
