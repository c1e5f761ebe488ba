-- SOURCE_WATERMARK() has the type of its column, TIMESTAMP(3) as TIMESTAMP_LTZ(3).
CREATE TABLE plain (a INT, ts TIMESTAMP(3), WATERMARK FOR ts AS SOURCE_WATERMARK()) WITH ('connector' = 'datagen');
CREATE TABLE zoned (a INT, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS SOURCE_WATERMARK()) WITH ('connector' = 'datagen');
SELECT a, ts FROM plain;
SELECT a, ts FROM zoned;
