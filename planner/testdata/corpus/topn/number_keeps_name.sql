-- Below windows of a computed column the number of the Top-N further down keeps its name.
CREATE TABLE m (a INT NOT NULL, b STRING, v DOUBLE, ts TIMESTAMP(3), PRIMARY KEY (a) NOT ENFORCED) WITH ('connector' = 'mysql-cdc',
  'hostname' = 'h', 'username' = 'u', 'password' = 'p', 'database-name' = 'd', 'table-name' = 'm');

SELECT n, h FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY n ORDER BY v DESC) AS rk
  FROM (SELECT v, FLOOR(ts TO HOUR) AS h, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v DESC) AS n FROM m) WHERE n <= 3)) WHERE rk < 4;
SELECT n, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY n ORDER BY v DESC) AS rk
  FROM (SELECT v, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v DESC) AS n FROM m) WHERE n <= 3)) WHERE rk < 4;
