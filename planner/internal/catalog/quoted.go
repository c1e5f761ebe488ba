package catalog

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// quoted is an expression as Flink stores it: names are quoted, other spellings stay as they were written. Places of the
// statement can be found again in it.
type quoted struct {
	sql   string
	start int      // of the expression in the statement
	moved [][2]int // offsets in the expression, and where they are in sql
}

func quote(e ast.Expr, text *source.Text) *quoted {
	span := e.Span()
	src := text.Slice(span)
	q := &quoted{start: span.Start}
	var b strings.Builder
	last := 0
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		from, to := id.Span().Start-span.Start, id.Span().End-span.Start
		if from >= last && to <= len(src) && len(id.Parts) > 0 && !id.Star {
			b.WriteString(src[last:from])
			q.moved = append(q.moved, [2]int{from, b.Len()})
			b.WriteString("`" + strings.Join(id.Texts(), "`.`") + "`")
			q.moved = append(q.moved, [2]int{to, b.Len()})
			last = to
		}
		return false
	})
	b.WriteString(src[last:])
	q.sql = b.String()
	return q
}

// quotedSQL is the text alone.
func quotedSQL(e ast.Expr, text *source.Text) string { return quote(e, text).sql }

// place moves an offset of the statement.
func (q *quoted) place(off int) int {
	off -= q.start
	out := off
	for _, m := range q.moved {
		if m[0] > off {
			break
		}
		out = m[1] + off - m[0]
	}
	return out
}

// refused puts a refusal of the expression into the stored text: its position counts there.
func (q *quoted) refused(r *diag.Rejection) *diag.Rejection {
	if r.Chain[0].Class == diag.ContextException && !r.Span.IsZero() {
		at := source.Span{Start: q.place(r.Span.Start), End: q.place(r.Span.End)}
		span := r.Span
		r = diag.InContext(source.NewText(q.sql), at, r.Root().Message)
		r.Span = span
	}
	return r.Wrap(diag.Validation, "Invalid SQL expression: "+q.sql)
}
