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
	fixUpsert = "CREATE TABLE s (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\n"
	fixKafka  = "CREATE TABLE s (id INT, n BIGINT) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'format' = 'json');\n"
)

// fixCases are scripts, and the starts of fixes that must be offered and must not be.
var fixCases = []struct {
	name, sql string
	want, not []string
}{
	{"the key differs", fixSource + "CREATE TABLE s (id INT, c STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');\nINSERT INTO s SELECT id, c, COUNT(*) FROM t GROUP BY id, c;",
		[]string{"Declare PRIMARY KEY (id, c) on s", "Group by the sink's key (id)", "ON CONFLICT DO DEDUPLICATE", "ON CONFLICT DO ERROR, with a watermark", "ON CONFLICT DO NOTHING, with a watermark", "Deduplicate by (id) first", "SET 'table.exec.sink.require-on-conflict'"}, []string{"Make s"}},
	{"updates into an append-only sink", fixSource + fixKafka + "INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id;",
		[]string{"Make s an upsert-kafka table with PRIMARY KEY (id)", "Write s as debezium-json", "Write the changes themselves"}, []string{"ON CONFLICT"}},
	{"a sort", fixSource + "SELECT * FROM t ORDER BY id;", []string{"Add LIMIT"}, []string{"ON CONFLICT", "Declare"}},
	{"RANK", fixSource + "SELECT * FROM (SELECT *, RANK() OVER (PARTITION BY c ORDER BY id) AS r FROM t) WHERE r <= 3;", []string{"ROW_NUMBER() instead of RANK()"}, []string{"Add LIMIT"}},
	{"a key on a plain topic", "CREATE TABLE s (id INT, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');\nSELECT * FROM s;",
		[]string{"Make s an upsert-kafka table", "Take the primary key out of s"}, []string{"Add LIMIT"}},
	{"a window over a plain timestamp", fixSource + "SELECT window_start, COUNT(*) FROM TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start, window_end;",
		[]string{"Declare a watermark on t.ts"}, []string{"Add LIMIT"}},
	{"nothing is wrong", fixSource + "SELECT id FROM t;", nil, []string{"Declare", "ON CONFLICT", "Add LIMIT", "SET"}},
}

// TestFixes asserts that each kind of fix is offered where it applies, works as a plain edit of the script, and is absent
// where it does not.
func TestFixes(t *testing.T) {
	for _, c := range fixCases {
		res := Explain(t.Context(), c.sql, Options{Fixes: true})
		s := &res.Statements[len(res.Statements)-1]
		titles := []string{}
		for _, f := range s.Fixes {
			titles = append(titles, f.Title)
			after := Explain(t.Context(), Apply(c.sql, f.Edits), Options{})
			if last := after.Statements[len(after.Statements)-1]; last.Verdict != Planned {
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
