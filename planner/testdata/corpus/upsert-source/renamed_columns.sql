-- A projection that only renames is gone once it is pushed below ChangelogNormalize: what is above bears the table's names.
CREATE TABLE users (
  id   BIGINT,
  name STRING,
  city STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'users',
  'properties.bootstrap.servers' = 'kafka:9092',
  'key.format' = 'json',
  'value.format' = 'json'
);

CREATE TABLE sink (user_id BIGINT, label STRING, PRIMARY KEY (user_id) NOT ENFORCED) WITH ('connector' = 'blackhole');

CREATE TABLE names (id BIGINT, label STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db/shop', 'table-name' = 'names');

INSERT INTO sink SELECT id AS user_id, name AS label FROM users;

INSERT INTO sink SELECT user_id, MAX(label) FROM (SELECT id AS user_id, name AS label FROM users) GROUP BY user_id;

SELECT u.user_id, n.label FROM (SELECT id AS user_id, PROCTIME() AS now FROM users) u
JOIN names FOR SYSTEM_TIME AS OF u.now AS n ON u.user_id = n.id;
