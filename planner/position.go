package planner

import (
	"strings"
	"unicode/utf8"
)

// Position is the line and column, from 1, of a byte of the script. Columns
// count characters.
func Position(script string, offset int) (line, column int) {
	offset = min(max(offset, 0), len(script))
	before := script[:offset]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// Apply makes the edits in the script. Edits that overlap an earlier one are
// left out; spans are of the script as given.
func Apply(script string, edits []Edit) string {
	var b strings.Builder
	at := 0
	for _, e := range inOrder(edits) {
		if e.Span.Start < at || e.Span.End > len(script) || e.Span.End < e.Span.Start {
			continue
		}
		b.WriteString(script[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.WriteString(script[at:])
	return b.String()
}

func inOrder(edits []Edit) []Edit {
	out := append([]Edit(nil), edits...)
	// Few edits, mostly in order already: insertion sort, stable.
	for i := 1; i < len(out); i++ {
		for j := i; j > 0 && out[j].Span.Start < out[j-1].Span.Start; j-- {
			out[j], out[j-1] = out[j-1], out[j]
		}
	}
	return out
}
