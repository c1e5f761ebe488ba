-- An event-time column is TIMESTAMP(3) to queries, whatever precision is declared or computed.
CREATE TABLE clicks (user_id INT, ts AS TIMESTAMPADD(SECOND, user_id, TIMESTAMP '2024-01-01 00:00:00'), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
CREATE TABLE views (user_id INT, ts TIMESTAMP(1), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND) WITH ('connector' = 'datagen');
SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '30' SECOND)) GROUP BY window_start, window_end;
SELECT * FROM TABLE(HOP(TABLE views, DESCRIPTOR(ts), INTERVAL '30' SECOND, INTERVAL '1' MINUTE));
SELECT user_id, CAST(ts AS TIMESTAMP(1)) AS coarse, CAST(ts AS TIMESTAMP(3)) AS fine FROM views;
SELECT v.user_id, c.ts FROM views v JOIN clicks c ON v.user_id = c.user_id AND v.ts BETWEEN c.ts AND c.ts + INTERVAL '1' MINUTE;
