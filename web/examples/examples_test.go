package examples

import (
	"os"
	"strings"
	"testing"
)

// The scripts are the corpus's, so that Flink's answer to each is on record.
func TestScriptsAreTheCorpus(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range All {
		b, err := os.ReadFile("../../planner/testdata/corpus/" + e.Origin + ".sql")
		if err != nil {
			t.Error(err)
			continue
		}
		if strings.TrimSpace(string(b)) != strings.TrimSpace(e.SQL) {
			t.Errorf("%s is not %s of the corpus any more", e.Slug, e.Origin)
		}
		if seen[e.Slug] {
			t.Errorf("two examples %s", e.Slug)
		}
		seen[e.Slug] = true
		if len(e.Text) == 0 || e.Title == "" || e.Group == "" {
			t.Errorf("%s says too little", e.Slug)
		}
	}
	files, err := scripts.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !seen[strings.TrimSuffix(strings.TrimSuffix(f.Name(), ".sql"), ".rows")] {
			t.Errorf("%s is no example", f.Name())
		}
	}
}
