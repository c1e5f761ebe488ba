-- A sink that cannot take what a block sends is told of the root of that block.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE VIEW sums AS SELECT shop, SUM(amount) AS total FROM orders GROUP BY shop;
CREATE TABLE a (shop STRING, total INT) WITH ('connector' = 'print');
CREATE TABLE b (shop STRING) WITH ('connector' = 'kafka', 'topic' = 'b', 'properties.bootstrap.servers' = 'kafka:9092', 'format' = 'json');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO a SELECT * FROM sums;
INSERT INTO b SELECT shop FROM sums WHERE total > 3;
END;
