package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// notConsumed are the ways out where an operator or sink does not take the changes that reach it.
func (f *fixer) notConsumed(root string) []candidate {
	if !strings.HasPrefix(root, "Table sink '") {
		return f.insertOnlyOperator()
	}
	out := f.appendOnly()
	if f.sink != nil {
		out = append(out, f.upsertSink()...)
		out = append(out, f.writeRank()...)
		if format := optionOf(f.sink, "format"); optionOf(f.sink, "connector") == "kafka" && format != "" {
			if e, ok := setOption(f.sink, f.sinkAt, "format", "debezium-json", "a format that carries updates"); ok {
				out = append(out, candidate{
					title:  "Write " + f.sinkName() + " as debezium-json",
					effect: "Every change is written, the row before an update as well as the row after it.",
					risk:   "Readers must understand the format; the topic grows with every change.",
					edits:  append([]Edit{e}, formatOptions(f.sink, f.sinkAt, format)...),
				})
			}
		}
	}
	return append(out, f.toChangelog()...)
}

// formatOptions takes out the options of a format that is no longer used.
func formatOptions(c *ast.CreateTable, base int, format string) []Edit {
	var out []Edit
	for i := range c.Options {
		o := &c.Options[i]
		if i > 0 && strings.HasPrefix(o.Key.Value, format+".") {
			prev := c.Options[i-1].Span().End
			out = append(out, at(base, prev, o.Span().End, "", "an option of the "+format+" format"))
		}
	}
	return out
}

// upsertSink makes a Kafka or file sink an upsert-kafka table keyed by the query's upsert key.
func (f *fixer) upsertSink() []candidate {
	var out []candidate
	for _, key := range f.queryKeys() {
		options := upsertKafkaOptions(f.sink)
		if optionOf(f.sink, "connector") != "kafka" {
			options = [][2]string{{"connector", "upsert-kafka"}, {"topic", f.sinkName()},
				{"properties.bootstrap.servers", "localhost:9092"}, {"key.format", "json"}, {"value.format", "json"}}
		}
		e, ok := replaceOptions(f.sink, f.sinkAt, options, "a sink that takes updates")
		if !ok {
			continue
		}
		pk, ok := f.sinkKey(key)
		if !ok {
			continue
		}
		out = append(out, candidate{
			title:  "Make " + f.sinkName() + " an upsert-kafka table with PRIMARY KEY (" + strings.Join(key, ", ") + ")",
			effect: "Each record replaces the one before it of its key; a delete is a tombstone.",
			risk:   "The topic should be compacted, and readers see the last value of each key instead of every row.",
			edits:  append(pk, e),
		})
	}
	return out
}

// queryRoot is the top of the plan of the query on its own, nil if it has none.
func (f *fixer) queryRoot() *Node {
	if f.rooted || f.insert == nil || f.sink == nil || len(f.insert.Columns) > 0 {
		return f.root
	}
	f.rooted = true
	q := f.insert.Query.Span()
	res := f.plan.whole(f.ctx, f.script[:f.start]+f.in.SQL[q.Start:q.End])
	if len(res.Statements) == 0 {
		return nil
	}
	fellShort(&res)
	f.queryShort = shiftShort(res.Statements[len(res.Statements)-1].FellShort, q.Start)
	if p := res.Statements[len(res.Statements)-1].Plan; p != nil && len(p.Roots) > 0 {
		f.root = &p.Nodes[p.Roots[0]]
	}
	return f.root
}

// queryKeys are the upsert keys of the query on its own, in the sink's column names.
func (f *fixer) queryKeys() [][]string {
	root := f.queryRoot()
	if root == nil {
		return nil
	}
	columns := physicalColumns(f.sink)
	var out [][]string
	for _, k := range root.UpsertKeys {
		if names := sinkNames(k, root.Columns, columns); len(names) > 0 {
			out = append(out, names)
		}
	}
	return out
}

