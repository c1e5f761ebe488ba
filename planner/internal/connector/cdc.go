package connector

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

const cdcPackage = "org.apache.flink.cdc.connectors."

var cdcSpecs = []spec{
	{id: "mysql-cdc", required: texts("hostname username password database-name table-name"), optional: mysqlOptions, source: mysqlSource},
	{id: "postgres-cdc", required: texts("hostname username password database-name schema-name table-name slot.name"),
		optional: postgresOptions, source: postgresSource},
	{id: "mongodb-cdc", required: texts("hosts"), optional: mongoOptions, source: mongoSource},
	{id: "oracle-cdc", required: texts("username password database-name table-name schema-name"), optional: oracleOptions, source: oracleSource},
	{id: "sqlserver-cdc", required: texts("hostname username password database-name table-name"), optional: sqlserverOptions, source: sqlserverSource},
	{id: "db2-cdc", required: texts("hostname database-name table-name username password"), optional: db2Options, source: db2Source, documented: true},
	{id: "tidb-cdc", required: texts("database-name table-name pd-addresses"), optional: tidbOptions, source: tidbSource, documented: true},
}

var (
	// jdbcSnapshot are the options of reading in parallel that the sources on databases share (JdbcSourceOptions, SourceOptions).
	jdbcSnapshot = []Option{
		opt("scan.startup.mode", Text).or("initial"), opt("scan.incremental.snapshot.chunk.size", Int).or("8096"),
		opt("chunk-meta.group.size", Int).or("1000"), opt("scan.snapshot.fetch.size", Int).or("1024"),
		opt("connect.timeout", Duration).or("30 s"), opt("connect.max-retries", Int).or("3"), opt("connection.pool.size", Int).or("20"),
		opt("chunk-key.even-distribution.factor.upper-bound", Double).or("1000.0").alias("split-key.even-distribution.factor.upper-bound"),
		opt("chunk-key.even-distribution.factor.lower-bound", Double).or("0.05").alias("split-key.even-distribution.factor.lower-bound"),
		opt("scan.incremental.snapshot.chunk.key-column", Text), opt("scan.incremental.close-idle-reader.enabled", Bool).or("false"),
		opt("scan.incremental.snapshot.backfill.skip", Bool).or("false"),
		opt("scan.incremental.snapshot.unbounded-chunk-first.enabled", Bool).or("true"),
	}
	parallelOn  = opt("scan.incremental.snapshot.enabled", Bool).or("true")
	parallelOff = opt("scan.incremental.snapshot.enabled", Bool).or("false")
	newTables   = opt("scan.newly-added-table.enabled", Bool).or("false")
	appendOnly  = opt("scan.read-changelog-as-append-only.enabled", Bool).or("false")

	mysqlOptions = join(jdbcSnapshot, []Option{parallelOn, newTables, appendOnly, opt("port", Int).or("3306"), opt("heartbeat.interval", Duration).or("30 s"),
		opt("scan.startup.specific-offset.pos", Long), opt("scan.startup.specific-offset.skip-events", Long),
		opt("scan.startup.specific-offset.skip-rows", Long), opt("scan.startup.timestamp-millis", Long),
		opt("scan.parse.online.schema.changes.enabled", Bool).or("false"), opt("use.legacy.json.format", Bool).or("true")},
		texts("server-time-zone server-id scan.startup.specific-offset.file scan.startup.specific-offset.gtid-set"))
	postgresOptions = join(jdbcSnapshot, []Option{parallelOff, newTables, appendOnly, opt("port", Int).or("5432"),
		opt("decoding.plugin.name", Text).or("decoderbufs"), opt("heartbeat.interval.ms", Duration).or("30 s"),
		enum("changelog-mode", "org.apache.flink.cdc.debezium.table.DebeziumChangelogMode", "all upsert").or("all"),
		opt("scan.lsn-commit.checkpoints-num-delay", Int).or("3"), opt("scan.include-partitioned-tables.enabled", Bool).or("false")})
	oracleOptions    = join(jdbcSnapshot, []Option{parallelOn, newTables, opt("port", Int).or("1521")}, texts("url hostname"))
	sqlserverOptions = join(jdbcSnapshot, []Option{parallelOn, opt("port", Int).or("1433"), opt("server-time-zone", Text).or("UTC")})
	db2Options       = join(jdbcSnapshot, []Option{parallelOn, opt("port", Int).or("50000"), opt("server-time-zone", Text).or("UTC")})
	mongoOptions     = join(texts("username password connection.options database collection"), []Option{
		opt("scheme", Text).or("mongodb"), opt("scan.startup.mode", Text).or("initial"), opt("scan.startup.timestamp-millis", Long),
		opt("initial.snapshotting.queue.size", Int).deprecates("copy.existing.queue.size"),
		opt("initial.snapshotting.max.threads", Int).deprecates("copy.existing.max.threads"),
		opt("initial.snapshotting.pipeline", Text).deprecates("copy.existing.pipeline"),
		opt("batch.size", Int).or("1024"), opt("poll.max.batch.size", Int).or("1024"), opt("poll.await.time.ms", Int).or("1000"),
		opt("heartbeat.interval.ms", Int).or("0"), parallelOff, opt("scan.incremental.snapshot.chunk.size.mb", Int).or("64"),
		opt("scan.incremental.snapshot.chunk.samples", Int).or("20"), opt("chunk-meta.group.size", Int).or("1000"),
		opt("scan.incremental.close-idle-reader.enabled", Bool).or("false"), opt("scan.full-changelog", Bool).or("false"),
		opt("scan.cursor.no-timeout", Bool).or("true"), opt("scan.incremental.snapshot.backfill.skip", Bool).or("false"), newTables,
		opt("scan.incremental.snapshot.unbounded-chunk-first.enabled", Bool).or("true"),
	})
	tidbOptions = join(texts("host-mapping"), []Option{opt("scan.startup.mode", Text).or("initial"), opt("tikv.grpc.timeout_in_ms", Long),
		opt("tikv.grpc.scan_timeout_in_ms", Long), opt("tikv.batch_get_concurrency", Int), opt("tikv.batch_scan_concurrency", Int)})
)

