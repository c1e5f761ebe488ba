package connector

import (
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// The lesser connectors of Flink's own planner tests; like values they are known and not listed.
var testSpecs = []spec{
	{id: "test_source", source: plainSource("TestSource"), unlisted: true},
	{id: "test-file", required: texts("path"), optional: texts("runtime-source"), source: plainSource("TestFileSource"), sink: testFileSink, unlisted: true},
	{id: "test-staging", required: texts("data-dir"), optional: typed2(Bool, "false", "sink-fail"), sink: stagingSink, unlisted: true},
	{id: "test-update-delete", source: updateDeleteSource, sink: updateDeleteSink, unlisted: true, optional: join(texts("data-id"),
		typed2(Bool, "false", "only-accept-equal-predicate mix-delete only-require-updated-columns-for-update"),
		typed2(Bool, "true", "support-delete-push-down"),
		[]Option{
			enum("delete-mode", rowLevel+"SupportsRowLevelDelete$RowLevelDeleteMode", "DELETED_ROWS REMAINING_ROWS").or("DELETED_ROWS"),
			enum("update-mode", rowLevel+"SupportsRowLevelUpdate$RowLevelUpdateMode", "UPDATED_ROWS ALL_ROWS").or("UPDATED_ROWS"),
			opt("required-columns-for-delete", TextList), opt("required-columns-for-update", TextList),
		})},
}

const rowLevel = "org.apache.flink.table.connector.sink.abilities."

// plainSource reads rows that are only added and can do nothing else.
func plainSource(name string) func(*build) *Source {
	return func(b *build) *Source {
		b.validate()
		return &Source{Name: name, Class: name, Mode: mode.InsertOnly}
	}
}

func testFileSink(b *build) *Sink {
	b.validate()
	return &Sink{Name: "TestFileSink", Class: "TestFileSink", ModeFor: same}
}

func stagingSink(b *build) *Sink {
	b.validate()
	return &Sink{Name: "SupportsStaging", Class: "SupportsStaging", ModeFor: always(mode.InsertOnly)}
}

// updateDeleteSource reads metadata in the order of a hash map (TestUpdateDeleteTableFactory.TestTableSource).
func updateDeleteSource(b *build) *Source {
	b.validate()
	return &Source{Name: "TestTableSource", Class: "TestTableSource", Mode: mode.InsertOnly, Bounded: true, ReadsMetadata: true,
		Metadata: []Metadata{md("meta_k2", text1), md("meta_f1", types.IntType.WithNullable(false)), md("g", types.StringType)}}
}

// updateDeleteSink takes any change where no deletes are pushed into it, and otherwise is for UPDATE alone: an INSERT meets
// columns that nobody set (SupportsRowLevelModificationSink, SupportsDeletePushDownSink).
func updateDeleteSink(b *build) *Sink {
	b.validate()
	s := &Sink{Name: "SupportsRowLevelModificationSink", Class: "SupportsRowLevelModificationSink", ModeFor: always(mode.All),
		RowLevelDelete: true, RowLevelUpdate: true}
	if b.yes("support-delete-push-down") && !b.yes("mix-delete") {
		s.Name = "SupportsDeletePushDownSink"
		s.ModeFor = always(mode.Upsert)
		name := "partialColumIndexes"
		if len(b.PrimaryKey) > 0 {
			name = "requiredColumnIndices"
		}
		s.Late = func([]Column, mode.Kinds) error {
			return refuse("java.lang.NullPointerException", "Cannot read the array length because \"%s\" is null", name)
		}
	}
	return s
}
