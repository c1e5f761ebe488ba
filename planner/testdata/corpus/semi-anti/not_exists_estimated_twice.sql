CREATE TABLE tickets (id INT, who STRING, prio INT, topic STRING, at TIMESTAMP(3), WATERMARK FOR at AS at) WITH ('connector' = 'datagen');
CREATE TABLE payments (id INT, who STRING, how STRING, at TIMESTAMP(3), WATERMARK FOR at AS at) WITH ('connector' = 'datagen');

-- Flink estimates LIKE over a projection, and guesses more once it stands over the watermark: the join without the
-- projection is found with the guess.
EXPLAIN CHANGELOG_MODE SELECT prio, UPPER(topic) AS topic FROM tickets t WHERE NOT EXISTS (SELECT * FROM payments p WHERE p.how LIKE 'A%' AND p.who = t.who);
EXPLAIN CHANGELOG_MODE SELECT prio, COUNT(*) FROM tickets t WHERE NOT EXISTS (SELECT * FROM payments p WHERE p.how LIKE 'A%' AND p.who = t.who) GROUP BY prio;
-- Nothing is computed above, or it is guessed as estimated.
EXPLAIN CHANGELOG_MODE SELECT prio, topic FROM tickets t WHERE NOT EXISTS (SELECT * FROM payments p WHERE p.how LIKE 'A%' AND p.who = t.who);
EXPLAIN CHANGELOG_MODE SELECT prio, UPPER(topic) AS topic FROM tickets t WHERE NOT EXISTS (SELECT * FROM payments p WHERE p.id > 3 AND p.who = t.who);
