package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// at makes an edit from a span of a statement that starts at offset base.
func at(base int, start, end int, text, why string) Edit {
	return Edit{Span: Span{base + start, base + end}, New: text, Why: why}
}

// quoteNames spells a list of names.
func quoteNames(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = quoteName(n)
	}
	return strings.Join(out, ", ")
}

// addElement writes one more element into the parentheses of a declaration.
func addElement(c *ast.CreateTable, base int, element, why string) (Edit, bool) {
	if c == nil || c.Schema == nil {
		return Edit{}, false
	}
	last := 0
	for i := range c.Schema.Columns {
		last = max(last, c.Schema.Columns[i].Span().End)
		if k := c.Schema.Columns[i].Constraint; k != nil {
			last = max(last, k.Span().End)
		}
	}
	for i := range c.Schema.Constraints {
		last = max(last, c.Schema.Constraints[i].Span().End)
	}
	if w := c.Schema.Watermark; w != nil {
		last = max(last, w.Span().End)
	}
	if last == 0 {
		return Edit{}, false
	}
	return at(base, last, last, ",\n  "+element, why), true
}

// setKey declares PRIMARY KEY (cols) on a table in place of the key it has.
func setKey(c *ast.CreateTable, base int, sql string, cols []string) ([]Edit, bool) {
	if c == nil || c.Schema == nil || len(cols) == 0 || !hasColumns(c, cols) {
		return nil, false
	}
	why := "the primary key is the upsert key"
	edits, _ := dropKey(c, base, sql, why)
	e, ok := addElement(c, base, "PRIMARY KEY ("+quoteNames(cols)+") NOT ENFORCED", why)
	if !ok {
		return nil, false
	}
	if len(edits) == 1 && edits[0].Span.End >= e.Span.Start {
		// The old key stands where the new one would be written.
		edits[0].New = e.New
		return edits, true
	}
	return append(edits, e), true
}

// dropKey takes the primary key out of a declaration; the comma before a table constraint goes with it.
func dropKey(c *ast.CreateTable, base int, sql, why string) ([]Edit, bool) {
	if c.Schema == nil {
		return nil, false
	}
	for i := range c.Schema.Constraints {
		k := &c.Schema.Constraints[i]
		if !k.Primary {
			continue
		}
		start, end, ok := keyText(sql, k.Span().End, len(k.Columns) > 0)
		if !ok {
			return nil, false
		}
		for start > 0 && strings.IndexByte(" \t\r\n", sql[start-1]) >= 0 {
			start--
		}
		if start > 0 && sql[start-1] == ',' {
			start--
		}
		return []Edit{at(base, start, end, "", why)}, true
	}
	for i := range c.Schema.Columns {
		k := c.Schema.Columns[i].Constraint
		if k == nil || !k.Primary {
			continue
		}
		start, end, ok := keyText(sql, k.Span().End, false)
		if !ok {
			return nil, false
		}
		if start > 0 && sql[start-1] == ' ' {
			start--
		}
		return []Edit{at(base, start, end, "", why)}, true
	}
	return nil, false
}

// keyText finds the text of a key clause that ends at end: from CONSTRAINT or PRIMARY on.
func keyText(sql string, end int, table bool) (int, int, bool) {
	upper := strings.ToUpper(sql[:end])
	start := strings.LastIndex(upper, "PRIMARY")
	if start < 0 {
		return 0, 0, false
	}
	if table {
		if i := strings.LastIndex(upper[:start], "CONSTRAINT"); i >= 0 && !strings.ContainsAny(upper[i:start], ",(") {
			start = i
		}
	}
	return start, end, true
}

func hasColumns(c *ast.CreateTable, names []string) bool {
	for _, n := range names {
		if columnOf(c, n) == nil {
			return false
		}
	}
	return true
}

func columnOf(c *ast.CreateTable, name string) *ast.Column {
	if c.Schema == nil {
		return nil
	}
	for i := range c.Schema.Columns {
		if c.Schema.Columns[i].Name.Simple() == name {
			return &c.Schema.Columns[i]
		}
	}
	return nil
}

// keyColumns are the columns of a declaration's primary key.
func keyColumns(c *ast.CreateTable) []string {
	if c == nil || c.Schema == nil {
		return nil
	}
	for i := range c.Schema.Constraints {
		if k := &c.Schema.Constraints[i]; k.Primary {
			var out []string
			for _, n := range k.Columns {
				out = append(out, n.Text)
			}
			return out
		}
	}
	for i := range c.Schema.Columns {
		if k := c.Schema.Columns[i].Constraint; k != nil && k.Primary {
			return []string{c.Schema.Columns[i].Name.Simple()}
		}
	}
	return nil
}

// timeColumn is a column that a watermark can be declared on.
func timeColumn(c *ast.CreateTable) string {
	if c == nil || c.Schema == nil || c.Schema.Watermark != nil {
		return ""
	}
	for i := range c.Schema.Columns {
		col := &c.Schema.Columns[i]
		if col.Type == nil || col.Type.User != nil {
			continue
		}
		if strings.HasPrefix(strings.ToUpper(col.Type.Name), "TIMESTAMP") && col.Type.Precision >= 0 && col.Type.Precision <= 3 {
			return col.Name.Simple()
		}
	}
	return ""
}

// addWatermark declares a watermark on the table's time column.
func addWatermark(c *ast.CreateTable, base int) (Edit, string, bool) {
	col := timeColumn(c)
	if col == "" {
		return Edit{}, "", false
	}
	q := quoteName(col)
	e, ok := addElement(c, base, "WATERMARK FOR "+q+" AS "+q+" - INTERVAL '5' SECOND", "a watermark on "+col)
	return e, col, ok
}

// setOption gives an option of a declaration a value.
func setOption(c *ast.CreateTable, base int, key, value, why string) (Edit, bool) {
	for i := range c.Options {
		if c.Options[i].Key.Value == key {
			s := c.Options[i].Value.Span()
			return at(base, s.Start, s.End, "'"+value+"'", why), true
		}
	}
	if n := len(c.Options); n > 0 {
		end := c.Options[n-1].Span().End
		return at(base, end, end, ", '"+key+"' = '"+value+"'", why), true
	}
	return Edit{}, false
}

// replaceOptions writes the whole list of options anew.
func replaceOptions(c *ast.CreateTable, base int, options [][2]string, why string) (Edit, bool) {
	n := len(c.Options)
	if n == 0 {
		return Edit{}, false
	}
	var b strings.Builder
	for i, kv := range options {
		if i > 0 {
			b.WriteString(",\n  ")
		}
		b.WriteString("'" + kv[0] + "' = '" + strings.ReplaceAll(kv[1], "'", "''") + "'")
	}
	return at(base, c.Options[0].Span().Start, c.Options[n-1].Span().End, b.String(), why), true
}

// upsertKafkaOptions are the options of a Kafka table as upsert-kafka takes them.
func upsertKafkaOptions(c *ast.CreateTable) [][2]string {
	format := optionOf(c, "format")
	if format == "" {
		format = optionOf(c, "value.format")
	}
	out := [][2]string{{"connector", "upsert-kafka"}}
	for _, o := range c.Options {
		k := o.Key.Value
		if k == "topic" || strings.HasPrefix(k, "properties.") && k != "properties.group.id" || strings.HasPrefix(k, "sink.parallelism") {
			out = append(out, [2]string{k, o.Value.Value})
		}
	}
	return append(out, [2]string{"key.format", "json"}, [2]string{"value.format", format})
}
