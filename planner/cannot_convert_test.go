package planner

import (
	"context"
	"strings"
	"testing"
)

// TestCannotConvert names the operator that Flink has no counterpart of. What Flink says after that is a dump of its
// planner, which no two runs share.
func TestCannotConvert(t *testing.T) {
	const tables = "CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen');\n"
	for _, c := range []struct{ sql, operator string }{
		{"SELECT * FROM t TABLESAMPLE BERNOULLI(10)", "Sample"},
		{"SELECT x.a FROM t AS x TABLESAMPLE SYSTEM(10.5) REPEATABLE(5) JOIN t AS y ON x.a = y.a", "Sample"},
		{"SELECT ARRAY(SELECT a FROM t)", "Collect"},
		{"SELECT a FROM t WHERE ARRAY(SELECT a FROM t)[1] = 1", "Collect"},
		{"SELECT MAP(SELECT a, b FROM t) FROM t", "Collect"},
		{"SELECT MULTISET(SELECT a FROM t), MULTISET[1, 2] FROM t", "Collect"},
		{"SELECT MULTISET['a', 'b']", "Collect"},
		{"WITH RECURSIVE x (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x WHERE n < 5) SELECT n FROM x", "LogicalRepeatUnion"},
		{"WITH RECURSIVE x AS (VALUES (1) UNION SELECT 1 FROM x) SELECT * FROM x", "LogicalRepeatUnion"},
	} {
		statements := Explain(context.Background(), tables+c.sql, Options{}).Statements
		last := statements[len(statements)-1]
		if len(last.Errors) == 0 {
			t.Errorf("%s: %s", c.sql, last.Verdict)
			continue
		}
		root := last.Errors[len(last.Errors)-1]
		if !strings.HasSuffix(root.Message, "\nMissing conversion is "+c.operator+"[convention: NONE -> LOGICAL]") {
			t.Errorf("%s: %s", c.sql, root.Message)
		}
	}
}
