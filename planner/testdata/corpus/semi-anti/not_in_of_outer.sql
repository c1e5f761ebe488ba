-- NOT IN of an outer column inside a subquery.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE r (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT p.id, p.n FROM p WHERE p.id NOT IN (SELECT q.id FROM q WHERE p.n NOT IN (SELECT r.n FROM r));
