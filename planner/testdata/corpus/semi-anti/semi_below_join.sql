-- A semi join that goes below a join keeps the columns that it is told by.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE r (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT p.id FROM p JOIN (SELECT id, COUNT(*) AS cnt FROM q GROUP BY id) x ON p.id = x.id WHERE x.cnt IN (SELECT r.n FROM r);
