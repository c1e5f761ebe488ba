package simulate

import (
	"bytes"
	"strings"
	"time"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// csvLine writes a row as the format csv does (RowDataToCsvConverters, Jackson's CsvGenerator): no line end.
func (w *Writer) csvLine(vals []expr.Value, cols []int) string {
	var b bytes.Buffer
	for i, c := range cols {
		if i > 0 {
			b.WriteByte(',')
		}
		w.csvField(&b, vals[c], w.row.Fields[c].Type)
	}
	return b.String()
}

func (w *Writer) csvField(b *bytes.Buffer, v expr.Value, t *types.Type) {
	switch x := v.(type) {
	case nil:
	case expr.Dec:
		if approximate(t) {
			encode(b, v, t)
			return
		}
		b.WriteString(scaled(x, t))
	case expr.Bool, expr.Float:
		encode(b, v, t)
	default:
		b.WriteString(csvQuoted(csvText(v, t)))
	}
}

// csvText is a value that is written as text; the elements of arrays are separated by semicolons.
func csvText(v expr.Value, t *types.Type) string {
	switch x := v.(type) {
	case nil:
		return ""
	case expr.Str:
		return string(x)
	case expr.Bytes:
		return string(x)
	case expr.Days:
		return TimeText(x, t)
	case expr.Millis:
		return shortFraction(time.UnixMilli(int64(x)).UTC(), "15:04:05")
	case expr.Moment:
		s := shortFraction(time.UnixMilli(x.Millis).UTC().Add(time.Duration(x.Nanos)), "2006-01-02 15:04:05")
		return s + choose(t.Kind == types.TimestampLTZ, "Z", "")
	case expr.List:
		parts := make([]string, len(x))
		for i, e := range x {
			parts[i] = csvText(e, t.Elem)
		}
		return strings.Join(parts, ";")
	}
	var b bytes.Buffer
	encode(&b, v, t)
	return b.String()
}

// csvQuoted puts quotes around a text that has a character below the comma's next, or is long.
func csvQuoted(s string) string {
	const unchecked = 24 // longer texts are quoted without a look
	quote := len(s) > unchecked
	for i := 0; i < len(s) && !quote; i++ {
		quote = s[i] <= ','
	}
	if !quote {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
