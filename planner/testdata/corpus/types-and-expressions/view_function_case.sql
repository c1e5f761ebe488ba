CREATE TABLE t (a INT, b INT) WITH ('connector' = 'datagen');
CREATE VIEW v AS SELECT coalesce(a, 1) AS a, ifnull(b, 2) AS b FROM t;

-- In a view's text only functions of Calcite's own stand in capitals.
EXPLAIN CHANGELOG_MODE SELECT a, b FROM v;
EXPLAIN CHANGELOG_MODE SELECT coalesce(a, 1) AS a, ifnull(b, 2) AS b FROM t;
