CREATE TABLE hits (id INT, who INT, n INT, at TIMESTAMP(3), WATERMARK FOR at AS at) WITH ('connector' = 'kafka', 'topic' = 't', 'properties.bootstrap.servers' = 'k:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE VIEW v AS SELECT window_start, window_end, COUNT(DISTINCT who) AS people, SUM(n) AS total FROM TABLE(TUMBLE(TABLE hits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end;

-- The aggregate of one input goes; what it read stays.
EXPLAIN CHANGELOG_MODE SELECT window_start, window_end FROM v UNION SELECT window_start, window_end FROM v WHERE total < 100;
