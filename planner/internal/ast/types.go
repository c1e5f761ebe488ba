package ast

import "rowkind/planner/internal/source"

// Nullability of a written type.
type Nullability int

// Unset means that neither NULL nor NOT NULL was written.
const (
	Unset Nullability = iota
	Nullable
	NotNull
)

// DataType is a type as written. Name is in capitals for built-in types:
// BOOLEAN TINYINT SMALLINT INTEGER BIGINT REAL DOUBLE FLOAT VARIANT BITMAP DECIMAL ANY BINARY VARBINARY CHAR VARCHAR STRING BYTES
// DATE TIME TIME_LTZ TIMESTAMP TIMESTAMP_LTZ GEOMETRY ARRAY MULTISET MAP ROW RAW STRUCTURED, and USER for any other name.
type DataType struct {
	Base
	Name      string
	Precision int // -1 when absent
	Scale     int // -1 when absent
	Charset   string
	Null      Nullability

	Element  *DataType // ARRAY, MULTISET
	Postfix  bool      // written `INT ARRAY`
	Key      *DataType // MAP
	Value    *DataType
	Fields   []FieldType // ROW, STRUCTURED
	Paren    bool        // ROW(…) and not ROW<…>
	Class    *Str        // RAW, STRUCTURED
	Snapshot *Str        // RAW
	User     *Ident      // a name that the grammar does not know
	NameAt   source.Span // where Calcite places the type's name
}

// FieldType is a field of ROW or STRUCTURED.
type FieldType struct {
	Base
	Name    Name
	Type    DataType
	Comment *Str
}
