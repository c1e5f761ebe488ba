package server

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"rowkind/planner"
)

const source = "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen');\n"

// hostileScripts are within the limit of size and far from any script of a person.
func hostileScripts() map[string]string {
	fit := func(part string) string { return strings.Repeat(part, 65000/len(part)) }
	var views strings.Builder
	views.WriteString(source + "CREATE VIEW v0 AS SELECT a FROM t;\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&views, "CREATE VIEW v%d AS SELECT x.a FROM v%d x JOIN v%d y ON x.a = y.a;\n", i, i-1, i-1)
	}
	var statements strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&statements, "CREATE TABLE t%d (a INT);\n", i)
	}
	var inserts strings.Builder
	inserts.WriteString(source + "CREATE TABLE s (a INT) WITH ('connector' = 'print');\n")
	for range 450 {
		inserts.WriteString("INSERT INTO s SELECT COUNT(*) FROM t GROUP BY b;\n")
	}
	return map[string]string{
		"open parentheses":   fit("("),
		"parentheses":        "SELECT " + strings.Repeat("(", 30000) + "1" + strings.Repeat(")", 30000),
		"minus signs":        "SELECT " + fit("- "),
		"NOTs":               "SELECT " + fit("NOT "),
		"CASEs":              "SELECT " + fit("CASE WHEN 1=1 THEN "),
		"sub-queries":        fit("SELECT * FROM ("),
		"joins":              source + "SELECT COUNT(*) FROM t" + strings.Repeat(", t", 20000),
		"unions":             source + "SELECT a FROM t" + strings.Repeat(" UNION ALL SELECT a FROM t", 2400),
		"union distincts":    source + "SELECT a FROM t" + strings.Repeat(" UNION SELECT a FROM t", 2800),
		"IN list":            source + "SELECT a FROM t WHERE a IN (1" + strings.Repeat(", 2", 21000) + ")",
		"different INs":      source + "SELECT a FROM t WHERE a IN (" + numbers(11000) + ")",
		"ORs":                source + "SELECT a FROM t WHERE a = 1" + strings.Repeat(" OR a = 2", 7000),
		"sums":               source + "SELECT a" + strings.Repeat("+1", 32000) + " FROM t",
		"concatenations":     source + "SELECT b" + strings.Repeat("||b", 21000) + " FROM t",
		"columns":            source + "SELECT a" + strings.Repeat(",a", 32000) + " FROM t",
		"grouping sets":      source + "SELECT a FROM t GROUP BY CUBE(a" + strings.Repeat(",b", 40) + ")",
		"stars":              source + "SELECT " + strings.Repeat("*,", 20000) + "* FROM t",
		"doubling views":     views.String(),
		"statements":         statements.String(),
		"inserts":            inserts.String(),
		"semicolons":         fit(";"),
		"one name":           "SELECT " + fit("x"),
		"one literal":        "SELECT '" + fit("x") + "'",
		"open literal":       "SELECT '" + fit("x"),
		"open comment":       "/*" + fit("x"),
		"comments":           fit("--\n"),
		"hints":              source + "SELECT " + fit("/*+ x */") + "a FROM t",
		"nested types":       "CREATE TABLE t (a " + strings.Repeat("ARRAY<", 8000) + "INT" + strings.Repeat(">", 8000) + ")",
		"rows of rows":       "CREATE TABLE t (a " + strings.Repeat("ROW<a ", 8000) + "INT" + strings.Repeat(">", 8000) + ")",
		"bidi and zero":      "SELECT '\u202e\u200b\ufeff' AS \u202ea FROM t",
		"line ends":          strings.ReplaceAll(source, "\n", "\r\n") + "SELECT a\rFROM t\r\n",
		"CTEs":               source + "WITH c0 AS (SELECT a FROM t)" + manyCTEs(900) + " SELECT * FROM c899",
		"values":             "INSERT INTO t VALUES (1)" + strings.Repeat(",(1)", 16000),
		"options":            "CREATE TABLE t (a INT) WITH ('a'='b'" + strings.Repeat(",'a'='b'", 7000) + ")",
		"match patterns":     source + "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (" + strings.Repeat("A ", 20000) + ") DEFINE A AS TRUE)",
		"quantified pattern": source + "SELECT * FROM t MATCH_RECOGNIZE (PATTERN (" + strings.Repeat("(", 15000) + "A" + strings.Repeat(")+", 15000) + ") DEFINE A AS TRUE)",
	}
}

func numbers(n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprint(i * 2)
	}
	return strings.Join(parts, ",")
}

func manyCTEs(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", c%d AS (SELECT a FROM c%d)", i, i-1)
	}
	return b.String()
}

// Whatever is pasted gets an answer, about within the planning time and without
// much memory, and the process goes on.
func TestHostileScripts(t *testing.T) {
	const deadline = 500 * time.Millisecond
	srv := newTestServer(t, func(c *Config) {
		c.Explain = planner.Explain
		c.Limits.Time = deadline
	})
	for name, sql := range hostileScripts() {
		t.Run(name, func(t *testing.T) {
			if len(sql) > srv.Limits.ScriptBytes {
				sql = sql[:srv.Limits.ScriptBytes]
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			w := post(srv, "/explain", "sql", sql)
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if w.Code != http.StatusOK {
				t.Errorf("%d %.200s", w.Code, w.Body)
			}
			// The page is drawn after the deadline, and a test shares its processors.
			if took > 20*deadline+time.Second {
				t.Errorf("answered after %v", took)
			}
			// The heap holds garbage as well, of this request and of others that are not collected yet.
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<30 {
				t.Errorf("%d MB of memory", grown>>20)
			}
			if strings.Contains(w.Body.String(), "defect of rowkind") {
				t.Errorf("a defect: %.300s", w.Body)
			}
			t.Logf("%v, %d MB allocated, %d KB of answer", took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20, w.Body.Len()>>10)
		})
	}
}
