package expr

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

const codeGenException = "org.apache.flink.table.planner.codegen.CodeGenException"

// CheckGenerated gives the refusal of Flink's code generator for e, nil if it has none: what validation lets pass and
// ExprCodeGenerator, ScalarOperatorGens and the cast rules do not take. Operands are generated before what uses them.
func CheckGenerated(e Expr) *diag.Rejection { return generated(e, false) }

func generated(e Expr, jsonAllowed bool) *diag.Rejection {
	switch e := e.(type) {
	case *FieldAccess:
		return generated(e.Row, false)
	case *Call:
		if e.Op.Bridging && upperName(e.Op) == "JSON" && !jsonAllowed {
			return refused(e, diag.Validation, "The JSON() function is currently only supported inside JSON_ARRAY() or as the VALUE param"+
				" of JSON_OBJECT(). Example: JSON_OBJECT('a', JSON('{\"key\": \"value\"}')) or JSON_ARRAY(JSON('{\"key\": \"value\"}')).")
		}
		if e.Op.Op == Search {
			if r := generated(e.Args[0], false); r != nil {
				return r
			}
			return searchGenerated(e)
		}
		name := upperName(e.Op)
		for i, a := range e.Args {
			if r := generated(a, name == "JSON_ARRAY" || name == "JSON_OBJECT" && i%2 == 0); r != nil {
				return r
			}
		}
		return callGenerated(e)
	}
	return nil
}

func refused(e Expr, class, message string) *diag.Rejection {
	return diag.New(class, message, e.Span())
}

func callGenerated(c *Call) *diag.Rejection {
	switch c.Op.Op {
	case Equals, NotEquals, IsDistinctFrom, IsNotDistinctFrom:
		return equalityGenerated(c, c.Args[0], c.Args[1])
	case LessThan, LessOrEqual, GreaterThan, GreaterOrEqual:
		for _, a := range c.Args {
			if !comparable(a.Type()) {
				return refused(c, codeGenException, "Comparable type expected, but was '"+a.Type().Summary()+"'.")
			}
		}
		return orderGenerated(c, c.Args[0].Type(), c.Args[1].Type())
	case Plus, Minus, DatePlus, DateMinus, DateDiff, Times, Divide, DivideInt, Mod, UnaryMinus, UnaryPlus:
		return arithmeticGenerated(c)
	case And, Or, Not, IsTrue, IsFalse, IsNotTrue, IsNotFalse:
		return booleanGenerated(c, c.Args...)
	case Cast, TryCast:
		return castGenerated(c, c.Args[0].Type(), c.typ)
	case Case:
		for i, a := range c.Args {
			if i%2 == 0 && i < len(c.Args)-1 {
				if r := booleanGenerated(c, a); r != nil {
					return r
				}
			}
			if i%2 == 1 || i == len(c.Args)-1 {
				if a.Type().Kind == types.Null && c.typ.Kind != types.Null {
					return refused(c, codeGenException, "Unsupported cast from 'NULL' to '"+c.typ.WithNullable(true).Summary()+"'.")
				}
				if r := castGenerated(c, a.Type(), c.typ); r != nil {
					return r
				}
			}
		}
	case Some, All:
		return refused(c, codeGenException, "Unsupported call: "+c.Op.Name+"("+c.Args[0].Type().Summary()+", "+c.Args[1].Type().Summary()+") \n"+
			"If you think this function should be supported, you can create an issue and start a discussion for it.")
	case Item:
		if c.Args[0].Type().Kind == types.Array {
			return elementGenerated(c)
		}
	default:
		if upperName(c.Op) == "CARDINALITY" {
			if k := c.Args[0].Type().Kind; k != types.Array && k != types.Map {
				return refused(c, codeGenException, "Expect an array or a map.")
			}
			return nil
		}
		return functionGenerated(c)
	}
	return nil
}

