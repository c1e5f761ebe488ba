package types

import (
	"strconv"
	"strings"
)

// Summary spells t the way schemas in messages do: STRING, DECIMAL(10, 2) NOT NULL, ROW<`x` INT>.
// (LogicalType.asSummaryString)
func (t *Type) Summary() string { return t.sql(true) }

// Serializable spells t as SQL that declares it again; it differs from Summary in time attributes and comments only.
// (LogicalType.asSerializableString)
func (t *Type) Serializable() string { return t.sql(false) }

func (t *Type) sql(summary bool) string {
	s := t.sqlName(summary)
	if !t.Nullable && t.Kind != Null {
		s += " NOT NULL"
	}
	if summary {
		switch t.Time {
		case Rowtime:
			s += " *ROWTIME*"
		case Proctime:
			s += " *PROCTIME*"
		}
	}
	return s
}

func (t *Type) sqlName(summary bool) string {
	n := strconv.Itoa
	switch t.Kind {
	case Integer:
		return "INT"
	case VarChar:
		if t.Precision == MaxLength {
			return "STRING"
		}
	case VarBinary:
		if t.Precision == MaxLength {
			return "BYTES"
		}
	case Decimal:
		return "DECIMAL(" + n(t.Precision) + ", " + n(t.Scale) + ")"
	case TimestampLTZ:
		return "TIMESTAMP_LTZ(" + n(t.Precision) + ")"
	case Time, Timestamp:
		return names[t.Kind] + "(" + n(t.Precision) + ")"
	case IntervalYearMonth, IntervalDayTime:
		return t.intervalSQL()
	case Array:
		return "ARRAY<" + t.Elem.sql(summary) + ">"
	case Multiset:
		return "MULTISET<" + t.Elem.sql(summary) + ">"
	case Map:
		return "MAP<" + t.Key.sql(summary) + ", " + t.Elem.sql(summary) + ">"
	case Row:
		return "ROW<" + t.fieldsSQL(summary) + ">"
	case Structured:
		return "STRUCTURED<'" + t.Class + "', " + t.fieldsSQL(summary) + ">"
	case Raw:
		return "RAW('" + t.Class + "', '...')"
	case Symbol:
		if t.Class == "" {
			return "SYMBOL"
		}
		return "SYMBOL('" + t.Class + "')"
	case ColumnList:
		return "DESCRIPTOR"
	}
	switch t.Kind {
	case Char, VarChar, Binary, VarBinary:
		return names[t.Kind] + "(" + n(t.Precision) + ")"
	}
	return names[t.Kind]
}

func (t *Type) fieldsSQL(summary bool) string {
	var b strings.Builder
	for i, f := range t.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('`')
		b.WriteString(strings.ReplaceAll(f.Name, "`", "``"))
		b.WriteString("` ")
		b.WriteString(f.Type.sql(summary))
		if f.Comment != "" {
			b.WriteString(" '")
			if summary {
				b.WriteString("...")
			} else {
				b.WriteString(strings.ReplaceAll(f.Comment, "'", "''"))
			}
			b.WriteByte('\'')
		}
	}
	return b.String()
}

// intervalSQL spells an interval as Flink's logical type, which the planner always makes MONTH or SECOND(3).
// (FlinkTypeFactory.toLogicalType)
func (t *Type) intervalSQL() string {
	if t.Kind == IntervalYearMonth {
		return "INTERVAL MONTH"
	}
	return "INTERVAL SECOND(3)"
}

// Validator spells t as Calcite's validator does in its messages: RelDataType.toString, INTEGER and VARCHAR(5).
func (t *Type) Validator() string {
	if t.Kind == Null {
		return "NULL"
	}
	return t.ExecString()
}
