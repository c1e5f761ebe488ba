package connector

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
)

// The connectors of this file have no release for Flink 2.3. Their rows follow their documents and the code of their
// latest releases; every answer that rests on one of them is marked.
var documentedSpecs = []spec{
	{id: "elasticsearch-6", required: texts("hosts index document-type"), optional: searchOptions, sink: searchSink},
	{id: "elasticsearch-7", required: texts("hosts index"), optional: searchOptions, sink: searchSink},
	{id: "elasticsearch-8", required: texts("hosts index"), optional: searchOptions, sink: searchSink},
	{id: "opensearch", required: texts("hosts index"), optional: searchOptions, sink: searchSink},
	{id: "opensearch-2", required: texts("hosts index"), optional: searchOptions, sink: searchSink},
	{id: "mongodb", required: texts("uri database collection"), optional: mongodbOptions, source: mongodbSource, sink: mongodbSink},
	{id: "hbase-1.4", required: texts("table-name zookeeper.quorum"), optional: hbaseOptions, source: hbaseSource, sink: hbaseSink},
	{id: "hbase-2.2", required: texts("table-name zookeeper.quorum"), optional: hbaseOptions, source: hbaseSource, sink: hbaseSink},
	{id: "iceberg", source: icebergSource, sink: lakeSink(same)},
	{id: "paimon", source: paimonSource, sink: paimonSink},
	{id: "hudi", required: texts("path"), source: hudiSource, sink: hudiSink},
	{id: "kinesis", optional: kinesisOptions, source: streamSource("stream.arn", "stream"), sink: streamSink("stream.arn", "stream")},
	{id: "firehose", required: texts("delivery-stream aws.region format"), sink: streamSink("delivery-stream")},
	{id: "pulsar", required: texts("topics service-url"), optional: pulsarOptions, source: streamSource("topics"), sink: streamSink("topics")},
	{id: "dynamodb", required: texts("table-name aws.region"), sink: dynamoSink},
}

func init() {
	for i := range documentedSpecs {
		documentedSpecs[i].documented = true
	}
}

var (
	searchOptions = join(texts("format username password document-id.key-delimiter failure-handler connection.path-prefix "+
		"sink.bulk-flush.max-actions sink.bulk-flush.max-size sink.bulk-flush.interval sink.bulk-flush.backoff.strategy "+
		"sink.bulk-flush.backoff.max-retries sink.bulk-flush.backoff.delay sink.flush-on-checkpoint connection.max-retry-timeout "+
		"connection.request-timeout connection.timeout socket.timeout sink.delivery-guarantee allow-insecure ssl.certificate-fingerprint"),
		[]Option{opt("sink.parallelism", Int)})
	mongodbOptions = join(texts("scan.fetch-size scan.cursor.no-timeout scan.partition.strategy scan.partition.size scan.partition.samples "+
		"scan.partition.record-size lookup.cache lookup.partial-cache.max-rows lookup.partial-cache.expire-after-write "+
		"lookup.partial-cache.expire-after-access lookup.partial-cache.cache-missing-key lookup.max-retries lookup.retry.interval "+
		"filter.handling.policy sink.buffer-flush.max-rows sink.buffer-flush.interval sink.max-retries sink.retry.interval sink.delivery-guarantee"),
		[]Option{opt("sink.parallelism", Int), opt("scan.parallelism", Int)})
	hbaseOptions = join(texts("zookeeper.znode.parent null-string-literal sink.buffer-flush.max-size sink.buffer-flush.max-rows "+
		"sink.buffer-flush.interval sink.ignore-null-value lookup.async lookup.cache.max-rows lookup.cache.ttl lookup.max-retries lookup.cache "+
		"lookup.partial-cache.max-rows lookup.partial-cache.expire-after-write lookup.partial-cache.expire-after-access "+
		"lookup.partial-cache.cache-missing-key"), []Option{opt("sink.parallelism", Int)})
	kinesisOptions = texts("format stream stream.arn aws.region")
	pulsarOptions  = join(texts("format value.format key.format key.fields admin-url"), []Option{opt("sink.parallelism", Int)})
)

// withoutBefore takes what the query produces, except for update-before.
func withoutBefore(k mode.Kinds) mode.Kinds { return k &^ mode.UpdateBefore }

// searchSink: documents are keyed by the primary key; without one their ids are made up.
func searchSink(b *build) *Sink {
	if _, ok := b.Options["format"]; ok {
		b.must("format")
	}
	b.validate()
	return &Sink{Name: "Elasticsearch", Class: b.spec.id, ModeFor: withoutBefore, Parallelism: b.sinkParallelism()}
}

// simpleFilter accepts comparisons of columns and literals, as the converters to a store's own filters do.
func simpleFilter(remains bool) FilterFunc {
	return func(e expr.Expr, _ []Column) (bool, bool) {
		if c, ok := e.(*expr.Call); ok && c.Op.Op != expr.Like && jdbcTakes(c) {
			return true, remains
		}
		return false, true
	}
}

func mongodbSource(b *build) *Source {
	b.validate()
	return &Source{Name: "MongoDB", Class: "org.apache.flink.connector.mongodb.table.MongoDynamicTableSource", Mode: mode.InsertOnly,
		Bounded: true, Projection: true, Limit: true, Lookup: true, Filter: simpleFilter(false)}
}