// comparable is TypeCheckUtils.isComparable.
func comparable(t *types.Type) bool {
	switch t.Kind {
	case types.Raw, types.Map, types.Multiset, types.Row, types.Array, types.Structured, types.Variant, types.Bitmap:
		return false
	}
	return true
}

// rootName is the LogicalTypeRoot as messages name it.
func rootName(t *types.Type) string {
	switch t.Kind {
	case types.TinyInt:
		return "TINYINT"
	case types.SmallInt:
		return "SMALLINT"
	case types.Integer:
		return "INTEGER"
	case types.BigInt:
		return "BIGINT"
	case types.Decimal:
		return "DECIMAL"
	case types.Float:
		return "FLOAT"
	case types.Double:
		return "DOUBLE"
	case types.Char:
		return "CHAR"
	}
	return "VARCHAR"
}

// equalityGenerated is ScalarOperatorGens.generateEqualAndNonEqual.
func equalityGenerated(c *Call, left, right Expr) *diag.Rejection {
	a, b := left.Type(), right.Type()
	if a.IsNumeric() && b.IsString() || b.IsNumeric() && a.IsString() {
		return refused(c, diag.Validation, "implicit type conversion between "+rootName(a)+" and "+rootName(b)+" is not supported now")
	}
	can := types.Interoperable(a, b)
	switch {
	case a.IsString() && b.IsString():
	case a.IsNumeric() && b.IsNumeric(), a.IsTimestamp() && b.IsTimestamp(), comparable(a) && can:
		return orderGenerated(c, a, b)
	case can:
	case a.IsDatetime() && b.IsString():
		return castLiteralGenerated(c, right, a)
	case b.IsDatetime() && a.IsString():
		return castLiteralGenerated(c, left, b)
	case !reference(a) && !reference(b):
		return incomparable(c, a, b)
	}
	return nil
}

func incomparable(c *Call, a, b *types.Type) *diag.Rejection {
	return refused(c, codeGenException, "Incomparable types: "+a.Summary()+" and "+b.Summary())
}

// castLiteralGenerated casts a literal text to a time while code is made; a failure fails the statement.
func castLiteralGenerated(c *Call, e Expr, t *types.Type) *diag.Rejection {
	l, ok := e.(*Literal)
	if !ok {
		return castGenerated(c, e.Type(), t)
	}
	if s, ok := l.Value.(Str); ok {
		if _, err := parseTemporal(string(s), t); err != nil {
			text := "Error when casting " + l.typ.Summary() + " to " + t.Summary() + "."
			cause := err.(*Failed)
			return refused(c, cause.Class, cause.Message).
				Wrap("org.apache.flink.table.api.TableRuntimeException", text).
				Wrap(diag.Validation, "Error when casting literal. "+text)
		}
	}
	return nil
}

// reference is TypeCheckUtils.isReference: values that are Java objects.
func reference(t *types.Type) bool {
	switch t.Kind {
	case types.Boolean, types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Float, types.Double, types.Date,
		types.Time, types.Timestamp, types.TimestampLTZ, types.IntervalYearMonth, types.IntervalDayTime:
		return false
	}
	return true
}

// orderGenerated is ScalarOperatorGens.generateComparison.
func orderGenerated(c *Call, a, b *types.Type) *diag.Rejection {
	switch {
	case a.Kind == types.Decimal || b.Kind == types.Decimal:
	case a.IsNumeric() && b.IsNumeric():
	case a.IsTimestamp() && b.IsTimestamp(), a.Kind == types.Time && b.Kind == types.Time:
	case comparable(a) && types.Interoperable(a, b):
	default:
		return incomparable(c, a, b)
	}
	return nil
}

// searchGenerated is SearchOperatorGen for ranges, which are comparisons.
func searchGenerated(c *Call) *diag.Rejection {
	l, ok := c.Args[1].(*Literal)
	if !ok {
		return nil
	}
	s, ok := l.Value.(*Sarg)
	if !ok || s.set().points() || s.set().holes() {
		return nil
	}
	return orderGenerated(c, c.Args[0].Type(), l.typ)
}

