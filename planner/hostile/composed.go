package hostile

import (
	"fmt"
	"strings"
)

// conditional are expressions that stand for longer ones, or that a planner turns into another form.
func conditional() []Script {
	of := func(e string) string { return source + "SELECT " + e + " FROM t" }
	where := func(c string) string { return source + "SELECT a FROM t WHERE " + c }
	return []Script{
		{"CASE in WHEN", of(around("CASE WHEN ", "a > 1", " THEN a = 2 ELSE a = 3 END", 150))},
		{"a long CASE compared", where("CASE" + times(2000, " WHEN a = %[1]d THEN 'x%[1]d'") + " END = 'x7'")},
		{"COALESCEs", of(around("COALESCE(b, ", "b", ")", 150))},
		{"a long COALESCE", of("COALESCE(b" + times(4000, ", b || '%d'") + ")")},
		{"NULLIFs", of(around("NULLIF(", "a", ", a + 1)", 150))},
		{"IFs", of(around("IF(a > 1, ", "a", ", a + 1)", 150))},
		{"NOT around OR around AND", where(around("NOT (a > 1 AND (b = 'x' OR ", "a = 2", "))", 90))},
		{"a conjunction to be of ORs", where("(a = 0 AND b = '0')" + times(20, " OR (a > %[1]d AND b > '%[1]d' AND a < %[1]d * 2)"))},
		{"a disjunction to be of ANDs", where("(a = 0 OR b = '0')" + times(20, " AND (a > %[1]d OR b > '%[1]d' OR a < %[1]d * 2)"))},
		{"a join on ORs of ANDs", source + "SELECT x.a FROM t x JOIN t y ON (x.a = y.a AND x.b = '0')" + times(1500, " OR (x.a = y.a AND x.b > '%[1]d')")},
		{"a join on NOTs", source + "SELECT x.a FROM t x JOIN t y ON x.a = y.a AND NOT (x.b = '0'" + times(1500, " OR NOT (x.b > '%[1]d' AND y.b < '%[1]d')") + ")"},
		{"an anti join on ORs", source + "SELECT a FROM t x WHERE NOT EXISTS (SELECT 1 FROM t y WHERE x.a = y.a" + times(2000, " OR (x.a = %[1]d AND y.b > '%[1]d')") + ")"},
		{"BETWEENs", where("a BETWEEN 1 AND 2" + times(1700, " OR a NOT BETWEEN %[1]d AND %[1]d + 5"))},
		{"IS DISTINCT", where("a IS DISTINCT FROM 1" + times(1900, " AND a IS NOT DISTINCT FROM %d"))},
		{"IS TRUEs", where("a > 1" + strings.Repeat(" IS NOT TRUE IS FALSE", 3000))},
		{"rows compared", source + "SELECT a FROM t WHERE " + "(a" + strings.Repeat(", a", 2500) + ")" + " = " + "(b" + strings.Repeat(", b", 2500) + ")"},
		{"rows in rows cast", of("CAST(" + around("ROW(", "a", ")", 90) + " AS " + around("ROW<a ", "STRING", ">", 90) + ")")},
		{"maps of maps", "CREATE TABLE t (m " + around("MAP<STRING, ", "INT", ">", 150) + ") WITH ('connector' = 'datagen');\nSELECT m" + strings.Repeat("['x']", 150) + " FROM t"},
		{"deep types in a cast", of("CAST(NULL AS " + around("ARRAY<", "INT", ">", 8000) + ")")},
		{"dates added", of("DATE '2020-01-01'" + strings.Repeat(" + INTERVAL '1' DAY", 3000))},
		{"far dates", of("DATE '9999-12-31' + INTERVAL '999999999' DAY(9), TIMESTAMPADD(YEAR, 2147483647, TIMESTAMP '9999-12-31 00:00:00'), TIMESTAMPDIFF(SECOND, TIMESTAMP '0001-01-01 00:00:00', TIMESTAMP '9999-12-31 23:59:59'), EXTRACT(WEEK FROM DATE '9999-12-31'), DATE '0001-01-01' - INTERVAL '99999999' MONTH(8)")},
		{"powers", of("POWER(CAST(2 AS DECIMAL(38, 0)), 2000000000), EXP(1e308), LN(1e-300), ROUND(CAST('1e30' AS DECIMAL(38, 0)), 2000000000), ROUND(1.5, -2000000000), TRUNCATE(1.5, 2147483647)")},
	}
}

