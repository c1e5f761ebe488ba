package parse

import (
	"errors"
	"os"
	"strings"
	"testing"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
)

// lines reads a test file without its comments.
func lines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.SplitSeq(string(data), "\n") {
		if line != "" && line[0] != '#' {
			out = append(out, line)
		}
	}
	return out
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// TestAccepted: both machines read what Flink reads, and the tree's spans nest.
func TestAccepted(t *testing.T) {
	for _, sql := range lines(t, "accepted.txt") {
		s, err := Statement(sql)
		if err != nil {
			t.Errorf("%s\n\t%v", sql, firstLine(err.Error()))
			continue
		}
		checkSpans(t, sql, s)
		if s := command(sql); s == nil && newMachine(flinkGrammar(), scan(sql)).run("SqlStmtList") != nil {
			t.Errorf("the grammar refuses %s", sql)
		}
	}
}

// TestRefused compares the first line of each refusal, and that its chain is wrapped as CalciteParser wraps it.
func TestRefused(t *testing.T) {
	all := lines(t, "refused.txt")
	for i := 0; i+1 < len(all); i += 2 {
		sql, want := all[i], strings.TrimPrefix(all[i+1], "\t")
		_, err := Statement(sql)
		var r *diag.Rejection
		if !errors.As(err, &r) {
			t.Errorf("%s\n\tgot  %v\n\twant %s", sql, err, want)
			continue
		}
		if got := firstLine(r.Root().Message); got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", sql, got, want)
		}
		if len(r.Chain) != 3 || r.Chain[1].Class != diag.SQLParseException {
			t.Errorf("%s: chain %v", sql, r.Chain)
		}
		if eof := strings.Contains(want, `"<EOF>"`); eof != (r.Chain[0].Class == diag.ParserEOFException) {
			t.Errorf("%s: outermost %s", sql, r.Chain[0].Class)
		}
	}
}

// TestExpected compares one whole message, with its list of expected tokens.
func TestExpected(t *testing.T) {
	_, err := Statement("CREATE TABLE t (a INT) WITH (x = 'y')")
	want := "SQL parse failed. Encountered \"x\" at line 1, column 30.\nWas expecting one of:\n    <BINARY_STRING_LITERAL> ...\n" +
		"    <QUOTED_STRING> ...\n    <PREFIXED_STRING_LITERAL> ...\n    <UNICODE_STRING_LITERAL> ...\n" +
		"    <C_STYLE_ESCAPED_STRING_LITERAL> ...\n    <BIG_QUERY_DOUBLE_QUOTED_STRING> ...\n    <BIG_QUERY_QUOTED_STRING> ...\n" +
		"    \")\" ...\n    "
	if err == nil || err.Error() != want {
		t.Errorf("got %q", err)
	}
}

func TestOnlyOneStatement(t *testing.T) {
	if _, err := Statement("SELECT 1;;"); err != nil {
		t.Error(err)
	}
	_, err := Statement("SELECT 1; SELECT 2")
	if err == nil || err.Error() != "only single statement supported" {
		t.Error(err)
	}
}

// TestNesting: text far too deep is refused with a word, and soon.
func TestNesting(t *testing.T) {
	deep := []string{
		"SELECT " + strings.Repeat("(", 1000000) + "1",
		"SELECT a FROM " + strings.Repeat("(", 300000),
		"SELECT CAST(a AS " + strings.Repeat("ARRAY<", 300000),
		"SELECT a MATCH " + strings.Repeat("(", 300000),
		"SELECT " + strings.Repeat("CASE WHEN ", 300000),
		"SELECT 1 != 2, " + strings.Repeat("(", 1000000),
		"SELECT " + strings.Repeat("- ", 300000) + "x",
		"SELECT " + strings.Repeat("NOT ", 300000) + "x",
	}
	for _, sql := range deep {
		if _, err := Statement(sql); err == nil {
			t.Errorf("%.40s… is accepted", sql)
		}
	}
	for _, sql := range []string{
		"SELECT " + strings.Repeat("a + ", 20000) + "1",
		"SELECT " + strings.Repeat("a OR ", 20000) + "b",
		"VALUES 1" + strings.Repeat(", 1", 20000),
		"SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 20000),
	} {
		if _, err := Statement(sql); err != nil {
			t.Errorf("%.40s…: %v", sql, firstLine(err.Error()))
		}
	}
}