// The metadata of each source, in the order of the HashMap that Flink gets them from.
var (
	text1        = types.StringType.WithNullable(false)
	opTime       = md("op_ts", types.LTZ3.WithNullable(false))
	mysqlMeta    = []Metadata{md("table_name", text1), md("database_name", text1), opTime, md("row_kind", text1)}
	tidbMeta     = mysqlMeta[:3]
	mongoMeta    = []Metadata{md("database_name", text1), opTime, md("collection_name", text1), md("row_kind", text1)}
	oracleMeta   = []Metadata{md("database_name", text1), md("schema_name", text1), md("table_name", text1), opTime}
	postgresMeta = append(oracleMeta[:4:4], md("row_kind", text1))
)

// startup checks scan.startup.mode, a plain string, against the list.
func (b *build) startup(values string) string {
	v := b.get("scan.startup.mode")
	low := strings.ToLower(v)
	for _, w := range strings.Fields(values) {
		if w == low {
			return low
		}
	}
	fail("Invalid value for option 'scan.startup.mode'. Supported values are [%s], but was: %s", strings.Join(strings.Fields(values), ", "), v)
	return ""
}

// checkParallel is the checks of reading in parallel.
func (b *build) checkParallel() {
	for _, m := range [...]struct {
		key string
		min int
	}{{"scan.incremental.snapshot.chunk.size", 1}, {"chunk-meta.group.size", 1}, {"scan.snapshot.fetch.size", 1}, {"connection.pool.size", 1}, {"connect.max-retries", 0}} {
		if n := atoi(b.get(m.key)); n <= m.min {
			raise(diag.IllegalState, "The value of option '%s' must larger than %d, but is %d", m.key, m.min, n)
		}
	}
	const factor = "chunk-key.even-distribution.factor."
	if v, _ := strconv.ParseFloat(b.get(factor+"upper-bound"), 64); v < 1 {
		raise(diag.IllegalState, "The value of option '%supper-bound' must larger than or equals 1.0, but is %s", factor, javaDouble(v))
	}
	if v, _ := strconv.ParseFloat(b.get(factor+"lower-bound"), 64); v < 0 || v > 1 {
		raise(diag.IllegalState, "The value of option '%slower-bound' must between 0.0 and 1.0 inclusively, but is %s", factor, javaDouble(v))
	}
}

