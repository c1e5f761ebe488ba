package planner

import (
	"strings"
	"testing"
)

func contains(errors []Error, part string) bool {
	for _, e := range errors {
		if strings.Contains(e.Message, part) {
			return true
		}
	}
	return false
}

const (
	fixSource = "CREATE TABLE t (id INT, c STRING, ts TIMESTAMP(3)) WITH ('connector' = 'datagen');\n"
	fixTimed  = "CREATE TABLE e (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\n"
	fixUpsert = "CREATE TABLE s (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\n"
	fixKafka  = "CREATE TABLE s (id INT, n BIGINT) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\n"
)

// fixCases are scripts, and the starts of fixes that must be offered and must not be.
var fixCases = []struct {
	name, sql string
	want, not []string
}{
	{"the key differs", fixSource + "CREATE TABLE s (id INT, c STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT id, c, COUNT(*) FROM t GROUP BY id, c;",
		[]string{"Declare PRIMARY KEY (id, c) on s", "Group by the sink's key (id)", "ON CONFLICT DO DEDUPLICATE", "ON CONFLICT DO ERROR, with a watermark", "ON CONFLICT DO NOTHING, with a watermark", "SET 'table.exec.sink.require-on-conflict'"}, []string{"Make s", "Deduplicate"}},
	{"rows without a key", fixSource + "CREATE TABLE s (id INT, c STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT id, c FROM t;",
		[]string{"Deduplicate by (id) first", "ON CONFLICT DO DEDUPLICATE"}, []string{"Declare PRIMARY KEY"}},
	{"updates into an append-only sink", fixSource + fixKafka + "INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id;",
		[]string{"Make s an upsert-kafka table with PRIMARY KEY (id)", "Write s as debezium-json", "Write the changes themselves"}, []string{"ON CONFLICT"}},
	{"a sort", fixSource + "SELECT * FROM t ORDER BY id;", []string{"Add LIMIT"}, []string{"ON CONFLICT", "Declare"}},
	{"RANK", fixSource + "SELECT * FROM (SELECT *, RANK() OVER (PARTITION BY c ORDER BY id) AS r FROM t) WHERE r <= 3;", []string{"ROW_NUMBER() instead of RANK()"}, []string{"Add LIMIT"}},
	{"a key on a plain topic", "CREATE TABLE s (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');\nSELECT * FROM s;",
		[]string{"Make s an upsert-kafka table", "Take the primary key out of s"}, []string{"Add LIMIT"}},
	{"a window over a plain timestamp", fixSource + "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start, window_end;",
		[]string{"Declare a watermark on t.ts"}, []string{"Add LIMIT"}},
	{"a key that is computed", fixSource + "CREATE TABLE s (id SMALLINT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT CAST(id AS SMALLINT), COUNT(*) FROM t GROUP BY id;",
		[]string{"Group by CAST(id AS SMALLINT)"}, []string{"Group by the sink's key"}},
	{"a Top-N without its number", fixSource + "CREATE TABLE s (c STRING, id INT, PRIMARY KEY (c) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/x', 'table-name' = 's');\nINSERT INTO s SELECT c, id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY c ORDER BY id) AS rn FROM t) WHERE rn <= 3;",
		[]string{"Write rn as well, keyed by (c, rn)"}, []string{"Deduplicate"}},
	{"a Top-N into a topic", fixSource + "CREATE TABLE s (c STRING, id INT) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\nINSERT INTO s SELECT c, id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY c ORDER BY id) AS rn FROM t) WHERE rn <= 3;",
		[]string{"Write rn as well, keyed by (c, rn)", "Write s as debezium-json"}, []string{"ON CONFLICT"}},
	{"a sink without a watermark", fixSource + "CREATE TABLE s (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT id, 1 FROM t ON CONFLICT DO ERROR;",
		[]string{"Declare the missing watermark", "ON CONFLICT DO DEDUPLICATE instead"}, []string{"Take out ON CONFLICT"}},
	{"a clause for an append-only sink", fixSource + fixKafka + "INSERT INTO s SELECT id, 1 FROM t ON CONFLICT DO ERROR;", []string{"Take out ON CONFLICT"}, []string{"Declare the missing watermark"}},
	{"an upsert sink without a key", fixSource + "CREATE TABLE s (id INT, n BIGINT) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id;",
		[]string{"Declare PRIMARY KEY (id) on s"}, []string{"ON CONFLICT"}},
	{"an upsert source without a key", "CREATE TABLE s (id INT, n BIGINT) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nSELECT * FROM s;",
		[]string{"Declare PRIMARY KEY (id) on s"}, []string{"ON CONFLICT"}},
	{"OVER updates", fixUpsert + "CREATE TABLE u (id INT, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nSELECT SUM(n) OVER (ORDER BY ts) FROM u;",
		[]string{"Read u as a plain Kafka topic"}, []string{"Read s"}},
	{"a versioned table without a key", fixSource + "CREATE TABLE o (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\nCREATE TABLE v (n INT, id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');\nSELECT o.id FROM o JOIN v FOR SYSTEM_TIME AS OF o.ts ON o.id = v.id;",
		[]string{"Declare PRIMARY KEY (id) on v"}, []string{"Declare PRIMARY KEY (n) on v", "Declare PRIMARY KEY (id) on o"}},
	{"a materializer", fixSource + fixUpsert + "INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id, c ON CONFLICT DO DEDUPLICATE;",
		[]string{"SET 'table.exec.sink.upsert-materialize' = 'NONE'", "Aggregate in mini-batches", "SET 'table.exec.state.ttl' = '7 d'"}, []string{"ON CONFLICT"}},
	{"a materializer for another key", fixSource + "CREATE TABLE s (id INT, c STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT id, c, COUNT(*) FROM t GROUP BY id, c ON CONFLICT DO DEDUPLICATE;",
		[]string{"Declare PRIMARY KEY (id, c) on s"}, []string{"Take out"}},
	{"half a window", "CREATE TABLE t (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\nSELECT window_end, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_end;",
		[]string{"Group by window_start as well"}, []string{"Join", "SET 'table.exec.state.ttl'"}},
	{"a join to a versioned table", "CREATE TABLE o (cur STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');\nCREATE TABLE rates (cur STRING, rate DOUBLE, rt TIMESTAMP(3), WATERMARK FOR rt AS rt, PRIMARY KEY (cur) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nSELECT o.cur, r.rate FROM o JOIN rates AS r ON o.cur = r.cur;",
		[]string{"Join r as of o.ts", "SET 'table.exec.state.ttl' = '7 d'"}, []string{"Group by"}},
	{"a name in another case", "CREATE TABLE Clicks (id INT) WITH ('connector' = 'datagen');\nSELECT ID FROM Clicks;", []string{"Write id"}, []string{"Write Clicks"}},
	{"an enforced key", "CREATE TABLE t (id INT, PRIMARY KEY (id) ENFORCED) WITH ('connector' = 'datagen');", []string{"Write NOT ENFORCED"}, []string{"Declare"}},
	{"a key that says nothing of it", "CREATE TABLE t (id INT PRIMARY KEY, n INT) WITH ('connector' = 'datagen');", []string{"Write NOT ENFORCED"}, []string{"Declare"}},
	{"UPSERT", fixSource + fixUpsert + "UPSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id;", []string{"INSERT INTO instead of UPSERT INTO"}, []string{"ON CONFLICT"}},
	{"an unknown option", "CREATE TABLE t (id INT) WITH ('connector' = 'datagen', 'rows' = '3');\nSELECT * FROM t;", []string{"Take out rows"}, []string{"Write"}},
	{"half a mini-batch", "SET 'table.exec.mini-batch.enabled' = 'true';\n" + fixSource + "SELECT id, COUNT(*) FROM t GROUP BY id;",
		[]string{"Set the batches' latency and size", "SET 'table.exec.mini-batch.enabled' = 'false'"}, []string{"Aggregate in"}},
	{"a time too fine", "CREATE TABLE t (ts TIMESTAMP(6), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');", []string{"Declare ts as TIMESTAMP(3)"}, []string{"Declare a watermark"}},
	{"too few columns", fixSource + fixUpsert + "INSERT INTO s SELECT id FROM t GROUP BY id;", []string{"Write to (id) alone"}, []string{"CAST"}},
	{"a column of another type", fixSource + fixKafka + "INSERT INTO s SELECT id, c FROM t;", []string{"CAST c to BIGINT"}, []string{"Write to"}},
	{"a sketch", "CREATE TABLE s (id INT, views BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'key.format' = 'json', 'value.format' = 'json');", []string{"Write the assumptions into the script"}, []string{"Declare"}},
	{"half a window into a topic", fixTimed + "CREATE TABLE s (ws TIMESTAMP(3), n BIGINT) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\nINSERT INTO s SELECT window_start, COUNT(*) FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start;",
		[]string{"Group by window_end as well", "Make s an upsert-kafka table"}, []string{"Partition by"}},
	{"half a window's Top-N", fixTimed + "SELECT id, window_start FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start ORDER BY id) AS rn FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) WHERE rn <= 3;",
		[]string{"Partition by window_end as well"}, []string{"Group by"}},
	{"half a window join", fixTimed + "SELECT a.id FROM (SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) a JOIN (SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) b ON a.id = b.id AND a.window_start = b.window_start;",
		[]string{"Join on window_end as well"}, []string{"Join on window_start as well"}},
	{"half an interval", fixTimed + fixKafka + "INSERT INTO s SELECT a.id, 1 FROM e a LEFT JOIN e b ON a.id = b.id AND a.ts >= b.ts;",
		[]string{"Bound the time between a.ts and b.ts on both sides", "Write s as debezium-json"}, []string{"Join on"}},
	{"a versioned table over a plain topic", fixTimed + "CREATE TABLE v (id INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');\nSELECT e.id FROM e JOIN v FOR SYSTEM_TIME AS OF e.ts ON e.id = v.id;",
		[]string{"Make v an upsert-kafka table with PRIMARY KEY (id)", "Join v without FOR SYSTEM_TIME AS OF"}, []string{"Look v up"}},
	{"a table that is looked up by event time", fixTimed + "CREATE TABLE d (id INT, n INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/x', 'table-name' = 'd');\nSELECT e.id, d.n FROM e JOIN d FOR SYSTEM_TIME AS OF e.ts ON e.id = d.id;",
		[]string{"Look d up as of a processing time"}, []string{"Declare a watermark on d"}},
	{"a changing table by processing time", fixUpsert + "CREATE TABLE e (id INT, pt AS PROCTIME()) WITH ('connector' = 'datagen');\nSELECT e.id, s.n FROM e JOIN s FOR SYSTEM_TIME AS OF e.pt ON e.id = s.id;",
		[]string{"Join s without FOR SYSTEM_TIME AS OF"}, []string{"Look s up"}},
	{"an alias in GROUP BY", fixSource + "SELECT UPPER(c) AS u, COUNT(*) AS n FROM t GROUP BY u;", []string{"Write UPPER(c) for u"}, []string{"Group by"}},
	{"an alias in HAVING", fixSource + "SELECT c, COUNT(*) AS n FROM t GROUP BY c HAVING n > 3;", []string{"Write COUNT(*) for n"}, []string{"Group by"}},
	{"a position in GROUP BY", fixSource + "SELECT UPPER(c), COUNT(*) FROM t GROUP BY 1;", []string{"Group by the expressions instead of their positions"}, []string{"Write"}},
	{"a column that is not grouped", fixSource + "SELECT id, c, COUNT(*) FROM t GROUP BY id;", []string{"Group by c as well"}, []string{"Write"}},
	{"operators of others", fixSource + "SELECT id FROM t WHERE id != 3 AND c <> '!=';", []string{"Write it in Flink's words"}, []string{"Add LIMIT"}},
	{"quotes of others", fixSource + "SELECT \"id\" AS \"x y\" FROM t WHERE c = \"a\";", []string{"Write it in Flink's words"}, []string{"Add LIMIT"}},
	{"a greedy end of a pattern", fixTimed + "SELECT * FROM e MATCH_RECOGNIZE (PARTITION BY id ORDER BY ts MEASURES A.ts AS a PATTERN (A B+) DEFINE B AS B.id > 3) m;",
		[]string{"Let the last quantifier of the pattern stop early"}, []string{"Add LIMIT"}},
	{"a value that changes by itself", fixUpsert + "SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE';\nCREATE TABLE u (n BIGINT, c BIGINT, PRIMARY KEY (n) NOT ENFORCED) WITH ('connector' = 'blackhole');\nINSERT INTO u SELECT n, COUNT(*) FROM s WHERE RAND() > 0.5 GROUP BY n;",
		[]string{"SET 'table.optimizer.non-deterministic-update.strategy' = 'IGNORE'"}, []string{"ON CONFLICT"}},
	{"nothing is wrong", fixSource + "SELECT id FROM t;", nil, []string{"Declare", "ON CONFLICT", "Add LIMIT", "SET"}},
}

