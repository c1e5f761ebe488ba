package connector

import (
	"strings"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

var jdbcSpecs = []spec{{id: "jdbc", required: texts("url table-name"), optional: jdbcOptions, source: jdbcSource, sink: jdbcSink}}

const lookupOptions = "org.apache.flink.table.connector.source.lookup.LookupOptions$"

var jdbcOptions = join(texts("driver compatible-mode username password scan.partition.column"), []Option{
	opt("scan.partition.lower-bound", Long), opt("scan.partition.upper-bound", Long), opt("scan.partition.num", Int),
	opt("scan.fetch-size", Int).or("0"), opt("scan.auto-commit", Bool).or("true"), opt("lookup.cache.max-rows", Long).or("-1"),
	opt("lookup.cache.ttl", Duration).or("10 s"), opt("lookup.max-retries", Int).or("3"), opt("lookup.cache.caching-missing-key", Bool).or("true"),
	opt("sink.buffer-flush.max-rows", Int).or("100"), opt("sink.buffer-flush.interval", Duration).or("1 s"),
	opt("sink.max-retries", Int).or("3"), opt("sink.parallelism", Int), opt("connection.max-retry-timeout", Duration).or("60 s"),
	enum("lookup.cache", lookupOptions+"LookupCacheType", "NONE PARTIAL FULL").or("NONE"),
	opt("lookup.partial-cache.expire-after-access", Duration), opt("lookup.partial-cache.expire-after-write", Duration),
	opt("lookup.partial-cache.max-rows", Long), opt("lookup.partial-cache.cache-missing-key", Bool).or("true"),
	enum("filter.handling.policy", "org.apache.flink.connector.jdbc.core.table.FilterHandlingPolicy", "always never").or("always"),
})

// dialect is one database of the jdbc connector. Types that a dialect of a jar outside of the oracle takes are as in its
// documents; no precision is checked where maxDecimal is 0.
type dialect struct {
	prefix, name string

	ltz, array bool
	maxDecimal int
	timestamp  [2]int
}

var dialects = []dialect{
	{prefix: "jdbc:postgresql:", name: "PostgreSQL", ltz: true, array: true, maxDecimal: 1000, timestamp: [2]int{1, 6}},
	{prefix: "jdbc:derby:", name: "Derby", maxDecimal: 31, timestamp: [2]int{1, 9}},
	{prefix: "jdbc:mysql:", name: "MySQL", maxDecimal: 65, timestamp: [2]int{0, 6}},
	{prefix: "jdbc:mariadb:", name: "MySQL", maxDecimal: 65, timestamp: [2]int{0, 6}},
	{prefix: "jdbc:oracle:", name: "Oracle", ltz: true, array: true, maxDecimal: 38, timestamp: [2]int{0, 9}},
	{prefix: "jdbc:sqlserver:", name: "SqlServer", ltz: true, maxDecimal: 38, timestamp: [2]int{0, 7}},
	{prefix: "jdbc:db2:", name: "Db2", ltz: true, maxDecimal: 31, timestamp: [2]int{0, 9}},
	{prefix: "jdbc:trino:", name: "Trino", ltz: true, array: true, maxDecimal: 38, timestamp: [2]int{0, 9}},
	{prefix: "jdbc:oceanbase:", name: "OceanBase", ltz: true, maxDecimal: 65, timestamp: [2]int{0, 9}},
	{prefix: "jdbc:cratedb:", name: "CrateDB", ltz: true, array: true, maxDecimal: 1000, timestamp: [2]int{1, 6}},
	{prefix: "jdbc:crate:", name: "CrateDB", ltz: true, array: true, maxDecimal: 1000, timestamp: [2]int{1, 6}},
}

func (b *build) dialect() *dialect {
	url := b.Options["url"]
	for i := range dialects {
		if strings.HasPrefix(url, dialects[i].prefix) {
			return &dialects[i]
		}
	}
	raise(diag.IllegalState, "Could not find any jdbc factory that can handle url '%s' that implements "+
		"'org.apache.flink.connector.jdbc.core.database.JdbcFactory' in the classpath.\n\nAvailable factories are:\n\n"+
		"org.apache.flink.connector.jdbc.derby.database.DerbyFactory\norg.apache.flink.connector.jdbc.postgres.database.PostgresFactory", url)
	return nil
}

// documented reports a dialect whose jar the oracle does not have.
func (d *dialect) documented() bool { return d.name != "PostgreSQL" && d.name != "Derby" }

// supports is the dialect's supportedTypes.
func (d *dialect) supports(t *types.Type) bool {
	switch t.Kind {
	case types.Char, types.VarChar, types.Boolean, types.Decimal, types.TinyInt, types.SmallInt, types.Integer, types.BigInt,
		types.Float, types.Double, types.Date, types.Time, types.Timestamp:
		return true
	case types.VarBinary:
		return t.Precision == types.MaxLength
	case types.TimestampLTZ:
		return d.ltz
	case types.Array:
		return d.array
	}
	return false
}

// checkTypes is AbstractDialect.validate.
func (d *dialect) checkTypes(columns []Column) {
	for _, c := range columns {
		if !d.supports(c.Type) {
			fail("The %s dialect doesn't support type: %s.", d.name, c.Type.Summary())
		}
		lo, hi, what := 1, d.maxDecimal, "DECIMAL"
		switch c.Type.Kind {
		case types.Decimal:
		case types.Timestamp:
			lo, hi, what = d.timestamp[0], d.timestamp[1], "TIMESTAMP"
		default:
			continue
		}
		if c.Type.Precision < lo || c.Type.Precision > hi {
			fail("The precision of field '%s' is out of the %s precision range [%d, %d] supported by %s dialect.", c.Name, what, lo, hi, d.name)
		}
	}
}

// checkJDBC is JdbcDynamicTableFactory's validation of either side.
func (b *build) checkJDBC() *dialect {
	b.validate()
	d := b.dialect()
	b.allOrNone("username", "password")
	b.allOrNone("scan.partition.column", "scan.partition.num", "scan.partition.lower-bound", "scan.partition.upper-bound")
	if b.has("scan.partition.lower-bound") {
		if lo, hi := long(b.get("scan.partition.lower-bound")), long(b.get("scan.partition.upper-bound")); lo > hi {
			raise(diag.IllegalArgument, "'scan.partition.lower-bound'='%d' must not be larger than 'scan.partition.upper-bound'='%d'.", lo, hi)
		}
	}
	b.allOrNone("lookup.cache.max-rows", "lookup.cache.ttl")
	for _, k := range [...]string{"lookup.max-retries", "sink.max-retries"} {
		if n := atoi(b.get(k)); n < 0 {
			raise(diag.IllegalArgument, "The value of '%s' option shouldn't be negative, but is %d.", k, n)
		}
	}
	if v := b.get("connection.max-retry-timeout"); millis(v) < 1000 {
		raise(diag.IllegalArgument, "The value of 'connection.max-retry-timeout' option must be in second granularity and shouldn't be smaller than 1 second, but is %s.", v)
	}
	d.checkTypes(b.Physical)
	return d
}

// allOrNone refuses a group of options of which only some are given.
func (b *build) allOrNone(keys ...string) {
	n := 0
	for _, k := range keys {
		if b.has(k) {
			n++
		}
	}
	if n != 0 && n != len(keys) {
		raise(diag.IllegalArgument, "Either all or none of the following options should be provided:\n%s", strings.Join(keys, "\n"))
	}
}

func jdbcSource(b *build) *Source {
	d := b.checkJDBC()
	s := &Source{
		Name: "JDBC:" + d.name, Class: "org.apache.flink.connector.jdbc.core.table.source.JdbcDynamicTableSource",
		Mode: mode.InsertOnly, Bounded: true, Projection: true, Limit: true, Lookup: true, Documented: d.documented(),
	}
	never := b.get("filter.handling.policy") == "never"
	s.Filter = func(c expr.Expr, _ []Column) (accepted, remains bool) {
		if call, ok := c.(*expr.Call); ok && !never && jdbcTakes(call) {
			return true, false
		}
		return false, true
	}
	return s
}

func jdbcSink(b *build) *Sink {
	d := b.checkJDBC()
	keyed := len(b.PrimaryKey) > 0
	return &Sink{
		Name: "JDBC:" + d.name, Class: "org.apache.flink.connector.jdbc.core.table.sink.JdbcDynamicTableSink",
		Parallelism: b.sinkParallelism(), Documented: d.documented(),
		ModeFor: func(k mode.Kinds) mode.Kinds {
			if !keyed && !k.InsertOnly() {
				panic(diag.New(diag.IllegalState, "please declare primary key for sink table when query contains update/delete record.", source.Span{}))
			}
			return mode.Upsert
		},
	}
}

// jdbcTakes is JdbcFilterPushdownPreparedStatementVisitor: whether SQL can be made of the condition.
func jdbcTakes(e expr.Expr) bool {
	switch e := e.(type) {
	case *expr.Ref:
		return true
	case *expr.Literal:
		switch e.Type().Kind {
		case types.Char, types.VarChar, types.Boolean, types.Decimal, types.TinyInt, types.SmallInt, types.Integer, types.BigInt,
			types.Float, types.Double, types.Date, types.Time, types.Timestamp:
			return true
		}
	case *expr.Call:
		switch e.Op.Op {
		case expr.Equals, expr.NotEquals, expr.LessThan, expr.LessOrEqual, expr.GreaterThan, expr.GreaterOrEqual, expr.Like:
			return len(e.Args) == 2 && jdbcTakes(e.Args[0]) && jdbcTakes(e.Args[1])
		case expr.And, expr.Or:
			for _, a := range e.Args {
				if !jdbcTakes(a) {
					return false
				}
			}
			return true
		case expr.IsNull, expr.IsNotNull:
			_, ok := e.Args[0].(*expr.Ref)
			return ok
		}
	}
	return false
}
