-- A multi-way join on the right side of a join: kept apart, or Flink trips over it.
SET 'table.optimizer.multi-join.enabled' = 'true';

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');

SELECT a.x, c.y FROM a LEFT JOIN (b JOIN c ON b.id = c.id) ON a.id = b.id;
SELECT a.x FROM a JOIN (b JOIN c ON b.id = c.id) ON a.id = c.id;
SELECT c.x FROM (c JOIN d ON c.id = d.id) JOIN (c AS c2 JOIN d AS d2 ON c2.id = d2.id) ON c.id = c2.id;
SELECT a.x FROM a LEFT JOIN b ON a.id = b.id LEFT JOIN c ON a.id = c.id AND b.x = b.y;
