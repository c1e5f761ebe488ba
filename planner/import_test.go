package planner

import (
	"context"
	"strings"
	"testing"
)

const shown = "CREATE TABLE `orders` (\n  `id` bigint unsigned NOT NULL AUTO_INCREMENT,\n  `name` varchar(20) DEFAULT NULL,\n" +
	"  PRIMARY KEY (`id`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;\n"

func TestImportIsOffered(t *testing.T) {
	res := Explain(context.Background(), shown, Everything())
	s := res.Statements[0]
	if s.Verdict != Rejected {
		t.Fatalf("Flink takes it: %s", s.Verdict)
	}
	var titles []string
	for _, f := range s.Fixes {
		titles = append(titles, f.Title)
		if !strings.HasPrefix(f.Title, "Import") {
			continue
		}
		after := Explain(context.Background(), Apply(shown, f.Edits), Options{})
		if after.Statements[0].Verdict != Done {
			t.Errorf("%s: %s\n%s", f.Title, after.Statements[0].Verdict, Apply(shown, f.Edits))
		}
	}
	if !strings.Contains(strings.Join(titles, ", "), "Import as a table of mysql-cdc") {
		t.Errorf("fixes: %v", titles)
	}
	for _, flink := range []string{"SELECT nope FROM nothing", "CREATE TABLE t (a INT, a INT)"} {
		res := Explain(context.Background(), flink, Everything())
		for _, f := range res.Statements[0].Fixes {
			if strings.HasPrefix(f.Title, "Import") && !strings.HasPrefix(flink, "CREATE") {
				t.Errorf("%s: %s", flink, f.Title)
			}
		}
	}
}

func TestImport(t *testing.T) {
	in, err := Import(shown, "mysql-cdc")
	if err != nil || len(in.Tables) != 1 || in.Tables[0] != "orders" || !strings.Contains(in.SQL, "'connector' = 'mysql-cdc'") {
		t.Errorf("%+v %v", in, err)
	}
	if _, err := Import("SELECT 1", "mysql-cdc"); err == nil {
		t.Error("a query is imported")
	}
	if _, err := Import(shown, "nope"); err == nil {
		t.Error("an unknown connector")
	}
}
