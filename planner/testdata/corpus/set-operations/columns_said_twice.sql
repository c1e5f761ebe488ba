-- A column that the left side of INTERSECT or EXCEPT gives twice is joined and grouped by once, and said twice above; below EXCEPT ALL it keeps its names.
CREATE TABLE a (id INT, x BIGINT, s STRING, d DOUBLE) WITH ('connector' = 'datagen');
CREATE TABLE j (id INT, x BIGINT, nm STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/shop', 'table-name' = 'j');
SELECT id AS p, id AS q FROM a INTERSECT SELECT id, 2 FROM j;
SELECT s AS p, s AS q, x AS r FROM a EXCEPT SELECT nm, nm, x FROM j;
SELECT id AS p, id AS q FROM a EXCEPT ALL SELECT id, id FROM a INTERSECT SELECT id, id FROM j;
