package simulate

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Record is what a Kafka table writes for a row; nil is no key, or a tombstone.
type Record struct{ Key, Value *string }

// Writer tells what a table's connector writes for a row: kafka and upsert-kafka records in JSON, the statements of jdbc.
type Writer struct {
	table  *catalog.Table
	row    *types.Type
	names  []string // of the table's physical columns, which lead the row
	upsert bool
	key    []int
	value  []int
	plain  bool // decimals without exponents
	iso    bool
	csv    bool
	noNull bool
	wrap   string // the changelog format around the row
}

// NewWriter makes the writer of a sink that gets rows of the given type.
func NewWriter(t *catalog.Table, row *types.Type) *Writer {
	w := &Writer{table: t, row: row}
	for i := range t.Columns {
		if t.Columns[i].Kind == catalog.Physical {
			w.names = append(w.names, t.Columns[i].Name)
		}
	}
	if t.PrimaryKey != nil {
		w.key = w.columns(t.PrimaryKey.Columns)
	}
	return w
}

// Key are the columns of the primary key.
func (w *Writer) Key() []int { return w.key }

func (w *Writer) columns(names []string) []int {
	var out []int
	for _, n := range names {
		for i, have := range w.names {
			if have == n {
				out = append(out, i)
			}
		}
	}
	return out
}

// Kafka prepares for records, and reports whether the table writes records that are known: JSON and the changelog formats on it.
func (w *Writer) Kafka() bool {
	o := w.table.Options
	format := o["value.format"]
	if format == "" {
		format = o["format"]
	}
	if len(w.names) > len(w.row.Fields) {
		return false
	}
	switch o["connector"] {
	case "upsert-kafka":
		w.upsert = true
		if o["key.format"] != "json" || format != "json" {
			return false
		}
	case "kafka":
		w.key = nil
		if f := o["key.format"]; f != "" && f != "json" {
			return false
		} else if f == "json" {
			w.key = w.columns(strings.Split(o["key.fields"], ";"))
		}
	default:
		return false
	}
	return w.formats(format)
}

// File prepares for the lines of files, and reports whether the table writes lines that are known.
func (w *Writer) File() bool {
	o := w.table.Options
	if o["connector"] != "filesystem" || len(w.names) > len(w.row.Fields) {
		return false
	}
	w.key = nil
	return w.formats(o["format"]) && w.wrap == ""
}

// formats settles how values are written.
func (w *Writer) formats(format string) bool {
	o := w.table.Options
	switch format {
	case "json":
	case "csv":
		w.csv = true
		for name := range o {
			if strings.Contains(name, "csv.") {
				return false // delimiters, quotes and escapes of its own
			}
		}
	case "debezium-json", "canal-json", "maxwell-json", "ogg-json":
		w.wrap = format
	default:
		return false
	}
	if o["key.fields-prefix"] != "" || o[format+".schema-include"] == "true" {
		return false
	}
	for i := range w.names {
		if slices.Contains(w.table.PartitionKeys, w.names[i]) && o["connector"] == "filesystem" {
			continue // it is the name of the folder
		}
		if o["value.fields-include"] != "EXCEPT_KEY" || !slices.Contains(w.key, i) {
			w.value = append(w.value, i)
		}
	}
	set := func(name string) string {
		for _, prefix := range []string{"value." + format, format} {
			if v := o[prefix+"."+name]; v != "" {
				return v
			}
		}
		return ""
	}
	w.plain = set("encode.decimal-as-plain-number") == "true"
	w.iso = set("timestamp-format.standard") == "ISO-8601"
	w.noNull = set("encode.ignore-null-fields") == "true"
	return true
}

// Record is the record for a row (DynamicKafkaRecordSerializationSchema): an upsert table writes a tombstone for what is
// taken back, the changelog formats write their envelope.
func (w *Writer) Record(r Row) Record {
	var out Record
	if len(w.key) > 0 {
		out.Key = w.object(r.Vals, w.key)
	}
	if w.upsert && !r.Kind.Adds() {
		return out
	}
	value := w.line(r.Vals, w.value)
	if w.wrap != "" {
		value = w.envelope(r.Kind.Adds(), value)
	}
	out.Value = &value
	return out
}

// Line is the line of a file for a row.
func (w *Writer) Line(r Row) string { return w.line(r.Vals, w.value) }

func (w *Writer) line(vals []expr.Value, cols []int) string {
	if w.csv {
		return w.csvLine(vals, cols)
	}
	return *w.object(vals, cols)
}

