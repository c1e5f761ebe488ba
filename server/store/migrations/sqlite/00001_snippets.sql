-- +goose Up
CREATE TABLE snippets (
  id            TEXT PRIMARY KEY,
  content_hash  BLOB NOT NULL,
  script        TEXT NOT NULL,
  settings      TEXT NOT NULL DEFAULT '',
  flink_version TEXT NOT NULL,
  planned_by    TEXT NOT NULL,
  result        BLOB NOT NULL,
  token_hash    BLOB NOT NULL,
  created_at    INTEGER NOT NULL,
  deleted_at    INTEGER
) WITHOUT ROWID;

-- +goose Down
DROP TABLE snippets;
