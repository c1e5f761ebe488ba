-- Comparisons with SOME and ALL of a column that is never NULL: the counters are one.
CREATE TABLE t (id INT, note STRING) WITH (
  'connector' = 'kafka',
  'topic' = 't',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'planner',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE TABLE k (id INT, note STRING, PRIMARY KEY (id) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'k',
  'properties.bootstrap.servers' = 'kafka:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);

SELECT id FROM t WHERE id <> SOME (SELECT id FROM k);

SELECT id FROM t WHERE id >= ALL (SELECT id FROM k);

SELECT id FROM t WHERE id <> ALL (SELECT id FROM k);
