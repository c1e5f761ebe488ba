-- What an OR in a join condition says of each side alone filters that side.
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

SELECT c.id, p.price
FROM clicks c JOIN prices p
  ON c.sku = p.sku AND ((c.region = 'EU' AND p.price > 10) OR (c.region = 'US' AND p.price > 20));

SELECT c.id, p.price
FROM clicks c LEFT JOIN prices p ON FALSE;
