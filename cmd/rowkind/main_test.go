package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkind/web/examples"
)

func command(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(args, streams{strings.NewReader(in), &o, &e})
	return code, o.String(), e.String()
}

func example(t *testing.T, slug string) string {
	t.Helper()
	i, ok := examples.BySlug(slug)
	if !ok {
		t.Fatal("no example", slug)
	}
	name := filepath.Join(t.TempDir(), slug+".sql")
	if err := os.WriteFile(name, []byte(examples.All[i].SQL), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestExplain(t *testing.T) {
	planned, refused := example(t, "upsert"), example(t, "key-mismatch")
	for _, c := range []struct {
		args      []string
		in        string
		code      int
		out, errs string
	}{
		{args: []string{"explain", planned}, code: 0, out: "== Optimized Physical Plan =="},
		{args: []string{"explain", "--format", "keys", planned}, code: 0, out: "upsertKeys=[[account_id]]"},
		{args: []string{"explain", "--format", "json", planned}, code: 0, out: `"verdict": "planned"`},
		{args: []string{"explain", "--format", "svg", planned}, code: 0, out: "<svg"},
		{args: []string{"explain", "--why", planned}, code: 0, out: "# "},
		{args: []string{"explain", refused}, code: 1, errs: "key-mismatch.sql:28"},
		{args: []string{"explain", planned, refused}, code: 1, out: "-- ", errs: "rejected: The query has an upsert key"},
		{args: []string{"explain", "-"}, in: "CREATE TABLE t (a INT) WITH ('connector' = 'datagen'); SELECT a FROM t", code: 0, out: "TableSourceScan"},
		{args: []string{"explain"}, code: 2, errs: "name a file"},
		{args: []string{"explain", "/nope.sql"}, code: 2, errs: "no such file"},
		{args: []string{"explain", "--format", "xml", planned}, code: 2, errs: "must be one of"},
		{args: []string{"import", "-"}, in: "CREATE TABLE `t` (`id` int NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB;", code: 0, out: "'connector' = 'mysql-cdc'"},
		{args: []string{"import", "--target", "jdbc", "-"}, in: "CREATE TABLE `t` (`id` int)", code: 0, out: "'connector' = 'jdbc'"},
		{args: []string{"import", "-"}, in: "SELECT 1", code: 1, errs: "no CREATE TABLE"},
		{args: []string{"import", "-"}, in: "no SQL", code: 1, errs: "not valid MySQL"},
		{args: []string{"nope"}, code: 2, errs: "unexpected argument"},
		{args: []string{"--version"}, code: 0, out: "Flink 2.3.0"},
		{args: []string{"diff", planned, planned}, code: 0, out: "The plans are the same."},
		{args: []string{"diff", planned, refused}, code: 1, out: "INSERT INTO"},
		{args: []string{"diff", "-", "-"}, code: 2, errs: "only one"},
	} {
		code, out, errs := command(t, c.in, c.args...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("rowkind %v: exit %d, want %d\nout  %.300s\nerr  %.300s\nwant %q, %q", c.args, code, c.code, out, errs, c.out, c.errs)
		}
	}
}

func TestDiffThatCosts(t *testing.T) {
	a, b := example(t, "group-by-sink-key"), example(t, "do-deduplicate")
	if code, out, _ := command(t, "", "diff", "--costs", a, b); code != 1 || !strings.Contains(out, "! Adds an upsert materializer") {
		t.Errorf("exit %d\n%s", code, out)
	}
	if code, _, _ := command(t, "", "diff", "--costs", b, a); code != 0 {
		t.Errorf("a cheaper plan costs: exit %d", code)
	}
}

func TestJSONLines(t *testing.T) {
	in := `{"id":"a","sql":"SELECT 1"}` + "\n\n" + `{"id":2,"sql":"CREATE TABLE t (a INT); SELECT nope FROM t"}` + "\n"
	code, out, errs := command(t, in, "explain", "--jsonl")
	if code != 0 {
		t.Fatal(code, errs)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	var second struct {
		ID         int
		Statements []struct {
			Index int
			OK    bool
			Error []struct{ Class, Message string }
		}
	}
	if err := json.Unmarshal([]byte(lines[1]), &second); err != nil {
		t.Fatal(err)
	}
	if second.ID != 2 || len(second.Statements) != 2 || second.Statements[1].OK || len(second.Statements[1].Error) == 0 {
		t.Errorf("%+v", second)
	}
	if code, _, _ := command(t, "no json\n", "explain", "--jsonl"); code != 2 {
		t.Errorf("no JSON: exit %d", code)
	}
}

func TestFlagsFromTheEnvironment(t *testing.T) {
	t.Setenv("ROWKIND_FORMAT", "keys")
	if _, out, _ := command(t, "", "explain", example(t, "upsert")); !strings.Contains(out, "upsertKeys=") {
		t.Errorf("ROWKIND_FORMAT is not heard: %.200s", out)
	}
}

// Export, import and backup of a store by the command line.
func TestStoreCommands(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "a.db")
	if code, _, errs := command(t, "", "db", "backup", "--db", db, filepath.Join(dir, "b.db")); code != 0 {
		t.Fatal(code, errs)
	}
	if code, out, errs := command(t, "", "db", "export", "--db", db); code != 0 || out != "" || !strings.Contains(errs, "0 snippets exported") {
		t.Error(code, out, errs)
	}
	if code, _, errs := command(t, "", "db", "import", "--db", filepath.Join(dir, "c.db")); code != 0 || !strings.Contains(errs, "0 snippets imported") {
		t.Error(code, errs)
	}
	if code, _, _ := command(t, "", "db", "backup", "--db", db, filepath.Join(dir, "b.db")); code != 2 {
		t.Errorf("a backup overwrites: exit %d", code)
	}
}
