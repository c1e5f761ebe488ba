package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Legacy is the connector of the interfaces before Flink 1.11 that a table has as side, which is Source or Sink:
// collections are asked for by 'connector', CSV files by 'connector.type', under which nothing else is found.
// (FlinkCalciteCatalogReader, TableFactoryUtil.findAndCreateTableSource, …Sink)
func (t *Table) Legacy(side string) connector.Legacy {
	if t.Options["connector"] == connector.CollectionID {
		return connector.LegacyCollection
	}
	if _, ok := t.Options["connector.type"]; !ok {
		return connector.NotLegacy
	}
	r := t.findCSV(side)
	if r == nil {
		r = connector.CheckCSV(t.Options)
	}
	if r != nil {
		panic(r.Wrap(diag.Table, "findAndCreateTable"+side+" failed."))
	}
	return connector.LegacyCSV
}

// findCSV refuses a table that neither factory of CSV files takes (TableFactoryService.filter).
func (t *Table) findCSV(side string) *diag.Rejection {
	const packages = "org.apache.flink.table."
	factory := packages + strings.ToLower(side) + "s.Csv%sTable" + side + "Factory"
	considered := []string{fmt.Sprintf(factory, "Batch"), fmt.Sprintf(factory, "Append")}
	reason := "Required context properties mismatch."
	candidate, found := t.legacyCandidate(considered)
	properties := t.legacyProperties()
	if found {
		reason = "No factory supports all properties."
		if candidate = t.unknownToCSV(considered, side == "Sink", properties); candidate == "" {
			return nil
		}
	}
	slices.Sort(properties)
	text := "Could not find a suitable table factory for '" + packages + "legacy.factories.Table" + side + "Factory' in\nthe classpath.\n\n" +
		"Reason: " + reason + "\n\n" + candidate + "The following properties are requested:\n" + strings.Join(properties, "\n") +
		"\n\nThe following factories have been considered:\n" + strings.Join(considered, "\n")
	return diag.New(packages+"factories.NoMatchingTableFactoryException", text, source.Span{})
}

// csvContext is what each of the two factories of CSV files requires: the first two, and the second all three.
var csvContext = [3][2]string{{"connector.type", "filesystem"}, {"format.type", "csv"}, {"update-mode", "append"}}

// legacyCandidate is the factory with the most properties right, and what is wrong with the others; found where one has
// all that it requires.
func (t *Table) legacyCandidate(considered []string) (text string, found bool) {
	best := 0
	for i, name := range considered {
		var missing, mismatched strings.Builder
		need := csvContext[:2+i]
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
			return "", true
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
	return text, false
}

// unknownToCSV names the factory that knows most of the properties, and those that it does not know; empty where one
// knows all (TableFactoryService.filterBySupportedProperties).
func (t *Table) unknownToCSV(considered []string, sink bool, properties []string) string {
	given := givenKeys(properties)
	best, text := -1, ""
	for i, name := range considered {
		if i == 1 && t.Options["update-mode"] != "append" {
			continue
		}
		unknown, n := "", 0
		for _, key := range given {
			if !connector.CSVKnows(key, sink) && !(i == 1 && key == "update-mode") {
				unknown += "\n" + key
				n++
			}
		}
		if n == 0 {
			return ""
		}
		if best < 0 || n < best {
			best, text = n, "The matching candidates:\n"+name+"\nUnsupported property keys:"+unknown+"\n\n"
		}
	}
	return text
}

// givenKeys are the keys of properties with # for the numbers in them, in the order of Flink's hash sets.
func givenKeys(properties []string) []string {
	list := make([]string, len(properties))
	for i, p := range properties {
		list[i], _, _ = strings.Cut(p, "=")
	}
	slices.Sort(list)
	var plain []string
	for _, key := range keys.HashOrder(list) {
		if key = numbered(key); !slices.Contains(plain, key) {
			plain = append(plain, key)
		}
	}
	return keys.HashOrder(plain)
}

// numbered is a key with # for the numbers in it.
func numbered(key string) string {
	parts := strings.Split(key, ".")
	for i, p := range parts {
		if _, err := strconv.Atoi(p); err == nil {
			parts[i] = "#"
		}
	}
	return strings.Join(parts, ".")
}

// checkLegacySink is TableSinkUtils.validateTableSink.
func (t *Table) checkLegacySink(sink *connector.Sink, static []string, overwrite bool) {
	for _, p := range static {
		if !slices.Contains(t.PartitionKeys, p) {
			diag.Fail(diag.Validation, source.Span{}, "Static partition column %s should be in the partition fields list Buffer(%s) for Table(%s).",
				p, strings.Join(t.PartitionKeys, ", "), t.ID.Quoted())
		}
	}
	if overwrite {
		diag.Fail(diag.AssertionError, source.Span{}, "assertion failed: INSERT OVERWRITE requires OverwritableTableSink but actually got %s", sink.Class)
	}
}

// physicalText is the row of a table's physical columns as a schema prints it.
func (t *Table) physicalText() string {
	var lines []string
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Kind == Physical {
			lines = append(lines, "  `"+c.Name+"` "+c.Type.Summary())
		}
	}
	return "(\n" + strings.Join(lines, ",\n") + "\n)"
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