// TestFixes asserts that each kind of fix is offered where it applies, works as a plain edit of the script, and is absent
// where it does not.
func TestFixes(t *testing.T) {
	for _, c := range fixCases {
		res := Explain(t.Context(), c.sql, Options{Fixes: true, Reasons: true})
		s := &res.Statements[len(res.Statements)-1]
		titles := []string{}
		for _, f := range s.Fixes {
			titles = append(titles, f.Title)
			after := Explain(t.Context(), Apply(c.sql, f.Edits), Options{})
			if last := after.Statements[len(after.Statements)-1]; last.Verdict != Planned && last.Verdict != Done {
				t.Errorf("%s: %q does not plan: %+v", c.name, f.Title, last.Errors)
			}
			if f.Effect == "" || len(f.Changes) == 0 {
				t.Errorf("%s: %q says nothing of what it does", c.name, f.Title)
			}
		}
		all := "\n" + strings.Join(titles, "\n")
		for _, w := range c.want {
			if !strings.Contains(all, "\n"+w) {
				t.Errorf("%s: %q is not offered, only %q", c.name, w, titles)
			}
		}
		for _, n := range c.not {
			if strings.Contains(all, "\n"+n) {
				t.Errorf("%s: %q is offered", c.name, n)
			}
		}
	}
}

