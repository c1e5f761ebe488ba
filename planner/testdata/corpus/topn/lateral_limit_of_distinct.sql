-- The first rows of each group by LATERAL: the groups come from the same table, so Flink makes a Rank of them.
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

SELECT d.region, o.sku, o.amount
FROM (SELECT DISTINCT region FROM orders) d,
  LATERAL (
    SELECT sku, amount FROM orders WHERE region = d.region ORDER BY amount DESC LIMIT 3
  ) o;
