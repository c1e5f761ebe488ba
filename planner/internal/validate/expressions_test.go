package validate

import (
	"errors"
	"os"
	"strings"
	"testing"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/source"
)

// TestExpressions holds types and refusals of expressions against Flink's, as testdata/expressions.txt lists them.
func TestExpressions(t *testing.T) {
	b, err := os.ReadFile("testdata/expressions.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	s := catalog.NewSession()
	create(t, s, lines[1])
	for i := 3; i+1 < len(lines); i += 2 {
		x, want := lines[i], strings.TrimPrefix(lines[i+1], "\t")
		if got := outcome(t, s, "SELECT "+x+", 1 FROM t"); got != want {
			t.Errorf("%s\n got %s\nwant %s", x, got, want)
		}
	}
}

func create(t *testing.T, s *catalog.Session, ddl string) {
	text := source.NewText(ddl)
	stmt, err := parse.Statement(text.String())
	if err == nil {
		err = s.Execute(stmt, text, catalog.Ask{})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// outcome is the type of the first column of a query, or ! and the innermost message of its refusal.
func outcome(t *testing.T, s *catalog.Session, query string) string {
	text := source.NewText(query)
	stmt, err := parse.Statement(text.String())
	var in *Info
	if err == nil {
		in, err = Query(s, stmt.(*ast.QueryStatement).Query, text, 1)
	}
	var r *diag.Rejection
	switch {
	case errors.As(err, &r):
		return "! " + strings.ReplaceAll(r.Chain[len(r.Chain)-1].Message, "\n", `\n`)
	case err != nil:
		t.Errorf("%s: %v", query, err)
		return ""
	}
	sel := stmt.(*ast.QueryStatement).Query.(*ast.Select)
	return in.Selects[sel].Items[0].Type.Summary()
}
