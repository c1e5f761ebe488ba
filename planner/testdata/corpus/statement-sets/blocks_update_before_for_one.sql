-- One sink of a CDC source's block needs what updates replace, so both get it.
SET 'table.optimizer.reuse-optimize-block-with-digest-enabled' = 'true';
CREATE TABLE cdc (id BIGINT, a INT, b STRING, PRIMARY KEY (id) NOT ENFORCED) WITH (
  'connector' = 'kafka', 'topic' = 'c', 'properties.bootstrap.servers' = 'kafka:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'debezium-json');
CREATE TABLE copy (id BIGINT, a INT, PRIMARY KEY (id) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'copy', 'properties.bootstrap.servers' = 'kafka:9092', 'key.format' = 'json', 'value.format' = 'json');
CREATE TABLE sums (b STRING, total INT, PRIMARY KEY (b) NOT ENFORCED) WITH (
  'connector' = 'upsert-kafka', 'topic' = 'sums', 'properties.bootstrap.servers' = 'kafka:9092', 'key.format' = 'json', 'value.format' = 'json');

EXECUTE STATEMENT SET
BEGIN
INSERT INTO copy SELECT id, a FROM cdc WHERE a IS NOT NULL;
INSERT INTO sums SELECT b, SUM(a) FROM cdc WHERE a IS NOT NULL GROUP BY b;
END;
