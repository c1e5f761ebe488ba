-- A source that two sinks read is a block of its own: no projection or filter is pushed into it.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE TABLE a (id BIGINT) WITH ('connector' = 'print');
CREATE TABLE b (shop STRING) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO a SELECT id FROM orders WHERE amount > 10;
INSERT INTO b SELECT shop FROM orders;
END;
