-- LIMIT takes any number: what counts is its whole part in 32 bits.
CREATE TABLE t (a INT, b INT) WITH ('connector' = 'datagen');
SELECT a FROM t LIMIT 1.5;
SELECT a, b FROM t ORDER BY b LIMIT 4294967299;
SELECT a FROM t ORDER BY a OFFSET 2.9 ROWS FETCH NEXT 3 ROWS ONLY;
SELECT a FROM t LIMIT ?;
