package planner

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAdvice holds the plan with Flink's advice, over the corpus, against what EXPLAIN CHANGELOG_MODE, PLAN_ADVICE prints.
func TestAdvice(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	compared, advised, failed := 0, 0, 0
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var g struct {
			ID, SQL    string
			Statements []struct {
				Index           int
				Explain, Advice string
			}
		}
		if err := json.Unmarshal(b, &g); err != nil {
			t.Fatal(err)
		}
		res := Explain(t.Context(), g.SQL, Options{Advice: true})
		for _, want := range g.Statements {
			got := answerAt(res, want.Index)
			// Where the plan itself is missed, the corpus test says so.
			if want.Advice == "" || got == nil || got.Explain != want.Explain {
				continue
			}
			compared++
			if strings.Contains(want.Advice, "advice[") {
				advised++
			}
			if strings.HasPrefix(want.Advice, "ERROR") {
				failed++
			}
			if strings.TrimSpace(got.Advice) != strings.TrimSpace(want.Advice) {
				t.Errorf("%s#%d: Flink:\n%s\nhere:\n%s", g.ID, want.Index, want.Advice, got.Advice)
			}
		}
	}
	if compared < 400 || advised < 20 || failed == 0 {
		t.Errorf("only %d plans are compared, %d with advice, %d that Flink fails to advise on", compared, advised, failed)
	}
}
