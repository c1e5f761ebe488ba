package planner

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/simulate"
)

// inputRow is a row as it was given: its values by position or by the names of columns.
type inputRow struct {
	Table  string
	Kind   string
	Named  map[string]any
	values []any
}

// splitRows reads any of the forms of rows: one list of them, one row on each line, or lists by table; a row is
// ["table", "+I", values…] or {"table": …, "kind": "+I", "row": {"column": value}}.
func splitRows(text []byte) ([]inputRow, error) {
	var out []inputRow
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		var value any
		if err := d.Decode(&value); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("behind row %d comes no JSON%s: %w", len(out)-1, placeOf(text, d.InputOffset()), err)
		}
		rows, err := rowsOfValue(value)
		if err != nil {
			return nil, fmt.Errorf("behind row %d: %w", len(out)-1, err)
		}
		if out = append(out, rows...); len(out) > maxInputRows {
			return nil, fmt.Errorf("more than %d rows are given, which is the limit", maxInputRows)
		}
	}
}

// placeOf says in which line a text stops being JSON.
func placeOf(text []byte, offset int64) string {
	read := text[:min(int(offset), len(text))]
	rest := text[len(read):]
	blank := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
	return fmt.Sprintf(" (line %d)", 1+bytes.Count(text[:len(read)+blank], []byte("\n")))
}

var errNoRow = errors.New(`a row is ["table", kind, values…]`)

// rowsOfValue reads one JSON value: a row, a list of rows, or rows by table.
func rowsOfValue(value any) ([]inputRow, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case map[string]any:
		if _, ok := v["row"].(map[string]any); ok {
			r, err := namedRow(v)
			return []inputRow{r}, err
		}
		return rowsByTable(v)
	case []any:
		if len(v) > 0 {
			if _, ok := v[0].(string); ok {
				return []inputRow{positional(v)}, nil
			}
		}
		return rowsOfList(v)
	}
	return nil, errNoRow
}

func rowsOfList(list []any) ([]inputRow, error) {
	out := make([]inputRow, 0, len(list))
	for i, e := range list {
		switch r := e.(type) {
		case []any:
			if len(r) == 0 {
				continue
			}
			if name, ok := r[0].(string); ok {
				out = append(out, inputRow{Table: name, values: r[1:]})
				continue
			}
		case map[string]any:
		default:
			return nil, fmt.Errorf("row %d of the list: %w", i, errNoRow)
		}
		rows, err := rowsOfValue(e)
		if err != nil {
			return nil, fmt.Errorf("row %d of the list: %w", i, err)
		}
		out = append(out, rows...)
	}
	return out, nil
}

// namedRow reads {"table": …, "kind": …, "row": {…}}.
func namedRow(v map[string]any) (r inputRow, err error) {
	var ok [2]bool
	r.Table, ok[0] = v["table"].(string)
	r.Kind, ok[1] = v["kind"].(string)
	r.Named, _ = v["row"].(map[string]any)
	if !ok[0] || !ok[1] && v["kind"] != nil {
		return r, errors.New(`a row is {"table": …, "kind": …, "row": {…}}`)
	}
	return r, nil
}

func rowsByTable(v map[string]any) ([]inputRow, error) {
	var out []inputRow
	for _, name := range sortedKeys(v) {
		rows, ok := v[name].([]any)
		if !ok {
			return nil, fmt.Errorf(`rows by table are {"table": [[kind, values…], …]}, and %s has no list`, shortText(name))
		}
		for _, e := range rows {
			vals, ok := e.([]any)
			if !ok {
				return nil, fmt.Errorf(`rows by table are {"table": [[kind, values…], …]}, and %s has something else`, shortText(name))
			}
			out = append(out, inputRow{Table: name, values: vals})
		}
	}
	return out, nil
}

// positional reads ["table", kind, values…].
func positional(vals []any) inputRow {
	r := inputRow{}
	r.Table, _ = vals[0].(string)
	r.values = vals[1:]
	return r
}

// readRows reads the input rows against the tables that the script declares, and gives them once more in the form
// ["table", kind, values…].
func readRows(text []byte, s *catalog.Session) ([]simulate.Input, []json.RawMessage, error) {
	list, err := splitRows(text)
	if err != nil {
		return nil, nil, err
	}
	out := make([]simulate.Input, len(list))
	tables := map[string]*givenTable{}
	var texts slabs
	for i := range list {
		var vals []any
		if out[i], vals, err = readRow(&list[i], s, tables); err != nil {
			return nil, nil, fmt.Errorf("row %d: %w", i, err)
		}
		b := &texts.Buffer
		b.WriteByte('[')
		simulate.AppendJSON(b, list[i].Table)
		b.WriteString(`,"` + out[i].Row.Kind.String() + `"`)
		for _, v := range vals {
			b.WriteByte(',')
			simulate.AppendJSON(b, v)
		}
		b.WriteByte(']')
		texts.cut()
	}
	return out, texts.all(), nil
}

