-- The common key in the order of its classes: not the order of each input's columns; one column of two in a class.
SET 'table.optimizer.multi-join.enabled' = 'true';

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');

SELECT a.x, b.y FROM a JOIN b ON a.x = b.y AND a.y = b.x;
SELECT a.x, b.y, c.n FROM a JOIN b ON a.x = b.x AND a.x = b.y JOIN c ON c.x = b.y;
SELECT a.x, b.y, c.n FROM a JOIN b ON a.id = b.id AND a.x = b.x JOIN c ON c.id = b.id AND c.n = a.n;
SELECT c.id, a.n FROM c JOIN a ON c.id = a.n JOIN b ON b.id = c.id;
