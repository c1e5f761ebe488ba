package types

// kinds is a set of Kind.
type kinds uint32

func set(ks ...Kind) (s kinds) {
	for _, k := range ks {
		s |= 1 << k
	}
	return
}

func (s kinds) has(k Kind) bool { return s>>k&1 != 0 }

var (
	integers   = set(TinyInt, SmallInt, Integer, BigInt)
	exacts     = integers | set(Decimal)
	approxes   = set(Float, Double)
	numbers    = exacts | approxes
	strings_   = set(Char, VarChar)
	binaries   = set(Binary, VarBinary)
	timestamps = set(Timestamp, TimestampLTZ)
	datetimes  = timestamps | set(Date, Time)
	intervals  = set(IntervalYearMonth, IntervalDayTime)
	predefined = strings_ | binaries | numbers | datetimes | intervals | set(Boolean)
	collected  = set(Array, Map, Multiset, Row)
)

// assignable maps a target to what may be assigned to it. (SqlTypeAssignmentRule, Flink's copy)
var assignable = map[Kind]kinds{
	Boolean: set(Boolean), TinyInt: set(TinyInt), SmallInt: set(TinyInt, SmallInt),
	Integer: set(TinyInt, SmallInt, Integer), BigInt: integers,
	Decimal: exacts | set(Double), Float: exacts | set(Float), Double: numbers,
	Char: set(Char), VarChar: strings_, Binary: binaries, VarBinary: binaries,
	Date: set(Date), Time: set(Time), Timestamp: set(Timestamp), TimestampLTZ: set(TimestampLTZ),
	IntervalYearMonth: set(IntervalYearMonth), IntervalDayTime: set(IntervalDayTime),
	Array: set(Array), Map: set(Map), Multiset: set(Multiset), Symbol: set(Symbol), ColumnList: set(ColumnList),
}

// castable maps a target to what CAST takes to it. (FlinkSqlTypeMappingRule over SqlTypeCoercionRule.lenientInstance)
var castable = map[Kind]kinds{
	TinyInt: lenient, SmallInt: lenient, Integer: lenient, BigInt: lenient,
	Decimal: lenient, Float: lenient, Double: lenient,
	Char:    numbers | strings_ | timestamps | set(Boolean, Date, Time) | binaries | intervals,
	VarChar: numbers | strings_ | timestamps | set(Boolean, Date, Time) | binaries | intervals,
	Binary:  binaries | strings_, VarBinary: binaries | strings_,
	Boolean:           set(Boolean) | strings_ | numbers,
	Date:              set(Date) | timestamps | strings_ | binaries,
	Time:              set(Time) | timestamps | strings_ | binaries,
	Timestamp:         datetimes | strings_ | binaries | numbers,
	TimestampLTZ:      datetimes | strings_ | binaries | numbers,
	IntervalYearMonth: set(IntervalYearMonth) | exacts | strings_, IntervalDayTime: set(IntervalDayTime) | exacts | strings_,
	Array: set(Array) | strings_, Map: set(Map), Multiset: set(Multiset), Symbol: set(Symbol), ColumnList: set(ColumnList),
}

var lenient = numbers | strings_ | timestamps | set(Boolean)

// CanAssign reports whether a value of type from may be assigned to type to, by rules like Java's.
// (SqlTypeUtil.canCastFrom with SqlTypeAssignmentRule)
func CanAssign(to, from *Type) bool { return canCast(to, from, assignable) }

// CanCast reports whether the validator takes CAST(from AS to). (SqlCastFunction.canCastFrom, Flink's copy)
func CanCast(to, from *Type) bool {
	if to.Kind == Variant || to.Kind == Bitmap {
		return false
	}
	switch from.Kind {
	case Array, Map, Multiset, Structured, Row, Variant, Raw, Bitmap:
		return SupportsExplicitCast(from, to)
	}
	return canCast(to, from, castable)
}

func canCast(to, from *Type, rule map[Kind]kinds) bool {
	if to.Equal(from) || to.Kind == Any || from.Kind == Any {
		return true
	}
	if to.HasFields() || from.HasFields() {
		if to.Kind != Row {
			return to.Kind == from.Kind && to.Class == from.Class
		}
		if from.Kind != Row {
			return from.Kind == Null
		}
		if len(to.Fields) != len(from.Fields) {
			return false
		}
		for i := range to.Fields {
			if !canCast(to.Fields[i].Type, from.Fields[i].Type, rule) {
				return false
			}
		}
		return true
	}
	if to.IsCollection() && from.IsCollection() {
		return canCast(to.Elem, from.Elem, rule)
	}
	if from.IsInterval() && to.IsExact() && !from.SingleUnit() || to.IsInterval() && from.IsExact() && !to.SingleUnit() {
		return false
	}
	switch {
	case to.Kind == Null:
		return false
	case from.Kind == Null:
		return true
	case to.Kind == from.Kind && rule[to.Kind] == 0:
		return to.Class == from.Class
	}
	return rule[to.Kind].has(from.Kind)
}

