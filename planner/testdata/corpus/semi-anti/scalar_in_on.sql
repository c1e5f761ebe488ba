-- A scalar subquery in ON is joined to the right input; IN there fails in Flink's planner.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE r (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT p.id, q.v FROM p LEFT JOIN q ON p.id = q.id AND q.v > (SELECT AVG(r.v) FROM r);
SELECT p.id, q.v FROM p JOIN q ON p.id = q.id AND p.name IN (SELECT r.name FROM r);
