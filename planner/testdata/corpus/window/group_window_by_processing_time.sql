-- A legacy group window by processing time does not compute that time below, unless a watermark stands between.
CREATE TABLE clicks (
  id     BIGINT,
  region STRING,
  sku    STRING,
  amount INT,
  pt     AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'clicks',
  'properties.bootstrap.servers' = 'kafka:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE TABLE orders (
  id     BIGINT,
  region STRING,
  sku    STRING,
  amount INT,
  placed TIMESTAMP(3),
  pt     AS PROCTIME(),
  WATERMARK FOR placed AS placed - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

SELECT TUMBLE_START(pt, INTERVAL '1' MINUTE), COUNT(*) FROM clicks GROUP BY TUMBLE(pt, INTERVAL '1' MINUTE);

SELECT region, SUM(amount) FROM clicks GROUP BY region, TUMBLE(pt, INTERVAL '1' MINUTE);

SELECT region, SUM(amount) FROM orders GROUP BY region, TUMBLE(pt, INTERVAL '1' MINUTE);
