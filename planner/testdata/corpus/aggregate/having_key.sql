CREATE TABLE t (id INT, v INT, w INT) WITH ('connector' = 'datagen');
CREATE TABLE k (id INT NOT NULL, v INT) WITH ('connector' = 'datagen');

-- MAX of a key is the key: it is asked below the aggregate once SUM is taken apart.
EXPLAIN CHANGELOG_MODE SELECT id, MAX(id) AS m, SUM(v) AS s FROM t GROUP BY id HAVING MAX(id) > 3;
EXPLAIN CHANGELOG_MODE SELECT id, MAX(v) AS m, SUM(v) AS s FROM t GROUP BY id HAVING MAX(v) > 3;
-- A projection that is there already gives the names.
EXPLAIN CHANGELOG_MODE SELECT AVG(id) AS a, id, COUNT(*) AS c, SUM(v) AS s FROM k GROUP BY id HAVING COUNT(*) > 1;
-- Over nothing SUM and AVG are one row.
EXPLAIN CHANGELOG_MODE SELECT COUNT(*), SUM(v), AVG(w) FROM t WHERE 1 = 0;
