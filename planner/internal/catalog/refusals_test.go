package catalog_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"testing"

	"rowkind/planner"
)

// TestRefusals holds the last statement of each script to the exceptions that Flink 2.3.0 raised for it, outermost first.
// Every line of the file is the smallest script for one message; more may be added.
func TestRefusals(t *testing.T) {
	f, err := os.Open("testdata/refusals.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var c struct {
			SQL   string
			Chain []string
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		answers := planner.Explain(context.Background(), c.SQL, planner.Options{}).Statements
		last := answers[len(answers)-1]
		for i := range answers[:len(answers)-1] {
			if v := answers[i].Verdict; v != planner.Done && v != planner.Planned {
				t.Errorf("line %d: statement %d is %s", n, i, v)
			}
		}
		if len(last.Errors) != len(c.Chain) {
			t.Errorf("line %d: %s\ngot %d exceptions %v, Flink raised %d: %v", n, last.SQL, len(last.Errors), last.Errors, len(c.Chain), c.Chain)
			continue
		}
		for i, e := range last.Errors {
			if got := e.Class + ": " + e.Message; got != c.Chain[i] {
				t.Errorf("line %d: %s\nexception %d is\n%s\nFlink raised\n%s", n, last.SQL, i, got, c.Chain[i])
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
