package hostile

import (
	"fmt"
	"strings"
)

const timed = "CREATE TABLE t (a INT, b STRING, c INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"

// grouped are scripts whose groups, patterns and windows stand for many more than are written.
func grouped() []Script {
	columns := "a" + times(20, ", a+%d")
	match := func(pattern, define string) string {
		return timed + "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY c ORDER BY ts MEASURES A.a AS x PATTERN (" + pattern + ") DEFINE " + define + ") AS m"
	}
	variables := make([]string, 400)
	for i := range variables {
		variables[i] = fmt.Sprintf("V%d", i)
	}
	return []Script{
		{"a cube of twenty", source + "SELECT COUNT(*) FROM t GROUP BY CUBE(" + columns + ")"},
		{"cubes of cubes", source + "SELECT COUNT(*) FROM t GROUP BY CUBE(a, b), CUBE(a, b), CUBE(a, b), CUBE(a, b), CUBE(a, b), CUBE(a, b), CUBE(a, b), CUBE(a, b)"},
		{"a long rollup", source + "SELECT COUNT(*) FROM t GROUP BY ROLLUP(a" + times(600, ", a+%d") + ")"},
		{"many sets", source + "SELECT COUNT(*) FROM t GROUP BY GROUPING SETS ((a)" + times(3000, ", (a, a+%d)") + ")"},
		{"sets in sets", source + "SELECT COUNT(*) FROM t GROUP BY " + around("GROUPING SETS (", "a", ", b)", 150)},
		{"groupings of a cube", source + "SELECT GROUPING(a)" + times(400, ", GROUPING_ID(a, b) + %d") + " FROM t GROUP BY CUBE(a, b)"},
		{"filtered aggregates", source + "SELECT b" + times(1000, ", SUM(a) FILTER (WHERE a > %d)") + " FROM t GROUP BY b"},
		{"distinct aggregates", source + "SELECT b" + times(1000, ", COUNT(DISTINCT a + %d)") + " FROM t GROUP BY b"},
		{"split distinct aggregates", "SET 'table.optimizer.distinct-agg.split.enabled' = 'true';\n" +
			"SET 'table.exec.mini-batch.enabled' = 'true'; SET 'table.exec.mini-batch.allow-latency' = '1 s'; SET 'table.exec.mini-batch.size' = '9';\n" +
			source + "SELECT b" + times(900, ", COUNT(DISTINCT a + %[1]d) FILTER (WHERE a > %[1]d)") + " FROM t GROUP BY b"},
		{"windows of one key", source + "SELECT a" + times(900, ", SUM(a + %d) OVER (PARTITION BY b ORDER BY PROCTIME())") + " FROM t"},
		{"windows of windows", source + "SELECT * FROM " + around("(SELECT a, b, SUM(a) OVER (PARTITION BY b ORDER BY PROCTIME()) AS s FROM ", "t", ")", 150)},
		{"chained windows", timed + chained("SELECT window_time AS ts, window_start, window_end, SUM(a) AS a FROM TABLE(TUMBLE(TABLE %s, DESCRIPTOR(ts), INTERVAL '1' SECOND)) GROUP BY window_start, window_end, window_time", 140)},
		{"a window in small steps", timed + "SELECT window_start, COUNT(*) FROM TABLE(HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '0.001' SECOND, INTERVAL '99999' DAY(5))) GROUP BY window_start, window_end"},
		{"a count", match("A{1000000000}", "A AS A.a > 1")},
		{"counts of counts", match(strings.Repeat("(", 100)+"A"+strings.Repeat("){1000}", 100), "A AS A.a > 1")},
		{"open counts", match(strings.Repeat("(", 100)+"A"+strings.Repeat("+?)*", 100), "A AS A.a > 1")},
		{"more counts of counts", match("A "+strings.Repeat("(", 100)+"A"+strings.Repeat("){2}", 100), "A AS A.a > 1")},
		{"permutations", match("A PERMUTE("+strings.Join(variables, ", ")+")", "A AS A.a > 1")},
		{"alternatives", match("A (V0"+strings.Repeat("? | V1+", 4000)+")", "A AS A.a > 1")},
		{"variables", match("A "+strings.Join(variables, "* "), "A AS A.a > 1"+times(400, ", V%[1]d AS V%[1]d.a > LAST(A.a, 2)"))},
	}
}

// chained makes queries that each read the one before, which the format puts where it names a table.
func chained(format string, n int) string {
	var b strings.Builder
	from := "t"
	for i := range n {
		fmt.Fprintf(&b, "CREATE VIEW v%d AS %s;\n", i, fmt.Sprintf(format, from))
		from = fmt.Sprintf("v%d", i)
	}
	return b.String() + "SELECT * FROM " + from
}

