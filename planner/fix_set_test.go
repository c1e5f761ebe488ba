package planner

import (
	"strings"
	"testing"
)

const setTables = `CREATE TABLE t (a INT, b STRING, c INT) WITH ('connector' = 'datagen');
CREATE TABLE s1 (a INT, n BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/d', 'table-name' = 's');
CREATE TABLE s2 (b STRING, n BIGINT, PRIMARY KEY (b) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:mysql://db/d', 'table-name' = 's');
CREATE TABLE s3 (b STRING, n BIGINT) WITH ('connector' = 'print');
`

// Fixes of a statement set change the INSERTs that need it, and say which.
func TestFixesOfSets(t *testing.T) {
	const good, other = "INSERT INTO s1 SELECT a, COUNT(*) FROM t GROUP BY a;\n", "INSERT INTO s3 SELECT b, COUNT(*) FROM t GROUP BY b, c;\n"
	const bad1, bad2 = "INSERT INTO s1 SELECT a, COUNT(*) FROM t GROUP BY a, c;\n", "INSERT INTO s2 SELECT b, COUNT(*) FROM t GROUP BY b, c;\n"
	for _, c := range []struct{ name, set, title, comparison string }{
		{"one of two", "EXECUTE STATEMENT SET BEGIN\n" + good + bad2 + "END;", "ON CONFLICT DO DEDUPLICATE for INSERT INTO s2", "s2"},
		{"both", "EXECUTE STATEMENT SET BEGIN\n" + bad1 + other + bad2 + "END;", "ON CONFLICT DO DEDUPLICATE for INSERT INTO s1 and s2", "s1"},
		{"twice into one", "EXECUTE STATEMENT SET BEGIN\n" + bad2 + bad2 + "END;", "ON CONFLICT DO DEDUPLICATE for INSERT INTO s2", "s2"},
		{"explained", "EXPLAIN STATEMENT SET BEGIN\n" + good + bad2 + "END;", "ON CONFLICT DO DEDUPLICATE for INSERT INTO s2", "s2"},
		{"as statements", "BEGIN STATEMENT SET;\n" + good + bad2 + "END;", "ON CONFLICT DO DEDUPLICATE for INSERT INTO s2", "s2"},
		{"of one", "EXECUTE STATEMENT SET BEGIN\n" + bad2 + "END;", "ON CONFLICT DO DEDUPLICATE", "s2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := setTables + c.set
			res := Explain(t.Context(), script, Everything())
			s := &res.Statements[len(res.Statements)-1]
			if s.Verdict != Rejected {
				t.Fatalf("%s", s.Verdict)
			}
			var titles []string
			for _, f := range s.Fixes {
				titles = append(titles, f.Title)
				after := Explain(t.Context(), Apply(script, f.Edits), Options{})
				if last := after.Statements[len(after.Statements)-1]; last.Verdict != Planned {
					t.Errorf("%s: %s %v", f.Title, last.Verdict, last.Errors)
				}
			}
			if len(titles) == 0 || titles[0] != c.title {
				t.Errorf("%q", titles)
			}
			if s.Comparison == nil || !strings.HasPrefix(s.Comparison.Title, "Writing to "+c.comparison+",") {
				t.Errorf("compared: %+v", s.Comparison)
			}
		})
	}
}

// What a set costs is looked for in each of its INSERTs.
func TestCostsOfSets(t *testing.T) {
	script := setTables + "EXECUTE STATEMENT SET BEGIN\nINSERT INTO s3 SELECT b, COUNT(*) FROM t GROUP BY b, c;\n" +
		"INSERT INTO s2 SELECT b, COUNT(*) FROM t GROUP BY b, a ON CONFLICT DO DEDUPLICATE;\nEND;"
	res := Explain(t.Context(), script, Everything())
	s := &res.Statements[len(res.Statements)-1]
	if s.Verdict != Planned || len(s.Fixes) == 0 || s.Fixes[0].Title != "SET 'table.exec.sink.upsert-materialize' = 'NONE'" {
		t.Errorf("%s %+v", s.Verdict, s.Fixes)
	}
	if s.Comparison == nil || !strings.HasPrefix(s.Comparison.Title, "Writing to s2,") {
		t.Errorf("compared: %+v", s.Comparison)
	}
}
