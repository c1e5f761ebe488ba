-- A cast to the type that the column has is the column, in the arguments of a window too.
CREATE TABLE readings (
  city        STRING,
  temperature FLOAT,
  at          TIMESTAMP(3),
  WATERMARK FOR at AS at - INTERVAL '15' SECOND
) WITH ('connector' = 'datagen');

SELECT
  city,
  AVG(CAST(temperature AS FLOAT)) OVER last_minute,
  MAX(temperature) OVER last_minute,
  STDDEV(CAST(temperature AS FLOAT)) OVER last_minute
FROM readings
WINDOW last_minute AS (PARTITION BY CAST(city AS STRING) ORDER BY at RANGE BETWEEN INTERVAL '1' MINUTE PRECEDING AND CURRENT ROW);
