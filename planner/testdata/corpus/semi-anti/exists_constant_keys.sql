-- EXISTS over an aggregate with constant keys: the keys come back above it.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM p WHERE EXISTS (SELECT MAX(q.v), 'x' FROM q WHERE q.name = p.name AND q.v < 100 GROUP BY q.id, TRUE, q.n, 1);
