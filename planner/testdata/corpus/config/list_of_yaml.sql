-- A list option may be a list of YAML in brackets; else its items are parted by semicolons.
CREATE TABLE k (a INT, p INT METADATA FROM 'partition' VIRTUAL, `offset` BIGINT METADATA VIRTUAL) WITH ('connector' = 'kafka',
  'topic' = 't', 'properties.bootstrap.servers' = 'h:9092', 'format' = 'json', 'scan.startup.mode' = 'earliest-offset');
SET 'table.column-expansion-strategy' = '[EXCLUDE_ALIASED_VIRTUAL_METADATA_COLUMNS, EXCLUDE_DEFAULT_VIRTUAL_METADATA_COLUMNS]';
SELECT * FROM k;
SET 'table.column-expansion-strategy' = '[EXCLUDE_ALIASED_VIRTUAL_METADATA_COLUMNS]';
SELECT * FROM k;
SET 'table.column-expansion-strategy' = 'EXCLUDE_DEFAULT_VIRTUAL_METADATA_COLUMNS';
SELECT * FROM k;
SET 'table.column-expansion-strategy' = '[NONE_SUCH]';
SELECT * FROM k;
