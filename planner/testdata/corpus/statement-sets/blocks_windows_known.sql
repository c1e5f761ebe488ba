-- The windows of a block's aggregate stay known to what reads it.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE VIEW per_minute AS SELECT window_start, window_end, shop, SUM(amount) AS total
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end, shop;
CREATE TABLE minutes (window_start TIMESTAMP(3), shop STRING, total INT) WITH ('connector' = 'print');
CREATE TABLE best (window_start TIMESTAMP(3), total INT) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO minutes SELECT window_start, shop, total FROM per_minute;
INSERT INTO best SELECT window_start, MAX(total) FROM per_minute GROUP BY window_start, window_end;
END;
