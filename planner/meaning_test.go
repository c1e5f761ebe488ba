package planner

import (
	"strings"
	"testing"
)

// TestEveryMeaningIsSaid asserts of each meaning that some script of the corpus, the probes or below is refused with it, and
// of each refusal of those that it is the first one that fits.
func TestEveryMeaningIsSaid(t *testing.T) {
	said := map[string]bool{}
	scripts := allScripts(t)
	for name, sql := range refusedScripts {
		scripts[name] = sql
	}
	for _, sql := range scripts {
		res := Explain(t.Context(), sql, Options{Reasons: true})
		for i := range res.Statements {
			s := &res.Statements[i]
			for _, errs := range [][]Error{s.Errors, assumedErrors(s)} {
				if len(errs) > 0 {
					if m := meaningFor(errs[len(errs)-1].Message); m != nil {
						said[m.mark] = true
					}
				}
			}
		}
	}
	for _, table := range meaningTables {
		for i := range table {
			if !said[table[i].mark] {
				t.Errorf("no script is refused with %q", table[i].mark)
			}
		}
	}
}

func assumedErrors(s *Statement) []Error {
	if s.Assumed == nil {
		return nil
	}
	return s.Assumed.Errors
}

// refusedScripts show the refusals that neither corpus nor probes have.
var refusedScripts = map[string]string{
	"no time zone":       `SET 'table.local-time-zone' = 'x'; SELECT 1;`,
	"too parallel":       `SET 'pipeline.max-parallelism' = '99999'; SELECT 1;`,
	"no aggregate":       `SELECT UPPER('a') FILTER (WHERE TRUE);`,
	"no escape":          `SELECT s LIKE 'a' ESCAPE 'ab' FROM (VALUES ('x')) AS t(s);`,
	"another default":    `CREATE TABLE t (i INT, pt AS PROCTIME()) WITH ('connector' = 'datagen'); SELECT LAG(i, 1, 'a') OVER (ORDER BY pt) FROM t;`,
	"no field":           `CREATE TABLE t (r ROW<i INT>) WITH ('connector' = 'datagen'); SELECT r['z'] FROM t;`,
	"no topic to upsert": `CREATE TABLE t (i INT, PRIMARY KEY (i) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'properties.bootstrap.servers' = 'x', 'key.format' = 'json', 'value.format' = 'json'); SELECT * FROM t;`,
	"a condition that differs each time": `CREATE TABLE c (id INT, n INT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 't');
SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE';
SELECT c.id, d.n FROM c JOIN c AS d ON c.id = d.id AND c.n > d.n + RAND_INTEGER(10);`,
	"deletes by key": `CREATE TABLE w (id INT, n INT, m AS n + 1, ts TIMESTAMP(3), WATERMARK FOR ts AS ts, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'postgres-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'schema-name' = 's', 'table-name' = 't', 'slot.name' = 'l', 'changelog-mode' = 'upsert');
SELECT m, COUNT(*) FROM w GROUP BY m;`,
	"lookups": `CREATE TABLE a (id INT, n INT, pt AS PROCTIME(), PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'values', 'changelog-mode' = 'I,UA,UB,D');
CREATE TABLE l (k INT, x STRING) WITH ('connector' = 'values', 'async' = 'true');
CREATE TABLE s (id INT, x STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'values', 'sink-insert-only' = 'false');
SELECT /*+ LOOKUP('table'='l', 'capacity'='many') */ a.id FROM a JOIN l FOR SYSTEM_TIME AS OF a.pt ON a.n = l.k;
SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE';
INSERT INTO s SELECT a.id, l.x FROM a LEFT JOIN l FOR SYSTEM_TIME AS OF a.pt ON a.n = l.k ON CONFLICT DO DEDUPLICATE;`,
	"multi-way joins in parentheses": `SET 'table.optimizer.multi-join.enabled' = 'true';
CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
SELECT a.x FROM a JOIN (a AS b JOIN c ON b.id = c.id) ON a.id = c.id;
SELECT c.x FROM (c JOIN c AS d ON c.id = d.id) JOIN (c AS c2 JOIN c AS d2 ON c2.id = d2.id) ON c.id = c2.id;
SELECT a.x FROM a LEFT JOIN a AS b ON a.id = b.id LEFT JOIN c ON a.id = c.id AND b.x = b.y;`,
}

// TestMeaningsNameTheScript asserts that what is said of a refusal has the script's own tables, columns and clauses in it,
// and nothing of the other script's.
func TestMeaningsNameTheScript(t *testing.T) {
	for _, c := range []struct{ name, sql, want, not string }{
		{"key differs", fixSource + fixUpsert + "INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id, c;",
			"The rows of this query have no upsert key. The key (id, c) is lost: c is not selected.", "declares no primary key"},
		{"no key at all", fixSource + fixUpsert + "INSERT INTO s SELECT id, 1 FROM t;",
			"Table t (datagen) declares no primary key. So for all Flink knows two of them may meet on (id), the primary key of s", "is lost"},
		{"updates into an append-only sink", fixSource + fixKafka + "INSERT INTO s SELECT id, COUNT(*) FROM t GROUP BY id;",
			"The sink s only takes inserted rows, but update changes reach it. They come from the aggregation by id", "join"},
	} {
		res := Explain(t.Context(), c.sql, Options{Reasons: true})
		s := &res.Statements[len(res.Statements)-1]
		if len(s.Errors) == 0 {
			t.Fatalf("%s: not refused", c.name)
		}
		got := s.Errors[len(s.Errors)-1].Explanation
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
}
