-- A watermark's expression is simplified when its assigner is made: minus of minus, CASE of TRUE.
CREATE TABLE twice (a INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - (-(-(INTERVAL '10' SECOND)))) WITH ('connector' = 'datagen');
CREATE TABLE chosen (a INT, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - CASE WHEN TRUE THEN INTERVAL '10' SECOND ELSE INTERVAL '2' SECOND END) WITH ('connector' = 'datagen');
SELECT a, ts FROM twice;
SELECT a, ts FROM chosen;
