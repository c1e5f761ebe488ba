-- CONVERT with a type is a CAST whose style does not count; the elements of a written T ARRAY are NOT NULL in CAST.
CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen');

SELECT CONVERT(INT, b), CONVERT(VARCHAR(5), a, 1), CONVERT(DECIMAL(5, 2), b), CONVERT(TIMESTAMP, b) FROM t;
SELECT CAST(NULL AS INT ARRAY), CAST(ARRAY[a] AS BIGINT ARRAY) FROM t;
