-- Joins without an equality of columns: one place, no common key; columns that nobody reads are none at all.
SET 'table.optimizer.multi-join.enabled' = 'true';

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');

SELECT a.x, b.y FROM a CROSS JOIN b;
SELECT COUNT(*) FROM a, b;
SELECT a.x, b.y FROM a JOIN b ON a.n > b.n;
SELECT a.x, b.y FROM a LEFT JOIN b ON a.x = a.y;
SELECT a.id, b.x FROM a JOIN b ON a.id IS NOT DISTINCT FROM b.id;
SELECT a.id, c.n FROM a JOIN c ON a.id = c.id AND a.x = c.x WHERE a.id = 5;
