-- INTERSECT ALL and EXCEPT ALL with an input that has no rows.
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

SELECT sku FROM clicks INTERSECT ALL SELECT region FROM clicks WHERE 1 = 0;

SELECT sku FROM clicks EXCEPT ALL SELECT region FROM clicks WHERE 1 = 0;
