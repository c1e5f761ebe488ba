-- Groups that are single rows: what is left of the aggregate bears its names, though the call that nobody reads goes too.
CREATE TABLE a (id INT, x BIGINT, s STRING, d DOUBLE) WITH ('connector' = 'datagen');
SELECT k AS p, MAX(k) AS q FROM (SELECT s AS k, SUM(d) AS w FROM a GROUP BY s) GROUP BY k;
SELECT k AS p, SUM(k) AS q FROM (SELECT MAX(id) AS k, MIN(s) AS w FROM a) GROUP BY k;
