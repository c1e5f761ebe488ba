-- A table with a watermark takes plain timestamps: what is written to an event-time column is cast to its type without the attribute.
CREATE TABLE readings (sensor_id INT, temperature DOUBLE, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka', 'topic' = 'readings', 'properties.bootstrap.servers' = 'broker:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
CREATE TABLE clocks (id INT, v DOUBLE, ts TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'kafka', 'topic' = 'clocks', 'properties.bootstrap.servers' = 'broker:9092', 'scan.startup.mode' = 'earliest-offset', 'format' = 'json');
INSERT INTO readings VALUES (0, 55, TO_TIMESTAMP('2024-11-15 02:15:30')), (1, 50, TO_TIMESTAMP('2024-11-15 02:15:30'));
INSERT INTO readings VALUES (0, 55.0, TIMESTAMP '2024-11-15 02:15:30');
INSERT INTO readings SELECT id, v, CAST(ts AS TIMESTAMP(3)) FROM clocks;
INSERT INTO clocks VALUES (0, 55, CURRENT_TIMESTAMP), (1, 50, CURRENT_TIMESTAMP);
