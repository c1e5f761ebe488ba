package planner

import (
	"context"
	"testing"
)

// A setting that was not asked for changes nothing: the matrix of settings need not plan it. Nor do statements that are
// skipped change what the others answer.
func TestUnaskedSettings(t *testing.T) {
	ctx := context.Background()
	for name, script := range corpusScripts(t) {
		res := answer(ctx, script, Options{})
		alone := planBy(Options{})
		for i := range res.Statements {
			s := &res.Statements[i]
			f := newFixer(ctx, script, &res, s, alone)
			if f.stmt == nil || !plansAnything(f.stmt) {
				continue
			}
			if a := f.variant(nil); a == nil || a.Verdict != s.Verdict || a.Keys != s.Keys || !sameRoot(a, &s.Answer) {
				t.Errorf("%s: statement %d answers otherwise alone", name, i)
			}
			for _, set := range settings {
				if s.asked.Any(set.keys()...) {
					continue
				}
				a := f.variant([]Edit{f.before(set.set+"\n\n", set.meaning)})
				if a == nil || a.Verdict != s.Verdict || a.Keys != s.Keys || !sameRoot(a, &s.Answer) {
					t.Errorf("%s: statement %d is changed by %s", name, i, set.set)
				}
			}
		}
	}
}