// sinkNames puts the sink's names on the columns of a key, by position.
func sinkNames(key, columns, sink []string) []string {
	var out []string
	for _, k := range key {
		for i, c := range columns {
			if c == k && i < len(sink) {
				out = append(out, sink[i])
			}
		}
	}
	if len(out) != len(key) {
		return nil
	}
	return out
}

// toChangelog writes the changes themselves, their kind in a column of its own.
func (f *fixer) toChangelog() []candidate {
	if f.insert == nil || f.sink == nil || f.sink.Schema == nil || len(f.sink.Schema.Columns) == 0 || len(f.insert.Columns) > 0 {
		return nil
	}
	q := f.insert.Query.Span()
	view := f.sinkName() + "_changes"
	first := f.sink.Schema.Columns[0].Span().Start
	base := f.in.Span.Start
	return []candidate{{
		title:  "Write the changes themselves with TO_CHANGELOG",
		effect: "Every change becomes an inserted row with its kind in the column op, which any sink takes.",
		risk:   "The sink gets one more column and every change; readers must apply the kinds themselves.",
		edits: []Edit{
			at(f.sinkAt, first, first, "op STRING,\n  ", "the column that holds the kind"),
			f.before("CREATE VIEW "+quoteName(view)+" AS\n"+f.in.SQL[q.Start:q.End]+";\n\n", "the query, to be read as a changelog"),
			at(base, q.Start, q.End, "SELECT * FROM TO_CHANGELOG(input => TABLE "+quoteName(view)+")", "its changes as rows"),
		},
	}}
}

// insertOnlyOperator reads an upsert source as the plain topic that it is made of, for an operator that takes inserts
// alone.
func (f *fixer) insertOnlyOperator() []candidate {
	var out []candidate
	for _, t := range f.sources() {
		if optionOf(t.create, "connector") != "upsert-kafka" {
			continue
		}
		options := [][2]string{{"connector", "kafka"}}
		for _, o := range t.create.Options {
			if k := o.Key.Value; k == "topic" || strings.HasPrefix(k, "properties.") {
				options = append(options, [2]string{k, o.Value.Value})
			}
		}
		options = append(options, [2]string{"scan.startup.mode", "earliest-offset"}, [2]string{"format", optionOf(t.create, "value.format")})
		e, ok := replaceOptions(t.create, t.at, options, "the topic read record by record")
		key, found := dropKey(t.create, t.at, f.textAt(t.at), "a plain Kafka table has no primary key")
		if !ok || !found {
			continue
		}
		name := t.create.Name.Simple()
		out = append(out, candidate{
			title:  "Read " + name + " as a plain Kafka topic",
			effect: "Every record is an inserted row, so the operator takes it.",
			risk:   "Older versions of a key count as rows of their own and tombstones are not deletes: right only if that is what the query means.",
			edits:  append(key, e),
		})
	}
	return out
}

// keyRequired declares the key that a connector asks for: the query's upsert key for a sink.
func (f *fixer) keyRequired(string) []candidate {
	var out []candidate
	if table := simpleName(refusedTable(f.s)); f.insert == nil || table != "" && table != f.sinkName() {
		return f.sourceKey("")
	}
	for _, key := range f.queryKeys() {
		edits, ok := f.sinkKey(key)
		if !ok {
			continue
		}
		out = append(out, candidate{
			title:  "Declare PRIMARY KEY (" + strings.Join(key, ", ") + ") on " + f.sinkName(),
			effect: "The sink is keyed by the query's upsert key.",
			edits:  edits,
		})
	}
	return out
}

// sourceKey declares a key on a source that has updates and none: its first column, which the person must check.
func (f *fixer) sourceKey(string) []candidate {
	table := simpleName(refusedTable(f.s))
	var out []candidate
	for _, t := range f.sources() {
		name := t.create.Name.Simple()
		columns := physicalColumns(t.create)
		if table != "" && name != table || len(columns) == 0 || hasPrimaryKey(t.create) {
			continue
		}
		out = append(out, f.keyOn(t, columns[0])...)
	}
	return out
}

