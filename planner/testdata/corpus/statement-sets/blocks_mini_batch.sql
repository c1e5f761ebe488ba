-- A scan that is a block by itself gets no mini-batch assigner; the intervals are handed down to the blocks.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
SET 'table.exec.mini-batch.enabled' = 'true';
SET 'table.exec.mini-batch.allow-latency' = '5 s';
SET 'table.exec.mini-batch.size' = '100';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE VIEW sums AS SELECT shop, SUM(amount) AS total FROM orders GROUP BY shop;
CREATE TABLE a (shop STRING, total INT, PRIMARY KEY (shop) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'a', 'properties.bootstrap.servers' = 'kafka:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE b (shop STRING, total INT) WITH ('connector' = 'print');
CREATE TABLE c (id BIGINT) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO a SELECT * FROM sums;
INSERT INTO b SELECT * FROM sums;
INSERT INTO c SELECT MAX(id) FROM orders;
END;
