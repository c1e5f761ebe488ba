-- Two multi-way joins with the same types of columns are one to Flink: the first stands for both.
SET 'table.optimizer.multi-join.enabled' = 'true';

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');

SELECT a.x, b.x FROM a JOIN b ON a.x = b.x UNION ALL SELECT a.y, b.y FROM a JOIN b ON a.y = b.y;
SELECT a.x, b.x FROM a JOIN b ON a.id = b.id UNION ALL SELECT a.y, b.y FROM a LEFT JOIN b ON a.id = b.id;
SELECT a.id, c.n FROM a JOIN c ON a.id = c.id JOIN d ON d.id = c.id WHERE a.id = 5;
SELECT t.id, s.id FROM (SELECT c.id FROM c JOIN d ON c.id = d.id) t JOIN (SELECT d.id FROM c JOIN d ON c.id = d.id) s ON t.id = s.id;
SELECT a.x FROM a JOIN b ON a.id = b.id UNION ALL SELECT c.x FROM c JOIN d ON c.id = d.id;
