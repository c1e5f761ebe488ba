package diag

import (
	"fmt"

	"rowkind/planner/internal/source"
)

// Where is Calcite's text for a position: "At line 1, column 8" for one character, "From line … to line …" for more,
// and line 0 for a node that the planner made up. (CalciteContextException.getMessage)
func Where(t *source.Text, s source.Span) string {
	if s.IsZero() {
		return "At line 0, column 0"
	}
	l1, c1 := t.Position(s.Start)
	l2, c2 := t.Last(s)
	if l1 == l2 && c1 == c2 {
		return fmt.Sprintf("At line %d, column %d", l1, c1)
	}
	return fmt.Sprintf("From line %d, column %d to line %d, column %d", l1, c1, l2, c2)
}

// AtLine is the text "at line 1, column 8" that Flink's own parser utilities print for a span's first character.
// (SqlParserPos.toString)
func AtLine(t *source.Text, s source.Span) string {
	if s.IsZero() {
		return "line 0, column 0"
	}
	l, c := t.Position(s.Start)
	return fmt.Sprintf("line %d, column %d", l, c)
}

// InContext is the chain CalciteContextException ← SqlValidatorException.
func InContext(t *source.Text, s source.Span, message string) *Rejection {
	return &Rejection{
		Chain: []Link{{ContextException, Where(t, s) + ": " + message}, {ValidatorException, message}},
		Span:  s,
	}
}

// ValidationPrefix is what each nested validation puts before a message.
const ValidationPrefix = "SQL validation failed. "

// Validated wraps a rejection n times the way FlinkPlannerImpl.validate does, once for each nested call.
func Validated(r *Rejection, n int) *Rejection {
	for range n {
		r = r.Wrap(Validation, ValidationPrefix+r.Error())
	}
	return r
}
