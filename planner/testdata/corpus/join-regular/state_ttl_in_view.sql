CREATE TABLE a (id INT, x INT) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, x INT) WITH ('connector' = 'datagen');
CREATE TABLE c (id INT, x INT) WITH ('connector' = 'datagen');
CREATE VIEW v AS SELECT /*+ STATE_TTL('a' = '1h', 'c' = '2h') */ a.x, b.id AS bid, c.id FROM a JOIN b ON a.id = b.id JOIN c ON b.id = c.id;

-- The query that reads the view hands its hints down once more.
EXPLAIN CHANGELOG_MODE SELECT x, id FROM v WHERE bid > 3;
