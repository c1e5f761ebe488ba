-- Nothing batches in a statement of scans and filters, sub-queries included; its joins say that they do.
SET 'table.exec.mini-batch.enabled' = 'true';

SET 'table.exec.mini-batch.allow-latency' = '2 s';

SET 'table.exec.mini-batch.size' = '1000';

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

CREATE TABLE prices (
  sku   STRING,
  price DOUBLE,
  rate  FLOAT,
  since TIMESTAMP(3)
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:postgresql://db:5432/shop',
  'table-name' = 'prices'
);

SELECT id FROM clicks WHERE sku IN (SELECT sku FROM prices);
