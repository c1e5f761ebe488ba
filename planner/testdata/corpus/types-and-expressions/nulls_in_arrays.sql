-- NULL in an array has the type of its other elements wherever the array stands; a cast array is computed when planning.
CREATE TABLE t (a INT) WITH ('connector' = 'datagen');
SELECT ARRAY[1, NULL], CAST(ARRAY[1, NULL] AS ARRAY<DOUBLE>), ARRAY_CONTAINS(ARRAY[1, NULL], a) FROM t;
SELECT IF(ARRAY_CONTAINS(CAST(ARRAY[1, 2] AS ARRAY<SMALLINT>), CAST(1 AS SMALLINT)), a, 2) FROM t;
