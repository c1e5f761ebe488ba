CREATE TABLE posts (id INT, tags ARRAY<STRING>) WITH ('connector' = 'datagen');

-- The alias stays where the filter makes a constant of the column.
EXPLAIN CHANGELOG_MODE SELECT id, tag FROM posts CROSS JOIN UNNEST(tags) AS t (tag) WHERE tag = 'sql';
EXPLAIN CHANGELOG_MODE SELECT id, tag FROM posts CROSS JOIN UNNEST(tags) AS t (tag) WHERE tag > 'sql';
