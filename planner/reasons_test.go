package planner

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

const reasonTables = `
CREATE TABLE visits (user_id BIGINT, page STRING, country STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'kafka', 'topic' = 'v', 'properties.bootstrap.servers' = 'x', 'properties.group.id' = 'g', 'format' = 'json');
CREATE TABLE users (user_id BIGINT, name STRING, country STRING, status STRING, PRIMARY KEY (user_id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'u', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE orders (order_id BIGINT, user_id BIGINT, amount INT, PRIMARY KEY (order_id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'o', 'properties.bootstrap.servers' = 'x', 'properties.group.id' = 'g', 'format' = 'debezium-json');
CREATE TABLE by_country (country STRING, n BIGINT, PRIMARY KEY (country) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE by_name (name STRING, n BIGINT, PRIMARY KEY (name) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'n', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE changes (country STRING, n BIGINT) WITH ('connector' = 'kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'x', 'format' = 'debezium-json');
CREATE TABLE keyed_orders (order_id BIGINT, amount INT, PRIMARY KEY (order_id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'k', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');
`

// spoken is all that is said of the nodes of the last statement's plan, a line per sentence.
func spoken(t *testing.T, sql string) string {
	t.Helper()
	return spokenOver(t, reasonTables, sql)
}

// spokenOver is spoken over other tables.
func spokenOver(t *testing.T, tables, sql string) string {
	t.Helper()
	res := Explain(context.Background(), tables+sql+";", Options{Reasons: true})
	s := res.Statements[len(res.Statements)-1]
	if s.Plan == nil {
		t.Fatalf("%s: no plan: %v %v", sql, s.Errors, s.Unmodelled)
	}
	var b strings.Builder
	for _, n := range s.Plan.Nodes {
		for _, r := range n.Reasons {
			b.WriteString(n.Op + " " + r.Kind + ": " + r.Text + "\n")
			if r.ForcedBy != nil {
				b.WriteString(n.Op + " forced by " + s.Plan.Nodes[*r.ForcedBy].Op + "\n")
			}
		}
		if n.Why != "" {
			b.WriteString(n.Op + " inserted: " + n.Why + "\n")
		}
		if n.KeyJourney != nil {
			b.WriteString(n.Op + " " + n.KeyJourney.Step + ": " + n.KeyJourney.Text + "\n")
		}
		if n.State != nil {
			b.WriteString(n.Op + " " + string(n.State.Class) + ": " + n.State.Why + " by " + n.State.KeyedBy + " with " + n.State.GrowsWith + "\n")
		}
	}
	return b.String()
}

