-- The columns of a legacy group window belong to the block of the aggregate.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE VIEW hours AS SELECT TUMBLE_START(ts, INTERVAL '1' HOUR) AS h, shop, COUNT(*) AS n FROM orders GROUP BY shop, TUMBLE(ts, INTERVAL '1' HOUR);
CREATE TABLE a (h TIMESTAMP(3), shop STRING, n BIGINT) WITH ('connector' = 'print');
CREATE TABLE b (shop STRING, n BIGINT) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO a SELECT * FROM hours;
INSERT INTO b SELECT shop, n FROM hours WHERE n > 3;
END;
