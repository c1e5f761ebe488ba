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
	"rowkind/planner/internal/validate"
)

var tables = []string{
	`CREATE TABLE p (id INT, name STRING, v DOUBLE) WITH ('connector' = 'datagen')`,
	`CREATE TABLE c (id BIGINT, name STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json')`,
	`CREATE TABLE t (id INT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen')`,
	`CREATE TABLE j (id INT, name STRING, v DOUBLE) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://h/d', 'table-name' = 'j')`,
	`CREATE TABLE k (id INT, name STRING, v DOUBLE, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'values', 'changelog-mode' = 'I,UA,D')`,
	`CREATE TABLE o (id BIGINT, cid BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'o', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json')`,
}

func session(t *testing.T, settings []string) *catalog.Session {
	s := catalog.NewSession()
	ask := catalog.Ask{TypeOf: validate.ColumnTypes(s)}
	for _, sql := range append(settings, tables...) {
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
	resolved, err := logical.ResolveHints([]*logical.Node{n})
	if err != nil {
		t.Fatal(err)
	}
	c := &context{settings: s.Settings, tracing: true, windows: logical.WindowMetadata{Call: window}}
	c.check = func(r *rule, before, after *logical.Node) {
		if len(before.Row.Fields) != len(after.Row.Fields) {
			t.Errorf("%s: %s changes the number of columns", sql, r.name)
		}
	}
	c.run(resolved[0], phases)
	return c.trace
}

// TestRules holds the cases of rules.txt: a name, settings, a question, and the rules that are to fire and to hold back.
func TestRules(t *testing.T) {
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, cases, _ := strings.Cut(string(text), "\n")
	for _, block := range strings.Split(strings.TrimSpace(cases), "\n\n") {
		lines := strings.Split(block, "\n")
		t.Run(lines[0], func(t *testing.T) {
			var settings []string
			for strings.HasPrefix(lines[1], "SET ") {
				settings, lines = append(settings, lines[1]), lines[1:]
			}
			trace := fired(t, session(t, settings), lines[1])
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
