package planner

import (
	"strings"
	"testing"
)

const shortTables = reasonTables + `
CREATE TABLE shipments (order_id BIGINT, carrier STRING, st TIMESTAMP(3), plain TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR st AS st) WITH ('connector' = 'datagen');
CREATE TABLE rates (currency STRING, rate DOUBLE, rt TIMESTAMP(3), PRIMARY KEY (currency) NOT ENFORCED, WATERMARK FOR rt AS rt) WITH ('connector' = 'upsert-kafka', 'topic' = 'r', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');
`

// TestFellShort asserts, for each cheaper form, the condition that failed on a script where it was within reach, and nothing
// on one that took it.
func TestFellShort(t *testing.T) {
	for _, c := range []struct{ name, sql, want, taken string }{
		{"deduplication over updates", "SELECT user_id, amount FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rn FROM orders) WHERE rn = 1",
			"Deduplicate: ROW_NUMBER() = 1 is a deduplication only over inserted rows. The source orders (kafka, debezium-json) sends [I,UB,UA,D], so a row that is taken back must be replaced by the next one.",
			"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ts DESC) AS rn FROM visits) WHERE rn = 1"},
		{"deduplication by a plain column", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY page DESC) AS rn FROM visits) WHERE rn = 1",
			"Deduplicate: A deduplication is ordered by a time attribute. page is a plain STRING here, so a Top-1 is kept",
			"SELECT carrier FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY pt) AS rn FROM shipments) WHERE rn = 1"},
		{"deduplication by two columns", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ts DESC, page) AS rn FROM visits) WHERE rn = 1",
			"Deduplicate: A deduplication is ordered by one time attribute alone; this ORDER BY has ts DESC, page, so a Top-1 is kept.",
			"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ts DESC) AS rn FROM visits) WHERE rn = 1"},
		{"a Top-N whose key lacks the partition", "SELECT order_id, user_id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rn FROM orders) WHERE rn <= 3",
			"UpdateFastStrategy: The upsert key (order_id) of orders does not hold the partition (user_id), so every row of a partition is kept",
			"SELECT country, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY n DESC) AS rn FROM (SELECT country, COUNT(*) AS n FROM visits GROUP BY country)) WHERE rn <= 3"},
		{"a Top-N whose order moves both ways", "SELECT country, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY n DESC) AS rn FROM (SELECT country, SUM(user_id) AS n FROM visits GROUP BY country)) WHERE rn <= 3",
			"UpdateFastStrategy: Nothing tells that n only ever grows, as a COUNT(*) or MAX of inserted rows does, so every row",
			"SELECT country, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY n DESC) AS rn FROM (SELECT country, COUNT(*) AS n FROM visits GROUP BY country)) WHERE rn <= 3"},
		{"a window without its start", "SELECT window_end, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_end",
			"WindowAggregate: The rows come from windows, and GROUP BY does not hold window_start, so the result is sent again with every row",
			"SELECT window_end, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end"},
		{"a window without its end", "SELECT window_start AS s, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, page",
			"WindowAggregate: The rows come from windows, and GROUP BY does not hold window_end", "SELECT page, COUNT(*) FROM visits GROUP BY page"},
		{"a Top-N of windows without their end", "SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start ORDER BY page) AS rn FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))) WHERE rn <= 2",
			"WindowRank: The rows come from windows, and PARTITION BY does not hold window_end, so no partition is ever forgotten.",
			"SELECT * FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY page) AS rn FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))) WHERE rn <= 2"},
		{"an interval bounded once", "SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id AND s.st >= v.ts",
			"IntervalJoin: An interval join bounds the distance of two times from both sides; this condition bounds that of st and ts from one. So both sides are kept for ever",
			"SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id AND s.st BETWEEN v.ts AND v.ts + INTERVAL '1' HOUR"},
		{"an interval over a plain timestamp", "SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id AND s.plain BETWEEN v.ts AND v.ts + INTERVAL '1' HOUR",
			"IntervalJoin: An interval join compares two time attributes; plain is a plain timestamp here.",
			"SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id AND s.st BETWEEN v.ts AND v.ts + INTERVAL '1' HOUR"},
		{"an interval in EXISTS", "SELECT v.page FROM visits v WHERE EXISTS (SELECT 1 FROM shipments s WHERE v.user_id = s.order_id AND s.st BETWEEN v.ts AND v.ts + INTERVAL '1' HOUR)",
			"IntervalJoin: IN, EXISTS and their negations are never interval joins, whatever bounds st and ts.",
			"SELECT v.page FROM visits v WHERE EXISTS (SELECT 1 FROM shipments s WHERE v.user_id = s.order_id)"},
		{"a versioned table without a time", "SELECT v.page, r.rate FROM visits v JOIN rates r ON v.country = r.currency",
			"TemporalJoin: visits only inserts and has the event time ts, and rates is joined by its key. Without FOR SYSTEM_TIME AS OF ts every change of rates changes all rows that were joined before",
			"SELECT v.page, r.rate FROM visits v JOIN rates FOR SYSTEM_TIME AS OF v.ts AS r ON v.country = r.currency"},
		{"a join that keeps no key", "SELECT o.order_id, p.order_id FROM orders o JOIN orders p ON o.user_id = p.user_id",
			"a join with an upsert key: The joined rows have no upsert key: the upsert key (order_id) of orders does not hold its join column user_id",
			"SELECT o.order_id, p.amount FROM orders o JOIN orders p ON o.order_id = p.order_id"},
		{"a join by whole rows", "SELECT o.amount, v.page FROM orders o JOIN visits v ON o.user_id = v.user_id",
			"join state by key: The rows of orders are updated and reach the join without a key (order_id is not selected), so each change is looked up by the whole row.",
			"SELECT o.order_id, v.page FROM orders o JOIN visits v ON o.order_id = v.user_id"},
		{"a filter above a normalize", "SELECT name FROM users WHERE status = 'a' UNION ALL SELECT name FROM users WHERE status = 'b'",
			"a filter inside the ChangelogNormalize: The filter on status stays above the ChangelogNormalize, because users is read more than once here",
			"SELECT name FROM users WHERE status = 'a'"},
	} {
		if got := shortOf(t, c.sql); !strings.Contains(got, c.want) {
			t.Errorf("%s: missing %q in\n%s", c.name, c.want, got)
		}
		kind, _, _ := strings.Cut(c.want, ":")
		if got := shortOf(t, c.taken); strings.Contains(got, kind+":") {
			t.Errorf("%s: said of %s as well: %s", c.name, c.taken, got)
		}
	}
}

func shortOf(t *testing.T, sql string) string {
	t.Helper()
	res := Explain(t.Context(), shortTables+sql+";", Options{Reasons: true})
	s := res.Statements[len(res.Statements)-1]
	if s.Plan == nil {
		t.Fatalf("%s: no plan: %v %v", sql, s.Errors, s.Unmodelled)
	}
	var b strings.Builder
	for _, f := range s.FellShort {
		b.WriteString(f.Wanted + ": " + f.Text + "\n")
	}
	return b.String()
}
