package rewrite

import (
	"os"
	"slices"
	"strings"
	"testing"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"rowkind/planner/internal/validate"
)

var tables = []string{
	`CREATE TABLE p (id INT, name STRING, v DOUBLE) WITH ('connector' = 'datagen')`,
	`CREATE TABLE c (id BIGINT, name STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json')`,
	`CREATE TABLE o (id BIGINT, cid BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'o', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json')`,
}

func session(t *testing.T) *catalog.Session {
	s := catalog.NewSession()
	for _, sql := range tables {
		stmt, err := parse.Statement(sql)
		if err != nil {
			t.Fatal(err)
		}
		ask := catalog.Ask{TypeOf: func(ast.Expr, *source.Text, []catalog.Column) (*types.Type, error) { return nil, nil }}
		if err := s.Execute(stmt, source.NewText(sql), ask); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// fired gives the names of the rules that a question fires.
func fired(t *testing.T, s *catalog.Session, sql string) []string {
	stmt, err := parse.Statement(sql)
	if err != nil {
		t.Fatal(err)
	}
	q := stmt.(*ast.QueryStatement).Query
	info, err := validate.Query(s, q, source.NewText(sql), 1)
	if err != nil {
		t.Fatal(err)
	}
	n, err := logical.Build(info, q)
	if err != nil {
		t.Fatal(err)
	}
	c := &context{settings: s.Settings, tracing: true}
	c.check = func(r *rule, before, after *logical.Node) {
		if len(before.Row.Fields) != len(after.Row.Fields) {
			t.Errorf("%s: %s changes the number of columns", sql, r.name)
		}
	}
	c.run(n, phases)
	return c.trace
}

func TestRules(t *testing.T) {
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := session(t)
	_, cases, _ := strings.Cut(string(text), "\n")
	for _, block := range strings.Split(strings.TrimSpace(cases), "\n\n") {
		lines := strings.Split(block, "\n")
		t.Run(lines[0], func(t *testing.T) {
			trace := fired(t, s, lines[1])
			for _, l := range lines[2:] {
				key, names, _ := strings.Cut(l, "=")
				for _, name := range strings.Split(names, " ") {
					if slices.Contains(trace, name) != (key == "expect") {
						t.Errorf("%s: fired are %v", l, trace)
					}
				}
			}
		})
	}
}
