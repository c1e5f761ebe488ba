package source

import "sort"

// Places tells where the nodes of one statement's tree stand in the script. A tree holds parts of other texts, those of
// the views that it reads and, at the end of a statement set, those of its inserts. As in go/token, each such text is given
// a range of offsets of its own, behind any statement's, so that a span says by itself which text it counts in.
type Places struct {
	base  int // offset of the statement in the script
	end   int // first offset that is not given away
	kept  int // where the offsets of the statement's own text begin
	texts []placed
}

// behind is an offset that no statement is long enough to have.
const behind = 1 << 30

// placed is a text that a tree holds parts of.
type placed struct {
	start int
	base  int  // offset of the text in the script
	at    Span // where the text is named; zero for one that stands for itself
}

// NewPlaces is for a statement of that text; the texts that earlier holds stay known.
func NewPlaces(t *Text, earlier *Places) *Places {
	p := &Places{base: t.base, end: behind}
	if earlier != nil {
		p.texts, p.end = earlier.texts, earlier.end
	}
	return p
}

// Enter gives a text, which is named at a span, the offsets from the one that is returned.
func (p *Places) Enter(t *Text, at Span) int {
	start := p.end
	p.end += len(t.src) + 1
	p.texts = append(p.texts, placed{start: start, base: t.base, at: at})
	return start
}

// Keep gives the statement's own text such offsets, for trees that are planned with a later statement.
func (p *Places) Keep(t *Text) { p.kept = p.Enter(t, Span{}) }

// Kept is where the offsets of the statement's own text begin: 0 if it was not kept.
func (p *Places) Kept() int { return p.kept }

// Own reports a span of the statement's own text.
func (p *Places) Own(s Span) bool { return s.Start < behind }

// find is the text that s counts in, -1 for the statement's own.
func (p *Places) find(s Span) int {
	return sort.Search(len(p.texts), func(i int) bool { return p.texts[i].start > s.Start }) - 1
}

// In gives the place of a span in the script: where the statement says it, and, for what was read through a view, where
// the innermost view's declaration says it (zero otherwise).
func (p *Places) In(s Span) (at, declared Span) {
	i := p.find(s)
	if i < 0 {
		return s.Shift(p.base), Span{}
	}
	t := &p.texts[i]
	here := s.Shift(t.base - t.start)
	if t.at.IsZero() {
		return here, Span{}
	}
	at, _ = p.In(t.at)
	return at, here
}
