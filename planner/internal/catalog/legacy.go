package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Legacy answers for a table declared as before Flink 1.11, with 'connector.type': only CSV files have a factory that such
// a table is looked for in. It is nil for other tables. side is Source or Sink.
// (TableFactoryUtil.findAndCreateTableSource, …Sink; TableFactoryService.filterByContext)
func (t *Table) Legacy(side string) *diag.Rejection {
	if _, ok := t.Options["connector.type"]; !ok {
		return nil
	}
	const packages = "org.apache.flink.table."
	factory := packages + strings.ToLower(side) + "s.Csv%sTable" + side + "Factory"
	considered := []string{fmt.Sprintf(factory, "Batch"), fmt.Sprintf(factory, "Append")}
	candidate := t.legacyCandidate(considered)
	properties := t.legacyProperties()
	slices.Sort(properties)
	text := "Could not find a suitable table factory for '" + packages + "legacy.factories.Table" + side + "Factory' in\nthe classpath.\n\n" +
		"Reason: Required context properties mismatch.\n\n" + candidate + "The following properties are requested:\n" + strings.Join(properties, "\n") +
		"\n\nThe following factories have been considered:\n" + strings.Join(considered, "\n")
	r := diag.New(packages+"factories.NoMatchingTableFactoryException", text, source.Span{})
	return r.Wrap(diag.Table, "findAndCreateTable"+side+" failed.")
}

// legacyCandidate is the factory with the most properties right, and what is wrong with the others.
func (t *Table) legacyCandidate(considered []string) string {
	want := [][2]string{{"connector.type", "filesystem"}, {"format.type", "csv"}, {"update-mode", "append"}}
	best, text := 0, ""
	for i, name := range considered {
		var missing, mismatched strings.Builder
		need := want[:2+i]
		right := 0
		for _, p := range need {
			switch got, ok := t.Options[p[0]]; {
			case !ok:
				missing.WriteString("\n" + p[0] + "=" + p[1])
			case got == p[1]:
				right++
			default:
				mismatched.WriteString("\n'" + p[0] + "' expects '" + p[1] + "', but is '" + got + "'")
			}
		}
		if right == len(need) {
			diag.Unknown(source.Span{}, "the legacy CSV connector")
		}
		if right <= best {
			continue
		}
		best, text = right, "The matching candidates:\n"+name
		if missing.Len() > 0 {
			text += "\nMissing properties:" + missing.String()
		}
		if mismatched.Len() > 0 {
			text += "\nMismatched properties:" + mismatched.String()
		}
		text += "\n\n"
	}
	return text
}

// legacyProperties is the table as flat properties (CatalogTable.toProperties).
func (t *Table) legacyProperties() (out []string) {
	put := func(key, value string) { out = append(out, key+"="+value) }
	for k, v := range t.Options {
		put(k, v)
	}
	if t.Comment != "" {
		put("comment", t.Comment)
	}
	for i, k := range t.PartitionKeys {
		put(fmt.Sprintf("partition.keys.%d.name", i), k)
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		prefix := fmt.Sprintf("schema.%d.", i)
		put(prefix+"name", c.Name)
		put(prefix+"data-type", serialized(c.Type))
		switch c.Kind {
		case Computed:
			put(prefix+"expr", quotedSQL(c.Expr, c.Text))
		case Metadata:
			put(prefix+"metadata", c.MetadataKey)
			put(prefix+"virtual", fmt.Sprint(c.Virtual))
		}
		if c.Comment != "" {
			put(prefix+"comment", c.Comment)
		}
	}
	if k := t.PrimaryKey; k != nil {
		put("schema.primary-key.name", k.Name)
		put("schema.primary-key.columns", strings.Join(k.Columns, ","))
	}
	if w := t.Watermark; w != nil {
		put("schema.watermark.0.rowtime", w.Column)
		put("schema.watermark.0.strategy.expr", quotedSQL(w.Expr, w.Text))
		for i := range t.Columns {
			if t.Columns[i].Name == w.Column {
				put("schema.watermark.0.strategy.data-type", serialized(t.Columns[i].Type))
			}
		}
	}
	return out
}

// serialized spells a type with all that makes it up (LogicalType.asSerializableString).
func serialized(t *types.Type) string {
	var s string
	switch bare := t.WithNullable(true).WithTime(types.NotTime); {
	case t.Kind == types.Array:
		s = "ARRAY<" + serialized(t.Elem) + ">"
	case t.Kind == types.Multiset:
		s = "MULTISET<" + serialized(t.Elem) + ">"
	case t.Kind == types.Map:
		s = "MAP<" + serialized(t.Key) + ", " + serialized(t.Elem) + ">"
	case t.Kind == types.Row:
		fields := make([]string, len(t.Fields))
		for i, f := range t.Fields {
			fields[i] = escaped(f.Name) + " " + serialized(f.Type)
		}
		s = "ROW<" + strings.Join(fields, ", ") + ">"
	case bare.Summary() == "STRING":
		s = "VARCHAR(2147483647)"
	case bare.Summary() == "BYTES":
		s = "VARBINARY(2147483647)"
	case t.Kind == types.TimestampLTZ:
		s = fmt.Sprintf("TIMESTAMP(%d) WITH LOCAL TIME ZONE", t.Precision)
	default:
		s = bare.Summary()
	}
	if !t.Nullable {
		s += " NOT NULL"
	}
	return s
}
