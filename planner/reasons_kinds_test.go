package planner

import (
	"strings"
	"testing"
)

const kindTables = shortTables + `
CREATE TABLE dim (id BIGINT, label STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/x', 'table-name' = 'dim');
CREATE TABLE docs (_id STRING, v INT, PRIMARY KEY (_id) NOT ENFORCED) WITH ('connector' = 'mongodb-cdc', 'hosts' = 'h', 'database' = 'd', 'collection' = 'c');
CREATE TABLE docs_out (id STRING, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/x', 'table-name' = 'dim');
CREATE TABLE tagged (id BIGINT, tags ARRAY<STRING>, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'g', 'properties.bootstrap.servers' = 'x', 'properties.group.id' = 'g', 'format' = 'debezium-json');
CREATE TABLE timed (id BIGINT, n INT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'g', 'properties.bootstrap.servers' = 'x', 'properties.group.id' = 'g', 'format' = 'debezium-json');
`

const tumble = "TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))"

// TestKindsOfReasons asserts every other kind of sentence on a script where it applies and its absence on one where it does
// not.
func TestKindsOfReasons(t *testing.T) {
	plain := "SELECT page FROM visits"
	for _, c := range []struct{ sql, want, other string }{
		// What operators make.
		{"SELECT DISTINCT country FROM visits", "DISTINCT (country): each combination is sent once, when it is first seen. Flink counts it among the updating operators all the same.", "SELECT DISTINCT user_id FROM orders"},
		{"SELECT DISTINCT user_id FROM orders", "DISTINCT (user_id): the source orders (kafka, debezium-json) takes rows back, so a combination can go again, which deletes it.", "SELECT DISTINCT country FROM visits"},
		{"SELECT COUNT(*) FROM visits", "An aggregate over all rows has one result, which each row changes: updates.", "SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ts) AS rn FROM visits) WHERE rn = 1", "The first row of each (user_id) is sent, and all later ones are dropped: inserts only.", plain},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ts DESC) AS rn FROM visits) WHERE rn = 1", "Each later row of (user_id) replaces the one before: updates.", plain},
		{"SELECT page, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY page) AS rn FROM visits) WHERE rn <= 3", "A row that enters the Top-3 per (user_id) moves those behind it down, and their numbers change", plain},
		{"SELECT page FROM visits ORDER BY page LIMIT 3", "A row that enters the first rows by page pushes another out, which is deleted.", plain},
		{"SELECT order_id FROM orders LIMIT 3", "When the source orders (kafka, debezium-json) takes back one of the rows, another takes its place.", "SELECT page FROM visits LIMIT 3"},
		{"SELECT SUM(user_id) OVER (ORDER BY page) FROM visits", "A row that comes late in the order of page changes the results of those behind it.", "SELECT SUM(user_id) OVER (ORDER BY ts) FROM visits"},
		{"SELECT * FROM TO_CHANGELOG(input => TABLE orders)", "TO_CHANGELOG makes [I] of [I,UB,UA,D].", plain},
		{"SELECT user_id FROM visits UNION ALL SELECT user_id FROM orders", "It hands on what its inputs send; the updates come from", "SELECT user_id FROM visits UNION ALL SELECT order_id FROM shipments"},
		{"SELECT user_id FROM visits UNION ALL SELECT order_id FROM shipments", "All inputs only insert, so their union does too.", "SELECT user_id FROM visits UNION ALL SELECT user_id FROM orders"},
		{"SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id", "All inputs only insert, so the join does too.", "SELECT v.page FROM visits v JOIN orders s ON v.user_id = s.order_id"},
		{"SELECT v.page FROM visits v WHERE NOT EXISTS (SELECT 1 FROM shipments s WHERE s.order_id = v.user_id)", "A row of visits is sent while shipments has no match, and deleted once one arrives.", plain},
		{"SELECT v.page FROM visits v FULL JOIN shipments s ON v.user_id = s.order_id", "A row without a match is sent padded with NULLs, and deleted once its match arrives, on either side.", plain},
		{"SELECT v.page, s.carrier FROM visits v JOIN shipments s ON v.user_id = s.order_id AND s.st BETWEEN v.ts AND v.ts + INTERVAL '2' HOUR",
			"Two rows are joined once, within the interval of 2 h: inserts only.", "SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id"},
		{"SELECT v.page, r.rate FROM visits v JOIN rates FOR SYSTEM_TIME AS OF v.ts AS r ON v.country = r.currency", "Each row of visits is joined once, to the version of rates that held at its time", "SELECT v.page, r.rate FROM visits v JOIN rates r ON v.country = r.currency"},
		{"SELECT s.carrier, d.label FROM shipments s JOIN dim FOR SYSTEM_TIME AS OF s.pt AS d ON s.order_id = d.id", "Each row is joined once, to what dim holds when it comes", "SELECT s.carrier, d.label FROM shipments s JOIN dim d ON s.order_id = d.id"},
		{"SELECT page FROM visits ORDER BY ts", "Rows are sent in the order of their time, once the watermark has passed them: inserts only.", plain},
		{"SELECT window_start, COUNT(*) FROM " + tumble + " GROUP BY window_start, window_end", "A window's result is sent once, when the watermark passes its end: inserts only.", plain},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY page) AS rn FROM " + tumble + ") WHERE rn <= 2", "The rows of a window are sent once, when the watermark passes its end: inserts only.", plain},
		{"SELECT TUMBLE_START(ts, INTERVAL '1' HOUR), COUNT(*) FROM visits GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)", "GroupWindowAggregate produces: A window's result is sent once", plain},
		{"SET 'table.exec.emit.early-fire.enabled' = 'true'; SET 'table.exec.emit.early-fire.delay' = '5 s'; SELECT TUMBLE_START(ts, INTERVAL '1' HOUR), COUNT(*) FROM visits GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)",
			"The window fires early or late, and each later result replaces the one before: updates.", "SELECT TUMBLE_START(ts, INTERVAL '1' HOUR), COUNT(*) FROM visits GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)"},
		{"SELECT * FROM visits MATCH_RECOGNIZE (PARTITION BY user_id ORDER BY ts MEASURES A.page AS p PATTERN (A B) DEFINE B AS B.page <> A.page)", "A match is sent once: inserts only.", plain},
		// Who forces what.
		{"INSERT INTO keyed_orders SELECT order_id, amount FROM orders WHERE amount > 3", "because it reads amount, which may change while the upsert key (order_id) stays: when an update leaves the filter", "INSERT INTO keyed_orders SELECT order_id, amount FROM orders WHERE order_id > 3"},
		{"SELECT o.order_id, u.name FROM orders o JOIN users u ON o.user_id = u.user_id", "because it joins orders by (user_id), which its upsert key (order_id) does not hold: an update may move a row to other matches.", "SELECT o.order_id, u.name FROM orders o JOIN users u ON o.order_id = u.user_id"},
		{"SELECT country, COUNT(*) FROM visits GROUP BY country", "It sends no UPDATE_BEFORE: nobody up to the result needs it.", "INSERT INTO changes SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"INSERT INTO changes SELECT country, COUNT(*) FROM visits GROUP BY country", "Sink asked: It asks for UPDATE_BEFORE: it writes changes with the row that an update replaces.", "INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"SELECT TUMBLE_START(ts, INTERVAL '1' HOUR), COUNT(*) FROM timed GROUP BY TUMBLE(ts, INTERVAL '1' HOUR)", "must take the old row out of its window again", plain},
		{"SELECT DISTINCT amount FROM orders", "DISTINCT (amount) counts how often each combination occurs and must take the old row out again", "SELECT DISTINCT country FROM visits"},
		// Why a normalize is there, and goes.
		{"SET 'table.exec.source.cdc-events-duplicate' = 'true'; SELECT amount FROM orders", "It was inserted because table.exec.source.cdc-events-duplicate = true says that orders (kafka, debezium-json) may send a change twice", "SELECT amount FROM orders"},
		{"INSERT INTO docs_out SELECT _id, v FROM docs", "docs (mongodb-cdc) deletes by key alone", "INSERT INTO keyed_orders SELECT order_id, amount FROM orders"},
		{"SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE'; INSERT INTO by_name SELECT d.label, t.n FROM timed t JOIN dim FOR SYSTEM_TIME AS OF t.pt AS d ON t.id = d.id ON CONFLICT DO DEDUPLICATE",
			"The join keeps what it has looked up, because dim (jdbc) may have changed", "SELECT s.carrier, d.label FROM shipments s JOIN dim FOR SYSTEM_TIME AS OF s.pt AS d ON s.order_id = d.id"},
		// Where keys are lost.
		{"SELECT o.id, s.carrier FROM timed o LEFT JOIN dim FOR SYSTEM_TIME AS OF o.pt AS d ON o.id = d.id JOIN shipments s ON o.id = s.order_id", "The key (id) is lost: the rows of shipments come without an upsert key, so one row of timed and dim may be joined to many of them.", plain},
		{"SELECT id, tag FROM tagged CROSS JOIN UNNEST(tags) AS x(tag)", "The key (id) is lost: ", "SELECT id FROM tagged"},
		{"SELECT order_id, user_id, COUNT(*) FROM orders GROUP BY GROUPING SETS ((order_id, user_id), (user_id))", "The key (order_id) is lost: each row is sent once per grouping set.", plain},
		{"SELECT order_id, SUM(amount) OVER (PARTITION BY user_id ORDER BY amount) FROM orders", "The key (order_id) is lost: rows are shuffled by (user_id), which it does not hold", "SELECT order_id, SUM(amount) OVER (PARTITION BY order_id ORDER BY amount) FROM orders"},
		{"SELECT * FROM TO_CHANGELOG(input => TABLE orders)", "The key (order_id) is lost: TO_CHANGELOG declares no key.", plain},
		{"SELECT window_start, COUNT(*) FROM " + tumble + " GROUP BY window_start, window_end", "Flink derives no upsert key from a window aggregate, though its groups and windows are unique.", plain},
		{"SELECT order_id, CAST(order_id AS INT) AS i FROM orders", "The key (order_id) is kept.", plain},
		{"SELECT CAST(order_id AS INT) AS i FROM orders", "The key (order_id) is lost: order_id is only in a CAST that may make different values equal (i).", "SELECT order_id FROM orders"},
		{"SELECT amount, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount) AS rn FROM orders) WHERE rn <= 3", "each number is given once per partition", "SELECT amount FROM orders"},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY page) AS rn FROM visits) WHERE rn <= 3", "The Top-3 per (user_id) sends several rows of a partition and not their number, so nothing tells one from another.", plain},
		// What is kept.
		{"SELECT page, window_start FROM TABLE(SESSION(TABLE visits PARTITION BY user_id, DESCRIPTOR(ts), INTERVAL '1' HOUR))", "It keeps the rows of the sessions that are open.", "SELECT page FROM " + tumble},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY page) AS rn FROM " + tumble + ") WHERE rn <= 2", "WindowRank low: It keeps the best rows of each open window, cleared by the watermark.", plain},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY ts DESC) AS rn FROM " + tumble + ") WHERE rn <= 1", "WindowDeduplicate low: It keeps one row per key of each open window", plain},
		{"SELECT v.page FROM visits v JOIN shipments s ON v.user_id = s.order_id AND s.st BETWEEN v.ts AND v.ts + INTERVAL '2' HOUR", "IntervalJoin low: It keeps the rows of visits and shipments that are within the interval, cleared by the watermark. by (user_id) = (order_id) with rows per interval of 2 h", plain},
		{"SELECT v.page, r.rate FROM visits v JOIN rates FOR SYSTEM_TIME AS OF v.ts AS r ON v.country = r.currency", "TemporalJoin medium: It keeps the versions of rates that may still be asked for and the rows of visits that wait for the watermark. by (country) = (currency)", plain},
		{"SET 'table.optimizer.multi-join.enabled' = 'true'; SELECT a.page FROM visits a JOIN visits b ON a.user_id = b.user_id JOIN shipments c ON a.user_id = c.order_id", "MultiJoin high: It keeps the rows of all its inputs, but no joined rows between them.", plain},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY ts) AS rn FROM visits) WHERE rn = 1", "Rank medium: It keeps which keys it has seen. by (user_id)", plain},
		{"SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY page) AS rn FROM visits) WHERE rn <= 3", "Rank medium: It keeps the first 3 rows of each partition. by (user_id)", plain},
		{"SELECT order_id FROM orders ORDER BY amount LIMIT 3", "SortLimit high: It keeps all rows, to find the next when one is taken back. by  with every row of orders", "SELECT page FROM visits ORDER BY page LIMIT 3"},
		{"SELECT page FROM visits ORDER BY page LIMIT 3", "SortLimit low: It keeps the rows of the result.", "SELECT order_id FROM orders ORDER BY amount LIMIT 3"},
		{"SELECT page FROM visits LIMIT 3", "Limit low: It counts the rows that it has sent.", plain},
		{"SELECT page FROM visits ORDER BY ts", "TemporalSort low: It keeps the rows that wait for the watermark.", plain},
		{"SELECT SUM(user_id) OVER (PARTITION BY country ORDER BY ts) FROM visits", "OverAggregate medium: It keeps one running result per partition. by (country)", plain},
		{"SELECT SUM(user_id) OVER (PARTITION BY country ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM visits", "OverAggregate medium: It keeps the rows of the frame. by (country) with distinct (country) and the rows per frame", plain},
		{"SELECT SUM(user_id) OVER (PARTITION BY country ORDER BY page) FROM visits", "OverAggregate high: Its order is no time attribute, so it keeps all rows in order.", plain},
		{"SELECT * FROM visits MATCH_RECOGNIZE (PARTITION BY user_id ORDER BY ts MEASURES A.page AS p PATTERN (A B) DEFINE B AS B.page <> A.page)", "Match medium: It keeps the matches that have begun, for ever, as there is no WITHIN.", plain},
		{"INSERT INTO by_name SELECT page, user_id FROM (SELECT page, user_id, COUNT(*) FROM visits GROUP BY page, user_id) ON CONFLICT DO DEDUPLICATE", "Sink high: It keeps every row that was written and not taken back, in order. by (name) with all rows per (name)", "INSERT INTO by_name SELECT page, COUNT(*) FROM visits GROUP BY page"},
		{"SELECT s.carrier, d.label FROM shipments s JOIN dim FOR SYSTEM_TIME AS OF s.pt AS d ON s.order_id = d.id", "LookupJoin none: Each row is looked up in dim when it comes; nothing is kept.", plain},
	} {
		if got := spokenOver(t, kindTables, c.sql); !strings.Contains(got, c.want) {
			t.Errorf("missing %q in what is said of %s\n%s", c.want, c.sql, got)
		}
		if got := spokenOver(t, kindTables, c.other); strings.Contains(got, c.want) {
			t.Errorf("%q is said of %s as well", c.want, c.other)
		}
	}
}
