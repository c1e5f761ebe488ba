// Package types holds Flink's logical types as the planner prints, compares and converts them.
package types

import (
	"strconv"
	"strings"
)

// Kind is the root of a type.
type Kind uint8

// The kinds: Flink's LogicalTypeRoot, and what Calcite's validator has beside them.
const (
	Null Kind = iota
	Boolean
	TinyInt
	SmallInt
	Integer
	BigInt
	Decimal
	Float
	Double
	Char
	VarChar
	Binary
	VarBinary
	Date
	Time
	Timestamp
	TimestampLTZ
	IntervalYearMonth
	IntervalDayTime
	Array
	Map
	Multiset
	Row
	Structured
	Raw
	Variant
	Bitmap
	Symbol
	ColumnList
	Any
)

// TimeAttribute says whether a timestamp is an event-time or processing-time attribute.
type TimeAttribute uint8

// The kinds of time attribute.
const (
	NotTime TimeAttribute = iota
	Rowtime
	Proctime
)

// MaxLength is the length of STRING and BYTES.
const MaxLength = 2147483647

// Field is a named member of a row.
type Field struct {
	Name    string
	Type    *Type
	Comment string
}

// Type is a logical type. It is immutable; make one by the constructors of this package only.
type Type struct {
	Kind      Kind
	Nullable  bool
	Precision int // length of strings and bytes, digits of decimals, fraction digits of times, leading digits of intervals
	Scale     int // of decimals; fraction digits of day-time intervals
	Time      TimeAttribute
	Unit      string // qualifier of an interval as written: "DAY", "DAY TO HOUR", "YEAR TO MONTH"
	Elem      *Type  // of ARRAY, MULTISET; value of MAP
	Key       *Type  // of MAP
	Fields    []Field
	Peek      bool   // a declared ROW type (StructKind.PEEK_FIELDS_NO_EXPAND), as against a row made by an expression or a relation
	Class     string // of STRUCTURED, RAW
	Charset   string // other than UTF-16LE

	digest string   // with nullability; what equality compares; of a joined row, made when it is asked for
	plan   string   // as AST and physical sections spell it, without NOT NULL; empty for what is spelled when it is asked for
	names  *nameSet // of a joined row
	other  *Type    // the same type with the other nullability, for the interned ones
}

// finish computes the spellings of t.
func finish(t *Type) *Type {
	switch t.Kind {
	case Array, Map, Multiset, Row, Structured:
		// Rows are made by the thousand and seldom spelled.
		t.plan, t.digest = "", deepDigest(t)
	default:
		t.plan = spell(t, true)
		t.digest = t.plan
		if !t.Nullable {
			t.digest += " NOT NULL"
		}
	}
	switch t.Time {
	case Rowtime:
		t.digest += " *ROWTIME*"
	case Proctime:
		t.digest += " *PROCTIME*"
	}
	return t
}

func deepDigest(t *Type) string {
	b := append(make([]byte, 0, 256), names[t.Kind]...)
	b = append(b, t.Class...)
	if t.Peek {
		b = append(b, '!')
	}
	b = append(b, '<')
	if t.Key != nil {
		b = append(append(b, t.Key.Digest()...), ',')
	}
	if t.Elem != nil {
		b = append(b, t.Elem.Digest()...)
	}
	for _, f := range t.Fields {
		b = append(append(b, f.Name...), 0)
		b = append(append(b, f.Type.Digest()...), ',')
	}
	b = append(b, '>')
	if !t.Nullable {
		b = append(b, " NOT NULL"...)
	}
	return Bounded(b)
}

// Digest is a string equal for equal types, nullability and time attributes included.
func (t *Type) Digest() string {
	if t.digest == "" {
		t.digest = deepDigest(t)
	}
	return t.digest
}

// Equal reports whether t and o are the same type, nullability and time attributes included.
func (t *Type) Equal(o *Type) bool { return t == o || t.Digest() == o.Digest() }

// SameIgnoringNull reports whether t and o differ in their own nullability at most.
func (t *Type) SameIgnoringNull(o *Type) bool {
	return t == o || t.WithNullable(true).Digest() == o.WithNullable(true).Digest()
}

// PlanString spells t as the AST and physical sections do, with character sets, without NOT NULL.
func (t *Type) PlanString() string {
	if t.plan == "" {
		return spell(t, true)
	}
	return t.plan
}

// ExecString spells t as the execution plan does: no character sets, no NOT NULL.
func (t *Type) ExecString() string { return spell(t, false) }

// FullPlanString is PlanString with NOT NULL where t is not nullable.
func (t *Type) FullPlanString() string {
	if t.Nullable {
		return t.PlanString()
	}
	return t.PlanString() + " NOT NULL"
}

