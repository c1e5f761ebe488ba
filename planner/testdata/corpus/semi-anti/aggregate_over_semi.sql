-- The aggregate over a semi join reads its columns in the order of the join, which then goes below the inner join.
CREATE TABLE ss (a INT, i INT, p DOUBLE) WITH ('connector'='datagen');
CREATE TABLE cs (a INT, i INT, p DOUBLE) WITH ('connector'='datagen');
CREATE TABLE it (k INT, m STRING, c STRING) WITH ('connector'='datagen');
SELECT m, SUM(p) FROM ss, it WHERE m IN (SELECT m FROM it WHERE c = 'a') AND i = k GROUP BY m;
SELECT m, SUM(t) FROM (SELECT m, SUM(p) AS t FROM ss, it WHERE m IN (SELECT m FROM it WHERE c = 'a') AND i = k GROUP BY m UNION ALL SELECT m, SUM(p) AS t FROM cs, it WHERE m IN (SELECT m FROM it WHERE c = 'a') AND i = k GROUP BY m) GROUP BY m;
