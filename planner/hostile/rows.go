package hostile

import (
	"fmt"
	"strings"
)

// RowsScript is a script with the rows that are sent through its plan.
type RowsScript struct{ Name, SQL, Rows string }

// RowsSize is what a request can bring of rows.
const RowsSize = 4*Size + 16<<10

// Rows are scripts and rows that are made to take long, or to be misread.
func Rows() []RowsScript {
	const any = "CREATE TABLE t (a INT, b STRING, d DECIMAL(10, 2), f DOUBLE, l ARRAY<INT>, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"
	all := any + "SELECT * FROM t"
	row := func(values string) string { return `["t", "+I", ` + values + `]` }
	list := func(n int, format string) string { return "[" + strings.TrimSuffix(times(n, format+","), ",") + "]" }
	numbered := func(n int) string { return list(n, `["t","+I",%[1]d,"x",%[1]d,%[1]d,[%[1]d],"2020-01-01 00:00:00"]`) }
	late := `[["t","+I",1,"x",1,1,[1],"0001-01-01 00:00:00"],["t","+I",1,"x",1,1,[1],"9999-12-31 23:59:59.999"]]`
	window := func(w string) string {
		return any + "SELECT window_start, COUNT(*) FROM TABLE(" + w + ") GROUP BY window_start, window_end"
	}
	deep := strings.Repeat("[", 100000)
	scripts := append([]RowsScript{
		{"a million rows", all, "[" + strings.Repeat(`["t"],`, RowsSize/6-1) + `["t"]]`},
		{"a million lines", all, strings.Repeat(`["t"]`+"\n", 1000000)},
		{"deep arrays", all, deep},
		{"deep values", all, row("1, null, null, null, " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + ", null")},
		{"deep objects", all, strings.Repeat(`{"t":[`, 9000)},
		{"a long number", all, row(strings.Repeat("9", 200000) + ", null, null, null, null, null")},
		{"an exponent", all, row("1e999999999, null, null, null, null, null")},
		{"a decimal exponent", all, row("1, null, 1e-999999999, null, null, null")},
		{"a large double", all, row("1, null, null, 1e999999999, null, null")},
		{"a text for a number", all, row(`"` + strings.Repeat("9", 200000) + `", null, null, null, null, null`)},
		{"a long text", all, row(`1, "` + strings.Repeat("x", 200000) + `", null, null, null, null`)},
		{"a long array", all, row("1, null, null, null, [1" + strings.Repeat(",1", 100000) + "], null")},
		{"a far time", all, row(`1, null, null, null, null, "999999999-01-01 00:00:00"`)},
		{"no time", all, row(`1, null, null, null, null, "` + strings.Repeat("9", 100000) + `"`)},
		{"unknown columns", all, `{"table": "t", "row": {"a": 1` + times(20000, `, "c%d": 1`) + `}}`},
		{"a column twice", all, `{"table": "t", "row": {"a": 1` + strings.Repeat(`, "a": 2`, 20000) + `}}`},
		{"a table that is not there", all, `["` + strings.Repeat("x", 200000) + `", "+I", 1]`},
		{"a name of many parts", all, `["` + strings.Repeat("x.", 100000) + `", "+I", 1]`},
		{"a kind that is none", all, `["t", [` + strings.Repeat("1,", 50000) + `1], 1]`},
		{"invalid UTF-8", all, row("1, \"\xff\xfe\", null, null, null, null")},
		{"NUL", all, row(`1, "\u0000\ud800", null, null, null, null`)},
		{"deletions of nothing", strings.Replace(table, "'key.format' = 'json'", "'key.format' = 'json'", 1) + "SELECT b, COUNT(*) FROM t GROUP BY b", list(5000, `["t","-D",%d,"x"]`)},
		{"times far apart", window("TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '0.001' SECOND)"), late},
		{"steps far apart", window("HOP(TABLE t, DESCRIPTOR(ts), INTERVAL '0.001' SECOND, INTERVAL '9999' DAY(4))"), late},
		{"cumulated far apart", window("CUMULATE(TABLE t, DESCRIPTOR(ts), INTERVAL '0.001' SECOND, INTERVAL '9999' DAY(4))"), late},
		{"sessions", window("SESSION(TABLE t, DESCRIPTOR(ts), INTERVAL '0.001' SECOND)"), numbered(4000)},
	}, products(any, numbered)...)
	for i := range scripts {
		if len(scripts[i].Rows) > RowsSize {
			scripts[i].Rows = scripts[i].Rows[:RowsSize]
		}
	}
	return scripts
}