// searched are scripts for which a planner looks for an order, or takes apart what is nested.
func searched() []Script {
	keyed := strings.Replace(table, "a INT, b STRING", "a INT, b INT", 1)
	reorder := "SET 'table.optimizer.join-reorder-enabled' = 'true';\n"
	multi := "SET 'table.optimizer.multi-join.enabled' = 'true';\n"
	chain := func(n int) string { return times(n, " JOIN t t%[1]d ON x.a = t%[1]d.a") }
	return []Script{
		{"joins in any order", reorder + source + "SELECT x.a FROM t x" + chain(11)},
		{"more joins in any order", reorder + source + "SELECT x.a FROM t x" + chain(400)},
		{"comma joins in any order", reorder + source + "SELECT x.a FROM t x" + times(100, ", t t%d") + " WHERE x.a = t0.a" + times(98, " AND t%[1]d.a = x.a")},
		{"one join of many", multi + keyed + "SELECT x.a FROM t x" + chain(500)},
		{"one left join of many", multi + keyed + "SELECT x.a FROM t x" + strings.ReplaceAll(chain(400), " JOIN", " LEFT JOIN")},
		{"joins of columns computed", source + "SELECT x.a FROM t x" + times(500, " JOIN t t%[1]d ON x.a + %[1]d = t%[1]d.a * 2")},
		{"correlated aggregates", source + "SELECT a FROM t t0 WHERE a > " + around("(SELECT COUNT(*) FROM t WHERE t.b = t0.b AND a > ", "0", ")", 50)},
		{"correlated in rows", source + "SELECT a" + times(300, ", (SELECT MAX(x.a) FROM t x WHERE x.b = t.b AND x.a > %d)") + " FROM t"},
		{"EXISTS and EXISTS", source + "SELECT a FROM t WHERE TRUE" + times(500, " AND EXISTS (SELECT 1 FROM t x WHERE x.a = t.a + %d)")},
		{"EXISTS or EXISTS", source + "SELECT a FROM t WHERE FALSE" + times(500, " OR EXISTS (SELECT 1 FROM t x WHERE x.a = t.a + %d)")},
		{"NOT INs", source + "SELECT a FROM t WHERE TRUE" + times(500, " AND a NOT IN (SELECT a + %d FROM t)")},
		{"quantified", source + "SELECT a FROM t WHERE TRUE" + times(500, " AND a > ALL (SELECT a + %d FROM t)")},
		{"INs of rows", source + "SELECT a FROM t WHERE (a, b) IN ((1, 'x')" + times(4000, ", (%[1]d, '%[1]d')") + ")"},
		{"INs in ON", source + "SELECT x.a FROM t x" + times(300, " JOIN t t%[1]d ON x.a = t%[1]d.a AND t%[1]d.a IN (SELECT a FROM t)")},
		{"laterals", source + "SELECT t.a FROM t" + times(300, ", LATERAL (SELECT MAX(a) AS m FROM t x%[1]d WHERE x%[1]d.b = t.b) y%[1]d")},
		{"unions of rows", source + "SELECT a, b" + strings.Repeat(", a", 20) + " FROM t" + strings.Repeat(" UNION SELECT a, b"+strings.Repeat(", a", 20)+" FROM t", 600)},
		{"set operations in turn", source + "SELECT a FROM t" + strings.Repeat(" UNION SELECT a FROM t INTERSECT ALL SELECT a FROM t EXCEPT SELECT a FROM t", 500)},
		{"wide VALUES", "SELECT * FROM (VALUES (1" + strings.Repeat(", 1", 200) + ")" + strings.Repeat(", (1"+strings.Repeat(", 1", 200)+")", 90) + ")"},
		{"VALUES of rows", "SELECT * FROM (VALUES " + around("ROW(", "1", ", ARRAY[ROW(1, 2)])", 150) + ")"},
		{"VALUES of many types", "SELECT * FROM (VALUES (1)" + times(1500, ", (%[1]d), (%[1]d.5), ('%[1]d'), (NULL)") + ")"},
	}
}

