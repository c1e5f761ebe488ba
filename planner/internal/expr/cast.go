package expr

import (
	"math/big"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/types"
)

// CastTo casts e to t as RexBuilder.makeCast does: a literal takes the type with its digits as they are, INT to
// BOOLEAN becomes a comparison, BOOLEAN to INT a CASE, an interval to a number a division.
func CastTo(e Expr, t *types.Type) Expr { return makeCast(e, t, false) }

// CastToExactly is CastTo that keeps a nullable target nullable around a literal (matchNullability).
func CastToExactly(e Expr, t *types.Type) Expr { return makeCast(e, t, true) }

// AbstractCast is the call CAST(e):t whatever e is.
func AbstractCast(e Expr, t *types.Type) Expr { return NewCall(CastOp, t, e) }

// EnsureType casts e to t unless it is of that type, nullability included or, with matchNullability, set aside
// (RexBuilder.ensureType).
func EnsureType(e Expr, t *types.Type, matchNullability bool) Expr {
	if matchNullability {
		t = t.WithNullable(e.Type().Nullable)
	}
	if e.Type().Equal(t) {
		return e
	}
	return CastTo(e, t)
}

// NotNull gives e with a NOT NULL type (RexBuilder.makeNotNull).
func NotNull(e Expr) Expr {
	if !e.Type().Nullable {
		return e
	}
	return AbstractCast(e, e.Type().WithNullable(false))
}

func makeCast(e Expr, t *types.Type, matchNullability bool) Expr {
	from := e.Type()
	if l, ok := e.(*Literal); ok {
		if from.Kind == types.Boolean && exactNumeric(t) && l.Value != nil {
			return castBoolToExact(e, t)
		}
		if retyped, ok := retype(l, t); ok {
			if t.Nullable && retyped.Value != nil && matchNullability {
				return AbstractCast(retyped, t)
			}
			return retyped
		}
		return AbstractCast(e, t)
	}
	switch {
	case exactNumeric(t) && interval(from):
		return castIntervalToExact(e, t)
	case t.Kind == types.Boolean && exactNumeric(from):
		return NewCall(NotEqualsOp, t, e, zeroLiteral(from))
	case from.Kind == types.Boolean && exactNumeric(t):
		return castBoolToExact(e, t)
	}
	return AbstractCast(e, t)
}

func exactNumeric(t *types.Type) bool {
	switch t.Kind {
	case types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Decimal:
		return true
	}
	return false
}

func intType(t *types.Type) bool { return exactNumeric(t) && t.Kind != types.Decimal }

func numeric(t *types.Type) bool {
	return exactNumeric(t) || t.Kind == types.Float || t.Kind == types.Double
}

func interval(t *types.Type) bool {
	return t.Kind == types.IntervalDayTime || t.Kind == types.IntervalYearMonth
}

// zeroLiteral is the 0 of a number type (RexBuilder.makeZeroLiteral).
func zeroLiteral(t *types.Type) *Literal {
	d := Int(0)
	if t.Kind == types.Float || t.Kind == types.Double {
		d.Form = Scientific
	}
	return NewLiteral(d, t.WithNullable(false))
}

func castBoolToExact(e Expr, t *types.Type) Expr {
	nn := t.WithNullable(false)
	c := NewCall(CaseOp, nn, e, NewLiteral(Int(1), nn), zeroLiteral(t))
	if !e.Type().Nullable {
		return c
	}
	return NewCall(CaseOp, t, IsNotNullOf(e), c, NullOf(t))
}

// retype gives l the type t if the cast can be left out (RexBuilder.canRemoveCastFromLiteral).
func retype(l *Literal, t *types.Type) (*Literal, bool) {
	if l.Value == nil {
		return NullOf(t), true
	}
	switch t.Kind {
	case types.Array, types.Map: // RexLiteral.valueMatchesType knows no such literal
		diag.Fail(diag.AssertionError, l.span,
			"Was not expecting value '%s' for enumeration 'org.apache.calcite.sql.type.SqlTypeName' in this context", kindName(t))
	}
	nn := t.WithNullable(false)
	switch v := l.Value.(type) {
	case Bool:
		if t.Kind != types.Boolean {
			return nil, false
		}
	case Dec:
		if !numeric(t) || !decimalFits(v, t) {
			return nil, false
		}
	case Interval:
		return retypeInterval(l, v, t)
	case Str:
		n := utf16Len(string(v))
		if !(t.Kind == types.Char && t.Precision == n || t.Kind == types.VarChar && t.Precision >= n) {
			return nil, false
		}
	case Bytes:
		if !(t.Kind == types.Binary && t.Precision == len(v) || t.Kind == types.VarBinary && t.Precision >= len(v)) {
			return nil, false
		}
	case Days, Symbol:
		if t.Kind != l.typ.Kind {
			return nil, false
		}
	case Millis:
		if t.Kind != types.Time {
			return nil, false
		}
		return NewLiteral(Millis(roundMillis(int64(v), t.Precision)), nn), true
	case Moment:
		if t.Kind != l.typ.Kind {
			return nil, false
		}
		return NewLiteral(v.round(t.Precision), nn), true
	default:
		return nil, false
	}
	if nn.Equal(l.typ) {
		return l, true
	}
	return NewLiteral(l.Value, nn), true
}

