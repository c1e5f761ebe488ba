-- A watermark above what is computed, over deletes by key alone: Flink loses the input and trips over it.
CREATE TABLE w (id INT, n INT, m AS n + 1, ts TIMESTAMP(3), WATERMARK FOR ts AS ts, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'postgres-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'schema-name' = 's', 'table-name' = 't', 'slot.name' = 'l', 'changelog-mode' = 'upsert');
SELECT m, COUNT(*) FROM w GROUP BY m;
