-- A limit stays above what is computed where no more rows than it lets through are there to compute for.
CREATE TABLE a (id INT, x BIGINT, s STRING) WITH ('connector' = 'datagen');
SELECT p, q, p / q AS r FROM (SELECT SUM(x) AS p FROM a), (SELECT SUM(id) AS q FROM a) ORDER BY p, q LIMIT 100;
SELECT x, s, x + 1 AS r FROM a ORDER BY x LIMIT 100;
