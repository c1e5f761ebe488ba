package connector

import (
	"strings"

	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// formats are all formats, sorted by identifier as Flink lists them.
var formats []format

func loadFormats() {
	formats = []format{
		{id: "avro", decodes: true, encodes: true, mode: mode.InsertOnly, optional: avroOptions, late: avroLate},
		{id: "avro-confluent", decodes: true, encodes: true, absent: true, mode: mode.InsertOnly, required: registryURL, optional: registryOptions,
			check: checkRegistry("Option avro-confluent.subject is required for serialization"), late: registryLate},
		{id: "canal-json", decodes: true, encodes: true, mode: mode.All, metadata: canalMetadata, check: checkJSON,
			optional: join(texts("database.include table.include"), changelogJSON), late: jsonLate},
		{id: "csv", decodes: true, encodes: true, mode: mode.InsertOnly, optional: csvOptions, check: checkCSV, late: csvLate, whole: true},
		{id: "debezium-avro-confluent", decodes: true, encodes: true, absent: true, mode: mode.All, required: registryURL, optional: registryOptions,
			check: checkRegistry("Option 'debezium-avro-confluent.subject' is required for serialization"), late: registryLate},
		{id: "debezium-json", decodes: true, encodes: true, mode: mode.All, metadata: debeziumMetadata, check: checkDebezium,
			optional: join([]Option{opt("schema-include", Bool).or("false")}, changelogJSON), late: jsonLate},
		{id: "json", decodes: true, encodes: true, mode: mode.InsertOnly, check: checkJSON, late: jsonLate,
			optional: join(typed2(Bool, "false", "fail-on-missing-field"), changelogJSON, []Option{opt("decode.json-parser.enabled", Bool).or("true")})},
		{id: "maxwell-json", decodes: true, encodes: true, mode: mode.All, metadata: maxwellMetadata, check: checkJSON,
			optional: changelogJSON, late: jsonLate},
		{id: "ogg-json", decodes: true, encodes: true, mode: mode.All, metadata: oggMetadata, check: checkJSON,
			optional: changelogJSON, late: jsonLate},
		{id: "orc", decodes: true, encodes: true, absent: true, files: true, mode: mode.InsertOnly},
		{id: "parquet", decodes: true, encodes: true, absent: true, files: true, mode: mode.InsertOnly},
		{id: "protobuf", decodes: true, encodes: true, absent: true, mode: mode.InsertOnly, required: texts("message-class-name"),
			optional: join(typed2(Bool, "false", "ignore-parse-errors read-default-values"), texts("write-null-string-literal"))},
		{id: "raw", decodes: true, encodes: true, mode: mode.InsertOnly, late: rawLate, check: checkRaw,
			optional: []Option{opt("charset", Text).or("UTF-8"), opt("endianness", Text).or("big-endian")}},
		// Of Flink's own planner tests.
		{id: "testcsv", decodes: true, encodes: true, absent: true, files: true, mode: mode.InsertOnly},
	}
}

// typed2 makes options with one default for all.
func typed2(kind Kind, def, keys string) []Option {
	out := typed(kind, keys)
	for i := range out {
		out[i] = out[i].or(def)
	}
	return out
}

// changelogJSON are the options that the formats on JSON share.
var changelogJSON = []Option{
	opt("ignore-parse-errors", Bool).or("false"),
	opt("timestamp-format.standard", Text).or("SQL"),
	opt("map-null-key.mode", Text).or("FAIL"),
	opt("map-null-key.literal", Text).or("null"),
	opt("encode.decimal-as-plain-number", Bool).or("false"),
	opt("encode.ignore-null-fields", Bool).or("false"),
}

// The options of the formats that ask a schema registry.
var (
	registryURL     = []Option{opt("url", Text).alias("schema-registry.url")}
	registryOptions = join([]Option{opt("subject", Text).alias("schema-registry.subject"), opt("schema", Text).alias("schema-registry.schema"),
		opt("properties", TextMap)}, texts("ssl.keystore.location ssl.keystore.password ssl.truststore.location ssl.truststore.password "+
		"basic-auth.credentials-source basic-auth.user-info bearer-auth.credentials-source bearer-auth.token"))
)

// checkRegistry wants a subject to write to.
func checkRegistry(message string) func(formatOptions) {
	return func(o formatOptions) {
		if o.b.sink && !o.has("subject") {
			fail("%s", message)
		}
	}
}

var avroOptions = []Option{
	enum("encoding", "org.apache.flink.formats.avro.AvroFormatOptions$AvroEncoding", "binary json").or("binary"),
	opt("timestamp_mapping.legacy", Bool).or("true"),
}

var csvOptions = join(
	[]Option{opt("field-delimiter", Text).or(","), opt("quote-character", Text).or(`"`),
		opt("array-element-delimiter", Text).or(";"), opt("escape-character", Text), opt("null-literal", Text)},
	typed2(Bool, "false", "disable-quote-character allow-comments ignore-parse-errors trim-spaces ignore-trailing-unmappable fail-on-missing-columns empty-string-as-null"),
	typed2(Bool, "true", "write-bigdecimal-in-scientific-notation allow-trailing-comma"),
)

// checkJSON is JsonFormatOptionsUtil.validate{De,En}codingFormatOptions.
func checkJSON(o formatOptions) {
	if o.b.sink {
		m := o.get("map-null-key.mode")
		switch strings.ToUpper(m) {
		case "FAIL", "DROP", "LITERAL":
		default:
			fail("Unsupported value '%s' for option map-null-key.mode. Supported values are [LITERAL, FAIL, DROP].", m)
		}
	} else if o.find("fail-on-missing-field") != nil && o.get("fail-on-missing-field") == "true" && o.get("ignore-parse-errors") == "true" {
		fail("fail-on-missing-field and ignore-parse-errors shouldn't both be true.")
	}
	if f := o.get("timestamp-format.standard"); f != "SQL" && f != "ISO-8601" {
		fail("Unsupported value '%s' for timestamp-format.standard. Supported values are [SQL, ISO-8601].", f)
	}
}

func checkDebezium(o formatOptions) {
	checkJSON(o)
	if o.b.sink && o.get("schema-include") == "true" {
		fail("Debezium JSON serialization doesn't support 'debezium-json.schema-include' option been set to true.")
	}
}

// checkCSV is CsvCommons.validateFormatOptions.
func checkCSV(o formatOptions) {
	if o.get("disable-quote-character") == "true" && o.has("quote-character") {
		fail("Format cannot define a quote character and disabled quote character at the same time.")
	}
	for _, key := range [...]string{"field-delimiter", "array-element-delimiter", "quote-character", "escape-character"} {
		if !o.has(key) {
			continue
		}
		v := o.get(key)
		s := v
		if key == "field-delimiter" {
			s = unescapeJava(v)
		}
		if len([]rune(s)) != 1 {
			fail("Option 'csv.%s' must be a string with single character, but was: %s", key, v)
		}
	}
}

// unescapeJava is StringEscapeUtils.unescapeJava for the escapes that people write.
func unescapeJava(s string) string {
	r := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r", `\f`, "\f", `\b`, "\b", `\"`, `"`, `\'`, "'")
	if i := strings.Index(s, `\u`); i >= 0 && len(s) >= i+6 {
		return s[:i] + "x" + unescapeJava(s[i+6:])
	}
	return r.Replace(s)
}

func md(key string, t *types.Type) Metadata { return Metadata{Key: key, Type: t} }

var (
	stringMap = types.MapType(types.StringType, types.StringType)

	debeziumMetadata = []Metadata{md("schema", types.StringType), md("ingestion-timestamp", types.LTZ3), md("source.timestamp", types.LTZ3),
		md("source.database", types.StringType), md("source.schema", types.StringType), md("source.table", types.StringType),
		md("source.properties", stringMap)}
	canalMetadata = []Metadata{md("database", types.StringType), md("table", types.StringType),
		md("sql-type", types.MapType(types.StringType, types.IntType)), md("pk-names", types.ArrayType(types.StringType)),
		md("ingestion-timestamp", types.LTZ3), md("event-timestamp", types.LTZ3)}
	maxwellMetadata = []Metadata{md("database", types.StringType), md("table", types.StringType),
		md("primary-key-columns", types.ArrayType(types.StringType)), md("ingestion-timestamp", types.LTZ3)}
	oggMetadata = []Metadata{md("table", types.StringType), md("primary-keys", types.ArrayType(types.StringType)),
		md("ingestion-timestamp", types.LTZType(6)), md("event-timestamp", types.LTZType(6))}
)
