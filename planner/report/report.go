// Package report writes a planner.Result as text, for a terminal and for files.
package report

import (
	"fmt"
	"io"
	"strings"

	"rowkind/planner"
)

// Writer writes results.
type Writer struct {
	// Name and Script are the file's, for places in messages.
	Name, Script string
	// Out takes plans, Err what has none.
	Out, Err io.Writer
	// Keys asks for the physical plan with upsert keys instead of EXPLAIN's text.
	Keys bool
	// Why asks for reasons, refusals explained, and fixes.
	Why bool
}

// Result writes all statements that have something to show.
func (w *Writer) Result(res planner.Result) {
	shown := 0
	for i := range res.Statements {
		s := &res.Statements[i]
		if s.Verdict == planner.Done {
			continue
		}
		if shown > 0 {
			fmt.Fprintln(w.Out)
		}
		shown++
		w.statement(s)
	}
	if p := res.Problem; p != nil {
		fmt.Fprintf(w.Err, "%s: %s\n", w.Name, p.Message)
	}
	for _, n := range res.Notes {
		fmt.Fprintf(w.Err, "%s: %s\n", w.place(n.Span), n.Text)
	}
}

func (w *Writer) statement(s *planner.Statement) {
	w.refusal(s)
	w.plan(&s.Answer)
	for _, d := range s.Documented {
		fmt.Fprintf(w.Err, "%s: %s\n", w.place(&s.Span), d)
	}
	if a := s.Assumed; a != nil {
		fmt.Fprintf(w.Err, "%s: assumed:\n", w.place(&s.Span))
		for _, e := range a.Edits {
			fmt.Fprintf(w.Err, "  %s: %s\n", w.place(&e.Span), e.Why)
		}
		w.plan(&a.Answer)
		if n := len(a.Errors); n > 0 {
			fmt.Fprintf(w.Err, "  then rejected: %s\n", a.Errors[n-1].Message)
			if text := a.Errors[n-1].Explanation; text != "" && w.Why {
				fmt.Fprintf(w.Err, "  %s\n", text)
			}
		}
	}
	if w.Why {
		w.why(s)
	}
}

func (w *Writer) refusal(s *planner.Statement) {
	switch s.Verdict {
	case planner.Rejected:
		root := planner.Error{}
		if n := len(s.Errors); n > 0 {
			root = s.Errors[n-1]
		}
		at := root.Span
		if at == nil {
			at = &s.Span
		}
		fmt.Fprintf(w.Err, "%s: rejected: %s\n", w.place(at), root.Message)
	case planner.NotModelled:
		at, construct := &s.Span, "this statement"
		if u := s.Unmodelled; u != nil {
			construct = u.Construct
			if u.Span != nil {
				at = u.Span
			}
		}
		fmt.Fprintf(w.Err, "%s: not modelled: %s\n", w.place(at), construct)
	}
}

func (w *Writer) plan(a *planner.Answer) {
	text := a.Explain
	if w.Keys {
		text = a.Keys
	}
	if text != "" {
		fmt.Fprintln(w.Out, strings.TrimRight(text, "\n"))
	}
}

// place is FILE:LINE:COLUMN of a span's start; columns count characters.
func (w *Writer) place(s *planner.Span) string {
	if s == nil {
		return w.Name
	}
	line, col := planner.Position(w.Script, s.Start)
	return fmt.Sprintf("%s:%d:%d", w.Name, line, col)
}
