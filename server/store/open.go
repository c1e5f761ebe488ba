package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "github.com/mattn/go-sqlite3"    // the driver "sqlite3"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// Open opens the store that the name says: a URL postgres://…, or the path of a
// SQLite file, which is made where it is missing. It brings the schema forward.
func Open(ctx context.Context, name string) (*Store, error) {
	s, err := connect(name)
	if err != nil {
		return nil, err
	}
	if err := s.undamaged(ctx); err != nil {
		s.Close()
		return nil, fmt.Errorf("the store %s: %w", redacted(name), err)
	}
	if err := s.migrate(ctx); err != nil {
		s.Close()
		return nil, fmt.Errorf("the store %s: %w", redacted(name), err)
	}
	if err := s.prepare(ctx); err != nil {
		s.Close()
		return nil, fmt.Errorf("the store %s: %w", redacted(name), err)
	}
	return s, nil
}

func isPostgres(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

func connect(name string) (*Store, error) {
	if isPostgres(name) {
		db, err := sql.Open("pgx", name)
		if err != nil {
			return nil, err
		}
		db.SetMaxOpenConns(4 * max(4, runtime.GOMAXPROCS(0)))
		db.SetMaxIdleConns(8)
		db.SetConnMaxLifetime(time.Hour)
		return &Store{write: db, read: db, postgres: true}, nil
	}
	if err := checkPath(name); err != nil {
		return nil, err
	}
	// One connection writes, so that writers queue here and not in SQLite; what
	// is committed is on disk (synchronous=FULL) before it is answered.
	write, err := sql.Open("sqlite3", dsn(name, "&_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite3", dsn(name, "&_query_only=true"))
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(max(4, runtime.GOMAXPROCS(0)))
	read.SetMaxIdleConns(max(4, runtime.GOMAXPROCS(0)))
	return &Store{write: write, read: read}, nil
}

func dsn(name, more string) string {
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: name}).EscapedPath()}
	return u.String() + fmt.Sprintf("?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=%d&_cache_size=-16000", busyTimeout.Milliseconds()) + more
}

// busyTimeout is how long a writer waits for another process that holds the file.
var busyTimeout = 5 * time.Second

func checkPath(name string) error {
	if name == "" || name == ":memory:" || strings.Contains(name, "://") {
		return fmt.Errorf("%q is neither the path of a file nor a URL postgres://…", name)
	}
	dir := filepath.Dir(name)
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return fmt.Errorf("the folder of the store does not exist: %s", dir)
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	switch {
	case err == nil:
		f.Close()
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("the store cannot be written by this user (%w): give it the file, and the folder it is in", err)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the store cannot be opened: %w", err)
	}
	// SQLite keeps its log beside the file.
	probe, err := os.CreateTemp(dir, ".rowkind-*")
	if err != nil {
		return fmt.Errorf("the folder of the store cannot be written: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// checkTime bounds the look at a file when it is opened; db check takes the time that it takes.
const checkTime = 5 * time.Second

// undamaged looks whether a SQLite file is whole, as far as that is done in checkTime.
func (s *Store) undamaged(ctx context.Context) error {
	if s.postgres {
		return nil
	}
	short, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err := s.check(short, "quick_check(1)")
	if short.Err() != nil {
		return ctx.Err()
	}
	return err
}

// Check looks at every page of a SQLite file.
func (s *Store) Check(ctx context.Context) error {
	if s.postgres {
		return errors.New("check is for SQLite; for PostgreSQL use amcheck")
	}
	return s.check(ctx, "integrity_check(1)")
}

func (s *Store) check(ctx context.Context, pragma string) error {
	var found string
	if err := s.write.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&found); err != nil {
		return err
	}
	if found != "ok" {
		return fmt.Errorf("the file is damaged (%s): put a backup in its place, or save what can be read with `sqlite3 FILE .recover`", found)
	}
	return nil
}

// redacted is the name without a password, for messages.
func redacted(name string) string {
	if !isPostgres(name) {
		return name
	}
	u, err := url.Parse(name)
	if err != nil {
		return "postgres://…"
	}
	return u.Redacted()
}

func (s *Store) migrate(ctx context.Context) error {
	p, err := s.provider()
	if err != nil {
		return err
	}
	if have, err := p.GetDBVersion(ctx); err == nil {
		sources := p.ListSources()
		if newest := sources[len(sources)-1].Version; have > newest {
			return fmt.Errorf("its schema is version %d, and this build knows versions up to %d only: run a newer build", have, newest)
		}
	}
	_, err = p.Up(ctx)
	return err
}

func (s *Store) provider() (*goose.Provider, error) {
	dir, dialect := "migrations/sqlite", goose.DialectSQLite3
	var opts []goose.ProviderOption
	if s.postgres {
		dir, dialect = "migrations/postgres", goose.DialectPostgres
		// Replicas that start together take turns.
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, err
		}
		opts = append(opts, goose.WithSessionLocker(locker))
	}
	files, err := fs.Sub(migrations, dir)
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(dialect, s.write, files, opts...)
}

// Backup writes a copy of a running SQLite store to a new file.
func (s *Store) Backup(ctx context.Context, path string) error {
	if s.postgres {
		return errors.New("backup is for SQLite; for PostgreSQL use pg_dump, or export")
	}
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s is there already", path)
	}
	_, err := s.write.ExecContext(ctx, `VACUUM INTO $1`, path)
	return err
}
