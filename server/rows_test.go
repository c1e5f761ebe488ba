package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"rowkind/planner"
)

const rowsSQL = `CREATE TABLE orders (id INT, customer STRING) WITH ('connector' = 'datagen');
CREATE TABLE totals (customer STRING, n BIGINT, PRIMARY KEY (customer) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO totals SELECT customer, COUNT(*) FROM orders GROUP BY customer;`

func TestRowsPage(t *testing.T) {
	h := newTestServer(t)
	for _, c := range []struct {
		name, sql, rows string
		code            int
		want            []string
	}{
		{"sample", rowsSQL, "", 200, []string{`[&#34;orders&#34;,&#34;+I&#34;,1,&#34;customer-1&#34;]`, "GroupAggregate", "4 rows in, 4 records to <code>totals</code>, which then holds 2 keys."}},
		{"rows", rowsSQL, "[\"orders\",\"+I\",1,\"ann\"]\r\n[\"orders\",\"+I\",2,\"ann\"]", 200,
			[]string{`title="UPDATE_AFTER">+U</b>`, "{&#34;customer&#34;:&#34;ann&#34;} → {&#34;customer&#34;:&#34;ann&#34;,&#34;n&#34;:2}", "2 rows in, 2 records to <code>totals</code>, which then holds 1 key."}},
		{"bad rows", rowsSQL, `["orders", "+I", "x", "ann"]`, 422, []string{"The rows were not sent:", "x is no INT"}},
		{"refused", strings.Replace(rowsSQL, "n BIGINT", "n BIGINT, m INT", 1), "", 200, []string{"before any row is read", "Column types of query result and sink"}},
		{"no script", " ", "", 200, []string{"Rows through the plan"}},
	} {
		w := post(h, "/rows", "sql", c.sql, "rows", c.rows)
		if w.Code != c.code {
			t.Errorf("%s: %d", c.name, w.Code)
		}
		for _, want := range c.want {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s: no %s in\n%s", c.name, want, w.Body)
			}
		}
	}
	if w := get(h, "/rows"); w.Code != http.StatusOK {
		t.Errorf("GET: %d", w.Code)
	}
}

// Text in rows stays text.
func TestRowsHostile(t *testing.T) {
	h := newTestServer(t)
	for _, text := range hostileTexts {
		row, err := json.Marshal([]any{"orders", "+I", 1, text})
		if err != nil {
			t.Fatal(err)
		}
		for _, rows := range []string{string(row), text, `["` + text + `"]`} {
			w := post(h, "/rows", "sql", rowsSQL, "rows", rows)
			doc, err := html.Parse(w.Body)
			if err != nil {
				t.Fatal(err)
			}
			var walk func(n *html.Node)
			walk = func(n *html.Node) {
				if n.Data == "xss" && n.Type == html.ElementNode {
					t.Errorf("%q became an element", rows)
				}
				for _, a := range n.Attr {
					if a.Key == "onxss" {
						t.Errorf("%q became an attribute", rows)
					}
				}
				for c := n.FirstChild; c != nil; c = c.NextSibling {
					walk(c)
				}
			}
			walk(doc)
		}
	}
}

func TestRowsAPI(t *testing.T) {
	h := newTestServer(t)
	for _, c := range []struct {
		body string
		code int
		want string
	}{
		{`{"sql": ` + quoted(rowsSQL) + `, "rows": [["orders", "+I", 1, "ann"]]}`, 200, `"records":[["{\"customer\":\"ann\"}"`},
		{`{"sql": ` + quoted(rowsSQL) + `, "rows": "[\"orders\", \"+I\", 1, \"ann\"]\n"}`, 200, `"rows":[["orders","+I",1,"ann"]]`},
		{`{"sql": ` + quoted(rowsSQL) + `, "rows": [["orders", "-D", 1, "ann"]]}`, 422, "orders sends no -D"},
		{`{"sql": "SELECT 1 +", "rows": []}`, 200, `"error":[{"class":`},
		{`{"rows": []}`, 400, "could not be read"},
		{`{"sql": "SELECT 1"}`, 400, "could not be read"},
	} {
		w := call{method: "POST", path: "/api/v1/rows", body: c.body, kind: "application/json"}.do(h)
		if w.Code != c.code || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s: %d %s", c.body, w.Code, w.Body)
		}
		if c.code == http.StatusOK {
			var res planner.RowsResult
			if err := json.Unmarshal(w.Body.Bytes(), &res); err != nil {
				t.Error(err)
			}
		}
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s) // text is always encoded
	return string(b)
}

