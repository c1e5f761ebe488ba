package planner

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

const batchTables = `CREATE TABLE c (id INT, k STRING, v BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 't');
CREATE TABLE d (id INT, k STRING, w BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE a (x INT, k STRING, v BIGINT) WITH ('connector' = 'datagen');
`

const keyedSink = `CREATE TABLE s (k STRING, n BIGINT, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'b:9092', 'key.format' = 'json', 'value.format' = 'json');
`

// batchQueries have one answer whatever the order in which rows come.
var batchQueries = []string{
	`SELECT k, COUNT(*), SUM(v), MIN(v), MAX(v), AVG(v), COUNT(DISTINCT v) FROM c GROUP BY k`,
	`SELECT COUNT(*), SUM(w) FROM d`,
	`SELECT n, COUNT(*) FROM (SELECT k, COUNT(*) AS n FROM c GROUP BY k) GROUP BY n`,
	`SELECT k, COUNT(*) AS n FROM c GROUP BY k HAVING MAX(v) > 3`,
	`SELECT DISTINCT k FROM d`,
	`SELECT c.id, c.v, d.w FROM c JOIN d ON c.id = d.id`,
	`SELECT c.id, a.x, c.v FROM c LEFT JOIN a ON c.k = a.k`,
	`SELECT c.id, d.id, c.k, d.w FROM c FULL JOIN d ON c.k = d.k`,
	`SELECT a.x, d.w FROM a RIGHT JOIN d ON a.x = d.id AND a.v > d.w`,
	`SELECT * FROM c WHERE k IN (SELECT k FROM d)`,
	`SELECT * FROM c WHERE NOT EXISTS (SELECT 1 FROM d WHERE d.id = c.id AND d.w > c.v)`,
	`SELECT k FROM c UNION SELECT k FROM d`,
	`SELECT k FROM c INTERSECT SELECT k FROM a`,
	`SELECT k FROM c EXCEPT SELECT k FROM d`,
	`SELECT k, id, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC, id) AS rn FROM c) WHERE rn <= 2`,
	`SELECT k, id, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY w, id DESC) AS rn FROM d) WHERE rn <= 3`,
	`SELECT x.k, x.n, y.n FROM (SELECT k, COUNT(*) AS n FROM a GROUP BY k) x JOIN (SELECT k, SUM(v) AS n FROM c GROUP BY k) y ON x.k = y.k`,
	`SELECT k, v, COUNT(*) FROM a GROUP BY GROUPING SETS ((k), (v), (k, v))`,
	`SELECT id, k FROM c WHERE v > 3 UNION ALL SELECT id, k FROM d WHERE w < 10`,
}

// batchInserts write into a table with a key.
var batchInserts = []string{
	`INSERT INTO s SELECT k, COUNT(*) FROM c WHERE k IS NOT NULL GROUP BY k`,
	`INSERT INTO s SELECT d.k, SUM(c.v) FROM c JOIN d ON c.id = d.id WHERE d.k IS NOT NULL GROUP BY d.k`,
}

// TestRowsFoldToBatch: what is in the sink in the end is the query's answer over what is in the tables in the end, whether the
// rows came with all their changes, as inserts of what is left, in another order, or in mini-batches.
func TestRowsFoldToBatch(t *testing.T) {
	for _, q := range batchQueries {
		foldsToBatch(t, batchTables+q+";")
	}
	for _, q := range batchInserts {
		foldsToBatch(t, batchTables+keyedSink+q+";")
	}
}

