CREATE TABLE a (id INT, city STRING, x INT) WITH ('connector' = 'datagen');
CREATE TABLE b (id INT, y INT) WITH ('connector' = 'datagen');

-- The join goes, what it read for its condition stays.
EXPLAIN CHANGELOG_MODE SELECT city, COUNT(DISTINCT x) FROM a LEFT JOIN b ON a.id = b.id GROUP BY city;
EXPLAIN CHANGELOG_MODE SELECT DISTINCT city FROM a LEFT JOIN b ON a.id = b.id;
