package catalog

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Meta is a metadata column as a connector reads or writes it: the table's column, and the connector's key and type.
type Meta struct {
	Column *Column
	Key    string
	Type   *types.Type
}

// ReadMetadata lists the declared metadata columns in the connector's order (DynamicSourceUtils.createRequiredMetadataColumns).
func (t *Table) ReadMetadata(offered []connector.Metadata) []Meta {
	return t.metadata(offered, func(*Column) bool { return true })
}

// WrittenMetadata lists the declared metadata columns that are not VIRTUAL, in the connector's order.
func (t *Table) WrittenMetadata(offered []connector.Metadata) []Meta {
	return t.metadata(offered, func(c *Column) bool { return !c.Virtual })
}

func (t *Table) metadata(offered []connector.Metadata, take func(*Column) bool) []Meta {
	var out []Meta
	for _, m := range offered {
		for i := range t.Columns {
			if c := &t.Columns[i]; c.Kind == Metadata && c.MetadataKey == m.Key && take(c) {
				out = append(out, Meta{c, m.Key, m.Type})
			}
		}
	}
	return out
}

func metadataKeys(offered []connector.Metadata) string {
	keys := make([]string, len(offered))
	for i := range offered {
		keys[i] = offered[i].Key
	}
	return strings.Join(keys, "\n")
}

func metadataType(offered []connector.Metadata, key string) *types.Type {
	for i := range offered {
		if offered[i].Key == key {
			return offered[i].Type
		}
	}
	return nil
}

// keyWords are the words on a metadata key that differs from its column's name.
func keyWords(c *Column) string {
	if c.MetadataKey == c.Name {
		return ""
	}
	return " with metadata key '" + c.MetadataKey + "'"
}

// CheckSource checks a table against its source: DynamicSourceUtils.prepareDynamicSource.
func (t *Table) CheckSource(src *connector.Source, settings Settings) (err error) {
	defer diag.Catch(&err)
	t.checkReadMetadata(src)
	if !src.ScanAbsent {
		t.checkScan(src, settings)
	}
	return nil
}

func (t *Table) checkReadMetadata(src *connector.Source) {
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Kind != Metadata {
			continue
		}
		if src.Legacy != "" {
			diag.Fail(diag.Validation, c.Span, "Could not map %s column to the underlying physical type %s. No such field.", c.Name, t.physicalText())
		}
		if !src.ReadsMetadata {
			diag.Fail(diag.Validation, c.Span, "Table '%s' declares metadata columns, but the underlying DynamicTableSource doesn't implement the SupportsReadingMetadata interface. "+
				"Therefore, metadata cannot be read from the given source.", src.Name)
		}
		offered := metadataType(src.Metadata, c.MetadataKey)
		if offered == nil {
			diag.Fail(diag.Validation, c.Span, "Invalid metadata key '%s' in column '%s' of table '%s'. The DynamicTableSource class '%s' supports the following metadata keys for reading:\n%s",
				c.MetadataKey, c.Name, t.ID, src.Class, metadataKeys(src.Metadata))
		}
		if declared := c.Type.WithTime(types.NotTime); !types.SupportsExplicitCast(offered, declared) {
			diag.Fail(diag.Validation, c.Span, "Invalid data type for metadata column '%s'%s of table '%s'. "+
				"The column cannot be declared as '%s' because the type must be castable from metadata type '%s'.",
				c.Name, keyWords(c), t.ID, offered.Summary(), c.Type.Summary())
		}
	}
}

// checkScan is validateScanSource for streaming mode.
func (t *Table) checkScan(src *connector.Source, settings Settings) {
	if w := t.Watermark; w != nil && strings.Contains(w.Column, ".") {
		diag.Fail(diag.Table, w.Span, "A nested field '%s' cannot be declared as rowtime attribute for table '%s' right now.", w.Column, t.ID)
	}
	before, after := src.Mode.Has(mode.UpdateBefore), src.Mode.Has(mode.UpdateAfter)
	switch {
	case after && !before:
		if t.PrimaryKey == nil {
			diag.Fail(diag.Table, source.Span{}, "Table '%s' produces a changelog stream that contains UPDATE_AFTER but no UPDATE_BEFORE. "+
				"This requires defining a primary key constraint on the table.", t.ID)
		}
	case before && !after:
		diag.Fail(diag.Validation, source.Span{}, "Invalid source for table '%s'. A ScanTableSource doesn't support a changelog stream that contains "+
			"UPDATE_BEFORE but no UPDATE_AFTER. Please adapt the implementation of class '%s'.", t.ID, src.Class)
	case !src.Mode.InsertOnly():
		if settings.Bool("table.exec.source.cdc-events-duplicate") && t.PrimaryKey == nil {
			diag.Fail(diag.Table, source.Span{}, "Configuration 'table.exec.source.cdc-events-duplicate' is enabled which requires the changelog sources to define a PRIMARY KEY. "+
				"However, table '%s' doesn't have a primary key.", t.ID)
		}
	}
}

// CheckSink checks a table and an INSERT's clauses against its sink: DynamicSinkUtils.prepareDynamicSink. Static are the
// columns of PARTITION (…) in written order.
func (t *Table) CheckSink(sink *connector.Sink, static []string, overwrite bool) (err error) {
	defer diag.Catch(&err)
	if sink.Legacy != "" {
		t.checkLegacySink(sink, static, overwrite)
		return nil
	}
	if t.Distribution != nil {
		t.checkBucketing(sink)
	}
	if len(t.PartitionKeys) > 0 && !sink.Partitioning {
		diag.Fail(diag.Table, source.Span{}, "Table '%s' is a partitioned table, but the underlying DynamicTableSink doesn't implement the SupportsPartitioning interface.", t.ID)
	}
	for _, p := range static {
		if !slices.Contains(t.PartitionKeys, p) {
			diag.Fail(diag.Validation, source.Span{}, "Static partition column '%s' should be in the partition keys list %s for table '%s'.", p, javaList(t.PartitionKeys), t.ID)
		}
	}
	if overwrite && !sink.Overwrite {
		diag.Fail(diag.Validation, source.Span{}, "INSERT OVERWRITE requires that the underlying DynamicTableSink of table '%s' implements the SupportsOverwrite interface.", t.ID)
	}
	t.checkWrittenMetadata(sink)
	return nil
}

