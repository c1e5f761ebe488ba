-- A scan whose filter was refused is one with the scan without a filter, and prints as the first.
CREATE TABLE f (id INT, n INT) WITH ('connector' = 'filesystem', 'path' = '/tmp/f', 'format' = 'csv');
SELECT id FROM f WHERE id NOT IN (SELECT id FROM f WHERE MOD(id, 3) < 2 GROUP BY id);
SELECT id FROM f WHERE MOD(id, 3) < 2 AND id NOT IN (SELECT id FROM f);