// composed are joins, sets and views of what is planned quickly alone.
func composed() []Script {
	keyed := func(name, columns, key string) string {
		return "CREATE TABLE " + name + " (" + columns + ", PRIMARY KEY (" + key + ") NOT ENFORCED) WITH ('connector' = 'upsert-kafka', " +
			"'topic' = 't', 'properties.bootstrap.servers' = 'k', 'key.format' = 'json', 'value.format' = 'json');\n"
	}
	columns := make([]string, 400)
	for i := range columns {
		columns[i] = fmt.Sprintf("k%d", i)
	}
	return []Script{
		{"equal columns", source + "SELECT x.a FROM t x" + times(150, ", t t%d") + " WHERE TRUE" + times(149, " AND t%[1]d.a = x.a AND t%[1]d.a > %[1]d")},
		{"unnested and unnested", "CREATE TABLE t (a " + around("ARRAY<", "INT", ">", 60) + ") WITH ('connector' = 'datagen');\nSELECT * FROM t" + unnests(60)},
		{"unnested rows", "CREATE TABLE t (a INT, r ARRAY<ROW<" + strings.TrimSuffix(times(300, "c%d INT,"), ",") + ">>) WITH ('connector' = 'datagen');\nSELECT t.a FROM t" + times(60, " CROSS JOIN UNNEST(r) AS u%[1]d")},
		{"wide rows in wide rows", "CREATE TABLE t (r ROW<" + strings.TrimSuffix(times(40, "x%d ROW<"+strings.TrimSuffix(strings.ReplaceAll(times(60, "y%d INT,"), "%", ""), ",")+">,"), ",") + ">) WITH ('connector' = 'datagen');\nSELECT r.*" + times(40, ", t.r.x%d.*") + " FROM t"},
		{"ranks of ranks", source + "SELECT a FROM " + around("(SELECT a, b, ROW_NUMBER() OVER (PARTITION BY b ORDER BY a) AS n FROM ", "t", ") WHERE n < 5", 120)},
		{"window joins", timed + "SELECT l0.window_start FROM (SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))) l0" + times(150, " JOIN (SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE))) l%[1]dx ON l0.a = l%[1]dx.a AND l0.window_start = l%[1]dx.window_start AND l0.window_end = l%[1]dx.window_end")},
		{"interval joins", timed + "SELECT x.a FROM t x" + times(250, " JOIN t t%[1]d ON x.a = t%[1]d.a AND x.ts BETWEEN t%[1]d.ts - INTERVAL '%[1]d' MINUTE(3) AND t%[1]d.ts + INTERVAL '%[1]d' MINUTE(3)")},
		{"temporal joins", timed + keyed("v", "k INT, w STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts", "k") + "SELECT t.a FROM t" + times(300, " LEFT JOIN v FOR SYSTEM_TIME AS OF t.ts AS v%[1]d ON t.a = v%[1]d.k")},
		{"lookup joins", "CREATE TABLE o (a INT, p AS PROCTIME()) WITH ('connector' = 'datagen');\nCREATE TABLE d (k INT, w STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://h/d', 'table-name' = 'd');\nSELECT o.a FROM o" + times(400, " LEFT JOIN d FOR SYSTEM_TIME AS OF o.p AS d%[1]d ON o.a = d%[1]d.k AND d%[1]d.w = 'x%[1]d'")},
		{"hints of many", source + "SELECT /*+ STATE_TTL('x'='1d'" + times(300, ", 't%d'='1d'") + "), BROADCAST(x" + times(300, ", t%d") + ") */ x.a FROM t x" + times(300, " JOIN t t%[1]d ON x.a = t%[1]d.a")},
		{"measures", timed + "SELECT * FROM t MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x" + times(1500, ", LAST(A.a, %[1]d) + SUM(A.a) AS x%[1]d") + " PATTERN (A+ B) DEFINE A AS A.a > 1) AS m"},
		{"a set of aggregates", source + keyed("s", "a BIGINT, b STRING", "b") + "EXECUTE STATEMENT SET BEGIN\n" + times(500, "INSERT INTO s SELECT COUNT(*) + %d, b FROM t GROUP BY b;\n") + "END;"},
		{"sets in reuse", "SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';\n" + source + "CREATE VIEW v AS SELECT a, COUNT(*) AS n FROM t GROUP BY a;\n" + keyed("s", "a INT, b BIGINT", "a") + "EXECUTE STATEMENT SET BEGIN\n" + times(450, "INSERT INTO s SELECT a, n FROM v WHERE n > %d;\n") + "END;"},
		{"a union below a key", keyed("s", "a INT, b STRING", "a") + source + "INSERT INTO s SELECT a, b FROM t" + times(600, " UNION ALL SELECT a + %d, b FROM t") + ";"},
		{"a union of sub-queries", source + "SELECT a FROM t WHERE a IN (SELECT a FROM t)" + times(400, " UNION ALL SELECT a FROM t WHERE a > (SELECT MAX(a) FROM t x WHERE x.b = t.b AND x.a > %d)")},
		{"correlated below", source + "SELECT a FROM t t0 WHERE EXISTS (SELECT 1 FROM t t1 WHERE t1.a = t0.a AND EXISTS (SELECT 1 FROM t t2 WHERE t2.a = t1.a AND t2.b = t0.b" + around(" AND EXISTS (SELECT 1 FROM t WHERE t.a = t2.a", "", ")", 90) + "))"},
		{"views with filters that double", source + "CREATE VIEW v0 AS SELECT a, b FROM t;\n" + doubled(14, "SELECT x.a, y.b FROM v%[1]d x JOIN v%[1]d y ON x.a = y.a WHERE x.a > %[1]d AND y.b <> '%[1]d'") + "SELECT * FROM v14"},
		{"views with unions and filters", source + "CREATE VIEW v0 AS SELECT a, b FROM t;\n" + doubled(10, "SELECT a, b FROM (SELECT * FROM v%[1]d UNION ALL SELECT a + 1, b FROM v%[1]d) WHERE a > %[1]d") + "SELECT * FROM v10 WHERE b = 'x'"},
		{"views of joins of views", source + "CREATE VIEW v0 AS SELECT a, b FROM t;\n" + doubled(120, "SELECT x.a, x.b FROM v%[1]d x LEFT JOIN t y ON x.a = y.a WHERE x.a > %[1]d") + "SELECT * FROM v120"},
		{"an option of lists", "CREATE TABLE t (a INT) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'k', 'format' = 'json', 'scan.startup.mode' = 'specific-offsets', 'scan.startup.specific-offsets' = '" + times(2500, "partition:%d,offset:1;") + "'); SELECT * FROM t"},
		{"a key into a key", keyed("t", strings.Join(columns, " INT, ")+" INT", strings.Join(columns[:200], ", ")) + keyed("s", strings.Join(columns, " INT, ")+" INT", strings.Join(columns[100:300], ", ")) + "INSERT INTO s SELECT * FROM t"},
		{"keys of keyed joins", keyed("t", "a INT, b INT", "a, b") + "SELECT * FROM t x" + times(40, " JOIN t t%[1]d ON x.a = t%[1]d.a AND x.b = t%[1]d.b")},
		{"refused for their keys", keyed("t", "a INT, b STRING", "a") + keyed("s", "a INT, b STRING", "b") + times(400, "INSERT INTO s SELECT a, b FROM t WHERE a > %d;\n")},
		{"refused joins for their keys", keyed("t", "a INT, b STRING", "a") + keyed("s", "a INT, b STRING", "b") + times(25, "INSERT INTO s SELECT x.a, y.b FROM t x"+strings.Repeat(" JOIN t y ON x.a = y.a JOIN t z ON y.b = z.b", 1)+strings.ReplaceAll(times(30, " JOIN t z%[1]d ON x.a = z%[1]d.a"), "%", "%%")+" WHERE x.a > %[1]d;\n")},
		{"sketches of many columns", "SELECT x.c0" + times(4000, ", x.c%d") + " FROM missing x JOIN missing2 y ON x.id = y.id"},
		{"ctes of ctes", source + around("WITH c AS (", "SELECT a FROM t", ") SELECT a FROM c", 90)},
	}
}

