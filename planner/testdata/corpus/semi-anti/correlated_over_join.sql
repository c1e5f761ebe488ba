-- A correlated filter over a join, each side with one outer column.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE r (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT p.id, (SELECT MAX(q.v) FROM q JOIN r ON q.n = r.n WHERE q.id = p.id AND r.name = p.name) AS m FROM p;
