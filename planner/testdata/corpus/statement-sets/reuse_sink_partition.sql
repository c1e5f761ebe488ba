-- Sinks into one table are made one only where PARTITION sets the same values.
SET 'table.optimizer.reuse-sink-enabled' = 'true';
CREATE TABLE s1 (x BIGINT, y BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE s2 (x BIGINT, y BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE s3 (x BIGINT, y BIGINT) WITH ('connector' = 'datagen');
CREATE TABLE p (y BIGINT, a BIGINT) PARTITIONED BY (a) WITH ('connector' = 'filesystem', 'path' = 'file:///tmp/p', 'format' = 'csv');
EXECUTE STATEMENT SET BEGIN
INSERT INTO p PARTITION (a = 1) SELECT y FROM s1;
INSERT INTO p PARTITION (a = 1) SELECT y FROM s2;
INSERT INTO p PARTITION (a = 2) SELECT y FROM s3;
INSERT INTO p SELECT y, x FROM s1;
END;
