-- Of what INTERSECT reads, Flink knows that it is one row only where LIMIT is right below: the inner one gets its DISTINCT, the outer one has its key.
CREATE TABLE x (a INT, b BIGINT, c STRING) WITH ('connector' = 'datagen');
(SELECT a AS r FROM x ORDER BY b LIMIT 1) INTERSECT (SELECT a AS r FROM x ORDER BY b LIMIT 1) INTERSECT (SELECT a AS r FROM x ORDER BY b LIMIT 1);
(SELECT a AS r, b FROM x ORDER BY b LIMIT 1) INTERSECT (SELECT a AS r, b FROM x ORDER BY b LIMIT 1);
(SELECT * FROM x ORDER BY b LIMIT 1) EXCEPT (SELECT * FROM x ORDER BY b LIMIT 1);
(SELECT * FROM x LIMIT 1) UNION (SELECT * FROM x LIMIT 1);
