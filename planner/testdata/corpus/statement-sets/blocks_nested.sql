-- Blocks read blocks: the join is one, and the aggregate over it another; only what a sink needs is asked of each.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE TABLE shops (shop STRING, city STRING, PRIMARY KEY (shop) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'shops', 'properties.bootstrap.servers' = 'kafka:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE VIEW placed AS SELECT o.id, o.amount, s.city FROM orders o JOIN shops s ON o.shop = s.shop;
CREATE VIEW cities AS SELECT city, SUM(amount) AS total FROM placed GROUP BY city;
CREATE TABLE by_city (city STRING, total INT, PRIMARY KEY (city) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'by_city', 'properties.bootstrap.servers' = 'kafka:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE placed_out (id BIGINT, amount INT, city STRING) WITH ('connector' = 'print');
CREATE TABLE big (city STRING) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO by_city SELECT * FROM cities;
INSERT INTO placed_out SELECT * FROM placed;
INSERT INTO big SELECT city FROM cities WHERE total > 100;
END;
