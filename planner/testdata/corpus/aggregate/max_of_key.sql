-- MAX of a key is that key beside a SUM, which is taken apart though nothing reads it; filters on it go below.
CREATE TABLE t (a INT, b STRING, v DOUBLE, c BIGINT) WITH ('connector' = 'kafka', 'topic' = 't', 'format' = 'json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');

SELECT a FROM (SELECT a, MAX(a) AS m, SUM(c) AS s FROM t GROUP BY a HAVING MAX(a) > 1);
SELECT a, m, x FROM (SELECT a, MAX(a) AS m, SUM(c) AS s, MIN(v) AS x FROM t GROUP BY a) WHERE m > 3;
SELECT m, x FROM (SELECT a, MAX(a) AS m, AVG(c) AS s, MIN(v) AS x FROM t GROUP BY a);
SELECT a, m FROM (SELECT a, MAX(a) AS m, COUNT(c) AS s FROM t GROUP BY a);
