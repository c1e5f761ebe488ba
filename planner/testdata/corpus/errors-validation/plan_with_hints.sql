-- Query hints stand in the plan of one message, not in that of another: only Flink's own writer knows them.
CREATE TABLE orders (id BIGINT, user_id BIGINT, now AS PROCTIME()) WITH ('connector' = 'datagen');

CREATE TABLE users (id BIGINT, name STRING) WITH (
  'connector' = 'kafka', 'topic' = 'users', 'properties.bootstrap.servers' = 'kafka:9092', 'format' = 'json',
  'scan.startup.mode' = 'earliest-offset'
);

SELECT /*+ LOOKUP('table'='users', 'async'='true') */ o.id, u.name FROM orders o
LEFT JOIN users FOR SYSTEM_TIME AS OF o.now AS u ON o.user_id = u.id;

SET 'table.optimizer.delta-join.strategy' = 'FORCE';

SELECT /*+ STATE_TTL('o'='1d', 'u'='12h') */ o.id, u.name FROM orders o JOIN users u ON o.user_id = u.id;
