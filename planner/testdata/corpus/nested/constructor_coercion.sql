-- Elements are cast to their common type, whose own elements the cast calls NOT NULL.
CREATE TABLE events (id INT, name STRING, tags ARRAY<STRING>) WITH ('connector' = 'datagen');

SELECT ARRAY[ARRAY[id], ARRAY[1]], ARRAY[ARRAY['x'], ARRAY[name]], ARRAY[tags, ARRAY[name]], MAP['a', ARRAY[1], 'b', ARRAY[id]] FROM events;
