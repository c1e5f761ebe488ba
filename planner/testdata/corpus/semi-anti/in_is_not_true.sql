-- IN is never NULL for a key on its left, as far as IS NOT TRUE is simplified.
CREATE TABLE c (id INT, name STRING, v DOUBLE, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 'c');
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
SELECT * FROM c WHERE (c.id IN (SELECT p.id FROM p)) IS NOT TRUE;
