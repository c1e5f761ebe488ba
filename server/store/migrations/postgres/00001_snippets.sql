-- +goose Up
CREATE TABLE snippets (
  id            TEXT COLLATE "C" PRIMARY KEY,
  content_hash  BYTEA NOT NULL,
  script        TEXT NOT NULL,
  settings      TEXT NOT NULL DEFAULT '',
  flink_version TEXT NOT NULL,
  planned_by    TEXT NOT NULL,
  result        BYTEA NOT NULL,
  token_hash    BYTEA NOT NULL,
  created_at    BIGINT NOT NULL,
  deleted_at    BIGINT
);

-- +goose Down
DROP TABLE snippets;