func elementGenerated(c *Call) *diag.Rejection {
	if c.Args[1].Type().Kind != types.Integer {
		return refused(c, codeGenException, "Integer expression type expected.")
	}
	if l, ok := c.Args[1].(*Literal); ok {
		if d, ok := l.Value.(Dec); ok && d.Cmp(Int(1)) < 0 {
			return refused(c, diag.Validation, "Array element access needs an index starting at 1 but was "+d.String()+".")
		}
	}
	return nil
}

// castGenerated knows the casts that the cast rules refuse though validation does not.
func castGenerated(c *Call, from, to *types.Type) *diag.Rejection {
	switch {
	case from.IsNumeric() && to.Kind == types.Timestamp:
		return refused(c, diag.Validation, "The cast from NUMERIC type to TIMESTAMP type is not allowed. It's recommended to use "+
			"TO_TIMESTAMP(FROM_UNIXTIME(numeric_col)) instead, note the numeric is in seconds.")
	case from.IsNumeric() && to.Kind == types.TimestampLTZ:
		return refused(c, diag.Validation, "The cast from NUMERIC type to TIMESTAMP_LTZ type is not allowed. It's recommended to use"+
			" TO_TIMESTAMP_LTZ(numeric_col, precision) instead.")
	case from.Kind == types.Timestamp && to.IsNumeric():
		return refused(c, diag.Validation, "The cast from TIMESTAMP type to NUMERIC type is not allowed. It's recommended to use"+
			" UNIX_TIMESTAMP(CAST(timestamp_col AS STRING)) instead.")
	case from.Kind == types.TimestampLTZ && to.IsNumeric():
		return refused(c, diag.Validation, "The cast from TIMESTAMP_LTZ type to NUMERIC type is not allowed.")
	case from.Kind == types.Integer && to.Kind == types.Date:
		return refused(c, codeGenException, "Only legacy cast behaviour supports cast from '"+from.Summary()+"' to '"+to.Summary()+"'.")
	case !castable(from, to):
		return refused(c, codeGenException, "Unsupported cast from '"+from.Summary()+"' to '"+to.Summary()+"'.")
	}
	return nil
}

// castable reports whether a cast rule takes the types (CastRuleProvider.resolve).
func castable(from, to *types.Type) bool {
	if from.Kind == types.Null || to.IsString() || types.Interoperable(from, to) {
		return true
	}
	switch to.Kind {
	case types.Boolean:
		return from.IsNumeric() || from.IsString() || from.Kind == types.Boolean
	case types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Decimal, types.Float, types.Double:
		return from.IsNumeric() || from.IsString() || from.Kind == types.Boolean || from.IsInterval() && (to.Kind == types.Integer || to.Kind == types.BigInt)
	case types.Binary, types.VarBinary:
		return from.IsBinary() || from.IsString() || from.Kind == types.Raw || from.Kind == types.Bitmap
	case types.IntervalYearMonth, types.IntervalDayTime:
		return intType(from)
	case types.Date:
		return from.IsString() || from.IsTimestamp()
	case types.Time:
		return from.IsString() || from.IsTimestamp() || from.Kind == types.Time
	case types.Timestamp, types.TimestampLTZ:
		return from.IsString() || from.IsDatetime()
	case types.Array, types.Multiset:
		return from.Kind == to.Kind && castable(from.Elem, to.Elem)
	case types.Map:
		return from.Kind == to.Kind && castable(from.Key, to.Key) && castable(from.Elem, to.Elem)
	case types.Row:
		if !from.HasFields() || len(from.Fields) != len(to.Fields) {
			return false
		}
		for i := range to.Fields {
			if !castable(from.Fields[i].Type, to.Fields[i].Type) {
				return false
			}
		}
		return true
	case types.Structured, types.Raw, types.Variant, types.Bitmap, types.Any, types.Symbol, types.ColumnList:
		return true
	}
	return false
}
