package planner

import (
	"context"
	"strings"
	"testing"
)

const ruleTables = reasonTables + `
CREATE TABLE other (user_id BIGINT, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka', 'topic' = 'ot', 'properties.bootstrap.servers' = 'x', 'properties.group.id' = 'g', 'format' = 'json');
CREATE TABLE rates (cur STRING, r INT, ts TIMESTAMP(3), PRIMARY KEY (cur) NOT ENFORCED, WATERMARK FOR ts AS ts) WITH ('connector' = 'upsert-kafka', 'topic' = 'r', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE dim (user_id BIGINT, name STRING, PRIMARY KEY (user_id) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://h/d', 'table-name' = 'd');
CREATE TABLE names (user_id BIGINT, name STRING) WITH ('connector' = 'print');
`

// planned gives the physical plan with keys and the execution plan of the last statement, or its refusal.
func planned(t *testing.T, sql string) string {
	t.Helper()
	res := Explain(context.Background(), ruleTables+sql+";", Options{})
	s := res.Statements[len(res.Statements)-1]
	if s.Verdict != Planned {
		var b strings.Builder
		for _, e := range s.Errors {
			b.WriteString(e.Message + "\n")
		}
		if s.Unmodelled != nil {
			t.Errorf("%s: not modelled: %s", sql, s.Unmodelled.Construct)
		}
		return b.String()
	}
	return s.Keys + s.Explain
}

