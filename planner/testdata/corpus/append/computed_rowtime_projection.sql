-- What a query computes stays above a watermark on a computed column; it narrows the columns below only where that costs
-- less, here where the two projections become one.
CREATE TABLE clicks (
  page    STRING,
  user_id BIGINT,
  price   BIGINT,
  at AS TO_TIMESTAMP(page),
  seen AS PROCTIME(),
  WATERMARK FOR at AS at - INTERVAL '5' SECOND
) WITH ('connector' = 'datagen');

SELECT page, UPPER(page), at FROM clicks;

SELECT page, CAST(seen AS STRING), at FROM clicks;

SELECT page, at FROM clicks;
