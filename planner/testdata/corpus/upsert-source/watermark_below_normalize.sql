SET 'table.exec.source.cdc-events-duplicate' = 'true';
CREATE TABLE stock (house STRING, item STRING, n INT, kept INT, at TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR at AS at, PRIMARY KEY (house, item) NOT ENFORCED)
  WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 's');

-- The projection keeps all columns of the normalize but one key column: the watermark goes down alone.
EXPLAIN CHANGELOG_MODE SELECT house, n, at FROM stock WHERE at < TIMESTAMP '2024-01-01 00:00:00';
EXPLAIN CHANGELOG_MODE SELECT item, house, n, at FROM stock;
