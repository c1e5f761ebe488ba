-- An IN of values is bound before the rest of a condition: the outer rows that it reads have the lower numbers.
CREATE TABLE a (id INT, x BIGINT, s STRING, d DOUBLE) WITH ('connector'='datagen');
SELECT id FROM a t1 WHERE EXISTS (SELECT 1 FROM a t2 WHERE t2.d <> t1.d AND t1.x IN (100, 7));
SELECT id FROM a t1 WHERE EXISTS (SELECT 1 FROM a t2 WHERE t1.x IN (100, 7) AND t2.d <> t1.d);
SELECT id FROM a t1 WHERE EXISTS (SELECT 1 FROM a t2 WHERE t2.d <> t1.d AND t1.x NOT IN (100, 7) AND t1.s IN ('a', 'b'));
SELECT id FROM a t1 WHERE EXISTS (SELECT 1 FROM a t2 WHERE t2.d <> t1.d AND t2.x IN (t1.x, 7));
SELECT id FROM a t1 WHERE EXISTS (SELECT 1 FROM a t2 WHERE t2.d <> t1.d AND t1.x IN (SELECT x FROM a t3 WHERE t3.s = t2.s));
SELECT id FROM a t1 WHERE EXISTS (SELECT 1 FROM a t2 WHERE t2.d <> t1.d AND t1.x IN (100));
SELECT id FROM a t1 WHERE EXISTS (SELECT t1.x IN (100, 7) FROM a t2 WHERE t2.d <> t1.d LIMIT 1);