// slabs are texts that are written one behind another.
type slabs struct {
	bytes.Buffer
	ends []int
}

func (s *slabs) cut() { s.ends = append(s.ends, s.Len()) }

func (s *slabs) all() []json.RawMessage {
	out := make([]json.RawMessage, len(s.ends))
	text, from := s.Bytes(), 0
	for i, end := range s.ends {
		out[i], from = text[from:end:end], end
	}
	return out
}

// givenTable is a table that rows are given for.
type givenTable struct {
	id      string
	columns []*catalog.Column
}

func givenFor(name string, s *catalog.Session, known map[string]*givenTable) (*givenTable, error) {
	if g := known[name]; g != nil {
		return g, nil
	}
	t := s.Find(strings.Split(name, "."))
	if t == nil || t.View != nil {
		return nil, fmt.Errorf("the script declares no table %s", shortText(name))
	}
	g := &givenTable{t.ID.String(), givenColumns(t)}
	known[name] = g
	return g, nil
}

// readRow reads one row: a value for each column but computed ones.
func readRow(r *inputRow, s *catalog.Session, known map[string]*givenTable) (in simulate.Input, vals []any, err error) {
	t, err := givenFor(r.Table, s, known)
	if err != nil {
		return in, nil, err
	}
	in.Table = t.id
	kind, vals, err := kindAndValues(r, t.columns)
	if err != nil {
		return in, nil, err
	}
	var ok bool
	if in.Row.Kind, ok = simulate.ParseKind(kind); !ok {
		return in, nil, fmt.Errorf("%q is no kind of row; +I, -U, +U and -D are", shortText(kind))
	}
	if len(vals) != len(t.columns) {
		return in, nil, fmt.Errorf("%s has %d columns (%s), and %d values are given", r.Table, len(t.columns), columnNames(t.columns), len(vals))
	}
	in.Row.Vals = make([]expr.Value, len(vals))
	for i, c := range t.columns {
		if vals[i] == nil && !c.Type.Nullable && c.Kind == catalog.Physical && in.Row.Kind != simulate.Delete {
			return in, nil, fmt.Errorf("column %s of %s is NOT NULL, and the row has no value for it", c.Name, r.Table)
		}
		if in.Row.Vals[i], err = simulate.Decode(vals[i], c.Type); err != nil {
			return in, nil, fmt.Errorf("column %s of %s: %w", c.Name, r.Table, err)
		}
	}
	return in, vals, nil
}

// kindAndValues gives the row's kind, +I where none is said, and its values in the order of the columns.
func kindAndValues(r *inputRow, columns []*catalog.Column) (string, []any, error) {
	kind := r.Kind
	if r.Named == nil {
		if len(r.values) == len(columns) && len(columns) > 0 {
			if text, _ := r.values[0].(string); len(text) != 2 || !strings.Contains("+I-U+U-D", text) {
				return "+I", r.values, nil
			}
		}
		if len(r.values) == 0 {
			return "", nil, errors.New(`a row is ["table", kind, values…]`)
		}
		text, ok := r.values[0].(string)
		if !ok {
			return "", nil, fmt.Errorf("%s is no kind of row; +I, -U, +U and -D are", shortText(fmt.Sprint(r.values[0])))
		}
		return text, r.values[1:], nil
	}
	if kind == "" {
		kind = "+I"
	}
	vals := make([]any, len(columns))
	known := 0
	for i, c := range columns {
		if v, ok := r.Named[c.Name]; ok {
			vals[i] = v
			known++
		}
	}
	if known < len(r.Named) {
		for _, name := range sortedKeys(r.Named) {
			if !slices.ContainsFunc(columns, func(c *catalog.Column) bool { return c.Name == name }) {
				return "", nil, fmt.Errorf("%s has no column %s that a row brings; it has %s", r.Table, shortText(name), columnNames(columns))
			}
		}
	}
	return kind, vals, nil
}

// givenColumns are the columns that a row brings: all but computed ones.
func givenColumns(t *catalog.Table) []*catalog.Column {
	var out []*catalog.Column
	for i := range t.Columns {
		if t.Columns[i].Kind != catalog.Computed {
			out = append(out, &t.Columns[i])
		}
	}
	return out
}

func columnNames(columns []*catalog.Column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// shortText keeps messages short, whatever was given.
func shortText(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// RowsOfCSV turns CSV into rows for Rows. Its first line names the columns; one called "kind" is the row's kind, +I
// where there is none. An empty field is NULL.
func RowsOfCSV(table string, text []byte) ([]byte, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("the first line of CSV names the columns: %w", err)
	}
	var out bytes.Buffer
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		row := map[string]any{"table": table}
		named := map[string]any{}
		for i, name := range head {
			switch {
			case name == "kind":
				row["kind"] = fields[i]
			case fields[i] == "":
				named[name] = nil
			default:
				named[name] = fields[i]
			}
		}
		row["row"] = named
		b, err := json.Marshal(row)
		if err != nil {
			return nil, err
		}
		out.Write(append(b, '\n'))
	}
}
