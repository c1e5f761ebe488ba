package connector

import (
	"slices"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

const kafkaPackage = "org.apache.flink.streaming.connectors.kafka.table."

var kafkaSpecs = []spec{
	{id: "kafka", required: texts("properties.bootstrap.servers"), optional: kafkaOptions, source: kafkaSource, sink: kafkaSink},
	{id: "upsert-kafka", required: texts("properties.bootstrap.servers key.format value.format"), optional: upsertKafkaOptions,
		source: upsertKafkaSource, sink: upsertKafkaSink},
	{id: "dynamic-kafka", required: texts("metadata-service"), optional: dynamicKafkaOptions, source: dynamicKafkaSource},
}

var (
	startupMode = enum("scan.startup.mode", kafkaPackage+"KafkaConnectorOptions$ScanStartupMode",
		"earliest-offset latest-offset group-offsets timestamp specific-offsets").or("group-offsets")
	boundedMode = enum("scan.bounded.mode", kafkaPackage+"KafkaConnectorOptions$ScanBoundedMode",
		"unbounded latest-offset group-offsets timestamp specific-offsets").or("unbounded")
	fieldsInclude = enum("value.fields-include", kafkaPackage+"KafkaConnectorOptions$ValueFieldsStrategy", "ALL EXCEPT_KEY").or("ALL")
	guarantee     = enum("sink.delivery-guarantee", "org.apache.flink.connector.base.DeliveryGuarantee",
		"exactly-once at-least-once none").or("at-least-once")
	naming = enum("sink.transaction-naming-strategy", "org.apache.flink.connector.kafka.sink.TransactionNamingStrategy",
		"INCREMENTING POOLING").or("INCREMENTING")

	kafkaOptions = join(
		texts("format key.format key.fields key.fields-prefix value.format topic topic-pattern properties.group.id scan.startup.specific-offsets"),
		[]Option{fieldsInclude, startupMode, opt("scan.topic-partition-discovery.interval", Duration).or("5 min"),
			opt("scan.startup.timestamp-millis", Long), opt("sink.partitioner", Text).or("default"), opt("sink.parallelism", Int), guarantee},
		texts("sink.transactional-id-prefix sink.semantic"),
		[]Option{boundedMode, opt("scan.bounded.specific-offsets", Text), opt("scan.bounded.timestamp-millis", Long),
			opt("scan.parallelism", Int), naming},
	)
	upsertKafkaOptions = join(
		texts("topic topic-pattern key.fields-prefix scan.bounded.specific-offsets sink.transactional-id-prefix"),
		[]Option{fieldsInclude, opt("sink.parallelism", Int), opt("sink.buffer-flush.interval", Duration).or("0 s"),
			opt("sink.buffer-flush.max-rows", Int).or("0"), boundedMode, opt("scan.bounded.timestamp-millis", Long), guarantee,
			opt("scan.parallelism", Int), naming, opt("scan.topic-partition-discovery.interval", Duration).or("5 min")},
	)
	dynamicKafkaOptions = join(
		texts("format key.format key.fields key.fields-prefix value.format stream-ids stream-pattern metadata-service.cluster-id properties.group.id"),
		[]Option{fieldsInclude, startupMode, opt("scan.startup.timestamp-millis", Long), boundedMode,
			opt("scan.bounded.timestamp-millis", Long), opt("scan.topic-partition-discovery.interval", Duration).or("5 min"),
			opt("scan.parallelism", Int), opt("stream-metadata-discovery-interval-ms", Long).or("-1"),
			opt("stream-metadata-discovery-failure-threshold", Int).or("1"), opt("stream-enumerator-mode", Text)},
	)
)

// keyFormat is the optional format of the message key, which takes inserts only.
func (b *build) keyFormat() *chosen {
	k := b.pick("key.format")
	if k != nil && !k.mode.InsertOnly() {
		fail("A key format should only deal with INSERT-only records. But %s has a changelog mode of %s.", k.id, kindList(k.mode))
	}
	return k
}

// kindList spells a ChangelogMode as Java prints it: [INSERT, UPDATE_AFTER].
func kindList(k mode.Kinds) string {
	var w []string
	for _, p := range []struct {
		k mode.Kinds
		s string
	}{{mode.Insert, "INSERT"}, {mode.UpdateBefore, "UPDATE_BEFORE"}, {mode.UpdateAfter, "UPDATE_AFTER"}, {mode.Delete, "DELETE"}} {
		if k.Has(p.k) {
			w = append(w, p.s)
		}
	}
	return "[" + strings.Join(w, ", ") + "]"
}

func kafkaSource(b *build) *Source {
	key := b.keyFormat()
	value := b.value()
	b.validateExcept("properties.")
	b.checkTopic()
	b.checkOffsets("startup")
	b.checkOffsets("bounded")
	b.refuseKey(value, "The Kafka table")
	return b.kafkaScan(key, value)
}

// kafkaScan is KafkaDynamicSource, once all options are checked.
func (b *build) kafkaScan(key, value *chosen) *Source {
	k, v := b.keyColumns(b.keyFields()), b.valueColumns(b.keyFields())
	group := b.get("scan.startup.mode") == "group-offsets" && b.Options["properties.group.id"] == ""
	return &Source{
		Name: "Kafka table source", Class: kafkaPackage + "KafkaDynamicSource", Mode: value.mode,
		Bounded: b.get("scan.bounded.mode") != "unbounded", Watermark: true, ReadsMetadata: true,
		Metadata: kafkaMetadata(value),
		Late: func([]Column) error {
			if err := lateOf(b, coder{key, k}, coder{value, v}); err != nil {
				return err
			}
			if group {
				return diag.New(diag.IllegalState, "Property group.id is required when using committed offset for offsets initializer", source.Span{})
			}
			return nil
		},
	}
}

func kafkaSink(b *build) *Sink {
	b.checkTopic()
	b.fillSubjects()
	key := b.keyFormat()
	value := b.value()
	b.validateExcept("properties.")
	b.checkTopic()
	b.checkPartitioner()
	b.checkGuarantee()
	b.refuseKey(value, "The Kafka table")
	k, v := b.keyColumns(b.keyFields()), b.valueColumns(b.keyFields())
	return b.kafkaWriter(&Sink{Name: "Kafka table sink", ModeFor: always(value.mode)}, coder{key, k}, coder{value, v})
}

// kafkaWriter is KafkaDynamicSink.
func (b *build) kafkaWriter(s *Sink, key, value coder) *Sink {
	s.Class = kafkaPackage + "KafkaDynamicSink"
	s.WritesMetadata = true
	if b.manyTopics() {
		s.Metadata = append(s.Metadata, md("topic", types.StringType.WithNullable(false)))
	}
	s.Metadata = append(s.Metadata, md("headers", types.MapType(types.StringType, types.BytesType)), md("timestamp", types.LTZ3))
	s.Parallelism = b.sinkParallelism()
	s.Late = func([]Column, mode.Kinds) error { return lateOf(b, key, value) }
	return s
}

func (b *build) manyTopics() bool {
	t, ok := b.Options["topic"]
	return !ok || len(SplitList(t)) != 1
}

func always(k mode.Kinds) func(mode.Kinds) mode.Kinds {
	return func(mode.Kinds) mode.Kinds { return k }
}

func upsertKafkaSource(b *build) *Source {
	key, value := b.must("key.format"), b.must("value.format")
	b.validateExcept("properties.")
	b.checkOffsets("bounded")
	b.checkUpsertFormats(key, value)
	b.requireKey()
	k, v := b.keyColumns(b.PrimaryKey), b.valueColumns(b.PrimaryKey)
	if b.has("topic") == b.has("topic-pattern") {
		panic(diag.New(diag.IllegalArgument, "Either Topic or Topic Pattern must be set for source.", source.Span{}))
	}
	return &Source{
		Name: "Kafka table source", Class: kafkaPackage + "KafkaDynamicSource", Mode: mode.UpdateAfter | mode.Delete,
		Bounded: b.get("scan.bounded.mode") != "unbounded", Watermark: true, ReadsMetadata: true,
		Metadata: kafkaMetadata(value),
		Late:     func([]Column) error { return lateOf(b, coder{key, k}, coder{value, v}) },
	}
}

func upsertKafkaSink(b *build) *Sink {
	b.checkTopic()
	b.fillSubjects()
	key, value := b.must("key.format"), b.must("value.format")
	b.validateExcept("properties.")
	b.checkUpsertFormats(key, value)
	b.requireKey()
	rows, interval := atoi(b.get("sink.buffer-flush.max-rows")) > 0, millis(b.get("sink.buffer-flush.interval")) > 0
	if rows != interval {
		fail("'sink.buffer-flush.max-rows' and 'sink.buffer-flush.interval' must be set to be greater than zero together to enable sink buffer flushing.")
	}
	b.checkGuarantee()
	k, v := b.keyColumns(b.PrimaryKey), b.valueColumns(b.PrimaryKey)
	return b.kafkaWriter(&Sink{Name: "Kafka table sink", ModeFor: always(mode.Upsert)}, coder{key, k}, coder{value, v})
}

func dynamicKafkaSource(b *build) *Source {
	key := b.keyFormat()
	value := b.value()
	b.validateExcept("properties.")
	ids, pattern := b.has("stream-ids"), b.has("stream-pattern")
	switch {
	case ids && pattern:
		fail("Option 'stream-ids' and 'stream-pattern' shouldn't be set together.")
	case !ids && !pattern:
		fail("Either 'stream-ids' or 'stream-pattern' must be set.")
	}
	service := b.Options["metadata-service"]
	single := service == "single-cluster" || service == "org.apache.flink.connector.kafka.dynamic.metadata.SingleClusterTopicMetadataService"
	if single {
		for _, k := range [...]string{"metadata-service.cluster-id", "properties.bootstrap.servers"} {
			if _, ok := b.Options[k]; !ok {
				fail("Option '%s' is required for 'single-cluster' metadata service.", k)
			}
		}
	}
	for _, k := range [...]string{"startup", "bounded"} {
		b.checkTimestamp(k)
		if b.get("scan."+k+".mode") == "specific-offsets" {
			fail("Dynamic Kafka source does not support 'specific-offsets' %s mode.", k)
		}
	}
	b.refuseKey(value, "The Dynamic Kafka table")
	if !single {
		panic(noClass(service).Wrap(diag.Validation, "Could not find and instantiate metadata service class '"+service+"'"))
	}
	s := b.kafkaScan(key, value)
	s.Name, s.Class = "Dynamic Kafka table source", kafkaPackage+"DynamicKafkaTableSource"
	return s
}

func noClass(name string) *diag.Rejection {
	return diag.New("java.lang.ClassNotFoundException", name, source.Span{})
}

// requireKey is UpsertKafkaDynamicTableFactory.validatePKConstraints.
func (b *build) requireKey() {
	if len(b.PrimaryKey) == 0 {
		fail("'upsert-kafka' tables require to define a PRIMARY KEY constraint. " +
			"The PRIMARY KEY specifies which columns should be read from or write to the Kafka message key. " +
			"The PRIMARY KEY also defines records in the 'upsert-kafka' table should update or delete on which keys.")
	}
}

// refuseKey is KafkaDynamicTableFactory.validatePKConstraints.
func (b *build) refuseKey(value *chosen, what string) {
	if len(b.PrimaryKey) > 0 && value.mode.InsertOnly() {
		fail("%s '%s' with '%s' format doesn't support defining PRIMARY KEY constraint on the table, because it can't guarantee the semantic of primary key.",
			what, b.Path, value.id)
	}
}

func (b *build) checkUpsertFormats(key, value *chosen) {
	for _, c := range []struct {
		f    *chosen
		side string
	}{{key, "key"}, {value, "value"}} {
		if !c.f.mode.InsertOnly() {
			fail("'upsert-kafka' connector doesn't support '%s' as %s format, because '%s' is not in insert-only mode.", c.f.id, c.side, c.f.id)
		}
	}
}

func (b *build) checkTopic() {
	topic, pattern := b.has("topic"), b.has("topic-pattern")
	switch {
	case topic && pattern:
		fail("Option 'topic' and 'topic-pattern' shouldn't be set together.")
	case !topic && !pattern:
		fail("Either 'topic' or 'topic-pattern' must be set.")
	}
}

// checkTimestamp refuses the timestamp mode without its time; kind is startup or bounded.
func (b *build) checkTimestamp(kind string) {
	if b.get("scan."+kind+".mode") == "timestamp" && !b.has("scan."+kind+".timestamp-millis") {
		fail("'scan.%s.timestamp-millis' is required in 'timestamp' %s mode but missing.", kind, kind)
	}
}

// checkOffsets is validateScanStartupMode and validateScanBoundedMode.
func (b *build) checkOffsets(kind string) {
	b.checkTimestamp(kind)
	if b.get("scan."+kind+".mode") != "specific-offsets" {
		return
	}
	key := "scan." + kind + ".specific-offsets"
	if !b.has(key) {
		fail("'%s' is required in 'specific-offsets' %s mode but missing.", key, kind)
	}
	if b.manyTopics() {
		fail("Currently Kafka source only supports specific offset for single topic.")
	}
	checkOffsetList(key, b.get(key))
}

// checkOffsetList is parseSpecificOffsets.
func checkOffsetList(key, list string) {
	bad := diag.Newf(diag.Validation, source.Span{},
		"Invalid properties '%s' should follow the format 'partition:0,offset:42;partition:1,offset:300', but is '%s'.", key, list)
	pairs := splitJava(list, ";")
	if len(pairs) == 0 {
		panic(bad)
	}
	for _, pair := range pairs {
		kv := splitJava(pair, ",")
		if len(kv) != 2 || !strings.HasPrefix(kv[0], "partition:") || !strings.HasPrefix(kv[1], "offset:") {
			panic(bad)
		}
		for i, bits := range [...]int{32, 64} {
			if r := number(kv[i][strings.Index(kv[i], ":")+1:], bits); r != nil {
				panic(r.Wrap(diag.Validation, bad.Error()))
			}
		}
	}
}

func (b *build) checkPartitioner() {
	if !b.has("sink.partitioner") {
		return
	}
	switch p := b.get("sink.partitioner"); p {
	case "round-robin":
		if b.has("key.fields") {
			fail("Currently 'round-robin' partitioner only works when option 'key.fields' is not specified.")
		}
	case "":
		fail("Option 'sink.partitioner' should be a non-empty string.")
	case "default", "fixed":
	default:
		b.checkPartitionerClass(p)
	}
}

// checkPartitionerClass refuses a class that is not in Flink's own libraries: nothing loads it
// (KafkaConnectorOptionsUtil.initializePartitioner).
func (b *build) checkPartitionerClass(name string) {
	for _, library := range []string{"java.", "javax.", "scala.", "org.apache."} {
		if strings.HasPrefix(name, library) {
			return
		}
	}
	cause := diag.New("java.lang.ClassNotFoundException", name, source.Span{})
	panic(cause.Wrap(diag.Validation, "Could not find and instantiate partitioner class '"+name+"'"))
}

func (b *build) checkGuarantee() {
	if b.get("sink.delivery-guarantee") == "exactly-once" && !b.has("sink.transactional-id-prefix") {
		fail("sink.transactional-id-prefix must be specified when using DeliveryGuarantee.EXACTLY_ONCE.")
	}
}

// keyFields are the fields that key.fields lists.
func (b *build) keyFields() []string {
	_, format := b.Options["key.format"]
	fields, ok := b.Options["key.fields"]
	list := SplitList(fields)
	switch {
	case !format && ok:
		fail("The option 'key.fields' can only be declared if a key format is defined using 'key.format'.")
	case format && len(list) == 0:
		fail("A key format 'key.format' requires the declaration of one or more of key fields using 'key.fields'.")
	case !format:
		return nil
	}
	return list
}

// keyColumns is createKeyFormatProjection.
func (b *build) keyColumns(fields []string) []Column {
	prefix := b.Options["key.fields-prefix"]
	var out []Column
	for _, f := range fields {
		i := b.index(f)
		if i < 0 {
			fail("Could not find the field '%s' in the table schema for usage in the key format. "+
				"A key field must be a regular, physical column. The following columns can be selected in the 'key.fields' option:\n%s",
				f, b.physicalNames())
		}
		if !strings.HasPrefix(f, prefix) {
			fail("All fields in 'key.fields' must be prefixed with '%s' when option 'key.fields-prefix' is set but field '%s' is not prefixed.", prefix, f)
		}
		c := b.Physical[i]
		c.Name = strings.TrimPrefix(c.Name, prefix)
		out = append(out, c)
	}
	return out
}

// valueColumns is createValueFormatProjection.
func (b *build) valueColumns(key []string) []Column {
	if b.get("value.fields-include") == "ALL" {
		if b.Options["key.fields-prefix"] != "" {
			fail("A key prefix is not allowed when option 'value.fields-include' is set to 'ALL'. Set it to 'EXCEPT_KEY' instead to avoid field overlaps.")
		}
		return b.Physical
	}
	var out []Column
	for _, c := range b.Physical {
		if !slices.Contains(key, c.Name) {
			out = append(out, c)
		}
	}
	return out
}

// fillSubjects is autoCompleteSchemaRegistrySubject: the subject of a registry follows from a single topic.
func (b *build) fillSubjects() {
	if b.manyTopics() {
		return
	}
	topic := SplitList(b.Options["topic"])[0]
	set := func(format, prefix, suffix string) bool {
		f := b.Options[format]
		if f != "avro-confluent" && f != "debezium-avro-confluent" {
			return false
		}
		key := prefix + f + ".schema-registry.subject"
		if _, ok := b.Options[key]; !ok {
			options := make(map[string]string, len(b.Options)+1)
			for k, v := range b.Options {
				options[k] = v
			}
			options[key] = topic + suffix
			t := *b.Table
			t.Options = options
			b.Table = &t
		}
		return true
	}
	if !set("format", "", "-value") {
		set("value.format", "value.", "-value")
	}
	set("key.format", "key.", "-key")
}

// kafkaMetadata lists the value format's metadata before the connector's own.
func kafkaMetadata(value *chosen) []Metadata {
	var out []Metadata
	for _, m := range value.metadata {
		out = append(out, md("value."+m.Key, m.Type))
	}
	return append(out, kafkaOwn...)
}

var kafkaOwn = []Metadata{
	md("topic", types.StringType.WithNullable(false)), md("partition", types.IntType.WithNullable(false)),
	md("headers", types.MapType(types.StringType, types.BytesType).WithNullable(false)),
	md("leader-epoch", types.IntType), md("offset", types.BigIntType.WithNullable(false)),
	md("timestamp", types.LTZ3.WithNullable(false)), md("timestamp-type", types.StringType.WithNullable(false)),
}
