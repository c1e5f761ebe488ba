-- A scalar sub-query that computes something over an aggregate of all rows needs no check that it has one row.
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

SELECT id FROM clicks c WHERE amount > (SELECT AVG(price) * 2 FROM prices p WHERE p.sku = c.sku);

SELECT id, (SELECT COUNT(*) - 1 FROM prices p WHERE p.sku = c.sku) AS others FROM clicks c;
