-- IN over an aggregate whose correlation is no equality.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM p WHERE p.id IN (SELECT MIN(q.id) FROM q WHERE p.v > q.v);
