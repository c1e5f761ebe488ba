package logical

import (
	"flag"
	"os"
	"strings"
	"testing"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/validate"
)

var update = flag.Bool("update", false, "rewrite the expected trees")

var buildTables = []string{
	`CREATE TABLE p (id INT, name STRING, v DOUBLE, tags ARRAY<STRING>) WITH ('connector' = 'datagen')`,
	`CREATE TABLE t (id INT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen')`,
	`CREATE TABLE j (id INT, name STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://h/d', 'table-name' = 'j')`,
}

func buildSession(t *testing.T) *catalog.Session {
	s := catalog.NewSession()
	ask := catalog.Ask{TypeOf: validate.ColumnTypes(s)}
	for _, sql := range buildTables {
		stmt, err := parse.Statement(sql)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Execute(stmt, source.NewText(sql), ask); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// tree is the tree of a question as the first section of EXPLAIN prints it.
func tree(t *testing.T, s *catalog.Session, sql string) string {
	stmt, err := parse.Statement(sql)
	if err != nil {
		t.Fatal(err)
	}
	q := stmt.(*ast.QueryStatement).Query
	info, err := validate.Query(s, q, source.NewText(sql), 1)
	if err != nil {
		t.Fatal(err)
	}
	n, err := Build(info, q)
	if err != nil {
		t.Fatal(err)
	}
	return rel.Tree(n, nil, func(n *Node) string { return rel.Line(n, expr.AST, "Logical") })
}

// TestBuild holds the cases of build.txt: a name, a question, and after ---- its tree.
func TestBuild(t *testing.T) {
	const file = "testdata/build.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(strings.TrimSpace(string(text)), "\n\n")
	for i, block := range blocks {
		head, want, _ := strings.Cut(block+"\n", "\n----\n")
		name, sql, _ := strings.Cut(head, "\n")
		t.Run(name, func(t *testing.T) {
			got := tree(t, buildSession(t), sql)
			if *update {
				blocks[i] = head + "\n----\n" + strings.TrimRight(got, "\n")
			} else if got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(blocks, "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
