-- A column that equals two of the subquery: they are made equal there.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM p WHERE p.n IN (SELECT q.n FROM q WHERE q.id = p.id OR p.n = 10);