// Each case has a script that a sentence is said of and one that it is not said of.
func TestReasons(t *testing.T) {
	cases := []struct{ name, sql, want, other string }{
		{"source that inserts", "SELECT page FROM visits", "TableSourceScan produces: visits (kafka, json) only ever inserts rows.", "SELECT name FROM users"},
		{"upsert source", "SELECT name FROM users", "users (upsert-kafka, json) sends the new row of a key and deletes, never the row that an update replaces", "SELECT page FROM visits"},
		{"changelog source", "SELECT amount FROM orders", "orders (kafka, debezium-json) is a changelog whose updates come with the old row and the new one", "SELECT page FROM visits"},
		{"aggregate", "SELECT country, COUNT(*) FROM visits GROUP BY country", "GroupAggregate produces: GROUP BY country: each row changes the result of its group", "SELECT country FROM visits"},
		{"group may go", "SELECT user_id, COUNT(*) FROM orders GROUP BY user_id", "The source orders (kafka, debezium-json) takes rows back, so a group can become empty, which deletes it.",
			"SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"outer join", "SELECT v.page, o.amount FROM visits v LEFT JOIN orders o ON v.user_id = o.user_id",
			"Join produces: A row of visits without a match is sent padded with NULLs, and deleted once its match from orders arrives.",
			"SELECT v.page, o.amount FROM visits v JOIN orders o ON v.user_id = o.user_id"},
		{"aggregate needs the old row", "SELECT country, COUNT(*) FROM users GROUP BY country",
			"ChangelogNormalize forced: It also sends UPDATE_BEFORE, because GROUP BY country must take the old row out of its group again.\nChangelogNormalize forced by GroupAggregate",
			"SELECT user_id, name FROM users"},
		{"normalize for the old row", "SELECT country, COUNT(*) FROM users GROUP BY country",
			"ChangelogNormalize inserted: It was inserted because GROUP BY country must take the old row out of its group again, and users (upsert-kafka, json) does not send it. It goes if",
			"SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"normalize for a filter", "SELECT name FROM users WHERE status = 'a'", "The filter on status is applied here: users (upsert-kafka, json) does not send",
			"SELECT name FROM users WHERE user_id > 3"},
		{"sink writes old rows", "INSERT INTO changes SELECT country, COUNT(*) FROM visits GROUP BY country",
			"GroupAggregate forced: It also sends UPDATE_BEFORE, because the sink changes (kafka, debezium-json) writes changes with the row that an update replaces.",
			"INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"sink's key differs", "INSERT INTO by_country SELECT country, n FROM (SELECT country, page, COUNT(*) AS n FROM visits GROUP BY country, page) ON CONFLICT DO DEDUPLICATE",
			"because the sink by_country (upsert-kafka, json) has the primary key (country), and the rows that reach it have no upsert key.",
			"INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"materializer", "INSERT INTO by_country SELECT country, n FROM (SELECT country, page, COUNT(*) AS n FROM visits GROUP BY country, page) ON CONFLICT DO DEDUPLICATE",
			"Sink inserted: The rows that reach by_country (upsert-kafka, json) have no upsert key, and it has the primary key (country), so the sink keeps the rows of each key",
			"INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"dropped old rows", "INSERT INTO keyed_orders SELECT order_id, amount FROM orders",
			"DropUpdateBefore inserted: orders sends UPDATE_BEFORE, and nobody up to the sink keyed_orders (upsert-kafka, json) needs it: the upsert key (order_id) finds the row",
			"SELECT user_id, COUNT(*) FROM orders GROUP BY user_id"},
		{"rank keeps all", "SELECT user_id, amount FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rn FROM orders) WHERE rn <= 3",
			"Rank keeps: Updates reach it and the upsert key (order_id) of orders does not hold the partition (user_id), so all rows are kept (RetractStrategy).",
			"SELECT user_id, page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY page DESC) AS rn FROM visits) WHERE rn <= 3"},
		{"rank that forgets", "SELECT user_id, page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY page DESC) AS rn FROM visits) WHERE rn <= 3",
			"Rank keeps: Its input only inserts, so the rows outside the result can be forgotten (AppendFastStrategy).",
			"SELECT user_id, amount FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount DESC) AS rn FROM orders) WHERE rn <= 3"},
		{"key of a group", "SELECT country, COUNT(*) FROM visits GROUP BY country", "GroupAggregate born: The key is (country): there is one result per group.", "SELECT COUNT(*) FROM visits"},
		{"empty key", "SELECT COUNT(*) FROM visits", "GroupAggregate born: There is one result, so its key is empty: ().", "SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"renamed key", "SELECT user_id AS id, UPPER(name) FROM users", "Calc renamed: The key (user_id) is now (id).", "SELECT user_id, name FROM users"},
		{"lost key", "SELECT name FROM users", "Calc lost: The key (user_id) is lost: user_id is not selected.", "SELECT user_id, name FROM users"},
		{"computed key", "SELECT user_id + 1, name FROM users", "Calc lost: The key (user_id) is lost: user_id is only in the computed column EXPR$0.", "SELECT user_id, name FROM users"},
		{"key lost in a shuffle", "SELECT o.order_id, u.name FROM orders o JOIN users u ON o.user_id = u.user_id",
			"Exchange lost: The key (order_id) is lost: rows are shuffled by (user_id), which it does not hold", "SELECT v.page, u.name FROM visits v JOIN users u ON v.user_id = u.user_id"},
		{"key lost in a union", "SELECT user_id, name FROM users UNION ALL SELECT user_id, page FROM visits", "Union lost: The key (user_id) is lost: rows of users and visits may have the same key.",
			"SELECT user_id, name FROM users"},
		{"key met", "INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country", "Sink met: The upsert key (country) is the primary key (country) of by_country.",
			"INSERT INTO changes SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"key differs", "INSERT INTO by_country SELECT page, n FROM (SELECT country, page, COUNT(*) AS n FROM visits GROUP BY country, page) ON CONFLICT DO DEDUPLICATE",
			"Sink differs: The rows that reach by_country have no upsert key", "INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"state of a group", "SELECT country, COUNT(*) FROM visits GROUP BY country", "GroupAggregate medium: It keeps one result per group. by (country) with distinct (country)", "SELECT COUNT(*) FROM visits"},
		{"distinct values", "SELECT country, COUNT(DISTINCT page) FROM visits GROUP BY country", "COUNT(DISTINCT page) keeps every distinct value", "SELECT country, COUNT(page) FROM visits GROUP BY country"},
		{"retracted maximum", "SELECT user_id, MAX(amount) FROM orders GROUP BY user_id", "GroupAggregate high: It keeps one result per group. MAX(amount) keeps every value, to go back to the one before.",
			"SELECT country, MAX(page) FROM visits GROUP BY country"},
		{"state of a join", "SELECT v.page, u.name FROM visits v JOIN users u ON v.user_id = u.user_id",
			"Join high: It keeps all rows of both sides: the rows of visits, which have no upsert key, as a list of whole rows, one row of users per join key. by (user_id)", "SELECT page FROM visits"},
		{"state of a window", "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end",
			"GlobalWindowAggregate low: It keeps one result per group of each open window, cleared by the watermark.", "SELECT COUNT(*) FROM visits"},
		{"state of a normalize", "SELECT country, COUNT(*) FROM users GROUP BY country", "ChangelogNormalize medium: It keeps the last row of every key, the whole row. by (user_id)", "SELECT user_id FROM users"},
	}
	for _, c := range cases {
		if got := spoken(t, c.sql); !strings.Contains(got, c.want) {
			t.Errorf("%s: missing %q in\n%s", c.name, c.want, got)
		}
		if got := spoken(t, c.other); strings.Contains(got, c.want) {
			t.Errorf("%s: said of %s as well", c.name, c.other)
		}
	}
}

// What an input sends, a materializer, a normalize and a lost key never go without a reason.
func TestReasonsAreComplete(t *testing.T) {
	for _, sql := range []string{
		"INSERT INTO by_name SELECT u.name, COUNT(*) FROM orders o JOIN users u ON o.user_id = u.user_id GROUP BY u.user_id, u.name ON CONFLICT DO DEDUPLICATE",
		"SELECT u.country, SUM(o.amount) FROM orders o LEFT JOIN users u ON o.user_id = u.user_id WHERE u.status = 'a' GROUP BY u.country",
	} {
		res := Explain(context.Background(), reasonTables+sql+";", Options{Reasons: true})
		p := res.Statements[len(res.Statements)-1].Plan
		if p == nil {
			t.Fatal(sql, res.Statements[len(res.Statements)-1].Errors)
		}
		for _, n := range p.Nodes {
			forced := false
			for _, r := range n.Reasons {
				forced = forced || r.Kind == "forced"
			}
			for _, m := range n.Mode {
				if m == "UB" && !forced {
					t.Errorf("%s: %s sends UPDATE_BEFORE for no reason", sql, n.Line)
				}
			}
			if n.Inserted && n.Why == "" {
				t.Errorf("%s: %s was inserted for no reason", sql, n.Line)
			}
		}
	}
}

// TestStateExpires asserts that a time-to-live is said with the state that it bounds, whoever set it, and lowers it.
func TestStateExpires(t *testing.T) {
	const join = "SELECT %s o.amount, u.name FROM orders o JOIN users u ON o.user_id = u.user_id"
	for _, c := range []struct{ sql, want, not string }{
		{"SELECT country, COUNT(*) FROM visits GROUP BY country", "GroupAggregate medium: It keeps one result per group. by (country) with distinct (country)\n", "forgotten"},
		{"SET 'table.exec.state.ttl' = '36 h'; SELECT country, COUNT(*) FROM visits GROUP BY country",
			"GroupAggregate low: It keeps one result per group. It is forgotten 36 h after its last change (table.exec.state.ttl); a group that is quiet for longer starts from nothing. by (country) with distinct (country), of the last 36 h", "STATE_TTL"},
		{"SELECT /*+ STATE_TTL('visits' = '2d') */ country, COUNT(*) FROM visits GROUP BY country", "It is forgotten 2 d after its last change (STATE_TTL)", "table.exec.state.ttl"},
		{fmt.Sprintf(join, ""), "Join high: ", "forgotten"},
		{fmt.Sprintf(join, "/*+ STATE_TTL('o' = '1d', 'u' = '30d') */"),
			"Join medium: It keeps all rows of both sides: the rows of orders, which have no upsert key, as a list of whole rows, one row of users per join key. The rows of orders are forgotten 1 d after their last change, those of users after 30 d (STATE_TTL); a row that comes later finds no match.", "for ever"},
		{fmt.Sprintf(join, "/*+ STATE_TTL('o' = '1d') */"), "The rows of orders are forgotten 1 d after their last change, those of users never (STATE_TTL)", "Join medium"},
		{"SET 'table.exec.state.ttl' = '1 d'; SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end",
			"cleared by the watermark", "forgotten"},
	} {
		got := spoken(t, c.sql)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s: want %q and not %q in\n%s", c.sql, c.want, c.not, got)
		}
	}
}
