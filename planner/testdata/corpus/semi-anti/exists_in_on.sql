-- EXISTS in ON joins the right side, by the column that has the outer column's number, whatever it is; IN of a literal and NOT EXISTS likewise.
CREATE TABLE l (id INT, x BIGINT, s STRING) WITH ('connector' = 'datagen');
CREATE TABLE r (k INT, y BIGINT, t STRING NOT NULL) WITH ('connector' = 'datagen');
CREATE TABLE o (id INT, n INT, s STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('connector' = 'mysql-cdc', 'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 't');
SELECT s, y FROM l JOIN r ON l.x = r.y AND EXISTS (SELECT 1 FROM o WHERE o.id = l.id);
SELECT l.id, y FROM l LEFT JOIN r ON EXISTS (SELECT 1 FROM o WHERE o.id <> l.id);
SELECT l.id, t FROM l RIGHT JOIN r ON l.x = r.y AND NOT EXISTS (SELECT 1 FROM o WHERE o.s = 'a');
SELECT l.id, t FROM l JOIN r ON NOT EXISTS (SELECT 1 FROM o WHERE o.s = l.s);
SELECT l.id, t FROM l JOIN r ON 5 IN (SELECT n FROM o);
SELECT l.id, t FROM l LEFT JOIN r ON l.x = r.y AND l.id <> (SELECT AVG(n) FROM o WHERE o.s = l.s);
