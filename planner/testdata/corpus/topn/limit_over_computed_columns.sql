-- Where a limit stands: below what is computed, above what is one Calc with a filter.
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

SELECT UPPER(sku) AS s, id FROM orders WHERE amount > 3 ORDER BY id LIMIT 5;

SELECT sku, id FROM orders WHERE amount > 3 ORDER BY id LIMIT 5;

SELECT id FROM orders ORDER BY placed, amount;

SELECT id, amount FROM orders ORDER BY id, id DESC, amount LIMIT 2;
