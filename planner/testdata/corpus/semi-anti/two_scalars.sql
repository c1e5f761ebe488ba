-- Two scalar subqueries of one SELECT: names of their checks, and a CASE for each COUNT.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT p.id, (SELECT q.name FROM q WHERE q.id = p.id) AS a, (SELECT q.v FROM q WHERE q.id = p.id) AS b FROM p;
SELECT p.id, (SELECT COUNT(*) FROM q WHERE q.id = p.id) - (SELECT COUNT(*) FROM q WHERE q.n = p.n) AS d FROM p;