// implicit maps a target to the sources of an implicit cast between logical types. (LogicalTypeCasts)
var implicit = map[Kind]kinds{
	Char: set(Char), VarChar: strings_, Binary: set(Binary), VarBinary: binaries,
	TinyInt: set(TinyInt), SmallInt: set(TinyInt, SmallInt), Integer: set(TinyInt, SmallInt, Integer), BigInt: integers,
	Decimal: numbers, Float: exacts | set(Float), Double: numbers, Boolean: set(Boolean),
	Date: set(Date, Timestamp), Time: set(Time, Timestamp), Timestamp: timestamps, TimestampLTZ: timestamps,
	IntervalYearMonth: set(IntervalYearMonth), IntervalDayTime: set(IntervalDayTime), Symbol: set(Symbol),
	Variant: set(Variant), Bitmap: set(Bitmap), ColumnList: set(ColumnList), Null: set(Null),
}

// explicit maps a target to the sources that only CAST takes. (LogicalTypeCasts)
var explicit = map[Kind]kinds{
	Char:    predefined | collected | set(Raw, Null, Structured, Bitmap),
	VarChar: predefined | collected | set(Raw, Null, Structured, Bitmap),
	Binary:  strings_ | set(VarBinary, Raw), VarBinary: strings_ | set(Binary, Raw),
	TinyInt: intoInteger, SmallInt: intoInteger, Integer: intoInteger, BigInt: intoInteger,
	Decimal: strings_ | intervals | set(Boolean) | timestamps,
	Float:   numbers | strings_ | set(Boolean) | timestamps,
	Double:  strings_ | set(Boolean) | timestamps,
	Boolean: strings_ | integers,
	Date:    timestamps | strings_, Time: set(Time) | timestamps | strings_,
	Timestamp: datetimes | strings_ | numbers, TimestampLTZ: datetimes | strings_ | numbers,
	IntervalYearMonth: exacts | strings_, IntervalDayTime: exacts | strings_,
}

var intoInteger = numbers | strings_ | intervals | set(Boolean) | timestamps

// SupportsImplicitCast is LogicalTypeCasts.supportsImplicitCast.
func SupportsImplicitCast(from, to *Type) bool { return supportsCast(from, to, false) }

// SupportsExplicitCast is LogicalTypeCasts.supportsExplicitCast.
func SupportsExplicitCast(from, to *Type) bool { return supportsCast(from, to, true) }

func supportsCast(from, to *Type, allow bool) bool {
	if from.Nullable && !to.Nullable && !allow {
		return false
	}
	switch {
	case from.SameIgnoringNull(to), from.Kind == Null:
		return true
	case from.IsInterval() && to.IsExact(), from.IsExact() && to.IsInterval():
		// Flink's logical intervals are INTERVAL MONTH and INTERVAL SECOND(3): always of one field
		return true
	case isConstructed(from) && isConstructed(to):
		return supportsConstructed(from, to, allow)
	case from.Kind == Raw && !to.IsBinary() && !to.IsString(), to.Kind == Raw, from.Kind == Symbol, to.Kind == Symbol:
		return false
	case from.Kind == Bitmap && to.Kind == VarBinary:
		return allow && to.Precision == MaxLength
	}
	return implicit[to.Kind].has(from.Kind) || allow && explicit[to.Kind].has(from.Kind)
}

func isConstructed(t *Type) bool {
	return t.Kind == Array || t.Kind == Map || t.Kind == Multiset || t.Kind == Row || t.Kind == Structured
}

func supportsConstructed(from, to *Type, allow bool) bool {
	if from.Kind != to.Kind && !(from.HasFields() && to.HasFields()) {
		return false
	}
	if from.Kind == Structured && to.Kind == Structured && from.Class != to.Class {
		return false
	}
	if len(from.Fields) != len(to.Fields) {
		return false
	}
	for i := range from.Fields {
		if !supportsCast(from.Fields[i].Type, to.Fields[i].Type, allow) {
			return false
		}
	}
	if from.Key != nil && !supportsCast(from.Key, to.Key, allow) {
		return false
	}
	return from.Elem == nil || supportsCast(from.Elem, to.Elem, allow)
}

// AvoidsCast reports whether a value of type from needs no cast to stand in a column of type to: equal types, or
// strings and bytes that only get longer. (LogicalTypeCasts.supportsAvoidingCast)
func AvoidsCast(from, to *Type) bool {
	if from == to {
		return true
	}
	if from.Nullable && !to.Nullable {
		return false
	}
	switch {
	case to.Kind == VarChar && from.IsString(), to.Kind == VarBinary && from.IsBinary():
		return from.Precision <= to.Precision
	case from.Kind != to.Kind:
		if from.HasFields() && to.HasFields() {
			return avoidsFields(from, to)
		}
		return false
	case to.IsInterval():
		return from.Precision <= to.Precision && from.Scale <= to.Scale
	case isConstructed(to):
		return avoidsChildren(from, to)
	}
	return from.WithTime(NotTime).SameIgnoringNull(to.WithTime(NotTime)) // the kind of a timestamp is no part of its equality
}

func avoidsChildren(from, to *Type) bool {
	switch to.Kind {
	case Array, Multiset:
		return AvoidsCast(from.Elem, to.Elem)
	case Map:
		return AvoidsCast(from.Key, to.Key) && AvoidsCast(from.Elem, to.Elem)
	}
	if from.Class != to.Class {
		return false
	}
	return avoidsFields(from, to)
}

func avoidsFields(from, to *Type) bool {
	if len(from.Fields) != len(to.Fields) {
		return false
	}
	for i := range from.Fields {
		if !AvoidsCast(from.Fields[i].Type, to.Fields[i].Type) {
			return false
		}
	}
	return true
}
