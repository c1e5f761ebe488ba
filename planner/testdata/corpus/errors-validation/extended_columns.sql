-- Columns that a table does not have, given in FROM: read, and refused once the names are known to be right.
CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen');
SELECT * FROM t EXTEND (z INT);
SELECT a, z FROM t (z INT NOT NULL, y STRING) WHERE z = 1;
SELECT nope FROM t EXTEND (z INT);
SELECT * FROM nope EXTEND (z INT);
SELECT * FROM t EXTEND (a INT);
SELECT * FROM t (z INT) AS q;