func foldsToBatch(t *testing.T, sql string) {
	t.Helper()
	filled := 0
	for seed := range uint64(5) {
		rows := RandomRows(context.Background(), sql, seed, 40, Options{})
		if len(rows) == 0 {
			t.Fatalf("no rows for %s", sql)
		}
		want := foldOf(t, sql, whatIsLeft(rows))
		filled += len(want)
		batches := "SET 'table.exec.mini-batch.enabled' = 'true'; SET 'table.exec.mini-batch.allow-latency' = '1 h'; SET 'table.exec.mini-batch.size' = "
		for name, got := range map[string]string{
			"with all changes":       foldOf(t, sql, rows),
			"in another order":       foldOf(t, sql, otherOrder(rows, seed)),
			"in mini-batches":        foldOf(t, batches+"'3';\n"+sql, rows),
			"in one mini-batch":      foldOf(t, batches+"'5000';\n"+sql, rows),
			"what is left, reversed": foldOf(t, sql, reversed(whatIsLeft(rows))),
		} {
			if got != want {
				t.Errorf("%s\nseed %d, %s\n got %s\nwant %s", strings.TrimPrefix(sql, batchTables), seed, name, got, want)
				return
			}
		}
	}
	if filled == 0 {
		t.Errorf("no rows are ever left by %s", sql)
	}
}

// foldOf is what is in the sink in the end.
func foldOf(t *testing.T, sql string, rows []json.RawMessage) string {
	t.Helper()
	text, _ := json.Marshal(rows) // was decoded
	res, err := Rows(context.Background(), sql, text, Options{Limits: Limits{Time: time.Minute}})
	if err != nil || res.Unmodelled != nil || len(res.Error) > 0 {
		t.Fatalf("%s: %v %+v", sql, err, res)
	}
	var out []string
	for _, s := range res.AllSinks() {
		contents, _ := s.Fold().To(math.Inf(1))
		for _, r := range contents {
			_, vals := SplitRow(r)
			out = append(out, strings.Join(vals, ","))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

type givenRow struct {
	table, kind, id string
	vals            []json.RawMessage
}

func given(row json.RawMessage) givenRow {
	var parts []json.RawMessage
	var g givenRow
	if json.Unmarshal(row, &parts) != nil {
		return g
	}
	_ = json.Unmarshal(parts[0], &g.table) // made by RandomRows
	_ = json.Unmarshal(parts[1], &g.kind)
	g.vals = parts[2:]
	g.id = g.table + string(parts[2])
	if g.table == "a" {
		g.id = g.table + fmt.Sprint(g.vals)
	}
	return g
}

// whatIsLeft is the content of the tables in the end, as inserts.
func whatIsLeft(rows []json.RawMessage) []json.RawMessage {
	left := map[string][]json.RawMessage{}
	var order []string
	for _, r := range rows {
		g := given(r)
		plain, _ := json.Marshal(append([]json.RawMessage{json.RawMessage(`"` + g.table + `"`), json.RawMessage(`"+I"`)}, g.vals...)) // was decoded
		switch {
		case g.table == "a":
			left[g.id] = append(left[g.id], plain)
		case g.kind[0] == '-':
			left[g.id] = nil
		default:
			left[g.id] = []json.RawMessage{plain}
		}
		order = append(order, g.id)
	}
	var out []json.RawMessage
	for _, id := range order {
		out = append(out, left[id]...)
		left[id] = nil
	}
	return out
}

// otherOrder lets the tables' rows come in another turn; those of one table keep their order, where it matters.
func otherOrder(rows []json.RawMessage, seed uint64) []json.RawMessage {
	r := rand.New(rand.NewPCG(seed, 99))
	byTable := map[string][]json.RawMessage{}
	var names []string
	for _, row := range rows {
		name := given(row).table
		if byTable[name] == nil {
			names = append(names, name)
		}
		byTable[name] = append(byTable[name], row)
	}
	r.Shuffle(len(byTable["a"]), func(i, j int) { byTable["a"][i], byTable["a"][j] = byTable["a"][j], byTable["a"][i] })
	var out []json.RawMessage
	for len(out) < len(rows) {
		name := names[r.IntN(len(names))]
		if list := byTable[name]; len(list) > 0 {
			out, byTable[name] = append(out, list[0]), list[1:]
		}
	}
	return out
}

func reversed(rows []json.RawMessage) []json.RawMessage {
	out := slices.Clone(rows)
	slices.Reverse(out)
	return out
}
