-- A key with a subquery in it.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT CASE WHEN p.v > (SELECT AVG(q.v) FROM q) THEN 'hi' ELSE 'lo' END AS x, COUNT(*) FROM p GROUP BY CASE WHEN p.v > (SELECT AVG(q.v) FROM q) THEN 'hi' ELSE 'lo' END;
