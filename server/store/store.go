// Package store keeps shared snippets: in one SQLite file, or in PostgreSQL for
// several replicas. Snippets are immutable and addressed by their content.
package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// What a caller tells apart.
var (
	ErrNotFound = errors.New("no such snippet")
	ErrDeleted  = errors.New("the snippet was deleted by who shared it")
	ErrToken    = errors.New("not the token of this snippet")
)

// Content is what a snippet's address is made of.
type Content struct {
	Script       string `json:"script"`
	Settings     string `json:"settings,omitempty"`
	FlinkVersion string `json:"flink_version"`
}

// Snippet is a stored script with what was planned then.
type Snippet struct {
	ID string `json:"id"`
	Content
	PlannedBy string    `json:"planned_by"`
	Result    []byte    `json:"-"`
	CreatedAt time.Time `json:"created_at"`
}

// Store is an open store.
type Store struct {
	write, read *sql.DB
	postgres    bool
	get         *sql.Stmt
	alive       *sql.Stmt
	lookups     *lookups // nil for SQLite, where a question costs less than company
}

// callTime bounds what a request waits for the database, its turn at a connection included: a server that no longer answers
// must not hold requests until the network gives it up. It is longer than a writer waits for another process.
var callTime = 8 * time.Second

// idLength is where ids begin; a true collision makes them longer.
const idLength = 11

