package expr

import "math/big"

// Value is the value of a Literal, nil for NULL.
type Value interface{ value() }

// Bool is a BOOLEAN.
type Bool bool

// Dec is a number: Unscaled × 10^-Scale, whatever its SQL type, as Calcite keeps all numbers in BigDecimal.
// Form is how it is written, which the type does not tell: CAST(1 AS DOUBLE) keeps the digits of its 1.
type Dec struct {
	Unscaled *big.Int
	Scale    int
	Form     DecForm
}

// DecForm is how a number is written (RexLiteral's typeName, which may differ from its type's).
type DecForm uint8

// The forms: 1.5, 1.5E0, 1L.
const (
	Plain DecForm = iota
	Scientific
	Long
)

// Str is a character string.
type Str string

// Bytes is a binary string.
type Bytes string

// Days is a DATE: days since 1970-01-01.
type Days int32

// Millis is a TIME: milliseconds of the day.
type Millis int32

// Moment is a TIMESTAMP or TIMESTAMP_LTZ: milliseconds since the epoch, in UTC or without zone, and the
// nanoseconds below the millisecond.
type Moment struct {
	Millis int64
	Nanos  int32
}

// Interval is months or milliseconds, by the type's kind.
type Interval int64

// Symbol is a flag: FLAG(YEAR).
type Symbol string

func (Bool) value()     {}
func (Dec) value()      {}
func (Str) value()      {}
func (Bytes) value()    {}
func (Days) value()     {}
func (Millis) value()   {}
func (Moment) value()   {}
func (Interval) value() {}
func (Symbol) value()   {}
func (*Sarg) value()    {}

// NullAs tells what a Sarg says of NULL (RexUnknownAs).
type NullAs uint8

// The answers for NULL.
const (
	NullUnknown NullAs = iota
	NullTrue
	NullFalse
)

// Sarg is a set of points and ranges of one type, sorted and apart (Calcite's Sarg).
type Sarg struct {
	Ranges []Range
	Null   NullAs
}

// Range is one piece of a Sarg. A nil end is open to infinity; a point has equal, closed ends.
type Range struct {
	Lower, Upper             Value
	LowerClosed, UpperClosed bool
}

// Int makes the number n.
func Int(n int64) Dec { return Dec{Unscaled: big.NewInt(n)} }
