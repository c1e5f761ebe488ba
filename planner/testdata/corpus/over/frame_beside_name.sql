-- A frame beside the name of a window: its bounds are lost.
CREATE TABLE t (id INT, v DOUBLE, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (
  'connector' = 'kafka',
  'topic' = 't',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'planner',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

SELECT id, COUNT(*) OVER (w ROWS 3 PRECEDING) FROM t WINDOW w AS (PARTITION BY id ORDER BY ts);
