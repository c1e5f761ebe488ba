-- EXISTS over what surely has rows, or has none, is no join: limits, unions, joins, constants and keys tell.
CREATE TABLE t (a INT, b STRING, v DOUBLE, c BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');
CREATE TABLE r (a INT NOT NULL, b STRING, v DOUBLE, c BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',
  'topic' = 'r', 'key.format' = 'json', 'value.format' = 'json', 'properties.bootstrap.servers' = 'x');

SELECT a FROM t WHERE EXISTS (SELECT COUNT(*) FROM r WHERE r.a = t.a);
SELECT a FROM t WHERE EXISTS (SELECT a FROM r UNION SELECT CAST(COUNT(*) AS INT) FROM t);
SELECT a FROM t WHERE NOT EXISTS (SELECT q FROM (VALUES (1), (2)) AS x (q) GROUP BY q);
SELECT a FROM t WHERE NOT EXISTS (SELECT a FROM r INTERSECT SELECT a FROM t WHERE FALSE);
SELECT a FROM t WHERE EXISTS (SELECT a FROM r WHERE a = 3 GROUP BY a OFFSET 1);
SELECT a FROM t WHERE v > 3 OR EXISTS (SELECT COUNT(*) FROM r OFFSET 1);
SELECT a, EXISTS (SELECT 1 FROM r WHERE r.a IS NULL) FROM t;
SELECT a FROM t WHERE NOT EXISTS (SELECT x.a FROM (SELECT a FROM r WHERE FALSE) x JOIN t y ON x.a = y.a);
