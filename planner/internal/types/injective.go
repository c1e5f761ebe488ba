package types

// InjectiveCast reports whether CAST(from AS to) gives different values for different values, so that a cast key is
// still a key. (LogicalTypeCasts.supportsInjectiveCast)
func InjectiveCast(from, to *Type) bool {
	switch {
	case from.Kind == Null:
		return true
	case from.HasFields() && to.HasFields():
		if len(from.Fields) != len(to.Fields) {
			return false
		}
		for i := range from.Fields {
			if !InjectiveCast(from.Fields[i].Type, to.Fields[i].Type) {
				return false
			}
		}
		return true
	case from.IsInteger() && to.IsInteger():
		return from.Kind <= to.Kind
	}
	switch to.Kind {
	case Char, VarChar:
		if from.Kind == Char || from.Kind == VarChar && to.Kind == VarChar {
			return to.Precision >= from.Precision
		}
		n := longestText(from)
		return n > 0 && to.Precision >= n
	case Binary, VarBinary:
		if from.Kind == Binary || from.Kind == VarBinary && to.Kind == VarBinary {
			return to.Precision >= from.Precision
		}
		// four bytes for each character of UTF-8
		return from.IsString() && (to.Precision == MaxLength || from.Precision != MaxLength && to.Precision >= 4*from.Precision)
	case Decimal:
		return from.Kind == Decimal && from.Precision == to.Precision && from.Scale == to.Scale
	case Time:
		return from.Kind == Time && from.Precision == to.Precision
	case Timestamp, TimestampLTZ:
		return from.IsTimestamp() && from.Precision == to.Precision
	case Float, Double, Boolean, Date:
		return from.Kind == to.Kind
	}
	return false
}

// longestText is the length of the longest text of a type, 0 for types whose text says less than the value.
func longestText(t *Type) int {
	switch t.Kind {
	case Boolean:
		return 5
	case TinyInt:
		return 4
	case SmallInt:
		return 6
	case Integer:
		return 11
	case BigInt:
		return 20
	case Float:
		return 15
	case Double:
		return 24
	case Date:
		return 10
	case Time:
		return fraction(9, t.Precision)
	case Timestamp, TimestampLTZ:
		return fraction(20, t.Precision)
	}
	return 0
}

func fraction(withPoint, digits int) int {
	if digits > 0 {
		return withPoint + digits
	}
	return withPoint - 1
}
