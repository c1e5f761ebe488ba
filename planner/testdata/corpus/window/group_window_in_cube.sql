-- A legacy group window among grouping sets is no window for Flink, and no function either.
CREATE TABLE t (a INT, b INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'datagen');
SELECT a, COUNT(*) FROM t GROUP BY CUBE(TUMBLE(ts, INTERVAL '1' HOUR), a);
SELECT a, TUMBLE_END(ts, INTERVAL '1' HOUR), COUNT(*) FROM t GROUP BY TUMBLE(ts, INTERVAL '1' HOUR), ROLLUP(a, b);
SELECT HOP_START(ts, INTERVAL '1' HOUR, INTERVAL '2' HOUR), COUNT(*) FROM t GROUP BY ROLLUP(HOP(ts, INTERVAL '1' HOUR, INTERVAL '2' HOUR), a);
SELECT COUNT(*) FROM t GROUP BY GROUPING SETS((SESSION(ts, INTERVAL '1' HOUR), a), (a));