func javaDouble(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// cdc makes the source once its options are checked. Columns of types that Debezium's rows do not convert to are refused
// late; arrays tells of a connector that converts arrays of strings.
func (b *build) cdc(name, class string, kinds mode.Kinds, meta []Metadata, arrays bool) *Source {
	return &Source{
		Name: name, Class: cdcPackage + class, Mode: kinds, ReadsMetadata: true, Metadata: meta,
		Late: func([]Column) error {
			for _, c := range b.Physical {
				if t := unconverted(c.Type, arrays); t != nil {
					return diag.New(diag.UnsupportedOp, "Unsupported type: "+t.Summary(), source.Span{})
				}
			}
			return nil
		},
	}
}

// unconverted finds a type that RowDataDebeziumDeserializeSchema refuses.
func unconverted(t *types.Type, arrays bool) *types.Type {
	switch t.Kind {
	case types.Map, types.Multiset, types.Raw, types.Structured, types.Variant, types.Bitmap:
		return t
	case types.Array:
		if !arrays || !t.Elem.IsString() {
			return t
		}
	case types.Row:
		for _, f := range t.Fields {
			if x := unconverted(f.Type, arrays); x != nil {
				return x
			}
		}
	}
	return nil
}

func mysqlSource(b *build) *Source {
	b.validateExcept("debezium.", "jdbc.properties.")
	if id, ok := b.Options["server-id"]; ok {
		checkServerID(id)
	}
	startup := b.startup("initial snapshot latest-offset earliest-offset specific-offset timestamp")
	if startup == "timestamp" && !b.has("scan.startup.timestamp-millis") {
		raise("java.lang.NullPointerException", "Cannot invoke \"java.lang.Long.longValue()\" because the return value of \"org.apache.flink.configuration."+
			"ReadableConfig.get(org.apache.flink.configuration.ConfigOption)\" is null")
	}
	if startup == "specific-offset" &&
		!b.has("scan.startup.specific-offset.gtid-set") &&
		!(b.has("scan.startup.specific-offset.file") && b.has("scan.startup.specific-offset.pos")) {
		fail("Unable to find a valid binlog offset. Either scan.startup.specific-offset.gtid-set, or scan.startup.specific-offset.file and scan.startup.specific-offset.pos are required.")
	}
	if b.yes("scan.incremental.snapshot.enabled") {
		if len(b.PrimaryKey) == 0 && !b.has("scan.incremental.snapshot.chunk.key-column") {
			fail("'scan.incremental.snapshot.chunk.key-column' is required for table without primary key when 'scan.incremental.snapshot.enabled' enabled.")
		}
		b.checkParallel()
		if v := b.get("connect.timeout"); millis(v) <= 250 {
			raise(diag.IllegalState, "The value of option 'connect.timeout' cannot be less than PT0.25S, but actual is %s", javaDuration(millis(v)))
		}
	}
	kinds := mode.All
	if b.yes("scan.read-changelog-as-append-only.enabled") {
		kinds = mode.InsertOnly
	}
	return b.cdc("MySQL-CDC", "mysql.table.MySqlTableSource", kinds, mysqlMeta, true)
}

// javaDuration spells a Duration of seconds and milliseconds as Java does.
func javaDuration(ms int64) string {
	if ms == 0 {
		return "PT0S"
	}
	s := strconv.FormatFloat(float64(ms%60000)/1000, 'f', -1, 64)
	out := "PT"
	if h := ms / 3600000; h != 0 {
		out += strconv.FormatInt(h, 10) + "H"
	}
	if m := ms / 60000 % 60; m != 0 {
		out += strconv.FormatInt(m, 10) + "M"
	}
	if ms%60000 != 0 {
		out += s + "S"
	}
	return out
}

// checkServerID is ServerIdRange.from.
func checkServerID(id string) {
	parts := []string{id}
	if strings.Contains(id, "-") {
		parts = strings.Split(id, "-")
		if len(parts) != 2 {
			cause := diag.New(diag.IllegalArgument, "The server id range should be syntax like '5400-5500', but got: "+id, source.Span{})
			panic(cause.Wrap(diag.Validation, "The value of option 'server-id' is invalid: '"+id+"'"))
		}
	}
	for _, p := range parts {
		if r := number(strings.TrimSpace(p), 32); r != nil {
			r = r.Wrap(diag.IllegalState, "The server id "+strings.TrimSpace(p)+" is not a valid numeric.")
			panic(r.Wrap(diag.Validation, "The value of option 'server-id' is invalid: '"+id+"'"))
		}
	}
}

func postgresSource(b *build) *Source {
	b.validateExcept("debezium.")
	upsert := b.get("changelog-mode") == "upsert"
	if upsert && len(b.PrimaryKey) == 0 {
		raise(diag.IllegalArgument, "Primary key must be present when upsert mode is selected.")
	}
	start := strings.ToLower(b.get("scan.startup.mode"))
	if start != "committed-offset" {
		b.postgresStartup()
	}
	switch {
	case b.yes("scan.incremental.snapshot.enabled"):
		b.checkParallel()
	case start == "latest-offset":
		raise(diag.IllegalState, "The Postgres CDC connector does not support 'latest-offset' startup mode when 'scan.incremental.snapshot.enabled' is disabled, you can enable 'scan.incremental.snapshot.enabled' to use this startup mode.")
	}
	kinds := mode.All
	switch {
	case b.yes("scan.read-changelog-as-append-only.enabled"):
		kinds = mode.InsertOnly
	case upsert:
		kinds = mode.UpsertKeyDelete
	}
	return b.cdc("PostgreSQL-CDC", "postgres.table.PostgreSQLTableSource", kinds, postgresMeta, false)
}

// postgresStartup: the message's format has three places for the four modes and the value, so it names the fourth mode as
// the value, whatever was written.
func (b *build) postgresStartup() {
	switch strings.ToLower(b.get("scan.startup.mode")) {
	case "initial", "snapshot", "latest-offset":
	default:
		fail("Invalid value for option 'scan.startup.mode'. Supported values are [initial, snapshot, latest-offset], but was: committed-offset")
	}
}

func mongoSource(b *build) *Source {
	b.validate()
	if b.startup("initial snapshot latest-offset timestamp") == "timestamp" && !b.has("scan.startup.timestamp-millis") {
		raise("java.lang.NullPointerException", "To use timestamp startup mode, the startup timestamp millis 'scan.startup.timestamp-millis' must be set.")
	}
	if b.yes("scan.incremental.snapshot.enabled") {
		for _, k := range [...]string{"pipeline", "max.threads", "queue.size"} {
			if b.has("initial.snapshotting." + k) {
				raise(diag.IllegalArgument, "The initial.snapshotting.*/copy.existing.* config only applies to Debezium mode, not incremental snapshot mode")
			}
		}
	}
	if len(b.PrimaryKey) == 0 {
		raise(diag.IllegalArgument, "Primary key must be present")
	}
	if len(b.PrimaryKey) != 1 || b.PrimaryKey[0] != "_id" {
		raise(diag.IllegalArgument, "Primary key must be _id field")
	}
	kinds := mode.UpsertKeyDelete
	if b.yes("scan.full-changelog") {
		kinds = mode.All
	}
	s := b.cdc("MongoDB-CDC", "mongodb.table.MongoDBTableSource", kinds, mongoMeta, false)
	s.Late = nil
	return s
}

func oracleSource(b *build) *Source {
	b.validateExcept("debezium.")
	b.startup("initial snapshot latest-offset")
	if b.yes("scan.incremental.snapshot.enabled") {
		b.checkParallel()
	}
	if !b.has("hostname") {
		raise("java.lang.NullPointerException", "null")
	}
	return b.cdc("Oracle-CDC", "oracle.table.OracleTableSource", mode.All, oracleMeta, false)
}

func sqlserverSource(b *build) *Source {
	b.validateExcept("debezium.")
	b.startup("initial latest-offset")
	if b.yes("scan.incremental.snapshot.enabled") {
		b.checkParallel()
	}
	return b.cdc("SqlServer-CDC", "sqlserver.table.SqlServerTableSource", mode.All, oracleMeta, false)
}

func db2Source(b *build) *Source {
	b.validateExcept("debezium.")
	b.startup("initial latest-offset")
	if b.yes("scan.incremental.snapshot.enabled") {
		b.checkParallel()
	}
	return b.cdc("DB2-CDC", "db2.table.Db2TableSource", mode.All, oracleMeta, false)
}

// tidbSource: its factory never asks for a check of the options as a whole.
func tidbSource(b *build) *Source {
	b.startup("initial latest-offset")
	for _, k := range [...]string{"database-name", "table-name", "pd-addresses"} {
		if !b.has(k) {
			raise("java.lang.NullPointerException", "null")
		}
	}
	s := b.cdc("TiDB-CDC", "tidb.table.TiDBTableSource", mode.Upsert, tidbMeta, false)
	s.Late = nil
	return s
}