// products are scripts whose plans make many rows of few.
func products(table string, numbered func(int) string) []RowsScript {
	match := func(pattern string) string {
		return table + "SELECT * FROM t MATCH_RECOGNIZE (ORDER BY ts MEASURES A.a AS x PATTERN (" + pattern + ") DEFINE Z AS Z.a < -1) AS m"
	}
	return []RowsScript{
		{"a product", table + "SELECT x.a FROM t x, t y", numbered(2000)},
		{"a product of products", table + "SELECT COUNT(*) FROM t x, t y, t z, t w", numbered(300)},
		{"one key", table + "SELECT x.a FROM t x" + times(20, " JOIN t y%[1]d ON x.b = y%[1]d.b"), numbered(50)},
		{"arrays of arrays", table + "SELECT COUNT(*) FROM t" + times(12, ", UNNEST(ARRAY[1,2,3,4,5,6,7,8]) AS u%d(x)"), numbered(1)},
		{"split texts", table + "SELECT x FROM t, UNNEST(SPLIT(REPEAT('x,', 30000), ',')) AS u(x)", numbered(500)},
		{"long texts", table + "SELECT REPEAT(b, 60000) || '!' AS b FROM t", numbered(3000)},
		{"kept texts", table + "SELECT a, LISTAGG(REPEAT(b, 60000)) FROM t GROUP BY a", numbered(3000)},
		{"one long list", table + "SELECT LISTAGG(REPEAT(b, 60000)) FROM t", numbered(3000)},
		{"one long array", table + "SELECT ARRAY_AGG(l) FROM t", numbered(4000)},
		{"long patterns", table + "SELECT REGEXP_REPLACE(REPEAT(b, 30000), '(x+x+)+y', '') AS b FROM t", numbered(2000)},
		{"a search back", match("A B* C* D* E* Z"), numbered(500)},
		{"a reluctant search", match("A B+? C+? D+? Z"), numbered(500)},
		{"counts", match("A B{1000000000} Z"), numbered(500)},
		{"counts in between", match("A B{0,9000} C{0,9000} Z"), numbered(500)},
		{"ranks", table + "SELECT * FROM (SELECT a, ROW_NUMBER() OVER (ORDER BY a DESC) AS n FROM t) WHERE n <= 5000", numbered(4000)},
		{"over all", table + "SELECT SUM(a) OVER (ORDER BY ts), COUNT(DISTINCT a) OVER (ORDER BY ts) AS c FROM t", numbered(4000)},
		{"sinks", table + "CREATE TABLE s (a INT) WITH ('connector' = 'print');\nEXECUTE STATEMENT SET BEGIN\n" + strings.Repeat("INSERT INTO s SELECT a FROM t;\n", 200) + "END", numbered(2000)},
		{"groups", table + "SELECT " + strings.TrimSuffix(times(200, "COUNT(DISTINCT a + %d), "), ", ") + " FROM t GROUP BY b", numbered(2000)},
		{"updates of updates", table + "SELECT n, COUNT(*) FROM (SELECT a, COUNT(*) AS n FROM t GROUP BY a) GROUP BY n", numbered(4000)},
		{"views of rows", table + chainedRows(60), numbered(3000)},
	}
}

// chainedRows counts counts of counts.
func chainedRows(n int) string {
	var b strings.Builder
	from := "t"
	for i := range n {
		fmt.Fprintf(&b, "CREATE VIEW v%d AS SELECT a, COUNT(*) AS n FROM %s GROUP BY a;\n", i, from)
		from = fmt.Sprintf("v%d", i)
	}
	return b.String() + "SELECT * FROM " + from
}