func kindName(t *types.Type) string {
	if t.Kind == types.Array {
		return "ARRAY"
	}
	return "MAP"
}

// decimalFits reports whether a number may be written as a literal of type t: an integer of the type's range, or
// with no more digits before the point than a DECIMAL has. An approximate type takes all.
func decimalFits(d Dec, t *types.Type) bool {
	switch t.Kind {
	case types.Decimal:
		return d.Digits()-d.Scale <= t.Precision-t.Scale
	case types.Float, types.Double:
		return true
	}
	if d.Scale != 0 {
		return false
	}
	n := d.unscaled().Int64() // longValue: the low 64 bits
	switch t.Kind {
	case types.TinyInt:
		return n >= -128 && n <= 127
	case types.SmallInt:
		return n >= -32768 && n <= 32767
	case types.Integer:
		return n >= -1<<31 && n < 1<<31
	}
	return true
}

// retypeInterval turns an interval into a number of its last unit, or an interval of another qualifier.
func retypeInterval(l *Literal, v Interval, t *types.Type) (*Literal, bool) {
	nn := t.WithNullable(false)
	if t.Kind == l.typ.Kind {
		return NewLiteral(v, nn), true
	}
	if !numeric(t) {
		return nil, false
	}
	d := Int(divideHalfDown(int64(v), endUnit(l.typ)))
	if intType(t) && !decimalFits(Dec{Unscaled: big.NewInt(int64(v))}, t) {
		return nil, false
	}
	switch t.Kind {
	case types.Integer, types.BigInt:
		d.Form = Long
	case types.Double, types.Float:
		d.Form = Scientific
	}
	return NewLiteral(d, nn), true
}

func divideHalfDown(n, by int64) int64 {
	q, r := n/by, n%by
	if r < 0 {
		r = -r
	}
	if 2*r > by {
		if n < 0 {
			return q - 1
		}
		return q + 1
	}
	return q
}

// endUnit gives the size of the last unit of an interval type, in months or milliseconds.
func endUnit(t *types.Type) int64 {
	unit := t.Unit
	for i := len(unit) - 1; i >= 0; i-- {
		if unit[i] == ' ' && i > 2 && unit[i-3:i] == " TO" {
			unit = unit[i+1:]
			break
		}
	}
	for i := 0; i < len(unit); i++ {
		if unit[i] == '(' {
			unit = unit[:i]
		}
	}
	return UnitSize(unit)
}

// UnitSize gives a time unit in milliseconds, or in months for YEAR, QUARTER and MONTH (TimeUnit.multiplier).
func UnitSize(unit string) int64 {
	switch unit {
	case "SECOND":
		return 1000
	case "MINUTE":
		return 60000
	case "HOUR":
		return 3600000
	case "DAY":
		return millisPerDay
	case "WEEK":
		return 7 * millisPerDay
	case "QUARTER":
		return 3
	case "YEAR":
		return 12
	}
	return 1
}

// castIntervalToExact counts the last unit of an interval: its number of milliseconds or months, divided.
func castIntervalToExact(e Expr, t *types.Type) Expr {
	bigint := types.BigIntType.WithNullable(e.Type().Nullable)
	var v Expr = NewCall(ReinterpretOp, bigint, e)
	if by := endUnit(e.Type()); by > 1 {
		v = NewCall(DivideIntOp, bigint, v, IntLiteral(by))
	}
	return EnsureType(v, t, false)
}

// round cuts m to p digits of a second (TimestampString.round).
func (m Moment) round(p int) Moment {
	if p >= 9 {
		return m
	}
	frac := floorMod(m.Millis, 1000)*1000000 + int64(m.Nanos)
	unit := int64(1)
	for i := p; i < 9; i++ {
		unit *= 10
	}
	frac -= frac % unit
	return Moment{Millis: floorDiv(m.Millis, 1000)*1000 + frac/1000000, Nanos: int32(frac % 1000000)}
}

func roundMillis(ms int64, p int) int64 {
	unit := int64(1)
	for i := p; i < 3; i++ {
		unit *= 10
	}
	return ms - ms%unit
}
