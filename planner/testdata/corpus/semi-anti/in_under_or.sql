-- A correlated IN under OR is counted; a column that is compared twice is one key.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM p WHERE p.v > 3 OR p.n IN (SELECT q.n FROM q WHERE q.id = p.id);
SELECT * FROM p WHERE p.v > 3 OR p.id IN (SELECT q.id FROM q WHERE q.id = p.id AND q.v > 2);
