-- The alias of UNNEST stays below a join.
CREATE TABLE k (id INT, tags ARRAY<STRING>) WITH ('connector' = 'datagen');
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT k.id, t.tag FROM k CROSS JOIN UNNEST(k.tags) AS t(tag) WHERE k.id IN (SELECT p.id FROM p);