// hash is over a canonical form in which no two contents are the same text.
func (c Content) hash() [sha256.Size]byte {
	h := sha256.New()
	for _, s := range []string{"rowkind/1", c.FlinkVersion, c.Settings, c.Script} {
		io.WriteString(h, strconv.Itoa(len(s)))
		h.Write([]byte{':'})
		io.WriteString(h, s)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// ValidID says whether a text could be an id, so that nothing else is asked for.
func ValidID(id string) bool {
	if len(id) < idLength || len(id) > 43 {
		return false
	}
	for i := 0; i < len(id); i++ {
		c := id[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// Save stores a snippet and returns its id. Token is empty where the same
// content was there already: only who shared it first can delete it.
func (s *Store) Save(ctx context.Context, c Content, plannedBy string, result []byte) (id, token string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	sum := c.hash()
	long := base64.RawURLEncoding.EncodeToString(sum[:])
	packed, err := pack(result)
	if err != nil {
		return "", "", err
	}
	token = rand.Text()
	tokenSum := sha256.Sum256([]byte(token))
	now := time.Now().UnixMilli()
	for n := idLength; n <= len(long); n++ {
		id = long[:n]
		// A save of what is there already is read first, so that it waits for no writer.
		switch same, err := s.holds(ctx, id, sum[:]); {
		case err == nil && same:
			return id, "", nil
		case err == nil:
			continue
		case !errors.Is(err, ErrNotFound):
			return "", "", err
		}
		res, err := s.write.ExecContext(ctx, `INSERT INTO snippets
			(id, content_hash, script, settings, flink_version, planned_by, result, token_hash, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
			id, sum[:], c.Script, c.Settings, c.FlinkVersion, plannedBy, packed, tokenSum[:], now)
		if err != nil {
			return "", "", err
		}
		if rows, err := res.RowsAffected(); err != nil {
			return "", "", err
		} else if rows == 1 {
			return id, token, nil
		}
		if same, err := s.holds(ctx, id, sum[:]); err != nil {
			return "", "", err
		} else if same {
			return id, "", nil
		}
	}
	return "", "", errors.New("no id is free for this content")
}

// holds says whether the id is taken by this very content, and not deleted. What
// is deleted stays so: the same content shared again gets a longer id.
func (s *Store) holds(ctx context.Context, id string, sum []byte) (bool, error) {
	var have []byte
	var deleted sql.NullInt64
	err := s.alive.QueryRowContext(ctx, id).Scan(&have, &deleted)
	if errors.Is(err, sql.ErrNoRows) {
		return false, ErrNotFound
	}
	return err == nil && bytes.Equal(have, sum) && !deleted.Valid, err
}

// Alive returns nil where the snippet can be read. What another replica deleted
// before it was called is not there.
func (s *Store) Alive(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if s.lookups != nil {
		if !ValidID(id) {
			return ErrNotFound
		}
		return s.lookups.alive(ctx, id)
	}
	var have []byte
	var deleted sql.NullInt64
	err := s.alive.QueryRowContext(ctx, id).Scan(&have, &deleted)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err != nil:
		return err
	case deleted.Valid:
		return ErrDeleted
	}
	return nil
}

// Get reads a snippet.
func (s *Store) Get(ctx context.Context, id string) (Snippet, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var out Snippet
	var packed []byte
	var created int64
	var deleted sql.NullInt64
	err := s.get.QueryRowContext(ctx, id).Scan(&out.ID, &out.Script, &out.Settings, &out.FlinkVersion,
		&out.PlannedBy, &packed, &created, &deleted)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return out, ErrNotFound
	case err != nil:
		return out, err
	case deleted.Valid:
		return Snippet{}, ErrDeleted
	}
	out.CreatedAt = time.UnixMilli(created).UTC()
	out.Result, err = unpack(packed)
	return out, err
}

// Delete removes what a snippet holds and leaves the mark that it was there.
func (s *Store) Delete(ctx context.Context, id, token string) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var have []byte
	var deleted sql.NullInt64
	err := s.read.QueryRowContext(ctx, `SELECT token_hash, deleted_at FROM snippets WHERE id = $1`, id).Scan(&have, &deleted)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return ErrNotFound
	case err != nil:
		return err
	}
	sum := sha256.Sum256([]byte(token))
	if subtle.ConstantTimeCompare(sum[:], have) != 1 {
		return ErrToken
	}
	if deleted.Valid {
		return ErrDeleted
	}
	_, err = s.write.ExecContext(ctx, `UPDATE snippets SET script = '', settings = '', result = $1, deleted_at = $2
		WHERE id = $3 AND deleted_at IS NULL`, []byte{}, time.Now().UnixMilli(), id)
	return err
}

// Count is how many snippets can be read.
func (s *Store) Count(ctx context.Context) (n int64, err error) {
	err = s.read.QueryRowContext(ctx, `SELECT COUNT(*) FROM snippets WHERE deleted_at IS NULL`).Scan(&n)
	return n, err
}

// Ping asks the database for one row.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	return s.read.QueryRowContext(ctx, `SELECT 1`).Scan(&one)
}

// Close ends all connections.
func (s *Store) Close() error {
	err := s.read.Close()
	if s.write != s.read {
		err = errors.Join(err, s.write.Close())
	}
	return err
}

func (s *Store) prepare(ctx context.Context) (err error) {
	s.get, err = s.read.PrepareContext(ctx, `SELECT id, script, settings, flink_version, planned_by, result, created_at, deleted_at
		FROM snippets WHERE id = $1`)
	if err != nil {
		return err
	}
	s.alive, err = s.read.PrepareContext(ctx, `SELECT content_hash, deleted_at FROM snippets WHERE id = $1`)
	if err != nil || !s.postgres {
		return err
	}
	several, err := s.read.PrepareContext(ctx, `SELECT id, deleted_at IS NOT NULL FROM snippets WHERE id = ANY(string_to_array($1, ','))`)
	s.lookups = &lookups{ask: func(ctx context.Context, ids []string) (map[string]bool, error) { return areDeleted(ctx, several, ids) }}
	return err
}

// areDeleted asks of several snippets at once. No id has a comma.
func areDeleted(ctx context.Context, stmt *sql.Stmt, ids []string) (map[string]bool, error) {
	rows, err := stmt.QueryContext(ctx, strings.Join(ids, ","))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make(map[string]bool, len(ids))
	for rows.Next() {
		var id string
		var deleted bool
		if err := rows.Scan(&id, &deleted); err != nil {
			return nil, err
		}
		out[id] = deleted
	}
	return out, rows.Err()
}

func pack(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return buf.Bytes(), err
}

// maxResult bounds what a stored answer unpacks to, whoever wrote it.
const maxResult = 64 << 20

func unpack(b []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("stored answer: %w", err)
	}
	out, err := io.ReadAll(io.LimitReader(r, maxResult))
	if err != nil {
		return nil, fmt.Errorf("stored answer: %w", err)
	}
	return out, nil
}
