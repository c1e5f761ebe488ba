-- A dimension table that two sinks look up in is cut off as a block, which no lookup can reach: Flink refuses what it plans without the option.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE orders (id BIGINT, amount INT, shop STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen');
CREATE TABLE dim (k STRING, v STRING, PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://h/d', 'table-name' = 't');
CREATE VIEW looked AS SELECT o.id, d.v FROM (SELECT *, PROCTIME() AS pt FROM orders) o LEFT JOIN dim FOR SYSTEM_TIME AS OF o.pt AS d ON o.shop = d.k WHERE o.amount > RAND();
CREATE TABLE a (id BIGINT, v STRING) WITH ('connector' = 'print');
CREATE TABLE b (v STRING) WITH ('connector' = 'print');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO a SELECT o.id, d.v FROM (SELECT *, PROCTIME() AS pt FROM orders) o JOIN dim FOR SYSTEM_TIME AS OF o.pt AS d ON o.shop = d.k;
INSERT INTO b SELECT v FROM looked;
END;
