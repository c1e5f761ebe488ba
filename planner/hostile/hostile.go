// Package hostile holds scripts that no person writes and anybody can paste: as large as the limit lets them be, or small
// and larger inside. Tests of planner and service hold what they cost to bounds.
package hostile

import (
	"fmt"
	"strings"
)

// Size is the limit that the scripts are made for.
const Size = 64 << 10

// Script is a hostile script with its name.
type Script struct{ Name, SQL string }

const table = "CREATE TABLE t (a INT, b STRING, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 't', " +
	"'properties.bootstrap.servers' = 'k', 'key.format' = 'json', 'value.format' = 'json');\n"

const source = "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen');\n"

const sink = "CREATE TABLE s (a INT, b STRING) WITH ('connector' = 'print');\n"

// Scripts are all of them, cut to the limit.
func Scripts() []Script {
	var all []Script
	for _, list := range [][]Script{syntax(), nested(), long(), doubling(), many(), characters(), grouped(), searched(), computed(), conditional(), composed(), reckoned()} {
		all = append(all, list...)
	}
	for i := range all {
		if len(all[i].SQL) > Size {
			all[i].SQL = all[i].SQL[:Size]
		}
	}
	return all
}

func fit(part string) string { return strings.Repeat(part, (Size-500)/len(part)) }

