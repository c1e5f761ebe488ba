-- Equal projections that differ in names alone are one to the optimizer, and bear the names of the first.
CREATE TABLE orders (id BIGINT, name STRING, amount INT) WITH ('connector' = 'datagen');

SELECT a.x, b.y FROM (SELECT id, name AS x FROM orders) a JOIN (SELECT id, name AS y FROM orders) b ON a.id = b.id;

SELECT a.x FROM (SELECT id AS x FROM orders) a WHERE a.x IN (SELECT id AS y FROM orders);

SELECT a.x, a.total, b.most FROM (SELECT name AS x, SUM(amount) AS total FROM orders GROUP BY name) a
JOIN (SELECT name AS y, MAX(amount) AS most FROM orders GROUP BY name) b ON a.x = b.y;

SELECT id, name AS x FROM orders UNION ALL SELECT id, name AS y FROM orders;
