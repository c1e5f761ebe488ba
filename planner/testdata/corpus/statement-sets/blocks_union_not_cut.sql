-- With UNION ALL as no place to cut at, the blocks are its inputs.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
SET 'table.optimizer.union-all-as-breakpoint-enabled' = 'false';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE VIEW each_way AS SELECT id, amount FROM orders WHERE shop = 'x' UNION ALL SELECT id, -amount FROM orders WHERE shop = 'y';
CREATE TABLE sums (id BIGINT, total INT, PRIMARY KEY (id) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'sums', 'properties.bootstrap.servers' = 'kafka:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE copies (id BIGINT, amount INT) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO sums SELECT id, SUM(amount) FROM each_way GROUP BY id;
INSERT INTO copies SELECT * FROM each_way;
END;
