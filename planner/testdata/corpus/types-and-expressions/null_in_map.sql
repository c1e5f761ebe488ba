-- A NULL in a MAP constructor has the type of the first key, whether it stands for a key or for a value.
CREATE TABLE t (a INT, b STRING) WITH ('connector' = 'datagen');

SELECT MAP[a, NULL], MAP[b, NULL, b, 'x'], MAP[a, b, NULL, b] FROM t;
SELECT MAP[b, 1, b, NULL] FROM t;