func TestOddBytes(t *testing.T) {
	for _, sql := range []string{"", "\x00", "SELECT \x00", "SELECT '\xff'", "SELECT \xff", "\xf0\x9f\x98\x80", "SELECT '😀' x, \xc3", "`", "`a", "!", "/*", "/* x", "U&\"", "E'\\", "x'0", "_a'"} {
		_, err := Statement(sql)
		if sql != "SELECT '\xff'" && err == nil {
			t.Errorf("%q is accepted", sql)
		}
	}
	_, err := Statement("SELECT '😀', # FROM t")
	if err == nil || !strings.Contains(err.Error(), `line 1, column 14.  Encountered: "#" (35)`) {
		t.Errorf("columns count UTF-16 units: %v", err)
	}
}

func TestPrecedence(t *testing.T) {
	for sql, want := range map[string]string{
		"a OR b AND NOT c = d":            "(a OR (b AND (NOT (c = d))))",
		"a + b * c - d":                   "((a + (b * c)) - d)",
		"a BETWEEN b AND c AND d":         "((a BETWEEN b AND c) AND d)",
		"a BETWEEN b OR c AND d + e OR f": "((a BETWEEN (b OR c) AND (d + e)) OR f)",
		"a LIKE b || c ESCAPE d AND e":    "((a LIKE (b || c) ESCAPE d) AND e)",
		"a LIKE b LIKE c":                 "(a LIKE (b LIKE c))",
		"NOT a IS NULL":                   "(NOT (a IS NULL))",
		"a = b IS NOT NULL":               "((a = b) IS NOT NULL)",
		"- a[1] * 2":                      "((- a[1]) * 2)",
		"-1 + - -2":                       "(-1 + 2)",
		"a IN (1, 2) AND b NOT IN (3)":    "((a IN (1, 2)) AND (b NOT IN (3)))",
		"a < b = c":                       "((a < b) = c)",
		"a IS DISTINCT FROM b OR c":       "((a IS DISTINCT FROM b) OR c)",
		"EXISTS (SELECT 1) AND a":         "((EXISTS q) AND a)",
		"(a + b) * c":                     "((a + b) * c)",
		"a = NOT b AND c":                 "((a = (NOT b)) AND c)",
		"a MULTISET UNION b = c":          "(a MULTISET UNION ALL (b = c))",
		"f(x).y.z + r.s":                  "(f.y.z + r.s)",
	} {
		e, err := Expression(sql)
		if err != nil {
			t.Errorf("%s: %v", sql, firstLine(err.Error()))
			continue
		}
		if got := show(e); got != want {
			t.Errorf("%s\n\tgot  %s\n\twant %s", sql, got, want)
		}
	}
}

// show writes an expression with all its parentheses.
func show(e ast.Expr) string {
	list := func(es []ast.Expr) string {
		var s []string
		for _, e := range es {
			s = append(s, show(e))
		}
		return strings.Join(s, ", ")
	}
	not := func(n bool) string {
		if n {
			return "NOT "
		}
		return ""
	}
	switch e := e.(type) {
	case *ast.Ident:
		return strings.Join(e.Texts(), ".")
	case *ast.Number:
		if e.Negative {
			return "-" + e.Text
		}
		return e.Text
	case *ast.BinaryExpr:
		return "(" + show(e.L) + " " + e.Op + " " + show(e.R) + ")"
	case *ast.Unary:
		return "(" + e.Op + " " + show(e.X) + ")"
	case *ast.Is:
		return "(" + show(e.X) + " " + e.Op + ")"
	case *ast.Between:
		return "(" + show(e.X) + " " + not(e.Not) + "BETWEEN " + show(e.Lo) + " AND " + show(e.Hi) + ")"
	case *ast.Like:
		s := "(" + show(e.X) + " " + not(e.Not) + e.Op + " " + show(e.Pat)
		if e.Escape != nil {
			s += " ESCAPE " + show(e.Escape)
		}
		return s + ")"
	case *ast.In:
		return "(" + show(e.X) + " " + not(e.Not) + "IN (" + list(e.List) + "))"
	case *ast.Item:
		return show(e.X) + "[" + show(e.Index) + "]"
	case *ast.Field:
		return show(e.X) + "." + e.Name.Text
	case *ast.Exists:
		return "(EXISTS " + show(e.X) + ")"
	case *ast.Subquery:
		return "q"
	case *ast.Call:
		return e.Name.Simple()
	}
	return "?"
}
