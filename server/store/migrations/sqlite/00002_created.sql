-- +goose Up
CREATE INDEX snippets_created ON snippets (created_at);

-- +goose Down
DROP INDEX snippets_created;
