-- The MAX of a column that is never NULL is never NULL any more once the correlation has given it keys.
CREATE TABLE t (a INT, b STRING, v DOUBLE, c BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');
CREATE TABLE r (a INT NOT NULL, b STRING, v DOUBLE, c BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',
  'topic' = 'r', 'key.format' = 'json', 'value.format' = 'json', 'properties.bootstrap.servers' = 'x');

SELECT a FROM t WHERE a NOT IN (SELECT MAX(a) FROM r WHERE r.b = t.b);
SELECT a, a IN (SELECT MAX(a) + 1 FROM r WHERE r.b = t.b) FROM t;
