package mysqlimport

import (
	"fmt"
	"strconv"

	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/types"
)

// maxPrecision is the largest precision of Flink's DECIMAL; MySQL's goes to 65.
const maxPrecision = 38

// mapped is a Flink type, and what is to be said about it.
type mapped struct {
	sql  string
	note string // after "`column` is TYPE: "
}

// mapType maps a column's type as the documentation of the connector does ("Data Type Mapping").
func mapType(t *types.FieldType, target string) mapped {
	unsigned := mysql.HasUnsignedFlag(t.GetFlag())
	pick := func(signed, wider string) mapped {
		if unsigned {
			return mapped{sql: wider}
		}
		return mapped{sql: signed}
	}
	switch t.GetType() {
	case mysql.TypeTiny:
		if t.GetFlen() == 1 {
			return mapped{sql: "BOOLEAN", note: "read as BOOLEAN, as MySQL's drivers do; declare it TINYINT if it holds numbers"}
		}
		return pick("TINYINT", "SMALLINT")
	case mysql.TypeShort:
		return pick("SMALLINT", "INT")
	case mysql.TypeInt24:
		return mapped{sql: "INT"}
	case mysql.TypeLong:
		return pick("INT", "BIGINT")
	case mysql.TypeLonglong:
		return pick("BIGINT", "DECIMAL(20, 0)")
	case mysql.TypeFloat:
		return mapped{sql: "FLOAT"}
	case mysql.TypeDouble:
		return mapped{sql: "DOUBLE"}
	case mysql.TypeNewDecimal:
		return mapDecimal(t, target)
	case mysql.TypeBit:
		return mapBit(t, target)
	case mysql.TypeDate, mysql.TypeNewDate:
		return mapped{sql: "DATE"}
	case mysql.TypeDuration:
		return mapTime(t)
	case mysql.TypeDatetime:
		return mapped{sql: withFraction("TIMESTAMP", t)}
	case mysql.TypeTimestamp:
		return mapTimestamp(t, target)
	}
	return mapText(t, target)
}

func length(t *types.FieldType, otherwise int) int {
	if n := t.GetFlen(); n > 0 {
		return n
	}
	return otherwise
}

// withFraction is a type with the digits of its fraction of a second; MySQL's default is none.
func withFraction(name string, t *types.FieldType) string {
	return fmt.Sprintf("%s(%d)", name, max(t.GetDecimal(), 0))
}

// mapTime maps TIME, which in MySQL is a duration of up to 838 hours, and in Flink a time of day of three digits at most.
func mapTime(t *types.FieldType) mapped {
	digits := max(t.GetDecimal(), 0)
	if digits > 3 {
		return mapped{sql: "TIME(3)", note: "read as TIME(3): Flink keeps milliseconds of a time of day at most"}
	}
	return mapped{sql: withFraction("TIME", t)}
}

func mapTimestamp(t *types.FieldType, target string) mapped {
	if target == JDBC {
		return mapped{sql: withFraction("TIMESTAMP", t),
			note: "read as TIMESTAMP in the connection's time zone: jdbc has no TIMESTAMP_LTZ for MySQL"}
	}
	return mapped{sql: withFraction("TIMESTAMP_LTZ", t)}
}

func mapDecimal(t *types.FieldType, target string) mapped {
	p, s := length(t, 10), max(t.GetDecimal(), 0)
	switch {
	case p <= maxPrecision:
		return mapped{sql: fmt.Sprintf("DECIMAL(%d, %d)", p, s)}
	case target == JDBC:
		return mapped{sql: fmt.Sprintf("DECIMAL(%d, %d)", maxPrecision, min(s, maxPrecision)),
			note: "read as DECIMAL of 38 digits, the most that Flink has: larger values become NULL"}
	}
	return mapped{sql: "STRING", note: "read as STRING: Flink's DECIMAL has 38 digits at most"}
}

func mapBit(t *types.FieldType, target string) mapped {
	n := length(t, 1)
	if n == 1 {
		return mapped{sql: "BOOLEAN"}
	}
	bytes := (n + 7) / 8
	if target == JDBC {
		return mapped{sql: fmt.Sprintf("BINARY(%d)", bytes), note: "read as BINARY: the jdbc connector documents no mapping for it"}
	}
	return mapped{sql: fmt.Sprintf("BINARY(%d)", bytes)}
}

// mapText maps characters, bytes, and what is read as text.
func mapText(t *types.FieldType, target string) mapped {
	binary := t.GetCharset() == "binary"
	undocumented := func(sql string) mapped {
		m := mapped{sql: sql}
		if target == JDBC {
			m.note = "read as " + sql + ": the jdbc connector documents no mapping for it"
		}
		return m
	}
	switch t.GetType() {
	case mysql.TypeString:
		if binary {
			return bytesOf("BINARY", t, target)
		}
		return charsOf("CHAR", t, target)
	case mysql.TypeVarchar, mysql.TypeVarString:
		if binary {
			return bytesOf("VARBINARY", t, target)
		}
		return charsOf("VARCHAR", t, target)
	case mysql.TypeTinyBlob, mysql.TypeMediumBlob, mysql.TypeBlob:
		if binary {
			return mapped{sql: "BYTES"}
		}
		return mapped{sql: "STRING"}
	case mysql.TypeLongBlob:
		if binary {
			return mapped{sql: "BYTES", note: "read as BYTES, which holds values of up to 2147483647 bytes"}
		}
		return mapped{sql: "STRING"}
	case mysql.TypeYear:
		return undocumented("INT")
	case mysql.TypeJSON:
		return undocumented("STRING")
	case mysql.TypeEnum:
		return mapped{sql: "STRING", note: "read as STRING: Flink does not know the allowed values"}
	case mysql.TypeSet:
		if target == JDBC {
			return mapped{sql: "STRING", note: "read as STRING: the jdbc connector documents no mapping for it, nor the allowed values"}
		}
		return mapped{sql: "ARRAY<STRING>", note: "read as ARRAY<STRING>: Flink does not know the allowed values"}
	}
	return mapped{sql: "STRING", note: "read as STRING: no documented mapping"}
}

// charsOf is CHAR(n) or VARCHAR(n); the jdbc connector reads both as STRING.
func charsOf(name string, t *types.FieldType, target string) mapped {
	if target == JDBC {
		return mapped{sql: "STRING"}
	}
	return mapped{sql: name + "(" + strconv.Itoa(length(t, 1)) + ")"}
}

func bytesOf(name string, t *types.FieldType, target string) mapped {
	if target == JDBC {
		return mapped{sql: "BYTES"}
	}
	return mapped{sql: name + "(" + strconv.Itoa(length(t, 1)) + ")"}
}
