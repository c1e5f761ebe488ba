-- Filters that meet once an aggregate between them is gone are not merged into one range, which Flink guesses to keep more rows.
CREATE TABLE t (a INT, b STRING, v DOUBLE, c BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');

SELECT k, SUM(k) FROM (SELECT MAX(c) AS k FROM t) WHERE NOT (k BETWEEN 100 AND 1010) GROUP BY k HAVING SUM(k) > 1;
SELECT k, SUM(k) FROM (SELECT MAX(c) AS k FROM t) WHERE k > 100 GROUP BY k HAVING SUM(k) < 1000;
SELECT k, MAX(v) FROM (SELECT a AS k, MAX(v) AS v FROM t GROUP BY a) WHERE NOT (v BETWEEN 100 AND 1010) GROUP BY k HAVING MAX(v) > 1;
