-- Times in constant rows print without their types.
CREATE TABLE s (ts TIMESTAMP(3), t TIME, n STRING) WITH ('connector' = 'print');

INSERT INTO s VALUES (TIMESTAMP '2020-04-01 00:00:00.000', TIME '10:00:00', 'a'), (TIMESTAMP '2020-04-01 00:00:00.120', TIME '11:30:00', 'bb');
