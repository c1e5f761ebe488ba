package planner

import (
	"strings"
	"testing"
)

// TestEveryRefusalIsExplained asserts that each refusal of the corpus has its meaning in the terms of the script.
func TestEveryRefusalIsExplained(t *testing.T) {
	refused := 0
	for name, text := range corpusScripts(t) {
		res := Explain(t.Context(), text, Options{Reasons: true})
		for i := range res.Statements {
			s := &res.Statements[i]
			if s.Verdict != Rejected || len(s.Errors) == 0 {
				continue
			}
			refused++
			root := s.Errors[len(s.Errors)-1]
			if root.Explanation == "" {
				first, _, _ := strings.Cut(root.Message, "\n")
				t.Errorf("%s#%d: %s: %s", name, i, root.Class, first)
			}
		}
	}
	if refused < 150 {
		t.Errorf("only %d refusals in the corpus", refused)
	}
}