// times writes a format for each number below n.
func times(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// around puts a text into n pairs of brackets, or as many as the limit takes.
func around(left, text, right string, n int) string {
	n = min(n, (Size-len(text)-500)/(len(left)+len(right)))
	return strings.Repeat(left, n) + text + strings.Repeat(right, n)
}

func syntax() []Script {
	return []Script{
		{"open parentheses", fit("(")},
		{"minus signs", "SELECT " + fit("- ")},
		{"NOTs", "SELECT " + fit("NOT ")},
		{"CASEs", "SELECT " + fit("CASE WHEN 1=1 THEN ")},
		{"open sub-queries", fit("SELECT * FROM (")},
		{"semicolons", fit(";")},
		{"open literal", "SELECT '" + fit("x")},
		{"open comment", "/*" + fit("x")},
		{"comments", fit("--\n")},
		{"hints", source + "SELECT " + fit("/*+ x */") + "a FROM t"},
		{"open brackets", "SELECT a" + fit("[")},
		{"dots", "SELECT a" + fit(".a")},
		{"commas", "SELECT " + fit(",")},
		{"quotes", fit("`'\"")},
		{"words", fit("SELECT ")},
	}
}

func nested() []Script {
	return []Script{
		{"parentheses", "SELECT " + around("(", "1", ")", Size)},
		{"a few parentheses", "SELECT " + around("(", "1", ")", 190)},
		{"functions", source + "SELECT " + around("UPPER(", "b", ")", Size) + " FROM t"},
		{"a few functions", source + "SELECT " + around("UPPER(", "b", ")", 150) + " FROM t"},
		{"casts", source + "SELECT " + around("CAST(", "a", " AS INT)", Size) + " FROM t"},
		{"sub-queries", source + around("SELECT * FROM (", "SELECT a FROM t", ")", 150)},
		{"INs of INs", source + "SELECT a FROM t WHERE " + around("a IN (SELECT a FROM t WHERE ", "a = 1", ")", 60)},
		{"EXISTS of EXISTS", source + "SELECT a FROM t t0 WHERE " + around("EXISTS (SELECT 1 FROM t WHERE t.a = t0.a AND ", "TRUE", ")", 60)},
		{"scalar sub-queries", source + "SELECT " + around("(SELECT MAX(a) FROM t WHERE a > ", "1", ")", 60)},
		{"nested types", "CREATE TABLE t (a " + around("ARRAY<", "INT", ">", Size) + ")"},
		{"rows of rows", "CREATE TABLE t (a " + around("ROW<a ", "INT", ">", 150) + ") WITH ('connector' = 'datagen'); SELECT a FROM t"},
		{"patterns", source + "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (" + around("(", "A", ")+", Size) + ") DEFINE A AS TRUE)"},
		{"joins in parentheses", source + "SELECT COUNT(*) FROM " + around("(t JOIN ", "t", " ON TRUE)", 150)},
	}
}

func long() []Script {
	numbers := make([]string, 11000)
	for i := range numbers {
		numbers[i] = fmt.Sprint(i * 2)
	}
	texts := make([]string, 9000)
	for i := range texts {
		texts[i] = fmt.Sprintf("'%d'", i)
	}
	return []Script{
		{"IN list", source + "SELECT a FROM t WHERE a IN (1" + strings.Repeat(", 2", 21000) + ")"},
		{"different INs", source + "SELECT a FROM t WHERE a IN (" + strings.Join(numbers, ",") + ")"},
		{"INs of texts", source + "SELECT a FROM t WHERE b IN (" + strings.Join(texts, ",") + ")"},
		{"NOT IN", source + "SELECT a FROM t WHERE a NOT IN (" + strings.Join(numbers, ",") + ")"},
		{"INs into a sink", source + sink + "INSERT INTO s SELECT a, b FROM t WHERE a IN (" + strings.Join(numbers, ",") + ")"},
		{"INs into a keyed sink", table + strings.Replace(table, "TABLE t", "TABLE u", 1) + "INSERT INTO u SELECT a, MAX(b) FROM t WHERE a IN (" +
			strings.Join(numbers[:9000], ",") + ") GROUP BY a"},
		{"ORs", source + "SELECT a FROM t WHERE a = 1" + strings.Repeat(" OR a = 2", 7000)},
		{"different ORs", source + "SELECT a FROM t WHERE a = 1" + times(4000, " OR a = %d")},
		{"ANDs of ORs", source + "SELECT a FROM t WHERE a = 1" + times(2300, " AND (a > %[1]d OR b = '%[1]d')")},
		{"ORs of ANDs", source + "SELECT a FROM t WHERE a = 1" + times(2300, " OR (a > %[1]d AND b = '%[1]d')")},
		{"LIKEs", source + "SELECT a FROM t WHERE b LIKE 'x'" + times(3000, " OR b LIKE '%%x%d%%'")},
		{"sums", source + "SELECT a" + strings.Repeat("+1", 32000) + " FROM t"},
		{"sums of columns", source + "SELECT a" + strings.Repeat("+a", 32000) + " FROM t"},
		{"concatenations", source + "SELECT b" + strings.Repeat("||b", 21000) + " FROM t"},
		{"constants", "SELECT 'x'" + strings.Repeat("||'x'", 12000)},
		{"columns", source + "SELECT a" + strings.Repeat(",a", 32000) + " FROM t"},
		{"named columns", source + "SELECT a" + times(5000, ",a AS a%d") + " FROM t"},
		{"aggregates", source + "SELECT b" + times(2500, ",SUM(a+%d)") + " FROM t GROUP BY b"},
		{"group by", source + "SELECT COUNT(*) FROM t GROUP BY a" + times(6000, ",a+%d")},
		{"grouping sets", source + "SELECT a FROM t GROUP BY CUBE(a" + strings.Repeat(",b", 40) + ")"},
		{"cube", source + "SELECT COUNT(*) FROM t GROUP BY CUBE(a, b" + times(13, ", a+%d") + ")"},
		{"over windows", source + "SELECT a" + times(700, ",SUM(a) OVER (PARTITION BY b ORDER BY a+%d)") + " FROM t"},
		{"one name", "SELECT " + fit("x")},
		{"one quoted name", "CREATE TABLE `" + fit("x") + "` (a INT)"},
		{"long names", "CREATE TABLE t (" + strings.Repeat("x", 20000) + " INT) WITH ('connector' = 'datagen'); SELECT " + strings.Repeat("x", 20000) + " FROM t"},
		{"one literal", "SELECT '" + fit("x") + "'"},
		{"one number", "SELECT " + fit("9")},
		{"one fraction", "SELECT 1." + fit("9")},
		{"one pattern", source + "SELECT a FROM t WHERE REGEXP(b, '" + around("(", "x", "*)*", 10000) + "') AND b LIKE '" + strings.Repeat("%x", 6000) + "'"},
		{"values", "CREATE TABLE t (a INT) WITH ('connector' = 'print'); INSERT INTO t VALUES (1)" + strings.Repeat(",(1)", 16000)},
		{"VALUES", "SELECT * FROM (VALUES (1, 'x')" + times(5000, ",(%d,'x')") + ") AS t(a, b)"},
		{"options", "CREATE TABLE t (a INT) WITH ('a'='b'" + strings.Repeat(",'a'='b'", 7000) + ")"},
		{"declared columns", "CREATE TABLE t (a INT" + times(5000, ",a%d INT") + ") WITH ('connector' = 'datagen'); SELECT * FROM t"},
		{"computed columns", "CREATE TABLE t (a INT" + times(2500, ",a%d AS a + 1") + ") WITH ('connector' = 'datagen'); SELECT * FROM t"},
		{"match patterns", source + "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (" + strings.Repeat("A ", 20000) + ") DEFINE A AS TRUE)"},
	}
}

func doubling() []Script {
	view := func(first, rest string, n int) string {
		return source + "CREATE VIEW v0 AS " + first + ";\n" + doubled(n, rest) + fmt.Sprintf("SELECT * FROM v%d;", n)
	}
	ctes := func(n int, join string) string {
		s := source + "WITH c0 AS (SELECT a, b FROM t)"
		for i := 1; i < n; i++ {
			s += fmt.Sprintf(", c%d AS ("+join+")", i, i-1)
		}
		return s + fmt.Sprintf(" SELECT * FROM c%d", n-1)
	}
	return []Script{
		{"doubling views", view("SELECT a FROM t", "SELECT x.a FROM v%[1]d x JOIN v%[1]d y ON x.a = y.a", 60)},
		{"a few doubling views", view("SELECT a FROM t", "SELECT x.a FROM v%[1]d x JOIN v%[1]d y ON x.a = y.a", 6)},
		{"doubling unions", view("SELECT a FROM t", "SELECT a FROM v%[1]d UNION ALL SELECT a FROM v%[1]d", 40)},
		{"a few doubling unions", view("SELECT a FROM t", "SELECT a FROM v%[1]d UNION ALL SELECT a FROM v%[1]d", 9)},
		{"doubling expressions", view("SELECT a, b FROM t", "SELECT a + a AS a, b || b AS b FROM v%[1]d", 60)},
		{"doubling columns", view("SELECT a FROM t", "SELECT x.*, y.* FROM (SELECT * FROM v%[1]d) x, (SELECT * FROM v%[1]d) y", 30)},
		{"doubling conditions", view("SELECT a, a AS c FROM t", "SELECT a + c AS a, a - c AS c FROM v%[1]d WHERE a < c OR a > c", 60)},
		{"doubling CTEs", ctes(60, "SELECT x.a, y.b FROM c%[2]d x JOIN c%[2]d y ON x.a = y.a")},
		{"CTEs", ctes(900, "SELECT a, b FROM c%[2]d")},
		{"views", view("SELECT a FROM t", "SELECT a FROM v%[1]d WHERE a > %[1]d", 190)},
		{"views of all", view("SELECT a FROM t", "SELECT * FROM v%[1]d", 450)},
	}
}

// doubled makes views that read the one before by a format.
func doubled(n int, format string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "CREATE VIEW v%d AS %s;\n", i, fmt.Sprintf(format, i-1))
	}
	return b.String()
}

