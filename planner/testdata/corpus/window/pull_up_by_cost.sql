CREATE TABLE visits (who STRING, page STRING, secs INT, at TIMESTAMP(3), WATERMARK FOR at AS at) WITH ('connector' = 'filesystem', 'path' = 'file:///v', 'format' = 'csv');

-- Over a watermark assigner Flink knows less of what LIKE keeps: the window function stays where it is.
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) WHERE page LIKE 'a%' GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) WHERE secs > 3 GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) WHERE page IN ('a', 'b') GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) WHERE page <> 'a' GROUP BY who, window_start, window_end;
EXPLAIN CHANGELOG_MODE SELECT who, window_end, SUM(secs) FROM TABLE(TUMBLE(TABLE visits, DESCRIPTOR(at), INTERVAL '1' MINUTE)) WHERE page IS NULL GROUP BY who, window_start, window_end;
