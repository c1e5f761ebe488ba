-- MULTI_JOIN on some of the joins, handed down to a join below; STATE_TTL becomes one list.

CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE d (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'upsert-kafka', 'topic' = 'd', 'properties.bootstrap.servers' = 'k:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');

SELECT /*+ MULTI_JOIN(c, d, c2), STATE_TTL('c'='1d', 'c2'='3h') */ c.id, d.x FROM c JOIN d ON c.id = d.id LEFT JOIN c c2 ON c2.id = c.id;
SELECT /*+ MULTI_JOIN(c2) */ c.id, d.x FROM c JOIN d ON c.id = d.id JOIN c c2 ON c2.id = c.id;
SELECT /*+ MULTI_JOIN(a, t), STATE_TTL('t'='2h') */ a.id, t.n FROM a JOIN (SELECT id, COUNT(*) AS n FROM b GROUP BY id) t ON a.id = t.id;
SELECT /*+ MULTI_JOIN(c, d), BROADCAST(c) */ c.id, d.x FROM c FULL JOIN d ON c.id = d.id;
SELECT /*+ MULTI_JOIN('c'='d') */ c.id FROM c JOIN d ON c.id = d.id;
SELECT /*+ MULTI_JOIN(nobody) */ c.id FROM c JOIN d ON c.id = d.id;
