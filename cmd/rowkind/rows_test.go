package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const rowsScript = `CREATE TABLE orders (id INT, customer STRING, paid BOOLEAN) WITH ('connector' = 'datagen');
CREATE TABLE totals (customer STRING, n BIGINT, PRIMARY KEY (customer) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO totals SELECT customer, COUNT(*) FROM orders GROUP BY customer;`

func TestRows(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	script := file("s.sql", rowsScript)
	lines := file("r.jsonl", `["orders", "+I", 1, "ann", true]`+"\n"+`{"table": "orders", "row": {"customer": "ann", "id": 2}}`)
	table := file("orders.csv", "id,customer,paid\n1,ann,true\n2,ann,\n")
	refused := file("refused.sql", strings.Replace(rowsScript, "PRIMARY KEY (customer) NOT ENFORCED", "m INT", 1))
	for _, c := range []struct {
		args      []string
		in        string
		code      int
		out, errs string
	}{
		{args: []string{"rows", script, "--rows", lines}, out: `"rows":[["+I","ann",1],["+U","ann",2]]`},
		{args: []string{"rows", script, "--rows", "orders=" + table}, out: `"rows":[["orders","+I","1","ann","true"],["orders","+I","2","ann",null]]`},
		{args: []string{"rows", "--format", "text", script, "--rows", lines}, out: "Row 1: orders +I[2, \"ann\", null]\n"},
		{args: []string{"rows", script, "--rows", "-"}, in: `{"orders": [["+I", 1, "ann", null]]}`, out: `"node":"GroupAggregate(`},
		{args: []string{"rows", script, "--rows", "-"}, in: `["orders", "-D", 1, "ann", true]`, code: 2, errs: "row 0: orders sends no -D: its changelog mode is"},
		{args: []string{"rows", script, "--rows", "-"}, in: `["orders", "+I", "x", "ann", true]`, code: 2, errs: "row 0: column id of orders: x is no INT"},
		{args: []string{"rows", script, "--rows", "-"}, in: `["orders", "+I", 1]`, code: 2, errs: "orders has 3 columns (id, customer, paid), and 1 values are given"},
		{args: []string{"rows", script, "--rows", "-"}, in: `["order", "+I", 1]`, code: 2, errs: "declares no table order"},
		{args: []string{"rows", script, "--rows", "-"}, in: `[1, 2`, code: 2, errs: "comes no JSON"},
		{args: []string{"rows", script, "--rows", "orders=" + script}, code: 2, errs: "s.sql: "},
		{args: []string{"rows", refused, "--rows", lines}, code: 1, out: `"error":[{"class":"org.apache.flink`},
		{args: []string{"rows", script}, code: 2, errs: "missing flags: --rows"},
	} {
		code, out, errs := command(t, c.in, c.args...)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%v: exit %d, want %d\n%s\n%s", c.args, code, c.code, out, errs)
		}
	}
}