// TestComparison holds the ways to write to a sink whose key differs side by side, and is absent where the keys agree.
func TestComparison(t *testing.T) {
	differs := fixSource + fixUpsert + "INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id, c;"
	res := Explain(t.Context(), differs, Options{Matrices: true})
	s := &res.Statements[len(res.Statements)-1]
	if s.Comparison == nil || len(s.Comparison.Cases) != 7 {
		t.Fatalf("the comparison is %+v", s.Comparison)
	}
	want := []Verdict{Rejected, Planned, Planned, Planned, Planned, Planned, Planned}
	for i, c := range s.Comparison.Cases {
		if c.Verdict != want[i] || c.Meaning == "" {
			t.Errorf("%s: %s %q", c.Title, c.Verdict, c.Message)
		}
	}
	kinds := map[string]int{}
	for _, m := range s.Matrices {
		kinds[m.Kind] = len(m.Rows)
	}
	if kinds["sinks"] != 6 || kinds["sources"] != 5 || kinds["settings"] == 0 {
		t.Errorf("the matrices have %v rows", kinds)
	}
	res = Explain(t.Context(), fixSource+fixUpsert+"INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id;", Options{Matrices: true})
	if c := res.Statements[len(res.Statements)-1].Comparison; c != nil {
		t.Errorf("the keys agree, and yet there is %+v", c)
	}
}
