-- Keys of a multi-way join into an upsert sink: kept, lost, and materialized.
SET 'table.optimizer.multi-join.enabled' = 'true';

CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE s (id INT, x STRING, y STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 's', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');

INSERT INTO s SELECT c.id, c.x, d.y FROM c JOIN d ON c.id = d.id LEFT JOIN c c2 ON c2.id = c.id;
INSERT INTO s SELECT c.id, c.x, d.y FROM c JOIN d ON c.x = d.x JOIN c c2 ON c2.x = c.x;
INSERT INTO s SELECT c.id, c.x, d.y FROM c JOIN d ON c.x = d.x JOIN c c2 ON c2.x = c.x ON CONFLICT DO DEDUPLICATE;
INSERT INTO s SELECT c.id, c.x, d.y FROM c JOIN d ON c.id = d.id AND c.x = d.x JOIN c c2 ON c2.id = c.id;