func (t *Table) checkBucketing(sink *connector.Sink) {
	if !sink.Bucketing {
		diag.Fail(diag.Table, source.Span{}, "Table '%s' is distributed into buckets, but the underlying DynamicTableSink doesn't implement the SupportsBucketing interface.", t.ID)
	}
	if sink.BucketCountRequired && t.Distribution.Buckets < 0 {
		diag.Fail(diag.Validation, source.Span{}, "Table '%s' is a bucketed table, but the underlying DynamicTableSink requires the number of buckets to be set.", t.ID)
	}
	kind := t.Distribution.Kind
	if kind == "" {
		kind = "UNKNOWN"
	}
	if slices.Contains(sink.BucketAlgorithms, kind) {
		return
	}
	list := slices.Clone(sink.BucketAlgorithms)
	slices.Sort(list)
	diag.Fail(diag.Validation, source.Span{}, "Table '%s' is a bucketed table and it supports %s, but algorithm %s was requested.", t.ID, javaList(list), kind)
}

func (t *Table) checkWrittenMetadata(sink *connector.Sink) {
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Kind != Metadata || c.Virtual {
			continue
		}
		if !sink.WritesMetadata {
			diag.Fail(diag.Validation, c.Span, "Table '%s' declares persistable metadata columns, but the underlying DynamicTableSink doesn't implement the SupportsWritingMetadata interface. "+
				"If the column should not be persisted, it can be declared with the VIRTUAL keyword.", t.ID)
		}
		offered := metadataType(sink.Metadata, c.MetadataKey)
		if offered == nil {
			diag.Fail(diag.Validation, c.Span, "Invalid metadata key '%s' in column '%s' of table '%s'. The DynamicTableSink class '%s' supports the following metadata keys for writing:\n%s",
				c.MetadataKey, c.Name, t.ID, sink.Class, metadataKeys(sink.Metadata))
		}
		if declared := c.Type.WithTime(types.NotTime); !types.SupportsExplicitCast(declared, offered) {
			diag.Fail(diag.Validation, c.Span, "Invalid data type for metadata column '%s'%s of table '%s'. "+
				"The column cannot be declared as '%s' because the type must be castable to metadata type '%s'.",
				c.Name, keyWords(c), t.ID, c.Type.Summary(), offered.Summary())
		}
	}
}

// SinkColumns are the columns that an INSERT fills: physical and persisted metadata columns in declared order, with the
// types that they are declared with. (ResolvedSchema.toSinkRowDataType)
func (t *Table) SinkColumns() []Column {
	var out []Column
	for _, c := range t.Columns {
		if c.Kind == Physical || c.Kind == Metadata && !c.Virtual {
			out = append(out, c)
		}
	}
	return out
}

// CheckSchema holds a query's row against the sink's and reports whether a cast is needed: the first part of
// DynamicSinkUtils.validateSchemaAndApplyImplicitCast. Sink types are nullable at every level in it (SinkType).
func (t *Table) CheckSchema(query []types.Field) (casts bool, err error) {
	sink := t.SinkColumns()
	if len(query) != len(sink) {
		return false, t.schemaMismatch("Different number of columns.", query, sink)
	}
	for i := range sink {
		to := SinkType(sink[i].Type)
		if !types.SupportsImplicitCast(query[i].Type, to) {
			return false, t.schemaMismatch(fmt.Sprintf("Incompatible types for sink column '%s' at position %d.", sink[i].Name, i+1), query, sink)
		}
		casts = casts || !types.AvoidsCast(query[i].Type, to)
	}
	return casts, nil
}

// schemaMismatch is DynamicSinkUtils.createSchemaMismatchException.
func (t *Table) schemaMismatch(cause string, query []types.Field, sink []Column) *diag.Rejection {
	q, s := make([]string, len(query)), make([]string, len(sink))
	for i := range query {
		q[i] = query[i].Name + ": " + query[i].Type.Summary()
	}
	for i := range sink {
		s[i] = sink[i].Name + ": " + SinkType(sink[i].Type).Summary()
	}
	return diag.Newf(diag.Validation, source.Span{}, "Column types of query result and sink for '%s' do not match.\nCause: %s\n\nQuery schema: %s\nSink schema:  %s",
		t.ID, cause, javaList(q), javaList(s))
}

// SinkType is the type of a column of a sink as the schema check has it: nullable in all its parts
// and no time attribute (DynamicSinkUtils.fixSinkDataType with TypeTransformations.toNullable).
func SinkType(t *types.Type) *types.Type {
	if t.Elem == nil && t.Fields == nil {
		return t.WithTime(types.NotTime).WithNullable(true)
	}
	c := *t
	c.Nullable = true
	if t.Elem != nil {
		c.Elem = SinkType(t.Elem)
	}
	if t.Key != nil {
		c.Key = SinkType(t.Key)
	}
	if t.Fields != nil {
		c.Fields = slices.Clone(t.Fields)
		for i := range c.Fields {
			c.Fields[i].Type = SinkType(c.Fields[i].Type)
		}
	}
	return types.Make(c)
}
