-- A correlated scalar sub-query of rows that no row can be: the filter stays a filter until the correlation is gone.
CREATE TABLE r (a INT, b STRING, c BIGINT, pt AS PROCTIME(), PRIMARY KEY (b) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',
  'topic' = 'r', 'key.format' = 'json', 'value.format' = 'json', 'properties.bootstrap.servers' = 'x');
CREATE TABLE d (a INT, v DOUBLE, c BIGINT) WITH ('connector' = 'kafka', 'topic' = 'd', 'format' = 'debezium-json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');
SELECT a, (SELECT SUM(x.v) FROM d x WHERE x.c = r.c) FROM r WHERE b <> 'x' AND b = 'x';
SELECT a, (SELECT SUM(x.v) FROM d x WHERE x.c = q.c) FROM (SELECT a, c FROM d) q WHERE a > 3 AND a < 3;
