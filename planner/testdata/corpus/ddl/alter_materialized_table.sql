-- What ALTER MATERIALIZED TABLE changes.
CREATE TABLE k (id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'k',
  'properties.bootstrap.servers' = 'kafka:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);

CREATE MATERIALIZED TABLE m (PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'print') FRESHNESS = INTERVAL '1' MINUTE AS SELECT id, name FROM k;

ALTER MATERIALIZED TABLE m ADD (twice AS id * 2);

ALTER MATERIALIZED TABLE m DROP twice;

ALTER MATERIALIZED TABLE m DROP id;

ALTER MATERIALIZED TABLE m MODIFY id BIGINT;

ALTER MATERIALIZED TABLE m ADD DISTRIBUTION BY HASH(id) INTO 2 BUCKETS;

INSERT INTO m SELECT id, name FROM k;
