-- Averages in MEASURES and DEFINE are sums by counts.
CREATE TABLE ticks (symbol STRING, price BIGINT, tax DECIMAL(10, 2), ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (
  'connector' = 'kafka',
  'topic' = 'ticks',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'planner',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY symbol ORDER BY ts
  MEASURES FIRST(A.ts) AS begins, AVG(A.price) AS price, AVG(A.tax) AS tax
  ONE ROW PER MATCH AFTER MATCH SKIP PAST LAST ROW
  PATTERN (A+ B)
  DEFINE A AS AVG(A.price) < 15
);
