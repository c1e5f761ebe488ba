-- One row at most is distinct as it is, and rows of literals are VALUES, where IN and EXISTS under OR ask for distinct rows.
CREATE TABLE t (a INT, b STRING, v DOUBLE, c BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');
CREATE TABLE r (a INT NOT NULL, b STRING, v DOUBLE, c BIGINT, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',
  'topic' = 'r', 'key.format' = 'json', 'value.format' = 'json', 'properties.bootstrap.servers' = 'x');

SELECT a, EXISTS (SELECT COUNT(*) FROM r HAVING COUNT(*) < 0) FROM t;
SELECT a, a IN (SELECT COUNT(*) + 1 FROM r) FROM t;
SELECT a, a IN (SELECT 1) FROM t;
