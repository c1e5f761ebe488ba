-- Keys of an aggregate over a filter stay in the order of GROUP BY; over a table they come in its order.
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

SELECT sku, region, SUM(amount) FROM clicks WHERE amount > 3 GROUP BY sku, region;

SELECT sku, region, SUM(amount) FROM clicks GROUP BY sku, region;

SELECT region, SUM(amount), AVG(amount), COUNT(amount) FROM clicks WHERE amount > 3 GROUP BY region;

SELECT sku, region, COUNT(*), GROUP_ID() FROM clicks GROUP BY ROLLUP (sku, region);