// computed are constants that are larger than the text that says them.
func computed() []Script {
	of := func(e string) string { return source + "SELECT " + e + " FROM t" }
	huge := strings.Repeat("9", 5000)
	return []Script{
		{"repeated", of("REPEAT('x', 2000000000)")},
		{"repeated again", of(around("REPEAT(", "'x'", ", 1000)", 100))},
		{"concatenated repeats", of("REPEAT('x', 100000)" + strings.Repeat(" || REPEAT('x', 100000)", 1500))},
		{"padded", of("LPAD('x', 2000000000, 'y')")},
		{"padded again", of(around("RPAD(", "'x'", ", 100000000, 'y')", 100))},
		{"replaced", of(around("REPLACE(", "'x'", ", 'x', 'xxxxxxxxxxxxxxxx')", 100))},
		{"replaced by a pattern", of(around("REGEXP_REPLACE(", "'x'", ", 'x', 'xxxxxxxxxxxxxxxx')", 100))},
		{"a slow pattern", of("REGEXP_REPLACE('" + strings.Repeat("a", 30000) + "', '(a+)+b', 'y')")},
		{"a slow LIKE", source + "SELECT a FROM t WHERE '" + strings.Repeat("a", 20000) + "' LIKE '" + strings.Repeat("%a", 10000) + "b'"},
		{"SIMILAR", source + "SELECT a FROM t WHERE '" + strings.Repeat("a", 20000) + "' SIMILAR TO '" + around("(", "a", "*)*", 5000) + "b'"},
		{"quoted addresses", of(around("URL_ENCODE(", "'%'", ")", 100))},
		{"joined texts", of("ARRAY_JOIN(SPLIT(REPEAT('x', 60000), ''), REPEAT('y', 60000))")},
		{"texts with much between", of("CONCAT_WS(REPEAT('x', 60000)" + strings.Repeat(", 'y'", 8000) + ")")},
		{"texts in a row", of("CONCAT('x'" + strings.Repeat(", REPEAT('x', 60000)", 2500) + ")")},
		{"many long constants", source + "SELECT REPEAT('x', 60000)" + strings.Repeat(", REPEAT('x', 60000)", 2500) + " FROM t"},
		{"long constants in a union", source + "SELECT REPEAT('x', 60000) FROM t" + strings.Repeat(" UNION ALL SELECT REPEAT('x', 60000) FROM t", 1200)},
		{"a long CHAR", of("CAST('x' AS CHAR(2147483647)), CAST(X'00' AS BINARY(2147483647)), CAST(1 AS CHAR(2147483647))")},
		{"doubling constants", source + "CREATE VIEW v0 AS SELECT 'x' AS b FROM t;\n" + doubled(60, "SELECT b || b AS b FROM v%[1]d") + "SELECT * FROM v60;"},
		{"a power", "SELECT POWER(" + huge + ", " + huge + "), EXP(" + huge + "), " + huge + " * " + huge},
		{"an exponent", "SELECT CAST('1e999999999' AS DECIMAL(38, 10)), CAST('-1e-999999999' AS DECIMAL(38, 10)), CAST('" + huge + "' AS INT), CAST('1e-999999999' AS DOUBLE)"},
		{"a tiny number", source + "SELECT a + 1e-999999999, CAST(1e-999999999 AS DECIMAL(9, 2)), CAST(1e-999999999 AS INT), CAST(1e-999999999 AS STRING) FROM t WHERE a > 1e-999999999 AND a > 1 AND a <> 1e-99999"},
		{"a huge number", "SELECT 1e999999999"},
		{"fractions", "SELECT 1.5" + times(2000, " * 1.%d")},
		{"divisions", source + "SELECT a" + times(3000, " / 1.%d") + " FROM t"},
		{"long times", "SELECT TIMESTAMP '99999999-99-99 99:99:99." + huge + "', INTERVAL '" + huge + "' DAY, CAST('" + huge + "' AS TIMESTAMP(9)), TIMESTAMPADD(DAY, 2147483647, DATE '9999-12-31')"},
		{"formats", of("DATE_FORMAT(TIMESTAMP '2020-01-01 00:00:00', '" + strings.Repeat("yyyy", 12000) + "')")},
		{"a JSON path", of("JSON_VALUE('" + around(`{"a":`, "1", "}", 5000) + "', 'lax $" + strings.Repeat(".a", 5000) + "')")},
		{"every JSON path", of("JSON_QUERY('" + around("[", "1", "]", 10000) + "', 'lax $" + strings.Repeat("[*]", 5000) + "')")},
		{"JSON in JSON", source + "SELECT " + around("JSON_OBJECT('a' VALUE ", "b", ")", 150) + " FROM t"},
		{"JSON as text in JSON", of(around("JSON_QUOTE(", "'\"'", ")", 100))},
		{"arrays of arrays", "SELECT " + around("ARRAY[", "1", ", 1, 1]", 150)},
		{"maps", "SELECT MAP[1, 2" + times(4000, ", %[1]d, %[1]d") + "][3]"},
		{"columns like before", "CREATE TABLE t0 (a INT" + times(150, ", b%d INT") + ") WITH ('connector' = 'datagen');\n" +
			likes(400) + "SELECT * FROM t400"},
		{"columns added", source + times(450, "ALTER TABLE t ADD (c%[1]d INT, d%[1]d AS a + %[1]d);\n") + "SELECT * FROM t"},
		{"settings", times(490, "SET 'table.exec.x%d' = 'y';\n") + source + "SELECT a FROM t"},
		{"options of a hint", source + "SELECT a FROM t /*+ OPTIONS('a'='b'" + times(4000, ", 'a%d'='b'") + ") */"},
	}
}

// likes makes tables that each take the columns of the one before and add one.
func likes(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "CREATE TABLE t%d (c%d INT) LIKE t%d;\n", i+1, i, i)
	}
	return b.String()
}
