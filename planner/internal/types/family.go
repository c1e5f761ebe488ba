package types

// Family is Calcite's SqlTypeFamily of a type: what may be compared, and the words in messages on operands.
type Family uint8

// The families that types have as their own.
const (
	NoFamily Family = iota
	NullFamily
	BooleanFamily
	NumericFamily
	CharacterFamily
	BinaryFamily
	DateFamily
	TimeFamily
	TimestampFamily
	YearMonthFamily
	DayTimeFamily
	ArrayFamily
	MapFamily
	MultisetFamily
	RowFamily
	AnyFamily
	ColumnListFamily
	VariantFamily
	OtherFamily
)

// Family gives the family of t.
func (t *Type) Family() Family {
	switch t.Kind {
	case Null:
		return NullFamily
	case Boolean:
		return BooleanFamily
	case TinyInt, SmallInt, Integer, BigInt, Decimal, Float, Double:
		return NumericFamily
	case Char, VarChar:
		return CharacterFamily
	case Binary, VarBinary:
		return BinaryFamily
	case Date:
		return DateFamily
	case Time:
		return TimeFamily
	case Timestamp, TimestampLTZ:
		return TimestampFamily
	case IntervalYearMonth:
		return YearMonthFamily
	case IntervalDayTime:
		return DayTimeFamily
	case Array:
		return ArrayFamily
	case Map:
		return MapFamily
	case Multiset:
		return MultisetFamily
	case Row:
		return RowFamily
	case ColumnList:
		return ColumnListFamily
	case Variant:
		return VariantFamily
	case Symbol, Any:
		return AnyFamily
	}
	return OtherFamily
}

// IsString reports CHAR and VARCHAR.
func (t *Type) IsString() bool { return t.Kind == Char || t.Kind == VarChar }

// IsBinary reports BINARY and VARBINARY.
func (t *Type) IsBinary() bool { return t.Kind == Binary || t.Kind == VarBinary }

// IsInteger reports TINYINT to BIGINT.
func (t *Type) IsInteger() bool { return t.Kind >= TinyInt && t.Kind <= BigInt }

// IsExact reports integers and decimals.
func (t *Type) IsExact() bool { return t.Kind >= TinyInt && t.Kind <= Decimal }

// IsApprox reports FLOAT and DOUBLE.
func (t *Type) IsApprox() bool { return t.Kind == Float || t.Kind == Double }

// IsNumeric reports all numbers.
func (t *Type) IsNumeric() bool { return t.Kind >= TinyInt && t.Kind <= Double }

// IsInterval reports both families of intervals.
func (t *Type) IsInterval() bool { return t.Kind == IntervalYearMonth || t.Kind == IntervalDayTime }

// IsTimestamp reports TIMESTAMP and TIMESTAMP_LTZ.
func (t *Type) IsTimestamp() bool { return t.Kind == Timestamp || t.Kind == TimestampLTZ }

// IsDatetime reports dates, times and timestamps.
func (t *Type) IsDatetime() bool { return t.Kind >= Date && t.Kind <= TimestampLTZ }

// IsCollection reports ARRAY and MULTISET.
func (t *Type) IsCollection() bool { return t.Kind == Array || t.Kind == Multiset }

// HasFields reports rows and structured types.
func (t *Type) HasFields() bool { return t.Kind == Row || t.Kind == Structured }

// Digits is the precision and scale of an exact number as a decimal.
func (t *Type) Digits() (precision, scale int) {
	switch t.Kind {
	case TinyInt:
		return 3, 0
	case SmallInt:
		return 5, 0
	case Integer:
		return 10, 0
	case BigInt:
		return 19, 0
	case Float:
		return 7, 0
	case Double:
		return 15, 0
	}
	return t.Precision, t.Scale
}

// AnyNullable reports whether one of ts is nullable.
func AnyNullable(ts ...*Type) bool {
	for _, t := range ts {
		if t.Nullable {
			return true
		}
	}
	return false
}

// Interoperable reports types of which one is as good as the other to Flink's runtime: strings of any length, bytes of any
// length, else the same but for nullability (PlannerTypeUtils.isInteroperable).
func Interoperable(a, b *Type) bool {
	switch {
	case a.IsString() && b.IsString() || a.IsBinary() && b.IsBinary():
		return true
	case a.Kind != b.Kind:
		return false
	}
	switch a.Kind {
	case Array, Multiset:
		return Interoperable(a.Elem, b.Elem)
	case Map:
		return Interoperable(a.Key, b.Key) && Interoperable(a.Elem, b.Elem)
	case Row:
		if len(a.Fields) != len(b.Fields) {
			return false
		}
		for i := range a.Fields {
			if !Interoperable(a.Fields[i].Type, b.Fields[i].Type) {
				return false
			}
		}
		return true
	}
	return a.WithTime(NotTime).SameIgnoringNull(b.WithTime(NotTime))
}

// rootNames are the names of LogicalTypeRoot.
var rootNames = [...]string{Null: "NULL", Boolean: "BOOLEAN", TinyInt: "TINYINT", SmallInt: "SMALLINT", Integer: "INTEGER", BigInt: "BIGINT",
	Decimal: "DECIMAL", Float: "FLOAT", Double: "DOUBLE", Char: "CHAR", VarChar: "VARCHAR", Binary: "BINARY", VarBinary: "VARBINARY", Date: "DATE",
	Time: "TIME_WITHOUT_TIME_ZONE", Timestamp: "TIMESTAMP_WITHOUT_TIME_ZONE", TimestampLTZ: "TIMESTAMP_WITH_LOCAL_TIME_ZONE",
	IntervalYearMonth: "INTERVAL_YEAR_MONTH", IntervalDayTime: "INTERVAL_DAY_TIME", Array: "ARRAY", Map: "MAP", Multiset: "MULTISET", Row: "ROW",
	Structured: "STRUCTURED_TYPE", Raw: "RAW", Variant: "VARIANT", Bitmap: "BITMAP", Symbol: "SYMBOL", ColumnList: "DESCRIPTOR", Any: "ANY"}

// RootName is the name of t's LogicalTypeRoot.
func (t *Type) RootName() string { return rootNames[t.Kind] }