// keyOn declares a column of a source as its key.
func (f *fixer) keyOn(t declared, column string) []candidate {
	name := t.create.Name.Simple()
	edits, ok := setKey(t.create, t.at, f.textAt(t.at), []string{column})
	if !ok {
		return nil
	}
	return []candidate{{
		title:  "Declare PRIMARY KEY (" + column + ") on " + name,
		effect: "Updates of " + name + " are then told apart by " + column + ".",
		risk:   "Right only if " + column + " identifies a row of " + name + ".",
		edits:  edits,
	}}
}

// keyRefused takes the key out of a table whose format cannot keep it, or makes the table one that can.
func (f *fixer) keyRefused(root string) []candidate {
	table := simpleName(between(root, "table '", "'"))
	c, base := declaration(f.res, f.in, table)
	if c == nil {
		return nil
	}
	var out []candidate
	if e, ok := replaceOptions(c, base, upsertKafkaOptions(c), "the connector that keeps a key"); ok {
		out = append(out, candidate{
			title:  "Make " + table + " an upsert-kafka table",
			effect: "The key is the record's key: each record replaces the one before it.",
			risk:   "Records of one key are then updates, and records without value deletes.",
			edits:  []Edit{e},
		})
	}
	if edits, ok := dropKey(c, base, f.textAt(base), "an append-only topic has no key"); ok {
		out = append(out, candidate{
			title:  "Take the primary key out of " + table,
			effect: "The topic is append-only: every record is a row of its own.",
			edits:  edits,
		})
	}
	return out
}

// sortNeedsLimit makes a sort a Top-N.
func (f *fixer) sortNeedsLimit(string) []candidate {
	return []candidate{{
		title:  "Add LIMIT 100",
		effect: "A stream cannot be sorted as a whole; with a limit the planner keeps the first 100 rows and sends their changes.",
		risk:   "Only the first 100 rows are kept.",
		edits:  []Edit{f.after("\nLIMIT 100", "Top-N instead of a sort")},
	}}
}

// rowNumberInstead ranks without ties.
func (f *fixer) rowNumberInstead(root string) []candidate {
	word := "RANK"
	if strings.HasPrefix(root, "DENSE_RANK") {
		word = "DENSE_RANK"
	}
	i := strings.Index(strings.ToUpper(f.in.SQL), word+"(")
	if i < 0 {
		return nil
	}
	return []candidate{{
		title:  "ROW_NUMBER() instead of " + word + "()",
		effect: "Flink's streaming Top-N ranks by ROW_NUMBER.",
		risk:   "Rows that tie get different numbers, so one of them may fall out.",
		edits:  []Edit{at(f.in.Span.Start, i, i+len(word), "ROW_NUMBER", "the ranking that a stream supports")},
	}}
}

// needsWatermark declares a watermark on a source that has a column for it.
func (f *fixer) needsWatermark(string) []candidate {
	var out []candidate
	for _, t := range f.sources() {
		e, col, ok := addWatermark(t.create, t.at)
		if !ok {
			continue
		}
		name := t.create.Name.Simple()
		out = append(out, candidate{
			title:  "Declare a watermark on " + name + "." + col,
			effect: col + " becomes an event-time attribute.",
			risk:   "Rows that come more than 5 seconds late are dropped by windows; set the delay that your data needs.",
			edits:  []Edit{e},
		})
	}
	return out
}

// versionedKey declares the key that a versioned table must have: a column that the join compares, as planning tells.
func (f *fixer) versionedKey(string) []candidate {
	var out []candidate
	for _, t := range f.sources() {
		if hasPrimaryKey(t.create) {
			continue
		}
		for _, column := range physicalColumns(t.create)[:min(6, len(physicalColumns(t.create)))] {
			out = append(out, f.keyOn(t, column)...)
			out = append(out, f.upsertTopic(t, column)...)
		}
	}
	return out
}

func (f *fixer) has(op string) bool {
	if f.s.Plan == nil {
		return false
	}
	for i := range f.s.Plan.Nodes {
		if f.s.Plan.Nodes[i].Op == op {
			return true
		}
	}
	return false
}
