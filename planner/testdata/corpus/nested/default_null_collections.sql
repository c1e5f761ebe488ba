-- Columns that an INSERT leaves out: NULLs of a type whose elements are NOT NULL, cast to the sink's.
CREATE TABLE sink (
  id   BIGINT,
  tags ARRAY<STRING>,
  grid ARRAY<ARRAY<INT>>,
  more MAP<STRING, STRING>,
  PRIMARY KEY (id) NOT ENFORCED
) WITH ('connector' = 'blackhole');

INSERT INTO sink (id) VALUES (1), (2);