// reckoned are many constants in a row, each of which takes its time.
func reckoned() []Script {
	of := func(e string, n int) string {
		return source + "SELECT " + strings.TrimSuffix(strings.Repeat(e+", ", n), ", ") + " FROM t"
	}
	return []Script{
		{"searched texts", of("LOCATE(REPEAT('x', 30000) || 'y', REPEAT('x', 60000))", 1100)},
		{"slow patterns in a row", of("REGEXP(REPEAT('x', 30000), '(x+x+)+y')", 1500)},
		{"patterns replaced", of("CHAR_LENGTH(REGEXP_REPLACE(REPEAT('x', 30000), '(x+x+)+y', 'z'))", 900)},
		{"texts of patterns", of("REGEXP('x', REPEAT('(x+x+)+', 8000))", 1500)},
		{"numbers of texts", of("CAST(REPEAT('9', 60000) AS DOUBLE)", 1700)},
		{"JSON of texts", of("JSON_EXISTS(REPEAT('[', 30000) || REPEAT(']', 30000), '$.a.b')", 1000)},
		{"dates of texts", of("TO_TIMESTAMP(REPEAT('1', 60000), REPEAT('y', 60000))", 1200)},
		{"overlays and inserts", of(around("OVERLAY(", "'x'", " PLACING REPEAT('y', 50000) FROM 1 FOR 0)", 100), 1)},
		{"hashed", of("SHA2(REPEAT('x', 60000), 512)", 2000)},
	}
}

// unnests unnests an array of arrays level by level.
func unnests(n int) string {
	var b strings.Builder
	from := "t.a"
	for i := range n {
		fmt.Fprintf(&b, " CROSS JOIN UNNEST(%s) AS u%d(x%d)", from, i, i)
		from = fmt.Sprintf("u%d.x%d", i, i)
	}
	return b.String()
}
