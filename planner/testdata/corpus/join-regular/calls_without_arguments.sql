-- Calls without arguments in ON: Flink trips over one that is compared with nothing but time attributes; one beside no column goes to the side that may have it.
CREATE TABLE a (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x STRING, y STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x STRING, y STRING, n BIGINT, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');

SELECT a.id, b.x FROM a LEFT JOIN b ON a.id = b.id AND a.ts > LOCALTIMESTAMP;
SELECT a.id, b.x FROM a LEFT JOIN b ON a.id = b.id AND a.n > RAND() AND a.ts = b.ts;
SELECT a.id, b.x FROM a LEFT JOIN b ON a.id = b.id AND a.ts > LOCALTIMESTAMP AND a.ts BETWEEN b.ts - INTERVAL '1' HOUR AND b.ts;
SELECT a.id, b.x FROM a LEFT JOIN c AS b ON a.id = b.id AND LOCALTIMESTAMP > TIMESTAMP '2020-01-01 00:00:00';
SELECT a.id, b.x FROM a FULL JOIN c AS b ON a.id = b.id AND RAND() > 0.5;
SELECT a.id, b.x FROM a JOIN c AS b ON a.id = b.id AND RAND() > 0.5;
SELECT a.id, b.x FROM a JOIN c AS b ON a.id = b.id AND a.x > UUID();
