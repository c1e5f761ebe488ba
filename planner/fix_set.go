package planner

import (
	"context"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/parse"
)

// maxParts bounds the INSERTs of a statement set that fixes are looked for.
const maxParts = 8

// fixersOf are the fixers for a statement: one, or one for each INSERT of a statement set. Of a set that is refused they are
// those for the INSERTs into the table that the refusal names.
func fixersOf(ctx context.Context, script string, res *Result, s *Statement, plan planFunc) []*fixer {
	whole := newFixer(ctx, script, res, s, plan)
	parts := whole.parts()
	if len(parts) == 0 {
		return []*fixer{whole}
	}
	if named := whole.named(parts); len(named) > 0 {
		parts = named
	}
	return parts[:min(len(parts), maxParts)]
}

// parts are the fixers for the INSERTs of a set; none for what is no set of several.
func (f *fixer) parts() []*fixer {
	var out []*fixer
	add := func(insert *ast.Insert, in *Statement, start int) {
		part := *f
		part.insert, part.in, part.start, part.ofSet = insert, in, start, true
		part.sink, part.sinkAt = declaration(f.res, in, insert.Table.Simple())
		out = append(out, &part)
	}
	if set := setOf(f.stmt); set != nil && len(set.Inserts) > 1 {
		for _, insert := range set.Inserts {
			add(insert, f.s, f.start)
		}
		return out
	}
	if f.s.Kind != "END" {
		return nil
	}
	// BEGIN STATEMENT SET; INSERT …; END: each is a statement, and END answers for them.
	first := f.s.Index - 1
	for first >= 0 && f.res.Statements[first].Kind != "BEGIN STATEMENT SET" {
		first--
	}
	for i := first + 1; first >= 0 && i < f.s.Index; i++ {
		in := &f.res.Statements[i]
		st, err := parse.Statement(in.SQL)
		if insert := insertOf(st); err == nil && insert != nil {
			add(insert, in, f.res.Statements[first].Span.Start)
		}
	}
	return out
}

// setOf is the statement set that a statement is, explains or executes.
func setOf(st ast.Statement) *ast.StatementSet {
	switch x := st.(type) {
	case *ast.StatementSet:
		return x
	case *ast.Explain:
		return setOf(x.Statement)
	case *ast.Execute:
		return setOf(x.Statement)
	}
	return nil
}

// named are the parts that write to the table that the refusal names.
func (f *fixer) named(parts []*fixer) []*fixer {
	if len(f.s.Errors) == 0 {
		return nil
	}
	message := f.s.Errors[len(f.s.Errors)-1].Message
	var out []*fixer
	for _, p := range parts {
		if strings.Contains(message, "."+p.sinkName()+"'") || strings.Contains(message, "'"+p.sinkName()+"'") {
			out = append(out, p)
		}
	}
	return out
}

// allCandidates are those of all fixers in turn; what changes one INSERT of a set says which.
func allCandidates(fs []*fixer) []candidate {
	var out []candidate
	for _, f := range fs {
		for _, c := range f.candidates() {
			if f.ofSet && f.touches(c.edits) {
				c.insert = f.sinkName()
			}
			out = append(out, c)
		}
	}
	return out
}

// fullTitle says which INSERTs are changed.
func (c *candidate) fullTitle() string {
	if c.insert == "" || strings.Contains(c.title, c.insert) {
		return c.title
	}
	return c.title + " for INSERT INTO " + c.insert
}

// further goes on with a set that is still refused, now because of another INSERT: the same is done for that one. s is what
// became of the set in text, which c's edits have made.
func (f *fixer) further(c candidate, text string, after *Result, s *Statement, depth int) (candidate, *Statement, bool) {
	if depth == 0 || s.Verdict != Rejected || f.ctx.Err() != nil {
		return c, nil, false
	}
	fs := fixersOf(f.ctx, text, after, s, f.plan)
	for _, more := range allCandidates(fs) {
		if more.title != c.title || more.insert == "" {
			continue
		}
		edits, ok := onTop(f.script, c.edits, more.edits)
		if !ok {
			continue
		}
		now := Apply(text, more.edits)
		again := f.plan.whole(f.ctx, now)
		twin, ok := fs[0].works(&again, more.edits)
		if twin == nil {
			continue
		}
		c.edits = edits
		if !strings.Contains(c.insert, more.insert) {
			c.insert += " and " + more.insert
		}
		if ok {
			return c, twin, true
		}
		return f.further(c, now, &again, twin, depth-1)
	}
	return c, nil, false
}

// touches says that an edit changes the INSERT.
func (f *fixer) touches(edits []Edit) bool {
	from, to := f.in.Span.Start+f.insert.Span().Start, f.in.Span.Start+f.insert.Span().End
	for _, e := range edits {
		if e.Span.Start >= from && e.Span.End <= to {
			return true
		}
	}
	return false
}
