package types

// The interned types without parameters, nullable; their NOT NULL twins are reached by WithNullable(false).
var (
	NullType    = twins(Type{Kind: Null})
	BooleanType = twins(Type{Kind: Boolean})
	TinyIntType = twins(Type{Kind: TinyInt})
	SmallInt16  = twins(Type{Kind: SmallInt})
	IntType     = twins(Type{Kind: Integer})
	BigIntType  = twins(Type{Kind: BigInt})
	FloatType   = twins(Type{Kind: Float})
	DoubleType  = twins(Type{Kind: Double})
	DateType    = twins(Type{Kind: Date})
	StringType  = twins(Type{Kind: VarChar, Precision: MaxLength})
	BytesType   = twins(Type{Kind: VarBinary, Precision: MaxLength})
	VariantType = twins(Type{Kind: Variant})
	BitmapType  = twins(Type{Kind: Bitmap})
	SymbolType  = twins(Type{Kind: Symbol}).other
	ColumnsType = twins(Type{Kind: ColumnList}).other
	AnyType     = twins(Type{Kind: Any})
	Timestamp3  = twins(Type{Kind: Timestamp, Precision: 3})
	LTZ3        = twins(Type{Kind: TimestampLTZ, Precision: 3})
)

// twins interns t in both nullabilities and gives the nullable one.
func twins(t Type) *Type {
	a, b := t, t
	a.Nullable, b.Nullable = true, false
	finish(&a)
	finish(&b)
	a.other, b.other = &b, &a
	return &a
}

// CharType makes nullable CHAR(n).
func CharType(n int) *Type { return finish(&Type{Kind: Char, Nullable: true, Precision: n}) }

// VarCharType makes nullable VARCHAR(n).
func VarCharType(n int) *Type {
	if n == MaxLength {
		return StringType
	}
	return finish(&Type{Kind: VarChar, Nullable: true, Precision: n})
}

// BinaryType makes nullable BINARY(n).
func BinaryType(n int) *Type { return finish(&Type{Kind: Binary, Nullable: true, Precision: n}) }

// VarBinaryType makes nullable VARBINARY(n).
func VarBinaryType(n int) *Type {
	if n == MaxLength {
		return BytesType
	}
	return finish(&Type{Kind: VarBinary, Nullable: true, Precision: n})
}

// DecimalType makes nullable DECIMAL(p, s).
func DecimalType(p, s int) *Type {
	return finish(&Type{Kind: Decimal, Nullable: true, Precision: p, Scale: s})
}

// TimeType makes nullable TIME(p).
func TimeType(p int) *Type { return finish(&Type{Kind: Time, Nullable: true, Precision: p}) }

// TimestampType makes nullable TIMESTAMP(p).
func TimestampType(p int) *Type {
	if p == 3 {
		return Timestamp3
	}
	return finish(&Type{Kind: Timestamp, Nullable: true, Precision: p})
}

// LTZType makes nullable TIMESTAMP_LTZ(p).
func LTZType(p int) *Type {
	if p == 3 {
		return LTZ3
	}
	return finish(&Type{Kind: TimestampLTZ, Nullable: true, Precision: p})
}

// ArrayType makes a nullable array of elem.
func ArrayType(elem *Type) *Type { return finish(&Type{Kind: Array, Nullable: true, Elem: elem}) }

// MultisetType makes a nullable multiset of elem.
func MultisetType(elem *Type) *Type {
	return finish(&Type{Kind: Multiset, Nullable: true, Elem: elem})
}

// Respelled is t as a cast that Flink writes itself names it: SQL gives the elements of a collection no nullability of
// their own, and they are NOT NULL. (SqlTypeUtil.convertTypeToSpec)
func Respelled(t *Type) *Type {
	switch t.Kind {
	case Array, Multiset:
		out := *t
		out.Elem = Respelled(t.Elem).WithNullable(false)
		return Make(out)
	case Map:
		out := *t
		out.Key, out.Elem = Respelled(t.Key), Respelled(t.Elem)
		return Make(out)
	case Row:
		out := *t
		out.Fields = append([]Field(nil), t.Fields...)
		for i := range out.Fields {
			out.Fields[i].Type = Respelled(out.Fields[i].Type)
		}
		return Make(out)
	}
	return t
}

// MapType makes a nullable map.
func MapType(key, value *Type) *Type {
	return finish(&Type{Kind: Map, Nullable: true, Key: key, Elem: value})
}

// RowType makes a NOT NULL row, as relations and row expressions have it.
func RowType(fields ...Field) *Type { return finish(&Type{Kind: Row, Fields: fields}) }

// DeclaredRow makes a nullable ROW<…> as a column declares it.
func DeclaredRow(fields ...Field) *Type {
	return finish(&Type{Kind: Row, Nullable: true, Fields: fields, Peek: true})
}

// IntervalType makes a NOT NULL interval. Unit is the qualifier without its precisions, such as "DAY TO SECOND";
// yearMonth tells the two families apart.
func IntervalType(yearMonth bool, unit string, precision, scale int) *Type {
	k := IntervalDayTime
	if yearMonth {
		k = IntervalYearMonth
	}
	return finish(&Type{Kind: k, Unit: unit, Precision: precision, Scale: scale})
}

// Make computes the spellings of a hand-made type, for the rare kinds (STRUCTURED, RAW) that have no constructor.
func Make(t Type) *Type {
	t.other = nil
	return finish(&t)
}
