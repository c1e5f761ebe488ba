package connector

import (
	"sort"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// The connector of Flink's own planner tests, TestValuesTableFactory: a table's changelog mode and abilities are options.
// Flink's releases do not have it; it counts as documented and not in the list of factories.

const valuesPackage = "org.apache.flink.table.planner.factories.TestValuesTableFactory$"

var valuesSpecs = []spec{{id: "values", optional: valuesOptions, source: valuesSource, sink: valuesSink, unlisted: true}}

var valuesOptions = join(
	texts("data-id lookup-function-class sink-changelog-mode-enforced lookup.full-cache.timed-reload.iso-time"),
	[]Option{opt("filterable-fields", TextList), opt("dynamic-filtering-fields", TextList), opt("partition-list", TextList),
		opt("readable-metadata", Text), opt("writable-metadata", Text), opt("changelog-mode", Text).or("I"),
		opt("runtime-source", Text).or("SourceFunction"), opt("runtime-sink", Text).or("SinkFunction"),
		opt("table-source-class", Text).or("DEFAULT"), opt("table-sink-class", Text).or("DEFAULT"),
		opt("start-lookup-threshold", Int), opt("sink-expected-messages-num", Int), opt("source.num-element-to-skip", Int),
		opt("source.sleep-after-elements", Int), opt("source.sleep-time", Duration), opt("scan.parallelism", Int),
		opt("sink.parallelism", Int), opt("latency", Int),
		enum("lookup.cache", lookupOptions+"LookupCacheType", "NONE PARTIAL FULL").or("NONE"),
		opt("lookup.partial-cache.expire-after-access", Duration), opt("lookup.partial-cache.expire-after-write", Duration),
		opt("lookup.partial-cache.cache-missing-key", Bool).or("true"), opt("lookup.partial-cache.max-rows", Long),
		enum("lookup.full-cache.reload-strategy", lookupOptions+"ReloadStrategy", "PERIODIC TIMED").or("PERIODIC"),
		opt("lookup.full-cache.periodic-reload.interval", Duration),
		enum("lookup.full-cache.periodic-reload.schedule-mode", "org.apache.flink.table.connector.source.lookup.cache.trigger.PeriodicCacheReloadTrigger$ScheduleMode",
			"FIXED_DELAY FIXED_RATE").or("FIXED_DELAY"),
		opt("lookup.full-cache.timed-reload.interval-in-days", Int)},
	typed2(Bool, "false", "bounded failing-source async disable-lookup enable-vector-search nested-projection-supported "+
		"enable-watermark-push-down enable-custom-shuffle custom-shuffle-empty-partitioner register-internal-data sink.drop-late-event "+
		"sink.bucket-count-required sink.supports-delete-by-key source.produces-delete-by-key"),
	typed2(Bool, "true", "terminating sink-insert-only enable-projection-push-down enable-aggregate-push-down custom-shuffle-deterministic"),
)

// kindsOf reads letters such as "I,UB,UA,D".
func kindsOf(letters string, byKey bool) mode.Kinds {
	var k mode.Kinds
	for _, l := range splitJava(letters, ",") {
		switch strings.TrimSpace(l) {
		case "I":
			k |= mode.Insert
		case "UB":
			k |= mode.UpdateBefore
		case "UA":
			k |= mode.UpdateAfter
		case "D":
			k |= mode.Delete
		default:
			raise(diag.IllegalArgument, "Invalid ChangelogMode string: %s", letters)
		}
	}
	if byKey {
		k = keyOnly(k)
	}
	return k
}

// keyOnly marks the deletes of k as carrying their key alone.
func keyOnly(k mode.Kinds) mode.Kinds {
	if k.Has(mode.Delete) {
		k |= mode.KeyDelete
	}
	return k
}

func valuesSource(b *build) *Source {
	b.validate()
	kinds := kindsOf(b.get("changelog-mode"), b.yes("source.produces-delete-by-key"))
	metadata := b.metadataMap("readable-metadata")
	finite, bounded := b.yes("terminating"), b.yes("bounded")
	if !finite && bounded {
		raise(diag.IllegalArgument, "Source can not be bounded and infinite at the same time.")
	}
	if class := b.get("table-source-class"); class != "DEFAULT" {
		return mockedValues(class)
	}
	if b.yes("register-internal-data") {
		return &Source{Name: "TestValuesWithInternalData", Class: valuesPackage + "TestValuesScanTableSourceWithInternalData",
			Mode: mode.InsertOnly, Bounded: bounded}
	}
	s := &Source{
		Name: "TestValues", Class: valuesPackage + "TestValuesScanTableSourceWithoutProjectionPushDown", Mode: kinds, Bounded: bounded,
		NestedProjection: b.yes("nested-projection-supported"), Limit: true, Partitions: true, ReadsMetadata: true, MetadataProjection: true,
		OneTask: b.get("runtime-source") == "SourceFunction", Metadata: metadata, Filter: filterFields(SplitList(b.get("filterable-fields"))), Late: b.valuesLate(),
	}
	for _, p := range SplitList(b.get("partition-list")) {
		s.PartitionList = append(s.PartitionList, partitionOf(p))
	}
	switch {
	case !b.yes("enable-projection-push-down"):
	case b.yes("enable-vector-search"):
		s.VectorSearch, s.AsyncLookup = true, b.yes("async")
		s.Class = valuesPackage + "TestValuesVectorSearchTableSourceWithoutProjectionPushDown"
	case b.yes("disable-lookup") && b.yes("enable-watermark-push-down"):
		s.Projection, s.Watermark, s.SourceWatermark = true, true, true
		s.Class = valuesPackage + "TestValuesScanTableSourceWithWatermarkPushDown"
	case b.yes("disable-lookup"):
		s.Projection = true
		s.Class = valuesPackage + "TestValuesScanTableSource"
	default:
		s.Projection, s.Lookup, s.AsyncLookup = true, true, b.yes("async")
		s.Class = valuesPackage + "TestValuesScanLookupTableSource"
		if b.yes("enable-custom-shuffle") {
			s.Class += "WithCustomShuffle"
			s.CustomShuffle = true
		}
	}
	return s
}

// mockedValues are the sources that table-source-class names.
func mockedValues(class string) *Source {
	switch class {
	case valuesPackage + "MockedLookupTableSource":
		return &Source{Name: "MockedLookupSource", Class: class, Lookup: true, ScanAbsent: true}
	case valuesPackage + "MockedVectorSearchTableSource":
		return &Source{Name: "MockedVectorSearchSource", Class: class, ScanAbsent: true, VectorSearch: true}
	}
	diag.Unknown(noSpan, "the table-source-class %s of the connector values", class)
	return nil
}

// valuesLate is what getScanRuntimeProvider refuses.
func (b *build) valuesLate() func([]Column) error {
	runtime, finite, failing := b.get("runtime-source"), b.yes("terminating"), b.yes("failing-source")
	return func([]Column) error {
		message := ""
		switch runtime {
		case "SourceFunction":
			if !finite {
				message = "Values Source doesn't support infinite SourceFunction."
			}
		case "InputFormat", "DataStream":
			if failing {
				message = "Values " + runtime + " Source doesn't support as failing source."
			} else if !finite {
				message = "Values Source doesn't support infinite " + runtime + "."
			}
		case "NewSource":
			if failing {
				message = "Values Source doesn't support as failing new source."
			}
		default:
			message = "Unsupported runtime source class: " + runtime
		}
		if message == "" {
			return nil
		}
		return refuse(diag.IllegalArgument, "%s", message)
	}
}

// partitionOf reads "k1:v1,k2:v2".
func partitionOf(text string) map[string]string {
	out := map[string]string{}
	for _, pair := range strings.Split(text, ",") {
		k, v, ok := strings.Cut(pair, ":")
		if !ok {
			raise("java.lang.ArrayIndexOutOfBoundsException", "Index 1 out of bounds for length 1")
		}
		out[strings.TrimSpace(k)] = strings.TrimSpace(v)
	}
	return out
}

// metadataMap reads "key:TYPE,…" in alphabetical order of keys.
func (b *build) metadataMap(option string) []Metadata {
	text := b.get(option)
	if text == "" {
		return nil
	}
	var out []Metadata
	for _, pair := range splitOutside(text, ',') {
		k, v, ok := strings.Cut(pair, ":")
		if !ok {
			raise(diag.IllegalArgument, "Map item is not a key-value pair (missing ':'?)")
		}
		out = append(out, md(strings.TrimSpace(k), b.TypeOf(strings.TrimSpace(v))))
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Key < out[j].Key })
	return out
}

