-- COUNT(*) goes below two joins at once, though it would not pay below the first alone.
CREATE TABLE m (a INT NOT NULL, v DOUBLE, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'mysql-cdc',
  'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 'm');
CREATE TABLE r (a INT NOT NULL, v DOUBLE, PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'upsert-kafka',
  'topic' = 'r', 'key.format' = 'json', 'value.format' = 'json', 'properties.bootstrap.servers' = 'x');
CREATE TABLE d (a INT, v DOUBLE) WITH ('connector' = 'kafka', 'topic' = 'd', 'format' = 'debezium-json',
  'properties.bootstrap.servers' = 'x', 'scan.startup.mode' = 'earliest-offset');
SELECT COUNT(*) AS n FROM m CROSS JOIN d JOIN r ON m.a = r.a GROUP BY r.a;
SELECT COUNT(*) AS n FROM m CROSS JOIN d JOIN r ON m.a = r.a WHERE r.v > 3 GROUP BY m.a;
SELECT COUNT(*) AS n FROM m JOIN d ON m.a = d.a JOIN r ON m.a = r.a GROUP BY r.a;