func mongodbSink(b *build) *Sink {
	b.validate()
	s := &Sink{Name: "MongoDB", Class: "org.apache.flink.connector.mongodb.table.MongoDynamicTableSink", ModeFor: always(mode.InsertOnly),
		Parallelism: b.sinkParallelism()}
	if len(b.PrimaryKey) > 0 {
		s.ModeFor = always(mode.UpsertKeyDelete)
	}
	return s
}

func hbaseSource(b *build) *Source {
	b.validateExcept("properties.")
	return &Source{Name: "HBase", Class: "org.apache.flink.connector.hbase2.source.HBaseDynamicTableSource", Mode: mode.InsertOnly,
		Bounded: true, Projection: true, Lookup: true, AsyncLookup: b.yes("lookup.async")}
}

func hbaseSink(b *build) *Sink {
	b.validateExcept("properties.")
	return &Sink{Name: "HBase", Class: "org.apache.flink.connector.hbase2.sink.HBaseDynamicTableSink", ModeFor: withoutBefore,
		Parallelism: b.sinkParallelism()}
}

// icebergSource reads appended rows only.
func icebergSource(b *build) *Source {
	return &Source{Name: "Iceberg table source", Class: "org.apache.iceberg.flink.source.IcebergTableSource", Mode: mode.InsertOnly,
		Projection: true, Limit: true, Filter: simpleFilter(true)}
}

// lakeSink is a sink of a table format with its way to choose a changelog mode.
func lakeSink(choose func(mode.Kinds) mode.Kinds) func(*build) *Sink {
	return func(b *build) *Sink {
		return &Sink{Name: b.spec.id, Class: b.spec.id, ModeFor: choose, Overwrite: true, Partitioning: true}
	}
}

// paimonSource: without a key, or read in bounded mode, only appends; with a key, changes as the changelog producer has them.
func paimonSource(b *build) *Source {
	kinds := mode.InsertOnly
	if len(b.PrimaryKey) > 0 && b.Options["merge-engine"] != "first-row" {
		kinds = mode.UpsertKeyDelete
		if p := b.Options["changelog-producer"]; p != "" && p != "none" || b.Options["scan.remove-normalize"] == "true" {
			kinds = mode.All
		}
	}
	return &Source{Name: "Paimon-DataSource", Class: "org.apache.paimon.flink.source.DataTableSource", Mode: kinds, Projection: true,
		Limit: true, Lookup: true, AsyncLookup: b.Options["lookup.async"] == "true", Watermark: true, Filter: simpleFilter(true)}
}

func paimonSink(b *build) *Sink {
	s := lakeSink(withoutBefore)(b)
	engine := b.Options["merge-engine"]
	if len(b.PrimaryKey) == 0 || b.Options["changelog-producer"] == "input" || engine == "aggregation" || engine == "partial-update" {
		s.ModeFor = same
	}
	return s
}

func hudiSource(b *build) *Source {
	kinds := mode.InsertOnly
	streaming := b.Options["read.streaming.enabled"] == "true"
	if streaming && (b.Options["changelog.enabled"] == "true" || b.Options["cdc.enabled"] == "true") {
		kinds = mode.All
	}
	return &Source{Name: "HudiTableSource", Class: "org.apache.hudi.table.HoodieTableSource", Mode: kinds, Bounded: !streaming,
		Projection: true, Limit: true, Lookup: true, Filter: simpleFilter(true)}
}

func hudiSink(b *build) *Sink {
	if b.Options["changelog.enabled"] == "true" {
		return lakeSink(always(mode.All))(b)
	}
	return lakeSink(always(mode.Upsert))(b)
}

// streamSource and streamSink are connectors that carry the modes of a format, as kafka does. One of the keys has to be given.
func streamSource(keys ...string) func(*build) *Source {
	return func(b *build) *Source {
		f := b.streamFormat(keys)
		return &Source{Name: b.spec.id, Class: b.spec.id, Mode: f.mode, Watermark: b.spec.id == "pulsar",
			Late: func([]Column) error { return lateOf(b, coder{f, b.Physical}) }}
	}
}

func streamSink(keys ...string) func(*build) *Sink {
	return func(b *build) *Sink {
		f := b.streamFormat(keys)
		return &Sink{Name: b.spec.id, Class: b.spec.id, ModeFor: always(f.mode), Partitioning: b.spec.id == "kinesis",
			Parallelism: b.sinkParallelism(), Late: func([]Column, mode.Kinds) error { return lateOf(b, coder{f, b.Physical}) }}
	}
}

func (b *build) streamFormat(keys []string) *chosen {
	given := false
	for _, k := range keys {
		_, ok := b.Options[k]
		given = given || ok
	}
	if !given {
		raise(diag.Validation, "One of %v is required", keys)
	}
	f := b.value()
	checkOptions(b.spec.required, nil, b.Options)
	return f
}

func dynamoSink(b *build) *Sink {
	checkOptions(b.spec.required, nil, b.Options)
	s := &Sink{Name: "DynamoDB", Class: "org.apache.flink.connector.dynamodb.table.DynamoDbDynamicSink", Partitioning: true, ModeFor: always(mode.InsertOnly)}
	if len(b.PrimaryKey) > 0 {
		s.ModeFor = always(mode.UpsertKeyDelete)
	}
	return s
}
