package planner

import (
	"context"
	"strings"
)

// A sketch is mended and planned again at most maxRepairs times, and less often where it is long: replanned bounds the
// statements that are planned for it.
const (
	maxRepairs = 40
	replanned  = 400
)

// planFunc plans a script without extras; of the statements that have a plan only those that only says, by where they end,
// and nothing behind the first of them. For nil it plans all.
type planFunc func(ctx context.Context, script string, only func(end int) bool) Result

// whole plans all of a script.
func (plan planFunc) whole(ctx context.Context, script string) Result { return plan(ctx, script, nil) }

// sketch reads on where Flink refuses a script before its planner has said a word about changelogs: it makes the small
// edits that the product allows to assume, one refusal at a time, and keeps what the mended script's statements answer as
// Assumed. A statement is left as it is where no edit helps it to a plan. Full plans with the reasons that are asked for.
func sketch(ctx context.Context, script string, res *Result, plan, full planFunc) {
	if !repairable(res) {
		return
	}
	m := mender{patch: patch{original: script}, given: map[string]bool{}}
	now := *res
	budget := max(replanned/max(len(res.Statements), 1), 2)
	for range min(maxRepairs, budget) {
		if ctx.Err() != nil || !m.step(&now) {
			break
		}
		now = plan.whole(ctx, m.text())
		if now.Problem != nil {
			return
		}
	}
	if len(m.edits) > 0 {
		now = full.whole(ctx, m.text())
		m.assume(res, &now)
	}
}

// repairable reports whether any refusal of res is of a kind that a sketch may mend.
func repairable(res *Result) bool {
	for i := range res.Statements {
		s := &res.Statements[i]
		if s.Verdict != Rejected || len(s.Errors) == 0 {
			continue
		}
		root := s.Errors[len(s.Errors)-1].Message
		for _, mark := range sketchMarks {
			if strings.HasPrefix(root, mark) {
				return true
			}
		}
	}
	return false
}

// sketchMarks start the root messages that repair knows an edit for.
var sketchMarks = []string{
	"Encountered ", "Incorrect syntax near", "Lexical error", "One or more required options are missing.", "Property group.id is required",
	"Either 'topic' or 'topic-pattern' must be set", "Could not find required scan format '", "Could not find required sink format '",
	"Table options do not contain an option key 'connector'", "Object '",
}

// mender mends a script step by step.
type mender struct {
	patch
	bearing []string
	// given marks statements, by their place in the original, that no repair was found for.
	given map[string]bool
}

// step makes one edit for the first refused statement that one is known for.
func (m *mender) step(now *Result) bool {
	for i := range now.Statements {
		s := &now.Statements[i]
		if s.Verdict != Rejected || len(s.Errors) == 0 {
			continue
		}
		root := s.Errors[len(s.Errors)-1].Message
		key := s.SQL + "\x00" + root
		if m.given[key] {
			continue
		}
		before := len(m.edits)
		text := m.text()
		if m.repair(now, s, root) && m.text() != text {
			return true
		}
		m.edits = m.edits[:min(before, len(m.edits))]
		m.given[key] = true
	}
	return false
}

// repair tries the repairs that fit the refusal's root message.
func (m *mender) repair(now *Result, s *Statement, root string) bool {
	switch {
	case strings.HasPrefix(root, "Encountered ") || strings.HasPrefix(root, "Incorrect syntax near") || strings.HasPrefix(root, "Lexical error"):
		return m.repairSyntax(now, s)
	case strings.HasPrefix(root, "One or more required options are missing."):
		return m.repairOptions(now, s, missingOptions(root))
	case strings.HasPrefix(root, "Property group.id is required"):
		return m.repairGroup(now, s)
	case strings.HasPrefix(root, "Either 'topic' or 'topic-pattern' must be set"):
		return m.repairOptions(now, s, []string{"topic"})
	case strings.HasPrefix(root, "Could not find required scan format '"), strings.HasPrefix(root, "Could not find required sink format '"):
		return m.repairOptions(now, s, []string{between(root, "format '", "'")})
	case strings.HasPrefix(root, "Table options do not contain an option key 'connector'"):
		return m.repairConnector(now, s)
	case strings.HasPrefix(root, "Object '") && strings.Contains(root, "' not found"):
		return m.repairTable(now, s, between(root, "Object '", "'"))
	}
	return false
}

// assume gives each refused statement of res the answer of its twin in the mended script. Statements are told apart by
// where they stand, since an edit never makes two of one.
func (m *mender) assume(res *Result, now *Result) {
	twins := map[int]*Statement{}
	for i := range now.Statements {
		s := &now.Statements[i]
		twins[m.inOriginal(s.Span.End)] = s
	}
	for i := range res.Statements {
		s := &res.Statements[i]
		t := twins[s.Span.End]
		if s.Verdict != Rejected || t == nil || !readsOn(s, t) {
			continue
		}
		s.Assumed = &Assumed{Edits: m.editsFor(s), Bearing: m.bearing, Answer: t.Answer}
		s.Assumed.Plan, s.below = m.rebase(t.Plan), m.rebase(t.below)
		for j := range s.Assumed.Errors {
			e := &s.Assumed.Errors[j]
			e.Span = m.spanInOriginal(e.Span)
		}
	}
}

// readsOn reports whether the mended statement says more than the one as it was written: it plans, or Flink's planner itself
// refuses it, for what it does to its sink or operators.
func readsOn(was, now *Statement) bool {
	if now.Verdict != Rejected {
		return now.Verdict == Planned || now.Verdict == Done
	}
	root := now.Errors[len(now.Errors)-1].Message
	if root == was.Errors[len(was.Errors)-1].Message {
		return false
	}
	for _, mark := range []string{"has an upsert key that differs", "doesn't support consuming", "requires all source tables to define watermarks", "ON CONFLICT clause is only allowed"} {
		if strings.Contains(root, mark) {
			return true
		}
	}
	return false
}

// editsFor are the edits that stand in s or before it.
func (m *mender) editsFor(s *Statement) []Edit {
	var out []Edit
	for _, e := range m.edits {
		if e.Span.Start <= s.Span.End {
			out = append(out, e)
		}
	}
	return out
}

// rebase moves the places of a plan from the mended script to the original.
func (m *mender) rebase(plan *Plan) *Plan {
	if plan == nil {
		return nil
	}
	p := *plan
	p.Nodes = append([]Node(nil), p.Nodes...)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.Span, n.Declared = m.spanInOriginal(n.Span), m.spanInOriginal(n.Declared)
		if len(n.Reasons) > 0 {
			n.Reasons = append([]Reason(nil), n.Reasons...)
			for j := range n.Reasons {
				n.Reasons[j].Span = m.spanInOriginal(n.Reasons[j].Span)
			}
		}
	}
	return &p
}

func (m *mender) spanInOriginal(s *Span) *Span {
	if s == nil {
		return nil
	}
	t := Span{m.inOriginal(s.Start), m.inOriginal(s.End)}
	if t.Empty() {
		return nil
	}
	return &t
}

// bears notes an assumption that bears on the changelog.
func (m *mender) bears(text string) {
	for _, b := range m.bearing {
		if b == text {
			return
		}
	}
	m.bearing = append(m.bearing, text)
}

// between gives what stands in s after from and before to; empty if either is absent.
func between(s, from, to string) string {
	_, rest, ok := strings.Cut(s, from)
	if !ok {
		return ""
	}
	in, _, ok := strings.Cut(rest, to)
	if !ok {
		return ""
	}
	return in
}
