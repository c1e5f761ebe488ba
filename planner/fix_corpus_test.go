package planner

import (
	"flag"
	"hash/fnv"
	"slices"
	"strings"
	"testing"
)

var allFixes = flag.Bool("all-fixes", false, "apply every fix offered anywhere over the corpus and the probes, not a sample of them")

// TestFixesOverTheCorpus applies the fixes that are offered over the corpus and the probes, each as a plain edit of the text:
// the script then plans where it did not, the operator that a fix takes out is gone, no other statement breaks, and no fix
// is offered twice. A sample of the scripts is taken each time; -all-fixes takes them all.
func TestFixesOverTheCorpus(t *testing.T) {
	scripts := allScripts(t)
	kinds := map[string]int{}
	for _, name := range sorted(scripts) {
		if !*allFixes && !sampled(name) {
			continue
		}
		sql := scripts[name]
		res := Explain(t.Context(), sql, Options{Reasons: true, Fixes: true})
		for i := range res.Statements {
			s := &res.Statements[i]
			titles := map[string]bool{}
			for _, f := range s.Fixes {
				if titles[f.Title] {
					t.Errorf("%s: %q is offered twice", name, f.Title)
				}
				titles[f.Title] = true
				kinds[kindOfFix(f.Title)]++
				checkFix(t, name, sql, &res, s, f)
			}
		}
	}
	if len(kinds) < 15 {
		t.Errorf("only %d kinds of fix: %v", len(kinds), kinds)
	}
	t.Log(kinds)
}

// sampled takes one script in four, always the same.
func sampled(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%4 == 0
}

// kindOfFix is a title without the names of the script.
func kindOfFix(title string) string {
	words := strings.Fields(title)
	return strings.Join(words[:min(2, len(words))], " ")
}

func checkFix(t *testing.T, name, sql string, res *Result, s *Statement, f Fix) {
	t.Helper()
	where := name + ": " + shorten(s.SQL) + ": " + f.Title
	text := Apply(sql, f.Edits)
	after := Explain(t.Context(), text, Options{Reasons: true, Limits: Limits{ScriptBytes: 1 << 20}})
	p := patch{original: sql, edits: sortedEdits(f.Edits)}
	var mine *Statement
	rejected := 0
	for i := range after.Statements {
		if p.inOriginal(after.Statements[i].Span.End) == s.Span.End {
			mine = &after.Statements[i]
		}
		if after.Statements[i].Verdict == Rejected {
			rejected++
		}
	}
	was := 0
	for i := range res.Statements {
		if res.Statements[i].Verdict == Rejected {
			was++
		}
	}
	switch {
	case mine == nil || mine.Verdict != Planned && mine.Verdict != Done:
		t.Errorf("%s: does not plan: %+v\n%s", where, mine, text)
		return
	case rejected > was || s.Verdict == Rejected && rejected >= was:
		t.Errorf("%s: %d statements are refused, %d before", where, rejected, was)
	case f.Effect == "" || len(f.Changes) == 0:
		t.Errorf("%s: does not say what it does: %+v", where, f)
	}
	now := factsOf(&mine.Answer)
	ops := append(slices.Clone(now.inserted), opsOf(mine.Plan)...)
	before := append(slices.Clone(factsOf(&s.Answer).inserted), opsOf(s.Plan)...)
	for _, change := range f.Changes {
		verb, op, _ := strings.Cut(change, " ")
		op = strings.TrimPrefix(op, "a ")
		switch verb {
		case "state":
			kind, classes, _ := strings.Cut(strings.TrimPrefix(op, "of "), ": ")
			_, now, _ := strings.Cut(classes, " becomes ")
			if !keeps(mine, kind, StateClass(now)) {
				t.Errorf("%s: %s, and it does not", where, change)
			}
		case "removes":
			if countOf(op, ops) >= countOf(op, before) {
				t.Errorf("%s: %s, and it does not: %v", where, change, ops)
			}
		case "adds":
			if countOf(op, ops) <= countOf(op, before) {
				t.Errorf("%s: %s, and it does not: %v", where, change, ops)
			}
		}
	}
}

// keeps reports a node of that kind and state class.
func keeps(s *Statement, op string, class StateClass) bool {
	return slices.ContainsFunc(s.Plan.Nodes, func(n Node) bool { return n.Op == op && n.State.Class == class })
}

func countOf(op string, in []string) int {
	n := 0
	for _, x := range in {
		if x == op {
			n++
		}
	}
	return n
}
