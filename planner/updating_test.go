package planner

import (
	"context"
	"testing"
)

// Where updates begin is told of a statement with several sinks whichever of them they reach.
func TestUpdatingClauseOfSeveralSinks(t *testing.T) {
	const tables = `CREATE TABLE t (a STRING, n INT) WITH ('connector' = 'datagen');
CREATE TABLE copy (a STRING) WITH ('connector' = 'print');
CREATE TABLE first (a STRING, n BIGINT) WITH ('connector' = 'print');
CREATE TABLE second (a STRING, n BIGINT) WITH ('connector' = 'print');
`
	for _, c := range []struct{ set, want string }{
		{"INSERT INTO copy SELECT a FROM t; INSERT INTO first SELECT a, COUNT(*) FROM t GROUP BY a;",
			"The updates begin at GROUP BY a: each row changes the result of its group, so the result is sent again as an update." +
				" From there they go into the sink first (print)."},
		{"INSERT INTO first SELECT a, COUNT(*) FROM t GROUP BY a; INSERT INTO second SELECT a, COUNT(*) FROM t GROUP BY a;",
			"The updates begin at GROUP BY a: each row changes the result of its group, so the result is sent again as an update." +
				" From there they go into the sink first (print). The same updates reach the sink second (print)."},
		{"INSERT INTO first SELECT a, COUNT(*) FROM t GROUP BY a; INSERT INTO copy SELECT MAX(a) FROM t;",
			"The updates begin at GROUP BY a: each row changes the result of its group, so the result is sent again as an update." +
				" From there they go into the sink first (print). More begin at MAX(a)."},
	} {
		res := Explain(context.Background(), tables+"EXECUTE STATEMENT SET BEGIN "+c.set+" END;", Options{Reasons: true})
		last := res.Statements[len(res.Statements)-1]
		if last.UpdatingClause == nil {
			t.Errorf("%s: nothing is said of its updates", c.set)
		} else if last.UpdatingClause.Text != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.set, last.UpdatingClause.Text, c.want)
		}
	}
}
