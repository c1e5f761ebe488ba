-- An EXISTS inside an EXISTS that reads the outermost row too.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE q (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE r (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM p WHERE EXISTS (SELECT * FROM q WHERE q.id = p.id AND EXISTS (SELECT * FROM r WHERE r.id = p.id AND r.name = q.name));
