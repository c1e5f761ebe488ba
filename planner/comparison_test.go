package planner

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestBeforeFlink23 holds what is said of Flink before 2.3 against what Flink 2.2.0 answers for scripts of the corpus whose
// sink has another key than the query, without their ON CONFLICT (FLINK_VERSION=2.2.0 planner/devtools/oracle/run): what
// reaches the sink, and whether the sink materializes.
func TestBeforeFlink23(t *testing.T) {
	b, err := os.ReadFile("testdata/flink-2.2.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	compared, appended := 0, 0
	for line := range bytes.Lines(b) {
		var g struct {
			ID         string
			Statements []struct {
				Index        int
				OK           bool
				Mode         string
				Materializes bool
			}
		}
		if err := json.Unmarshal(line, &g); err != nil {
			t.Fatal(err)
		}
		sql, err := os.ReadFile("testdata/corpus/" + g.ID + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		res := Explain(t.Context(), string(sql), Options{Matrices: true})
		for _, want := range g.Statements {
			s := answerAt(res, want.Index)
			if s == nil || s.Comparison == nil {
				continue
			}
			i := slices.IndexFunc(s.Comparison.Cases, func(c ComparisonColumn) bool { return c.Title == "Before Flink 2.3" })
			got := s.Comparison.Cases[i]
			compared++
			if want.Mode == "I" {
				appended++
			}
			mode, materializes := strings.Join(got.Mode, ","), slices.Contains(got.Inserted, "SinkUpsertMaterializer")
			if (got.Verdict == Planned) != want.OK || mode != want.Mode || materializes != want.Materializes {
				t.Errorf("%s#%d: Flink 2.2 sends [%s] and materializes: %v; here %s [%s] %v", g.ID, want.Index, want.Mode, want.Materializes,
					got.Verdict, mode, materializes)
			}
		}
	}
	if compared < 30 || appended < 8 {
		t.Errorf("only %d statements are compared, %d of them append-only", compared, appended)
	}
}
