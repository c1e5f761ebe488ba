-- Joins in the order that the planner thinks cheapest: without statistics, the first of equals.
SET 'table.optimizer.join-reorder-enabled' = 'true';

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');

SELECT a.id, b.x, c.n FROM a JOIN b ON a.id = b.id JOIN c ON a.id = c.id;
SELECT c.id, d.x, a.n FROM c JOIN d ON c.id = d.id JOIN a ON a.n = d.n;
SELECT a.id, b.x, c.n FROM a, b, c WHERE a.id = c.id;
SELECT a.id, b.x, c.n FROM a LEFT JOIN b ON a.id = b.id JOIN c ON a.id = c.id;
SELECT a.id, b.x, c.n FROM a LEFT JOIN b ON a.id = b.id JOIN c ON b.id = c.id;
SELECT a.id, b.x FROM a RIGHT JOIN b ON a.id = b.id;
SELECT a.id, b.x, c.n FROM a FULL JOIN b ON a.id = b.id JOIN c ON b.id = c.id;
SELECT a.id, b.x, c.n FROM a JOIN (b JOIN c ON b.id = c.id) ON a.n = c.n;
