-- Windows over times of which one may be NULL are joined as any other rows.
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

CREATE TABLE returns (
  id   BIGINT,
  sent TIMESTAMP(3) NOT NULL,
  WATERMARK FOR sent AS sent
) WITH (
  'connector' = 'kafka',
  'topic' = 'returns',
  'properties.bootstrap.servers' = 'kafka:9092',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

SELECT l.id, l.window_start
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(placed), INTERVAL '5' MINUTE)) l
JOIN TABLE(TUMBLE(TABLE returns, DESCRIPTOR(sent), INTERVAL '5' MINUTE)) r
  ON l.id = r.id AND l.window_start = r.window_start AND l.window_end = r.window_end;