func many() []Script {
	tables := func(n int, options string) string {
		return times(n, "CREATE TABLE t%d (id INT, k INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ("+options+");\n")
	}
	cdc := "'connector' = 'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'k', 'key.format' = 'json', 'value.format' = 'json'"
	return []Script{
		{"comma joins", source + "SELECT COUNT(*) FROM t" + strings.Repeat(", t", 20000)},
		{"JOINs", source + "SELECT COUNT(*) FROM t t0" + times(1300, " JOIN t t%[1]dx ON t0.a = t%[1]dx.a")},
		{"JOINs of what is named", source + "SELECT * FROM t t0" + times(1300, " JOIN t t%[1]dx ON t0.a = t%[1]dx.a")},
		{"keyed joins", tables(60, cdc) + "SELECT * FROM t0 x" + times(60, " JOIN t%[1]d x%[1]d ON x.id = x%[1]d.k")},
		{"joins by key", tables(60, cdc) + "SELECT * FROM t0 x" + times(60, " LEFT JOIN t%[1]d x%[1]d ON x.id = x%[1]d.id")},
		{"columns of a key", table + "SELECT a" + strings.Repeat(",a", 31000) + " FROM t"},
		{"columns of a long key", "CREATE TABLE t (" + times(12, "k%d INT, ") + "PRIMARY KEY (k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11) NOT ENFORCED) WITH (" + cdc +
			");\nSELECT " + strings.Repeat("k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, ", 30) + "k0 FROM t"},
		{"natural joins", source + "SELECT * FROM t" + strings.Repeat(" NATURAL JOIN t", 3000)},
		{"unions", source + "SELECT a FROM t" + strings.Repeat(" UNION ALL SELECT a FROM t", 2400)},
		{"union distincts", source + "SELECT a FROM t" + strings.Repeat(" UNION SELECT a FROM t", 2800)},
		{"intersections", source + "SELECT a FROM t" + strings.Repeat(" INTERSECT SELECT a FROM t", 2400)},
		{"differences", source + "SELECT a FROM t" + strings.Repeat(" EXCEPT ALL SELECT a FROM t", 2200)},
		{"INs", source + "SELECT a FROM t WHERE a IN (SELECT a FROM t)" + strings.Repeat(" AND a IN (SELECT a FROM t)", 2200)},
		{"ORs of INs", source + "SELECT a FROM t WHERE a IN (SELECT a FROM t)" + strings.Repeat(" OR a IN (SELECT a FROM t)", 2200)},
		{"stars", source + "SELECT " + strings.Repeat("*,", 20000) + "* FROM t"},
		{"statements", times(1500, "CREATE TABLE t%d (a INT);\n")},
		{"inserts", source + sink + strings.Repeat("INSERT INTO s SELECT COUNT(*) FROM t GROUP BY b;\n", 450)},
		{"refused inserts", table + sink + strings.Repeat("INSERT INTO s SELECT a, b FROM t;\n", 490)},
		{"assumed inserts", "CREATE TABLE t (a INT, views INT) WITH ('connector' = 'kafka', ...);\n" + sink +
			strings.Repeat("INSERT INTO s SELECT a, name FROM missing;\n", 490)},
		{"a statement set", source + sink + "EXECUTE STATEMENT SET BEGIN\n" + strings.Repeat("INSERT INTO s SELECT a, b FROM t;\n", 1500) + "END;"},
		{"different sinks", source + times(200, "CREATE TABLE s%d (a INT, b STRING) WITH ('connector' = 'print');\n") + "EXECUTE STATEMENT SET BEGIN\n" +
			times(200, "INSERT INTO s%d SELECT a, b FROM t;\n") + "END;"},
		{"unnests", "CREATE TABLE t (a INT, b ARRAY<INT>) WITH ('connector' = 'datagen');\nSELECT a FROM t" + times(1500, " CROSS JOIN UNNEST(b) AS u%d(x)")},
		{"table functions", source + "SELECT a FROM t" + times(900, ", LATERAL TABLE(STRING_SPLIT(b, ',')) AS u%d(x)")},
	}
}

