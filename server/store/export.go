package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// record is a line of an export: all that there is of a snippet.
type record struct {
	ID string `json:"id"`
	Content
	PlannedBy   string          `json:"planned_by"`
	Result      json.RawMessage `json:"result,omitempty"`
	ContentHash []byte          `json:"content_hash"`
	TokenHash   []byte          `json:"token_hash"`
	CreatedAt   int64           `json:"created_at"`
	DeletedAt   *int64          `json:"deleted_at,omitempty"`
}

// Export writes every snippet, deleted ones' marks too, as JSON lines.
func (s *Store) Export(ctx context.Context, w io.Writer) (n int, err error) {
	rows, err := s.read.QueryContext(ctx, `SELECT id, script, settings, flink_version, planned_by, result, content_hash,
		token_hash, created_at, deleted_at FROM snippets ORDER BY id`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	buf := bufio.NewWriter(w)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	for rows.Next() {
		var r record
		var packed []byte
		var deleted sql.NullInt64
		if err := rows.Scan(&r.ID, &r.Script, &r.Settings, &r.FlinkVersion, &r.PlannedBy, &packed, &r.ContentHash,
			&r.TokenHash, &r.CreatedAt, &deleted); err != nil {
			return n, err
		}
		if deleted.Valid {
			r.DeletedAt = &deleted.Int64
		} else if r.Result, err = unpack(packed); err != nil {
			return n, fmt.Errorf("snippet %s: %w", r.ID, err)
		}
		if err := enc.Encode(r); err != nil {
			return n, err
		}
		n++
	}
	if err := rows.Err(); err != nil {
		return n, err
	}
	return n, buf.Flush()
}

// Import reads what Export wrote. All of it is taken, or nothing; snippets that
// are there already stay as they are.
func (s *Store) Import(ctx context.Context, r io.Reader) (n int, err error) {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer tx.Rollback()
	dec := json.NewDecoder(r)
	for line := 1; ; line++ {
		var rec record
		if err := dec.Decode(&rec); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return 0, fmt.Errorf("line %d: %w", line, err)
		}
		if err := rec.check(); err != nil {
			return 0, fmt.Errorf("line %d: %w", line, err)
		}
		packed := []byte{}
		if rec.DeletedAt == nil {
			if packed, err = pack(rec.Result); err != nil {
				return 0, err
			}
		}
		res, err := tx.ExecContext(ctx, `INSERT INTO snippets
			(id, script, settings, flink_version, planned_by, result, content_hash, token_hash, created_at, deleted_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING`,
			rec.ID, rec.Script, rec.Settings, rec.FlinkVersion, rec.PlannedBy, packed, rec.ContentHash, rec.TokenHash,
			rec.CreatedAt, rec.DeletedAt)
		if err != nil {
			return 0, fmt.Errorf("line %d: %w", line, err)
		}
		rows, err := res.RowsAffected()
		if err != nil {
			return 0, err
		}
		n += int(rows)
	}
	return n, tx.Commit()
}

func (r record) check() error {
	if !ValidID(r.ID) {
		return fmt.Errorf("%q is no id", r.ID)
	}
	sum := r.Content.hash()
	if r.DeletedAt == nil && string(sum[:]) != string(r.ContentHash) {
		return fmt.Errorf("snippet %s: its content does not bear its hash out", r.ID)
	}
	return nil
}
