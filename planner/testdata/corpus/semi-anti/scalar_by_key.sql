-- A correlated scalar subquery by a primary key gives one row without a check; a computed item asks whether there was one.
CREATE TABLE p (id INT, name STRING, v DOUBLE, n BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, name STRING, v DOUBLE, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 'c');
SELECT p.id, (SELECT c.name FROM c WHERE c.id = p.id) AS name FROM p;
SELECT p.id, (SELECT c.v * 2 FROM c WHERE c.id = p.id AND c.name = 'x') AS twice FROM p;