func characters() []Script {
	return []Script{
		{"bidi and zero width", "SELECT '\u202e\u200b\ufeff' AS \u202ea FROM t"},
		{"bidi", source + "SELECT a AS `" + fit("\u202e\u2066") + "` FROM t"},
		{"zero width", source + "SELECT '" + fit("\u200b\u200d\ufeff") + "' FROM t"},
		{"surrogate pairs", "SELECT '" + fit("😀") + "'"},
		{"combining", "SELECT '" + fit("e\u0301") + "'"},
		{"NUL", "SELECT \x00a FROM t"},
		{"NULs", fit("\x00")},
		{"invalid UTF-8", "SELECT '\xff\xfe\xc0\x80' FROM t"},
		{"only invalid UTF-8", fit("\xff")},
		{"cut UTF-8", "SELECT '" + fit("\xe2\x82")},
		{"line ends", strings.ReplaceAll(source, "\n", "\r\n") + "SELECT a\rFROM t\r\n"},
		{"returns", fit("\r")},
		{"line ends only", fit("\r\n")},
		{"tabs", "SELECT" + fit("\t") + "1"},
		{"other blanks", "SELECT\u00a01\u20282"},
		{"unicode escapes", "SELECT U&'" + fit(`\00e9`) + "'"},
	}
}
