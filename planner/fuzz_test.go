package planner

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// FuzzExplain: whatever the script, there is an answer in time, no bug in it, and its places lie within the script.
func FuzzExplain(f *testing.F) {
	scripts, err := filepath.Glob("testdata/corpus/*/*.sql")
	if err != nil || len(scripts) == 0 {
		f.Fatalf("no scripts: %v", err)
	}
	for _, path := range scripts {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, script string) {
		const limit = 2 * time.Second
		start := time.Now()
		res := Explain(context.Background(), script, Options{Reasons: true, Limits: Limits{Time: limit}})
		if d := time.Since(start); d > 10*limit {
			t.Errorf("an answer after %s", d)
		}
		if res.Problem != nil && res.Problem.Kind == Bug {
			t.Errorf("a bug: %s", res.Problem.Message)
		}
		for i := range res.Statements {
			checkAnswer(t, script, &res.Statements[i])
		}
	})
}

// checkAnswer looks for bugs and for places outside of the script.
func checkAnswer(t *testing.T, script string, s *Statement) {
	t.Helper()
	within := func(what string, at *Span) {
		if at != nil && (at.Start < 0 || at.End < at.Start || at.End > len(script)) {
			t.Errorf("statement %d: %s at %v of a script of %d bytes", s.Index, what, *at, len(script))
		}
	}
	within("the statement", &s.Span)
	switch s.Verdict {
	case Planned, Done:
	case Rejected:
		if len(s.Errors) == 0 {
			t.Errorf("statement %d is refused without a word", s.Index)
		}
	case NotModelled:
		if s.Unmodelled == nil || strings.Contains(s.Unmodelled.Construct, "a bug") {
			t.Errorf("statement %d: %v", s.Index, s.Unmodelled)
		}
	default:
		t.Errorf("statement %d has no verdict", s.Index)
	}
	for i := range s.Errors {
		within("a refusal", s.Errors[i].Span)
	}
	if s.Unmodelled != nil {
		within("what is not modelled", s.Unmodelled.Span)
	}
	for i := range s.Notes {
		within("a note", s.Notes[i].Span)
	}
	if s.Plan != nil {
		for i := range s.Plan.Nodes {
			within("a node", s.Plan.Nodes[i].Span)
		}
	}
}
