-- The sets of a CUBE are expanded under the names of the columns that a scan has been narrowed to.
CREATE TABLE j (id INT, x BIGINT, nm STRING) WITH ('connector' = 'jdbc', 'url' = 'jdbc:postgresql://db:5432/shop', 'table-name' = 'j');
SELECT x AS p, id AS q, MAX(id) AS m FROM j GROUP BY CUBE(x, id);
SELECT nm AS p, MAX(nm) AS m, COUNT(*) AS c FROM j WHERE nm >= 'a' GROUP BY ROLLUP(nm);
