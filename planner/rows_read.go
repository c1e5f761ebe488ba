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
	"rowkind/planner/internal/simulate"
)

// inputRow is a row as it was given: its values by position or by the names of columns.
type inputRow struct {
	Table  string         `json:"table"`
	Kind   string         `json:"kind"`
	Named  map[string]any `json:"row"`
	values []any
}

// splitRows reads any of the forms of rows: one list of them, one row on each line, or lists by table; a row is
// ["table", "+I", values…] or {"table": …, "kind": "+I", "row": {"column": value}}.
func splitRows(text []byte) ([]inputRow, error) {
	var out []inputRow
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("behind row %d comes no JSON: %w", len(out)-1, err)
		}
		rows, err := rowsOfValue(raw)
		if err != nil {
			return nil, err
		}
		if out = append(out, rows...); len(out) > maxInputRows {
			return nil, fmt.Errorf("more than %d rows are given, which is the limit", maxInputRows)
		}
	}
}

// rowsOfValue reads one JSON value: a row, a list of rows, or rows by table.
func rowsOfValue(raw json.RawMessage) ([]inputRow, error) {
	if raw[0] == '{' {
		var parts map[string]json.RawMessage
		if err := numbers(raw, &parts); err != nil {
			return nil, err
		}
		if row, ok := parts["row"]; ok && row[0] == '{' {
			var r inputRow
			if err := numbers(raw, &r); err != nil {
				return nil, fmt.Errorf(`a row is {"table": …, "kind": …, "row": {…}}: %w`, err)
			}
			return []inputRow{r}, nil
		}
		return rowsByTable(raw)
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, errors.New(`a row is ["table", kind, values…]`)
	}
	if len(list) > 0 && list[0][0] == '"' {
		var vals []any
		if err := numbers(raw, &vals); err != nil {
			return nil, err
		}
		return []inputRow{positional(vals)}, nil
	}
	var out []inputRow
	for _, e := range list {
		if e[0] != '[' && e[0] != '{' {
			return nil, errors.New(`a row is ["table", kind, values…]`)
		}
		rows, err := rowsOfValue(e)
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	return out, nil
}

func rowsByTable(raw json.RawMessage) ([]inputRow, error) {
	var byTable map[string][][]any
	if err := numbers(raw, &byTable); err != nil {
		return nil, fmt.Errorf("rows by table are {\"table\": [[kind, values…], …]}: %w", err)
	}
	var out []inputRow
	for _, name := range sortedKeys(byTable) {
		for _, r := range byTable[name] {
			out = append(out, positional(append([]any{name}, r...)))
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

// numbers decodes JSON and keeps numbers as they were written.
func numbers(raw []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into)
}

// readRows reads the input rows against the tables that the script declares, and gives them once more in the form
// ["table", kind, values…].
func readRows(text []byte, s *catalog.Session) ([]simulate.Input, []json.RawMessage, error) {
	list, err := splitRows(text)
	if err != nil {
		return nil, nil, err
	}
	out := make([]simulate.Input, len(list))
	raw := make([]json.RawMessage, len(list))
	for i := range list {
		var vals []any
		if out[i], vals, err = readRow(&list[i], s); err != nil {
			return nil, nil, fmt.Errorf("row %d: %w", i, err)
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(append([]any{list[i].Table, out[i].Row.Kind.String()}, vals...)) // what was decoded is encoded again
		raw[i] = bytes.TrimSpace(b.Bytes())
	}
	return out, raw, nil
}

// readRow reads one row: a value for each column but computed ones.
func readRow(r *inputRow, s *catalog.Session) (in simulate.Input, vals []any, err error) {
	t := s.Find(strings.Split(r.Table, "."))
	if t == nil || t.View != nil {
		return in, nil, fmt.Errorf("the script declares no table %s", shortText(r.Table))
	}
	in.Table = t.ID.String()
	columns := givenColumns(t)
	kind, vals, err := kindAndValues(r, columns)
	if err != nil {
		return in, nil, err
	}
	var ok bool
	if in.Row.Kind, ok = simulate.ParseKind(kind); !ok {
		return in, nil, fmt.Errorf("%q is no kind of row; +I, -U, +U and -D are", shortText(kind))
	}
	if len(vals) != len(columns) {
		return in, nil, fmt.Errorf("%s has %d columns (%s), and %d values are given", r.Table, len(columns), columnNames(columns), len(vals))
	}
	for i, c := range columns {
		v, err := simulate.Decode(vals[i], c.Type)
		if err != nil {
			return in, nil, fmt.Errorf("column %s of %s: %w", c.Name, r.Table, err)
		}
		in.Row.Vals = append(in.Row.Vals, v)
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
			return "", nil, fmt.Errorf("%v is no kind of row; +I, -U, +U and -D are", r.values[0])
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
