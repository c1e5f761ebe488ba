-- Right, full, semi and interval joins stay joins; what joins their result is a multi-way join.
SET 'table.optimizer.multi-join.enabled' = 'true';

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');

SELECT a.id, c.x FROM a RIGHT JOIN b ON a.id = b.id LEFT JOIN c ON b.id = c.id;
SELECT a.id, c.x FROM a FULL JOIN b ON a.id = b.id JOIN c ON b.id = c.id;
SELECT a.id FROM a JOIN b ON a.id = b.id WHERE a.id IN (SELECT id FROM c);
SELECT a.id, b.x, c.x FROM a JOIN b ON a.id = b.id AND a.ts BETWEEN b.ts - INTERVAL '1' HOUR AND b.ts JOIN c ON a.id = c.id;
SELECT a.id, a.ts, a.pt, b.ts, c.x FROM a JOIN b ON a.id = b.id JOIN c ON a.id = c.id;
SELECT c.id, d.n FROM c JOIN d ON c.id = d.id ORDER BY d.n LIMIT 3;
