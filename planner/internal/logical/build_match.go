package logical

import (
	"sort"
	"strconv"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
)

// match makes LogicalMatch (convertMatchRecognize).
func (b *board) match(m *ast.MatchRecognize) *Node {
	sc := b.newBoard(b.in.Scopes[m], false)
	in := sc.from(m.Table, nil)
	sc.setRoot(in)
	op := &Match{AllRows: m.RowsPerMatch == "ALL ROWS", StrictStart: m.StrictStart, StrictEnd: m.StrictEnd, After: afterText(m)}
	for _, x := range m.Partition {
		op.Partition = append(op.Partition, columnOf(sc.convert(x), x))
	}
	sort.Ints(op.Partition)
	for _, o := range m.OrderBy {
		op.Order = append(op.Order, SortField{Column: columnOf(sc.convert(o.X), o.X), Descending: o.Desc, NullsFirst: !o.Desc})
	}
	op.Tree, op.Pattern = m.Pattern, PatternText(m.Pattern)
	op.PatternText = op.Pattern
	if m.AfterVar != nil {
		op.SkipTo = m.AfterVar.Text
	}
	for _, s := range m.Subsets {
		var parts []string
		for _, p := range s.Parts {
			if id, ok := p.(*ast.Ident); ok {
				parts = append(parts, id.Simple())
			}
		}
		sort.Strings(parts)
		op.Subsets = append(op.Subsets, "["+strings.Join(parts, ", ")+"]")
	}
	if m.Within != nil {
		l, ok := sc.convert(m.Within).(*expr.Literal)
		if !ok {
			diag.Unknown(m.Within.Span(), "this interval of WITHIN")
		}
		op.Interval = l
	}
	sc.pattern = true
	for i := range m.Measures {
		x := &m.Measures[i]
		op.Measures = append(op.Measures, NamedExpr{x.Alias.Text, measure(sc.convert(x.X), op.AllRows)})
	}
	distinctMeasures(op.Measures, m)
	for i := range m.Defines {
		x := &m.Defines[i]
		op.Defines = append(op.Defines, NamedExpr{x.Alias.Text, definition(sc.convert(x.X), x.Alias.Text)})
	}
	return rel1(op, b.in.Tables[m].Row, m.Span(), in)
}

// distinctMeasures refuses two measures of one name, as the map that takes them does (SqlToRelConverter.convertMatchRecognize).
func distinctMeasures(measures []NamedExpr, m *ast.MatchRecognize) {
	for i := range measures {
		for k := range measures[:i] {
			if a, b := &measures[i], &measures[k]; a.Name == b.Name {
				diag.Fail(diag.IllegalArgument, m.Measures[i].Span(), "Multiple entries with same key: %s=%s and %s=%s", a.Name, expr.Print(a.Expr, expr.AST, nil),
					b.Name, expr.Print(b.Expr, expr.AST, nil))
			}
		}
	}
}

func columnOf(e expr.Expr, x ast.Expr) int {
	r, ok := e.(*expr.Ref)
	if !ok {
		diag.Unknown(x.Span(), "an expression to partition or order a MATCH_RECOGNIZE by")
	}
	return r.Index
}

func afterText(m *ast.MatchRecognize) string {
	switch m.After {
	case "", "NEXT ROW":
		return "FLAG(SKIP TO NEXT ROW)"
	case "PAST LAST ROW":
		return "FLAG(SKIP PAST LAST ROW)"
	case "FIRST":
		return "SKIP TO FIRST(_UTF-16LE'" + m.AfterVar.Text + "')"
	}
	return "SKIP TO LAST(_UTF-16LE'" + m.AfterVar.Text + "')"
}

// PatternText spells a row pattern as the calls that it is made of.
func PatternText(p *ast.Pattern) string {
	var b strings.Builder
	writePattern(&b, p)
	return b.String()
}

func writePattern(b *strings.Builder, p *ast.Pattern) {
	switch p.Kind {
	case "VAR":
		b.WriteString("_UTF-16LE'" + p.Var.Text + "'")
	case "CONCAT":
		writeNested(b, "", p.Parts)
	case "ALTER":
		writeNested(b, "|", p.Parts)
	case "PERMUTE":
		b.WriteString("PATTERN_PERMUTE(")
		for i, q := range p.Parts {
			if i > 0 {
				b.WriteString(", ")
			}
			writePattern(b, q)
		}
		b.WriteString(")")
	case "EXCLUDE":
		b.WriteString("PATTERN_EXCLUDE(")
		writePattern(b, p.Parts[0])
		b.WriteString(")")
	default:
		b.WriteString("PATTERN_QUANTIFIER(")
		writePattern(b, p.Parts[0])
		b.WriteString(", " + strconv.Itoa(p.Min) + ", " + strconv.Itoa(p.Max) + ", " + strconv.FormatBool(p.Reluctant) + ")")
	}
}

// writeNested spells an operator of two operands over many, from the left.
func writeNested(b *strings.Builder, op string, parts []*ast.Pattern) {
	for range parts[1:] {
		b.WriteString(op + "(")
	}
	writePattern(b, parts[0])
	for _, p := range parts[1:] {
		b.WriteString(", ")
		writePattern(b, p)
		b.WriteString(")")
	}
}
