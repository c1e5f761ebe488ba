package planner

import (
	"slices"
	"strings"
)

// patch is a script with edits made to it: the edits are kept in the offsets of the original script, apart and in order.
type patch struct {
	original string
	edits    []Edit
}

// text is the script with the edits made.
func (p *patch) text() string { return Apply(p.original, p.edits) }

// replace adds an edit whose span counts in the edited text. It reports false where the span cuts through an
// earlier edit in a way that has no single meaning.
func (p *patch) replace(span Span, text, why string) bool {
	delta := 0
	for i := range p.edits {
		e := &p.edits[i]
		start := e.Span.Start + delta
		end := start + len(e.New)
		if span.End <= start && !(span.Start == start && len(e.New) > 0 && span.End > start) {
			break
		}
		if span.Start >= start && span.End <= end && len(e.New) > 0 {
			return p.splice(e, span.Start-start, span.End-start, text, why)
		}
		if span.Start < end && span.End > start {
			return false
		}
		delta += len(e.New) - (e.Span.End - e.Span.Start)
	}
	p.edits = append(p.edits, Edit{Span: Span{span.Start - delta, span.End - delta}, New: text, Why: why})
	slices.SortStableFunc(p.edits, byPlace)
	return true
}

// byPlace orders edits by where they begin; what is written in at a place comes before what is taken out there.
func byPlace(a, b Edit) int {
	if a.Span.Start != b.Span.Start {
		return a.Span.Start - b.Span.Start
	}
	return a.Span.End - b.Span.End
}

func (p *patch) splice(e *Edit, from, to int, text, why string) bool {
	e.New = e.New[:from] + text + e.New[to:]
	if !strings.Contains(e.Why, why) {
		e.Why += "; " + why
	}
	return true
}

// inOriginal maps an offset of the edited text to the original; an offset inside an edit's new text is given as the
// edit's start.
func (p *patch) inOriginal(at int) int {
	delta := 0
	for _, e := range p.edits {
		start := e.Span.Start + delta
		if at < start {
			break
		}
		if at < start+len(e.New) {
			return e.Span.Start
		}
		delta += len(e.New) - (e.Span.End - e.Span.Start)
	}
	return at - delta
}