// splitOutside splits at a separator outside of quotes, which are dropped.
func splitOutside(text string, sep byte) []string {
	var out []string
	var cur strings.Builder
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && c == sep:
			out = append(out, cur.String())
			cur.Reset()
		default:
			cur.WriteByte(c)
		}
	}
	return append(out, cur.String())
}

// filterFields is FilterUtils.shouldPushDown of the tests: a call of two operands, each a literal, one of the fields, or
// UPPER or LOWER of such.
func filterFields(fields []string) FilterFunc {
	known := map[string]bool{}
	for _, f := range fields {
		known[f] = true
	}
	return func(e expr.Expr, columns []Column) (accepted, remains bool) {
		c, ok := e.(*expr.Call)
		ok = ok && len(c.Args) == 2 && filterOperand(c.Args[0], columns, known) && filterOperand(c.Args[1], columns, known)
		return ok, !ok
	}
}

func filterOperand(e expr.Expr, columns []Column, known map[string]bool) bool {
	switch e.Type().Kind {
	case types.Array, types.Map, types.Multiset, types.Row, types.Binary, types.VarBinary, types.Raw, types.Structured:
		return false // their Java classes are not Comparable
	}
	switch e := e.(type) {
	case *expr.Ref:
		return e.Index < len(columns) && known[columns[e.Index].Name]
	case *expr.FieldAccess:
		return known["`"+nestedName(e, columns)+"`"]
	case *expr.Literal:
		return true
	case *expr.Call:
		return len(e.Args) == 1 && (e.Op.Name == "UPPER" || e.Op.Name == "LOWER") && filterOperand(e.Args[0], columns, known)
	}
	return false
}

