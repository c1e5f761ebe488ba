-- A scalar aggregate that is correlated by the outer key is computed above the join.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, name STRING, v DOUBLE, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 'c');
SELECT c.id, (SELECT 2 * MAX(p.v) FROM p WHERE p.id = c.id) AS m FROM c;
SELECT c.id, (SELECT COUNT(*) + 1 FROM p WHERE p.id = c.id) AS k FROM c;
