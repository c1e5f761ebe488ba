-- An outer column beside an aggregate is not grouped; inside of it, it is fine.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT (SELECT p.v + MAX(q.v) FROM q) FROM p;
SELECT (SELECT MAX(p.v + q.v) FROM q) FROM p;
