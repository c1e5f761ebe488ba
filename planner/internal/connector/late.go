package connector

import (
	"fmt"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// The refusals of this file come when a plan is translated and the runtime coders are made. They name no table.

func refuse(class, format string, args ...any) *diag.Rejection {
	return diag.Newf(class, source.Span{}, format, args...)
}

// jsonLate is JsonToRowDataConverters and RowDataToJsonConverters.
func jsonLate(o formatOptions, columns []Column) *diag.Rejection {
	for _, c := range columns {
		if r := jsonRefuses(c.Type, o.b.sink); r != nil {
			return r
		}
	}
	return nil
}

func jsonRefuses(t *types.Type, sink bool) *diag.Rejection {
	switch t.Kind {
	case types.Array:
		return jsonRefuses(t.Elem, sink)
	case types.Map:
		if !t.Key.IsString() {
			return refuse(diag.UnsupportedOp, "JSON format doesn't support non-string as key type of map. The type is: %s", t.Summary())
		}
		return jsonRefuses(t.Elem, sink)
	case types.Multiset:
		if !t.Elem.IsString() {
			return refuse(diag.UnsupportedOp, "JSON format doesn't support non-string as key type of map. The type is: %s", t.Summary())
		}
	case types.Row:
		for _, f := range t.Fields {
			if r := jsonRefuses(f.Type, sink); r != nil {
				return r
			}
		}
	case types.Raw, types.Structured, types.Variant, types.Bitmap:
		if sink {
			return refuse(diag.UnsupportedOp, "Not support to parse type: %s", t.Summary())
		}
		return refuse(diag.UnsupportedOp, "Unsupported type: %s", t.Summary())
	}
	return nil
}

// csvLate is CsvRowSchemaConverter.
func csvLate(o formatOptions, columns []Column) *diag.Rejection {
	for _, c := range columns {
		var inner []*types.Type
		switch c.Type.Kind {
		case types.Array:
			inner = append(inner, c.Type.Elem)
		case types.Row:
			for _, f := range c.Type.Fields {
				inner = append(inner, f.Type)
			}
		default:
			if !csvSimple(c.Type) {
				return refuse(diag.IllegalArgument, "Unsupported type '%s' for field '%s'.", c.Type.Summary(), c.Name)
			}
		}
		for _, t := range inner {
			if !csvSimple(t) {
				return refuse(diag.IllegalArgument, "Only simple types are supported in the second level nesting of fields '%s' but was: %s", c.Name, t.Summary())
			}
		}
	}
	return nil
}

func csvSimple(t *types.Type) bool {
	switch t.Kind {
	case types.Null, types.Boolean, types.TinyInt, types.SmallInt, types.Integer, types.BigInt, types.Decimal, types.Float, types.Double,
		types.Char, types.VarChar, types.Binary, types.VarBinary, types.Date, types.Time, types.Timestamp, types.TimestampLTZ:
		return true
	}
	return false
}

// avroLate is AvroSchemaConverter.convertToSchema.
func avroLate(o formatOptions, columns []Column) *diag.Rejection {
	legacy := o.get("timestamp_mapping.legacy") == "true"
	for _, c := range columns {
		if r := avroField(c.Name, c.Type, legacy); r != nil {
			return r
		}
	}
	return nil
}

// registryLate is avroLate with the old mapping of timestamps, which a registry's schemas have.
func registryLate(o formatOptions, columns []Column) *diag.Rejection {
	for _, c := range columns {
		if r := avroField(c.Name, c.Type, true); r != nil {
			return r
		}
	}
	return nil
}

// avroField checks the type first and then the name, as the builder of a record does not.
func avroField(name string, t *types.Type, legacy bool) *diag.Rejection {
	if r := avroName(name); r != nil {
		return r
	}
	return avroRefuses(t, legacy)
}

// avroName is Avro's Schema.validateName.
func avroName(name string) *diag.Rejection {
	const class = "org.apache.avro.SchemaParseException"
	for i, c := range name {
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c > 127
		switch {
		case i == 0 && !letter:
			return refuse(class, "Illegal initial character: %s", name)
		case !letter && (c < '0' || c > '9'):
			return refuse(class, "Illegal character in: %s", name)
		}
	}
	return nil
}

func avroRefuses(t *types.Type, legacy bool) *diag.Rejection {
	tooPrecise := func(what string, limit int) *diag.Rejection {
		return refuse(diag.IllegalArgument, "Avro does not support %s type with precision: %d, it only supports precision less than %d.", what, t.Precision, limit)
	}
	switch t.Kind {
	case types.Timestamp:
		switch {
		case legacy && t.Precision > 3:
			return tooPrecise("TIMESTAMP", 3)
		case t.Precision > 6:
			return tooPrecise("LOCAL TIMESTAMP", 6)
		}
	case types.TimestampLTZ:
		switch {
		case legacy:
			return refuse(diag.UnsupportedOp, "Unsupported to derive Schema for type: %s", t.Summary())
		case t.Precision > 6:
			return tooPrecise("TIMESTAMP", 6)
		}
	case types.Time:
		if t.Precision > 3 {
			return tooPrecise("TIME", 3)
		}
	case types.Row:
		for _, f := range t.Fields {
			if r := avroField(f.Name, f.Type, legacy); r != nil {
				return r
			}
		}
	case types.Array:
		return avroRefuses(t.Elem, true)
	case types.Map, types.Multiset:
		key := t.Key
		if key == nil {
			key = t.Elem
		}
		if !key.IsString() {
			return refuse(diag.UnsupportedOp, "Avro format doesn't support non-string as key type of map. The key type is: %s", key.Summary())
		}
		if t.Kind == types.Map {
			return avroRefuses(t.Elem, true)
		}
	case types.Raw, types.Structured, types.Variant, types.Bitmap:
		return refuse(diag.UnsupportedOp, "Unsupported to derive Schema for type: %s", t.Summary())
	}
	return nil
}

// rawLate is RawFormatFactory.validateAndExtractSingleField.
func rawLate(o formatOptions, columns []Column) *diag.Rejection {
	if len(columns) != 1 {
		fields := make([]string, len(columns))
		for i, c := range columns {
			fields[i] = fmt.Sprintf("`%s` %s", c.Name, c.Type.Summary())
		}
		return refuse(diag.Validation, "The 'raw' format only supports single physical column. However the defined schema contains multiple physical columns: [%s]",
			strings.Join(fields, ", "))
	}
	switch t := columns[0].Type; t.Kind {
	case types.Char, types.VarChar, types.Binary, types.VarBinary, types.Raw, types.Boolean, types.TinyInt, types.SmallInt,
		types.Integer, types.BigInt, types.Float, types.Double:
		return nil
	default:
		return refuse(diag.Validation, "The 'raw' format doesn't supports '%s' as column type.", t.Summary())
	}
}

// checkRaw is RawFormatFactory's checks of its two options.
func checkRaw(o formatOptions) {
	if v := o.get("charset"); !knownCharset(v) {
		cause := refuse("java.nio.charset.UnsupportedCharsetException", "%s", v)
		panic(cause.Wrap(diag.Validation, "Unsupported 'raw.charset' name: "+v+"."))
	}
	if v := o.get("endianness"); !strings.EqualFold(v, "big-endian") && !strings.EqualFold(v, "little-endian") {
		fail("Unsupported endianness name: %s. Valid values of 'raw.endianness' option are 'big-endian' and 'little-endian'.", v)
	}
}

// knownCharset knows the charsets of a Java runtime by the families of their names.
func knownCharset(name string) bool {
	up := strings.ToUpper(name)
	for _, p := range [...]string{"UTF", "ISO", "US-ASCII", "ASCII", "GB", "BIG5", "EUC", "SHIFT", "WINDOWS-", "IBM", "CP", "KOI8", "X-", "TIS", "JIS", "LATIN"} {
		if strings.HasPrefix(up, p) {
			return true
		}
	}
	return false
}