// nestedName spells the path to a field as NestedFieldReferenceExpression.getName does between back quotes.
func nestedName(e expr.Expr, columns []Column) string {
	switch e := e.(type) {
	case *expr.Ref:
		if e.Index < len(columns) {
			return columns[e.Index].Name
		}
	case *expr.FieldAccess:
		return nestedName(e.Row, columns) + "." + e.Name
	}
	return ""
}

func valuesSink(b *build) *Sink {
	b.validate()
	s := &Sink{
		Name: "TestValues", Class: valuesPackage + "TestValuesTableSink", Overwrite: true, Partitioning: true, WritesMetadata: true,
		Bucketing: true, BucketAlgorithms: []string{"UNKNOWN", "HASH"}, BucketCountRequired: b.yes("sink.bucket-count-required"),
		TargetColumns: true, Metadata: b.metadataMap("writable-metadata"), Parallelism: b.sinkParallelism(),
	}
	if class := b.get("table-sink-class"); class != "DEFAULT" {
		diag.Unknown(noSpan, "the table-sink-class %s of the connector values", class)
	}
	if b.yes("sink.drop-late-event") && !b.yes("sink-insert-only") {
		fail("Option 'sink.drop-late-event' only works for insert-only sink now.")
	}
	byKey := b.yes("sink.supports-delete-by-key")
	choose := same
	switch enforced := b.get("sink-changelog-mode-enforced"); {
	case b.has("sink-changelog-mode-enforced"):
		choose = always(kindsOf(enforced, false))
	case b.yes("sink-insert-only"):
		choose = always(mode.InsertOnly)
	case len(b.PrimaryKey) > 0:
		choose = always(mode.Upsert)
	}
	s.ModeFor = func(k mode.Kinds) mode.Kinds {
		k = choose(k) &^ mode.KeyDelete
		if byKey {
			k = keyOnly(k)
		}
		return k
	}
	return s
}