// WithNullable gives t with the nullability n.
func (t *Type) WithNullable(n bool) *Type {
	if t.Nullable == n {
		return t
	}
	if t.other != nil {
		return t.other
	}
	c := *t
	c.Nullable = n
	return finish(&c)
}

// WithTime gives t as a time attribute of the given kind.
func (t *Type) WithTime(a TimeAttribute) *Type {
	if t.Time == a {
		return t
	}
	c := *t
	c.Time, c.other = a, nil
	return finish(&c)
}

// Indicator gives an event-time attribute as queries see it: of precision 3, whatever is declared
// (FlinkTypeFactory.createRowtimeIndicatorType).
func (t *Type) Indicator() *Type {
	if t.Time != Rowtime || t.Precision == 3 {
		return t
	}
	c := *t
	c.Precision, c.other = 3, nil
	return finish(&c)
}

// IsTimeAttribute reports whether t is a rowtime or proctime attribute.
func (t *Type) IsTimeAttribute() bool { return t.Time != NotTime }

// FieldIndex finds a field of a row by its exact name, -1 if there is none.
func (t *Type) FieldIndex(name string) int {
	for i := range t.Fields {
		if t.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// Names lists the field names of a row.
func (t *Type) Names() []string {
	s := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		s[i] = f.Name
	}
	return s
}

const charset = ` CHARACTER SET "UTF-16LE"`

// spell gives the SQL type name of Calcite's RelDataType digest.
func spell(t *Type, full bool) string {
	switch t.Kind {
	case Char, VarChar:
		s := names[t.Kind] + "(" + strconv.Itoa(t.Precision) + ")"
		if full {
			if t.Charset != "" {
				return s + ` CHARACTER SET "` + t.Charset + `"`
			}
			return s + charset
		}
		return s
	case Binary, VarBinary, Time, Timestamp, TimestampLTZ:
		name := names[t.Kind]
		if t.Kind == TimestampLTZ && t.Time != NotTime {
			name = "TIMESTAMP_LTZ" // TimeIndicatorRelDataType spells itself
		}
		s := name + "(" + strconv.Itoa(t.Precision) + ")"
		switch t.Time {
		case Rowtime:
			s += " *ROWTIME*"
		case Proctime:
			s += " *PROCTIME*"
		}
		return s
	case Decimal:
		return "DECIMAL(" + strconv.Itoa(t.Precision) + ", " + strconv.Itoa(t.Scale) + ")"
	case IntervalYearMonth, IntervalDayTime:
		return "INTERVAL " + t.Unit
	case Array:
		return spellPart(t.Elem, full) + " ARRAY"
	case Multiset:
		return spellPart(t.Elem, full) + " MULTISET"
	case Map:
		return "(" + spellPart(t.Key, full) + ", " + spellPart(t.Elem, full) + ") MAP"
	case Row:
		return spellRow(t, full)
	case Structured:
		return "*" + t.Class + "*"
	case Raw:
		return "RAW('" + t.Class + "')"
	}
	return names[t.Kind]
}

// spellPart spells a part of a type; the full spelling tells its nullability (RelDataType.getFullTypeString).
func spellPart(t *Type, full bool) string {
	s := spell(t, full)
	if full && !t.Nullable {
		s += " NOT NULL"
	}
	return s
}

func spellRow(t *Type, full bool) string {
	var b strings.Builder
	b.WriteString("RecordType")
	if t.Peek {
		b.WriteString(":peek_no_expand")
	}
	b.WriteByte('(')
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(spellPart(f.Type, full))
		b.WriteByte(' ')
		b.WriteString(f.Name)
	}
	b.WriteByte(')')
	return b.String()
}

var names = [...]string{
	Null: "NULL", Boolean: "BOOLEAN", TinyInt: "TINYINT", SmallInt: "SMALLINT", Integer: "INTEGER", BigInt: "BIGINT",
	Decimal: "DECIMAL", Float: "FLOAT", Double: "DOUBLE", Char: "CHAR", VarChar: "VARCHAR", Binary: "BINARY",
	VarBinary: "VARBINARY", Date: "DATE", Time: "TIME", Timestamp: "TIMESTAMP",
	TimestampLTZ: "TIMESTAMP_WITH_LOCAL_TIME_ZONE", Array: "ARRAY", Map: "MAP", Multiset: "MULTISET", Row: "ROW",
	Structured: "STRUCTURED", Raw: "RAW", Variant: "VARIANT", Bitmap: "BITMAP", Symbol: "SYMBOL",
	ColumnList: "COLUMN_LIST", Any: "ANY", IntervalYearMonth: "INTERVAL", IntervalDayTime: "INTERVAL",
}
