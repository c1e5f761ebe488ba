-- A column that is selected twice over an order that is not selected: the second bears the number of its place.
CREATE TABLE offers (id BIGINT, price INT, shop STRING) WITH ('connector' = 'datagen');

CREATE TABLE best (a BIGINT, b BIGINT) WITH ('connector' = 'blackhole');

INSERT INTO best SELECT id, id FROM offers ORDER BY price LIMIT 10;

SELECT id, id, shop, shop FROM offers ORDER BY price LIMIT 3;