// Rows are part of what is shared: the address tells them apart, and shows them again.
func TestRowsShared(t *testing.T) {
	h := newTestServer(t)
	const rows = "[\"orders\",\"+I\",1,\"ann\"]\n[\"orders\",\"+I\",2,\"ann\"]"
	plain := post(h, "/s", "sql", rowsSQL).Header().Get("Location")
	w := post(h, "/s?to=rows", "sql", rowsSQL, "rows", rows)
	to := w.Header().Get("Location")
	if w.Code != http.StatusSeeOther || !strings.HasSuffix(to, "/rows") || strings.TrimSuffix(to, "/rows") == plain {
		t.Fatalf("%d %s, without rows %s", w.Code, to, plain)
	}
	// From the page of the plan, the same snippet shows its plan.
	if again := post(h, "/s", "sql", rowsSQL, "rows", strings.ReplaceAll(rows, "\n", "\r\n")).Header().Get("Location"); again+"/rows" != to {
		t.Errorf("the same is at %s and %s", to, again)
	}
	for path, want := range map[string]string{
		to:                              `counted`,
		strings.TrimSuffix(to, "/rows"): `<textarea name="rows" hidden`,
		plain + "/rows":                 `counted`,
		"/examples/do-deduplicate":      `<textarea name="rows" hidden`,
	} {
		if got := get(h, path); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), want) {
			t.Errorf("%s: %d, no %s", path, got.Code, want)
		}
	}
	if got := get(h, "/s/AAAAAAAAAAA/rows"); got.Code != http.StatusNotFound {
		t.Errorf("no such snippet: %d", got.Code)
	}
	long := post(h, "/s", "sql", rowsSQL, "rows", strings.Repeat(rows+"\n", 4000))
	if long.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("rows too long to share: %d", long.Code)
	}
}

// What one thing changed does to the same rows is told beside them.
func TestRowsCompared(t *testing.T) {
	h := newTestServer(t)
	w := post(h, "/rows", "sql", strings.Replace(conflictSQL, "ON CONFLICT DO DEDUPLICATE", "", 1), "rows", conflictRows)
	for _, want := range []string{"before any row is read", "The same rows, one thing changed", "ON CONFLICT DO NOTHING", "The job fails: Primary key constraint violation", "Not what the latest rows"} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in\n%s", want, w.Body)
		}
	}
	w = call{method: "POST", path: "/api/v1/rows", body: `{"sql": ` + quoted(conflictSQL) + `, "rows": ` + quoted(conflictRows) + `, "compare": true, "state": true}`, kind: "application/json"}.do(h)
	var res planner.RowsResult
	if err := json.Unmarshal(w.Body.Bytes(), &res); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"written": `["a", "FR"]`, "deduplicate": `["a", "FR"]`, "nothing": `["a", "DE"]`, "none": `["a", "FR"]`, "overtaken": `["a", "DE"] differs`, "retract": `["a", "DE"]["a", "FR"]`,
	}
	for _, v := range res.Compared {
		got := strings.Join(v.Rows, "")
		if v.Differs {
			got += " differs"
		}
		if w, ok := want[v.Name]; ok && got != w && !(v.Name == "nothing" && got == w+" differs") {
			t.Errorf("%s: %s, not %s", v.Name, got, w)
		}
	}
	if len(res.Compared) != 7 {
		t.Errorf("%d variants", len(res.Compared))
	}
	kept := 0
	for _, o := range res.Operators {
		kept += len(o.State)
	}
	if kept == 0 {
		t.Error("no state is told")
	}
}

const (
	conflictSQL = `CREATE TABLE v (u STRING, c STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');
CREATE TABLE s (u STRING, c STRING, PRIMARY KEY (u) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
INSERT INTO s SELECT DISTINCT u, c FROM v ON CONFLICT DO DEDUPLICATE;`
	conflictRows = `["v", "+I", "a", "DE", "2026-01-01 10:00:00"]
["v", "+I", "a", "FR", "2026-01-01 10:00:01"]`
)

// Who sends a script without rows gets made-up ones, in the field and in the answer.
func TestRowsMadeUp(t *testing.T) {
	srv := newTestServer(t)
	sql := "CREATE TABLE t (a INT) WITH ('connector' = 'datagen'); SELECT a + 1 AS b FROM t"
	body := post(srv, "/rows", "sql", sql).Body.String()
	if !strings.Contains(body, "[&#34;t&#34;,&#34;+I&#34;,1]\n") || !strings.Contains(body, "What happened") {
		t.Error(body)
	}
	id, _ := shareScript(t, srv, sql)
	if w := get(srv, "/s/"+id+"/rows"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "[&#34;t&#34;,&#34;+I&#34;,1]\n") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	refused := post(srv, "/rows", "sql", "SELECT * FROM missing")
	if refused.Code != http.StatusOK || !strings.Contains(refused.Body.String(), "missing") {
		t.Errorf("%d %s", refused.Code, refused.Body)
	}
}
