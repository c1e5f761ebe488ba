CREATE TABLE visits (who STRING, page STRING, secs INT, at TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR at AS at) WITH ('connector' = 'datagen');

EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(pt), INTERVAL '1' MINUTE)) WHERE page LIKE 'a%' GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(pt), INTERVAL '1' MINUTE)) WHERE secs > 3 GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(HOP(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)) WHERE page LIKE 'a%' GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT window_end, UPPER(m) FROM (SELECT window_start, window_end, MAX(page) AS m FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end) WHERE m LIKE 'a%';
EXPLAIN CHANGELOG_MODE SELECT window_time, MIN(at), MAX(at) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end, window_time;
