package expr

import (
	"reflect"
	"testing"

	"rowkind/planner/internal/types"
)

// Functions of arrays and maps over values, as their classes in flink-table-runtime compute them.
func TestEvalCollections(t *testing.T) {
	ints, strs, dict := types.ArrayType(types.IntType), types.ArrayType(types.StringType), types.MapType(types.StringType, types.IntType)
	i, j, s, m := NewRef(0, ints), NewRef(1, ints), NewRef(2, strs), NewRef(3, dict)
	n := func(vs ...int64) List {
		l := List{}
		for _, v := range vs {
			if v < 0 {
				l = append(l, nil)
				continue
			}
			l = append(l, Int(v))
		}
		return l
	}
	const null = -1
	row := []Value{n(3, 1, null, 3), n(1, 4), List{Str("b"), nil, Str("a")}, Mapping{{Str("x"), Int(1)}, {Str("y"), nil}}}
	for _, c := range []struct {
		e    Expr
		want Value
	}{
		{fn("ARRAY_DISTINCT", ints, i), n(3, 1, null)},
		{fn("ARRAY_REVERSE", ints, i), n(3, null, 1, 3)},
		{fn("ARRAY_MAX", types.IntType, i), Int(3)},
		{fn("ARRAY_MIN", types.IntType, i), Int(1)},
		{fn("ARRAY_SORT", ints, i), n(null, 1, 3, 3)},
		{fn("ARRAY_CONCAT", ints, i, j), n(3, 1, null, 3, 1, 4)},
		{fn("ARRAY_UNION", ints, i, j), n(3, 1, null, 4)},
		{fn("ARRAY_EXCEPT", ints, i, j), n(3, null)},
		{fn("ARRAY_INTERSECT", ints, i, j), n(1)},
		{fn("ARRAY_CONTAINS", types.BooleanType, j, num(4)), Bool(true)},
		{fn("ARRAY_POSITION", types.IntType, i, num(1)), Int(2)},
		{fn("ARRAY_REMOVE", ints, i, num(3)), n(1, null)},
		{fn("ARRAY_SLICE", ints, i, num(-2)), n(null, 3)},
		{fn("ARRAY_JOIN", types.StringType, s, StringLiteral("-")), Str("b-a")},
		{fn("ARRAY_JOIN", types.StringType, s, StringLiteral("-"), StringLiteral("?")), Str("b-?-a")},
		{fn("MAP_KEYS", strs, m), List{Str("x"), Str("y")}},
		{fn("MAP_VALUES", ints, m), n(1, null)},
		{fn("SPLIT", strs, StringLiteral("a,b"), StringLiteral(",")), List{Str("a"), Str("b")}},
	} {
		got, err := Eval(c.e, row)
		if err != nil || !sameList(got, c.want) {
			t.Errorf("%s: got %v (%v), want %v", Print(c.e, Physical, []string{"i", "j", "s", "m"}), got, err, c.want)
		}
	}
}

func sameList(a, b Value) bool {
	x, isList := a.(List)
	y, wantList := b.(List)
	if !isList || !wantList {
		return reflect.DeepEqual(a, b)
	}
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if !reflect.DeepEqual(x[i], y[i]) {
			return false
		}
	}
	return true
}
