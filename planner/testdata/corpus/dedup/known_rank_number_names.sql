-- The name of a known row number, where columns below the window are left out and where not.
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

SELECT * FROM (SELECT id, region, ROW_NUMBER() OVER (PARTITION BY region ORDER BY amount DESC) AS rn FROM clicks) WHERE rn = 2;

SELECT region, rn FROM (SELECT id, region, ROW_NUMBER() OVER (PARTITION BY region ORDER BY amount DESC) AS rn FROM clicks) WHERE rn = 1;
