-- A filter on an aggregate keeps the names of its own columns where the aggregate loses its to the columns below; unless its keys are ordered anew.
CREATE TABLE a (id INT, x BIGINT, s STRING, d DOUBLE) WITH ('connector' = 'datagen');
SELECT * FROM (SELECT s AS k, MIN(id) AS m FROM a WHERE s = s GROUP BY s) WHERE m >= 5;
SELECT * FROM (SELECT d AS k, MAX(x) AS m, MAX(id) AS n FROM a GROUP BY d) WHERE n IS NOT NULL;
SELECT * FROM (SELECT s AS p, id AS q, MAX(x) AS m FROM a GROUP BY s, id) WHERE m > 3;