// Each rule has a script where it fires and one where it holds back.
func TestPhysicalRules(t *testing.T) {
	const batch = "SET 'table.exec.mini-batch.enabled' = 'true'; SET 'table.exec.mini-batch.allow-latency' = '1 s'; SET 'table.exec.mini-batch.size' = '10'; "
	cases := []struct{ rule, fires, want, holds string }{
		{"StreamPhysicalTableSourceScanRule: normalize", "SELECT country, COUNT(*) FROM users GROUP BY country", "ChangelogNormalize(key=[user_id]", "SELECT country, COUNT(*) FROM orders JOIN visits USING (user_id) GROUP BY country"},
		{"normalize removed", "SELECT user_id FROM users", "TableSourceScan(table=[[default_catalog, default_database, users]], fields=[user_id, name, country, status], changelogMode=[UA,D]", "SELECT user_id FROM visits"},
		{"PushCalcPastChangelogNormalizeRule", "SELECT name FROM users WHERE status = 'a'", "condition=[=(status, ", "SELECT name FROM users WHERE user_id = 3"},
		{"PushCalcPastChangelogNormalizeRule: shared", "SELECT l.name FROM users l JOIN users r ON l.name = r.name WHERE l.status = 'a' AND r.status = 'b'", "where=[=(status, ", "SELECT name FROM users WHERE status = 'a'"},
		{"DropUpdateBefore", "INSERT INTO keyed_orders SELECT order_id, amount FROM orders", "DropUpdateBefore(", "SELECT user_id, COUNT(*) FROM orders GROUP BY user_id"},
		{"SinkUpsertMaterializer", "INSERT INTO by_name SELECT name, user_id FROM users ON CONFLICT DO DEDUPLICATE", "upsertMaterialize=[true]", "INSERT INTO by_country SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"require-on-conflict", "INSERT INTO by_name SELECT name, user_id FROM users", "The query has an upsert key that differs from the primary key of the sink table", "INSERT INTO by_name SELECT name, user_id FROM users ON CONFLICT DO DEDUPLICATE"},
		{"cdc-events-duplicate", "SET 'table.exec.source.cdc-events-duplicate' = 'true'; SELECT amount FROM orders", "ChangelogNormalize(key=[order_id]", "SELECT amount FROM orders"},
		{"TwoStageOptimizedAggregateRule", batch + "SELECT country, COUNT(*) FROM visits GROUP BY country", "GlobalGroupAggregate(", "SELECT country, COUNT(*) FROM visits GROUP BY country"},
		{"MiniBatchIntervalInferRule", batch + "SELECT country, COUNT(*) FROM visits GROUP BY country", "MiniBatchAssigner(interval=[1000ms], mode=[ProcTime]", batch + "SELECT amount FROM orders"},
		{"IncrementalAggregateRule", batch + "SET 'table.optimizer.distinct-agg.split.enabled' = 'true'; SELECT country, COUNT(DISTINCT page) FROM visits GROUP BY country", "IncrementalGroupAggregate(", batch + "SELECT country, COUNT(DISTINCT page) FROM visits GROUP BY country"},
		{"MAX of what only grows", "SELECT MAX(c) FROM (SELECT country, COUNT(*) AS c FROM visits GROUP BY country)", "select=[MAX(c)", "SELECT MIN(c) FROM (SELECT country, COUNT(*) AS c FROM visits GROUP BY country)"},
		{"UpdateFastStrategy", "SELECT country, page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY country ORDER BY c DESC) AS rn FROM (SELECT country, page, COUNT(*) AS c FROM visits GROUP BY country, page)) WHERE rn <= 2", "UpdateFastStrategy", "SELECT country, page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY country ORDER BY c) AS rn FROM (SELECT country, page, COUNT(*) AS c FROM visits GROUP BY country, page)) WHERE rn <= 2"},
		{"AppendFastStrategy", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY country ORDER BY page) AS rn FROM visits) WHERE rn <= 2", "AppendFastStrategy", "SELECT amount FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY amount) AS rn FROM orders) WHERE rn <= 2"},
		{"Deduplicate", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY country ORDER BY ts DESC) AS rn FROM visits) WHERE rn = 1", "Deduplicate(keep=[LastRow], key=[country], order=[ROWTIME]", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY country ORDER BY page DESC) AS rn FROM visits) WHERE rn = 1"},
		{"StreamPhysicalIntervalJoinRule", "SELECT page, v FROM visits, other WHERE visits.user_id = other.user_id AND visits.ts BETWEEN other.ts AND other.ts + INTERVAL '1' HOUR", "IntervalJoin(", "SELECT page, v FROM visits, other WHERE visits.user_id = other.user_id AND visits.ts > other.ts"},
		{"StreamPhysicalTemporalJoinRule", "SELECT page, r FROM visits LEFT JOIN rates FOR SYSTEM_TIME AS OF visits.ts ON visits.country = rates.cur", "TemporalJoin(", "SELECT page, r FROM visits LEFT JOIN rates ON visits.country = rates.cur"},
		{"StreamPhysicalLookupJoinRule", "SELECT page, d.name FROM (SELECT *, PROCTIME() AS pt FROM visits) v JOIN dim FOR SYSTEM_TIME AS OF v.pt AS d ON v.user_id = d.user_id", "LookupJoin(", "SELECT page, d.name FROM visits v JOIN dim AS d ON v.user_id = d.user_id"},
		{"StreamPhysicalWindowAggregateRule", "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end", "WindowAggregate(", "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start"},
		{"PullUpWindowTableFunctionIntoWindowAggregateRule", "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end", "WindowAggregate(window=[TUMBLE(time_col=[ts]", "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR)) WHERE window_start > TIMESTAMP '2024-01-01 00:00:00' GROUP BY window_start, window_end"},
		{"StreamPhysicalWindowRankRule", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY page) AS rn FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))) WHERE rn <= 2", "WindowRank(", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start ORDER BY page) AS rn FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))) WHERE rn <= 2"},
		{"StreamPhysicalWindowDeduplicateRule", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, country ORDER BY ts) AS rn FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))) WHERE rn = 1", "WindowDeduplicate(", "SELECT page FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, country ORDER BY page) AS rn FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' HOUR))) WHERE rn = 1"},
		{"SubplanReuser", "SELECT user_id FROM orders UNION ALL SELECT user_id FROM orders", "(reuse_id=[1])", "SELECT user_id FROM orders UNION ALL SELECT user_id FROM visits"},
		{"SinkReuser", "EXECUTE STATEMENT SET BEGIN INSERT INTO names SELECT user_id, page FROM visits; INSERT INTO names SELECT user_id, name FROM users; END", "Sink(", "SELECT user_id FROM visits"},
		{"StreamNonDeterministicUpdatePlanVisitor", "SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE'; INSERT INTO names SELECT user_id, UUID() FROM orders", "can not satisfy the determinism requirement", "SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE'; INSERT INTO names SELECT user_id, UUID() FROM visits"},
		{"StreamPhysicalDeltaJoinForceValidator", "SET 'table.optimizer.delta-join.strategy' = 'FORCE'; SELECT page, v FROM visits JOIN other USING (user_id)", "doesn't support to do delta join optimization", "SET 'table.optimizer.delta-join.strategy' = 'FORCE'; SELECT page FROM visits"},
		{"append-only sinks", "INSERT INTO names SELECT user_id, name FROM users WHERE status = 'a'", "changelogMode=[I,UB,UA,D]", "INSERT INTO names SELECT user_id, page FROM visits"},
		{"only a whole order sorts", "SELECT page FROM visits ORDER BY page", "Sort on a non-time-attribute field is not supported.", "SELECT page FROM visits ORDER BY ts"},
	}
	for _, c := range cases {
		if got := planned(t, c.fires); !strings.Contains(got, c.want) {
			t.Errorf("%s does not fire: missing %q in\n%s", c.rule, c.want, got)
		}
		if got := planned(t, c.holds); strings.Contains(got, c.want) {
			t.Errorf("%s does not hold back: %q in\n%s", c.rule, c.want, got)
		}
	}
}

// BenchmarkExplain is for a plan of common size: a join, an aggregate and a keyed sink.
func BenchmarkExplain(b *testing.B) {
	sql := ruleTables + "INSERT INTO by_country SELECT u.country, COUNT(*) FROM visits v JOIN users u ON v.user_id = u.user_id WHERE u.status = 'a' GROUP BY u.country;"
	for b.Loop() {
		Explain(context.Background(), sql, Options{})
	}
}
