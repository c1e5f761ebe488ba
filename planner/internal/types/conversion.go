package types

// Conversion is the class of Java that values of a type have inside Flink, by one kind of each class
// (DataTypeUtils.toInternalDataType).
func (t *Type) Conversion() Kind {
	switch t.Kind {
	case Char:
		return VarChar
	case Binary:
		return VarBinary
	case Date, Time, IntervalYearMonth:
		return Integer
	case IntervalDayTime:
		return BigInt
	case TimestampLTZ:
		return Timestamp
	case Multiset:
		return Map
	}
	return t.Kind
}
