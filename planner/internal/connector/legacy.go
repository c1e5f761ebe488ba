package connector

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
)

// Legacy is a connector behind the interfaces that Flink had before version 1.11, which it still plans
// (LegacyCatalogSourceTable, LogicalLegacySink).
type Legacy uint8

// The legacy connectors: none, the one of Flink's own planner tests (TestCollectionTableFactory), and CSV files.
const (
	NotLegacy Legacy = iota
	LegacyCollection
	LegacyCSV
)

// CollectionID is the 'connector' of the collections of Flink's planner tests.
const CollectionID = "COLLECTION"

const collectionPackage = "org.apache.flink.table.planner.factories.utils.TestCollectionTableFactory$"

// LegacySource is the connector as a source. A CSV file is read by columns, and neither takes a filter or limit.
func LegacySource(kind Legacy) *Source {
	if kind == LegacyCollection {
		return &Source{Name: "CollectionTableSource", Class: collectionPackage + "CollectionTableSource", Legacy: "CollectionTableSource(",
			Mode: mode.InsertOnly, Lookup: true, Fetcher: collectionPackage + "TemporalTableFetcher"}
	}
	return &Source{Name: "CsvTableSource", Class: "org.apache.flink.table.sources.CsvTableSource", Legacy: "CsvTableSource(read fields: ",
		Mode: mode.InsertOnly, Lookup: true, Projection: true}
}

// LegacySink is the connector as a sink: both append (AppendStreamTableSink).
func LegacySink(kind Legacy) *Sink {
	s := &Sink{Name: "CsvTableSink", Class: "org.apache.flink.table.sinks.CsvTableSink", Legacy: "AppendStreamTableSink", ModeFor: always(mode.InsertOnly)}
	if kind == LegacyCollection {
		s.Name, s.Class = "CollectionTableSink", collectionPackage+"CollectionTableSink"
	}
	return s
}

// legacyCSVSpecs writes CSV files as the Table API does for tests of its own (LegacyCsvDynamicTableSinkFactory).
var legacyCSVSpecs = []spec{{id: "legacy-csv", required: texts("path"), sink: func(b *build) *Sink {
	b.validate()
	return &Sink{Name: "LegacyCsv", Class: "org.apache.flink.table.sinks.LegacyCsvDynamicTableSink", ModeFor: always(mode.InsertOnly)}
}, optional: []Option{opt("field-delimiter", Text).or(","), opt("num-files", Int).or("-1"),
	enum("write-mode", "org.apache.flink.core.fs.FileSystem$WriteMode", "NO_OVERWRITE OVERWRITE")}}}

// csvKeys are the properties that CSV files know beside the table's schema, and those that they know as a source or as a
// sink alone (CsvTableSourceFactoryBase, CsvTableSinkFactoryBase).
var csvKeys, csvSourceKeys, csvSinkKeys = set("connector.type format.type connector.property-version format.property-version connector.path " +
	"comment format.derive-schema format.field-delimiter format.fields.#.type format.fields.#.data-type format.fields.#.name " +
	"schema.#.type schema.#.data-type schema.#.name schema.#.expr schema.watermark.#.rowtime schema.watermark.#.strategy.expr " +
	"schema.watermark.#.strategy.data-type schema.primary-key.name schema.primary-key.columns"),
	set("format.line-delimiter format.quote-character format.comment-prefix format.ignore-first-line format.ignore-parse-errors"),
	set("format.write-mode format.num-files")

// CSVKnows reports whether CSV files have a property, numbers in it written as #.
func CSVKnows(key string, sink bool) bool {
	return csvKeys[key] || !sink && csvSourceKeys[key] || sink && csvSinkKeys[key]
}

// CheckCSV is what the CSV factories ask of properties that they know.
func CheckCSV(options map[string]string) *diag.Rejection {
	if _, ok := options["connector.path"]; !ok {
		return diag.New(diag.Validation, "Could not find required property 'connector.path'.", noSpan)
	}
	return nil
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
