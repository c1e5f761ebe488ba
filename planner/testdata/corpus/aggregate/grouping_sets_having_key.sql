CREATE TABLE sales (shop STRING, item STRING, amount INT, sold_at TIMESTAMP(3), WATERMARK FOR sold_at AS sold_at) WITH ('connector' = 'datagen');
CREATE TABLE shops (shop STRING, city STRING) WITH ('connector' = 'datagen');

-- Conditions on keys go between the aggregate and its Expand.
EXPLAIN CHANGELOG_MODE SELECT shop, item, SUM(amount) AS total FROM sales GROUP BY ROLLUP (shop, item) HAVING item > 'a' AND SUM(amount) > 3;
EXPLAIN CHANGELOG_MODE SELECT shop, COUNT(*) FROM sales GROUP BY CUBE (shop, item) HAVING GROUPING(shop) <= GROUPING(item);
-- An Expand over a join keeps the time attribute that the join has made a timestamp.
EXPLAIN CHANGELOG_MODE SELECT c.city, s.sold_at, COUNT(*) FROM sales s JOIN shops c ON s.shop = c.shop GROUP BY ROLLUP (c.city, s.sold_at);
