-- A correlated <> SOME counts distinct rows, printed without DISTINCT.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM p WHERE p.id <> SOME (SELECT q.id FROM q WHERE q.n = p.n);
