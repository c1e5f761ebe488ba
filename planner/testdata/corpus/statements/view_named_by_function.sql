-- A view may take a column's name from CURRENT_DATE and the like, but can't be read then: Flink keeps that name without quotes.
CREATE TABLE t (id INT, ts TIMESTAMP(3)) WITH ('connector' = 'datagen');
CREATE VIEW clock AS SELECT LOCALTIME, LOCALTIMESTAMP, CURRENT_DATE, NOW();
SELECT * FROM clock;
CREATE VIEW stamped AS SELECT id, ts AS `at`, CURRENT_TIMESTAMP FROM t;
SELECT id FROM stamped;
CREATE VIEW fine AS SELECT id, CURRENT_TIMESTAMP AS seen, NOW() FROM t;
SELECT * FROM fine;
CREATE VIEW listed (a, b) AS SELECT id, CURRENT_DATE FROM t;
SELECT a FROM listed;
