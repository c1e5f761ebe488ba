package examples

import (
	"context"
	"os"
	"strings"
	"testing"

	"rowkind/planner"
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

// The rows of an example go through its plan, and something is written; or the script is one that Flink refuses.
func TestRowsShowSomething(t *testing.T) {
	with := 0
	for _, e := range All {
		if e.Rows == "" {
			continue
		}
		with++
		res, err := planner.Rows(context.Background(), e.SQL, []byte(e.Rows), planner.Options{RowsCompare: true})
		if err != nil || res.Unmodelled != nil {
			t.Errorf("%s: %v %+v", e.Slug, err, res)
			continue
		}
		written := 0
		for _, s := range res.AllSinks() {
			written += len(s.Rows)
		}
		for _, v := range res.Compared {
			written += v.Records
		}
		if written == 0 {
			t.Errorf("%s: nothing is written", e.Slug)
		}
	}
	if with < 25 {
		t.Errorf("only %d examples have rows", with)
	}
}
