package connector_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"rowkind/planner"
)

// TestRecorded crosses every connector with and without a primary key, read whole, filtered and limited, written with
// inserts and with updates, and holds the physical plan or the innermost exception to what Flink 2.3.0 answered. A line
// of the file wants "" of a statement without a plan, "! class: message" of a refused one, "?" where Flink could not
// tell (its test connector lacked a library).
func TestRecorded(t *testing.T) {
	f, err := os.Open("testdata/connectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct {
			Name, SQL string
			Want      []string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			for i, s := range planner.Explain(context.Background(), c.SQL, planner.Options{}).Statements {
				if got := answer(&s); c.Want[i] != "?" && got != c.Want[i] {
					t.Errorf("%s\ngot\n%s\nFlink answers\n%s", s.SQL, got, c.Want[i])
				}
			}
		})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func answer(s *planner.Statement) string {
	switch s.Verdict {
	case planner.Done:
		return ""
	case planner.Planned:
		_, plan, _ := strings.Cut(s.Explain, "== Optimized Physical Plan ==\n")
		plan, _, _ = strings.Cut(plan, "\n== Optimized Execution Plan ==")
		return strings.TrimRight(plan, "\n")
	case planner.Rejected:
		e := s.Errors[len(s.Errors)-1]
		return "! " + e.Class + ": " + e.Message
	}
	return "not modelled: " + s.Unmodelled.Construct
}
