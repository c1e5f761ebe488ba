-- A legacy group window over the rowtime of another.
CREATE TABLE orders (
  id     BIGINT,
  region STRING,
  amount INT,
  placed TIMESTAMP(3),
  WATERMARK FOR placed AS placed - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'orders',
  'properties.bootstrap.servers' = 'kafka:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

SELECT region, TUMBLE_START(rt, INTERVAL '1' HOUR), SUM(total)
FROM (
  SELECT region, SUM(amount) AS total, TUMBLE_ROWTIME(placed, INTERVAL '1' MINUTE) AS rt
  FROM orders
  GROUP BY region, TUMBLE(placed, INTERVAL '1' MINUTE)
)
GROUP BY region, TUMBLE(rt, INTERVAL '1' HOUR);

SELECT SUM(total)
FROM (
  SELECT COUNT(*) AS total, TUMBLE_ROWTIME(placed, INTERVAL '1' MINUTE) AS rt
  FROM orders
  GROUP BY TUMBLE(placed, INTERVAL '1' MINUTE)
)
GROUP BY TUMBLE(rt, INTERVAL '1' HOUR);