func (w *Writer) envelope(adds bool, row string) string {
	op := [2]string{"d", "c"}
	name := "op"
	switch w.wrap {
	case "canal-json":
		return `{"data":[` + row + `],"type":"` + choose(adds, "INSERT", "DELETE") + `"}`
	case "maxwell-json":
		return `{"data":` + row + `,"type":"` + choose(adds, "insert", "delete") + `"}`
	case "ogg-json":
		op, name = [2]string{"D", "I"}, "op_type"
	}
	before, after := row, "null"
	if adds {
		before, after = after, before
	}
	if w.noNull {
		return `{` + choose(adds, `"after":`, `"before":`) + row + `,"` + name + `":"` + choose(adds, op[1], op[0]) + `"}`
	}
	return `{"before":` + before + `,"after":` + after + `,"` + name + `":"` + choose(adds, op[1], op[0]) + `"}`
}

func choose(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

func (w *Writer) object(vals []expr.Value, cols []int) *string {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, c := range cols {
		if vals[c] == nil && w.noNull {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		writeString(&b, w.names[c])
		b.WriteByte(':')
		w.json(&b, vals[c], w.row.Fields[c].Type)
	}
	b.WriteByte('}')
	s := b.String()
	return &s
}

// json writes a value as the format json does (RowDataToJsonConverters).
func (w *Writer) json(b *bytes.Buffer, v expr.Value, t *types.Type) {
	switch x := v.(type) {
	case nil:
		b.WriteString("null")
	case expr.Dec:
		switch {
		case approximate(t):
			w.json(b, expr.Float(asFloat(x)), t)
		case t.Kind != types.Decimal:
			b.WriteString(decText(x))
		case w.plain:
			b.WriteString(scaled(x, t))
		default:
			b.WriteString(stripped(x))
		}
	case expr.Float:
		b.WriteString(expr.JavaFloat(float64(x), t.Kind == types.Float))
	case expr.Bytes:
		writeString(b, base64.StdEncoding.EncodeToString([]byte(x)))
	case expr.Days:
		writeString(b, TimeText(x, t))
	case expr.Millis:
		writeString(b, shortFraction(time.UnixMilli(int64(x)).UTC(), "15:04:05"))
	case expr.Moment:
		layout := choose(w.iso, "2006-01-02T15:04:05", "2006-01-02 15:04:05")
		s := shortFraction(time.UnixMilli(x.Millis).UTC().Add(time.Duration(x.Nanos)), layout)
		writeString(b, s+choose(t.Kind == types.TimestampLTZ, "Z", ""))
	case expr.List:
		encodeList(b, x, func(_ int, v expr.Value) { w.json(b, v, t.Elem) })
	case expr.Tuple:
		w.tuple(b, x, t)
	case expr.Mapping:
		encodeMap(b, x, func(v expr.Value) { w.json(b, v, t.Elem) })
	default:
		encode(b, v, t)
	}
}

func (w *Writer) tuple(b *bytes.Buffer, x expr.Tuple, t *types.Type) {
	b.WriteByte('{')
	first := true
	for i, e := range x {
		if e == nil && w.noNull {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		writeString(b, t.Fields[i].Name)
		b.WriteByte(':')
		w.json(b, e, t.Fields[i].Type)
	}
	b.WriteByte('}')
}

// shortFraction writes as many digits of the second's fraction as there are.
func shortFraction(at time.Time, layout string) string {
	return at.Format(layout + ".999999999")
}

// stripped spells a decimal as BigDecimal.stripTrailingZeros().toString() does: 100 is 1E+2.
func stripped(d expr.Dec) string {
	text := decText(d) // no zeros behind the point
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	whole, frac, _ := strings.Cut(text, ".")
	digits := strings.TrimLeft(whole+frac, "0")
	scale := len(frac)
	if digits == "" {
		return "0"
	}
	if frac == "" {
		short := strings.TrimRight(digits, "0")
		scale = len(short) - len(digits)
		digits = short
	}
	exp := len(digits) - 1 - scale
	if scale >= 0 && exp >= -6 {
		return sign + text
	}
	mantissa := digits[:1]
	if len(digits) > 1 {
		mantissa += "." + digits[1:]
	}
	return fmt.Sprintf("%s%sE%+d", sign, mantissa, exp)
}

// Statement says in words what jdbc does with a row: with a key it upserts and deletes by it, without one it inserts.
func (w *Writer) Statement(r Row) string {
	if w.table.Options["connector"] != "jdbc" {
		return ""
	}
	if len(w.key) == 0 {
		return "INSERT"
	}
	var b bytes.Buffer
	b.WriteString(choose(r.Kind.Adds(), "UPSERT BY ", "DELETE WHERE "))
	for i, c := range w.key {
		if i > 0 {
			b.WriteString(choose(r.Kind.Adds(), ", ", " AND "))
		}
		b.WriteString(w.names[c] + " = ")
		switch v := r.Vals[c].(type) {
		case expr.Str:
			b.WriteString("'" + strings.ReplaceAll(string(v), "'", "''") + "'")
		case nil:
			b.WriteString("NULL")
		default:
			encode(&b, v, w.row.Fields[c].Type)
		}
	}
	return b.String()
}
