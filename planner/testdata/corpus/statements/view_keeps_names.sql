-- A view keeps what its names stood for: neither USE nor a table of the same name changes it.
CREATE TABLE t (id BIGINT, note STRING) WITH (
  'connector' = 'kafka',
  'topic' = 't',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'planner',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

CREATE VIEW v AS SELECT id FROM t;

CREATE VIEW everything AS SELECT * FROM t;

CREATE DATABASE other;

USE other;

CREATE TABLE t (x STRING) WITH (
  'connector' = 'kafka',
  'topic' = 'o',
  'properties.bootstrap.servers' = 'kafka:9092',
  'properties.group.id' = 'planner',
  'scan.startup.mode' = 'earliest-offset',
  'format' = 'json'
);

SELECT * FROM default_database.v;

ALTER TABLE default_database.t ADD (more INT);

SELECT * FROM default_database.everything;
