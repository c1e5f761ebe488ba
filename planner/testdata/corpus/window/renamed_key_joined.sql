-- Above a window aggregate whose keys bear the table's names, operators take their names from it and Calcs print the query's.
CREATE TABLE clicks (
  id   BIGINT,
  page STRING,
  at   TIMESTAMP(3),
  WATERMARK FOR at AS at
) WITH ('connector' = 'datagen');

CREATE VIEW pages AS
SELECT page AS label, window_start AS ws, window_end AS we, COUNT(*) AS c
FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(at), INTERVAL '1' MINUTE)) GROUP BY page, window_start, window_end;

SELECT a.label, b.c FROM pages a JOIN pages b ON a.label = b.label AND a.ws = b.ws AND a.we = b.we;

SELECT label FROM pages UNION ALL SELECT page FROM clicks;
