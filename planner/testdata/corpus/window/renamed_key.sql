-- The keys of a window aggregate bear the names of what is below its windowing function; the Calc above goes on to print
-- the query's.
CREATE TABLE clicks (
  id   BIGINT,
  page STRING,
  n    INT,
  at   TIMESTAMP(3),
  WATERMARK FOR at AS at - INTERVAL '5' SECOND
) WITH ('connector' = 'datagen');

SELECT page AS label, COUNT(*) AS clicks FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' MINUTE))
GROUP BY page, window_start, window_end;

SELECT label, ws, SUM(m) FROM (
  SELECT page AS label, n AS m, window_start AS ws, window_end AS we FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' MINUTE)))
GROUP BY label, ws, we;
