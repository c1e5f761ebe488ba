// Package connector knows what each connector and format takes, refuses and delivers. A connector is a row of a
// table; nothing outside this package compares a connector's name.
package connector

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// Column is a physical or persisted-metadata column of a table as its connector sees it.
type Column struct {
	Name string
	Type *types.Type
}

// Table is what a connector is told of a table: DynamicTableFactory.Context.
type Table struct {
	// Path is catalog.database.table, for messages.
	Path string
	// Options are the table's options, hints merged over them.
	Options map[string]string
	// Physical are the physical columns in declared order.
	Physical []Column
	// PrimaryKey lists names in declared order; nil if there is none.
	PrimaryKey []string
	// PartitionKeys lists names; nil if there are none.
	PartitionKeys []string
	// Bucketed reports a DISTRIBUTED clause.
	Bucketed bool
	// Setting looks up a session setting.
	Setting func(key string) string
	// Tests says whether the classes of Flink's planner tests are there; nil for no.
	Tests func() bool
	// TypeOf reads a type that stands in an option; it panics with a *diag.Rejection.
	TypeOf func(text string) *types.Type
}

// Metadata is a metadata column that a connector or format offers.
type Metadata struct {
	Key  string
	Type *types.Type
}

// Source is a table's DynamicTableSource, as far as a planner asks it.
type Source struct {
	// Name is the source's summary string ("DataGenTableSource"), Class its Java class, both for messages.
	Name, Class string
	// Legacy is how a source of the old interfaces is shown, up to the names of its columns; empty for others.
	Legacy string
	// Fetcher is the class of a lookup function that has no method for any key; empty for others.
	Fetcher string
	Mode    mode.Kinds
	Bounded bool
	// The abilities that change plans.
	Projection         bool // SupportsProjectionPushDown
	NestedProjection   bool
	Limit              bool                // SupportsLimitPushDown
	Watermark          bool                // SupportsWatermarkPushDown
	SourceWatermark    bool                // SupportsSourceWatermark
	Partitions         bool                // SupportsPartitionPushDown
	PartitionList      []map[string]string // the partitions that the source lists; none where its directory is not there
	ReadsMetadata      bool                // SupportsReadingMetadata
	MetadataProjection bool                // supportsMetadataProjection with projection push-down
	// Metadata lists the readable metadata in the connector's order.
	Metadata []Metadata
	// Filter decides on one conjunct in Flink's SupportsFilterPushDown sense; nil if the source takes no filters.
	// It gives whether the source accepts it and whether the conjunct has to stay above as well.
	Filter FilterFunc
	// Lookup reports a LookupTableSource; AsyncLookup one that can look up asynchronously.
	Lookup, AsyncLookup bool
	// VectorSearch marks a VectorSearchTableSource.
	VectorSearch bool
	// OneTask marks a source whose scan.parallelism is not kept to.
	OneTask bool
	// CustomShuffle reports SupportsLookupCustomShuffle.
	CustomShuffle bool
	// ScanAbsent marks a source that can only be looked up.
	ScanAbsent bool
	// Late is the refusal that the runtime provider raises when the plan is translated, nil if none.
	// It gets the produced columns.
	Late func(produced []Column) error
	// Documented marks a connector that Flink 2.3 has no release of: answers follow its documents.
	Documented bool
	// Statistics and the like that the cost model asks for: rows, 0 if unknown.
	Rows float64
}

// FilterFunc is asked for each conjunct of a filter, over the columns of the scan (SupportsFilterPushDown).
// It gives whether the source takes it and whether the conjunct has to stay above as well.
type FilterFunc func(conjunct expr.Expr, columns []Column) (accepted, remains bool)

// Sink is a table's DynamicTableSink, as far as a planner asks it.
type Sink struct {
	Name, Class string
	// Legacy is the interface of a sink of the old kind; empty for others.
	Legacy string
	// ModeFor gives the changelog mode for the kinds that the query produces (getChangelogMode). Some sinks refuse kinds
	// there: it then panics with a *diag.Rejection.
	ModeFor func(requested mode.Kinds) mode.Kinds
	// The abilities.
	Overwrite                      bool
	Partitioning                   bool
	WritesMetadata                 bool
	Bucketing                      bool
	RowLevelDelete, RowLevelUpdate bool
	TargetColumns                  bool
	// Collects marks the sink of a client that runs a SELECT: no row time is inserted for it.
	Collects bool
	Metadata []Metadata // writable
	// BucketAlgorithms are the kinds of distribution that a bucketing sink takes: HASH, RANGE, UNKNOWN.
	BucketAlgorithms    []string
	BucketCountRequired bool
	// StreamingOverwrite marks a sink that takes OVERWRITE and refuses it in streaming mode.
	StreamingOverwriteRefused bool
	Parallelism               *int // configured, nil if not
	// Late is the refusal raised when the plan is translated, nil if none.
	Late       func(consumed []Column, input mode.Kinds) error
	Documented bool
}
