package parse

import (
	"errors"
	"strings"
	"testing"

	"rowkind/planner/internal/diag"
)

// FuzzParse: no panic; what is refused is refused in words; what is read has spans that nest and fits Flink's grammar too.
func FuzzParse(f *testing.F) {
	for _, line := range append(lines(f, "accepted.txt"), lines(f, "refused.txt")...) {
		f.Add(strings.TrimPrefix(line, "\t"))
	}
	f.Fuzz(func(t *testing.T, sql string) {
		s, err := Statement(sql)
		var r *diag.Rejection
		var u *diag.Unmodelled
		switch {
		case err == nil:
			checkSpans(t, sql, s)
			if command(sql) == nil && newMachine(flinkGrammar(), scan(sql)).run("SqlStmtList") != nil {
				t.Errorf("read, but the grammar refuses %q", sql)
			}
		case errors.As(err, &r):
			if len(r.Chain) == 0 || r.Root().Message == "" {
				t.Errorf("%q is refused without a word", sql)
			}
		case errors.As(err, &u):
			if strings.HasPrefix(u.Construct, "the syntax near") {
				t.Errorf("the grammar reads %q, the descent does not", sql)
			}
		default:
			t.Errorf("%q: %v", sql, err)
		}
	})
}

// FuzzSplit: the pieces are parts of the script, in order, and only separators, blanks and comments lie between them.
func FuzzSplit(f *testing.F) {
	f.Add("SELECT 1; SELECT 2;")
	f.Add("EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN b THEN 1 END; END; -- x\n/* y; */ SELECT ';';")
	f.Fuzz(func(t *testing.T, script string) {
		at := 0
		for _, p := range Split(script) {
			if p.Start < at || !strings.HasPrefix(script[p.Start:], p.Text) {
				t.Fatalf("%q: piece %q at %d", script, p.Text, p.Start)
			}
			at = p.Start + len(p.Text)
		}
	})
}
