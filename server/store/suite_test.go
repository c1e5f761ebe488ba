package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// databases are what the suite runs on: SQLite always, and the PostgreSQL server
// that ROWKIND_TEST_POSTGRES names. The test command of this repository names one.
func databases(t *testing.T) map[string]func(t *testing.T) string {
	out := map[string]func(t *testing.T) string{
		"sqlite": func(t *testing.T) string { return filepath.Join(t.TempDir(), "a store.db") },
	}
	if base := os.Getenv("ROWKIND_TEST_POSTGRES"); base != "" {
		out["postgres"] = func(t *testing.T) string { return freshPostgres(t, base) }
	}
	return out
}

// freshPostgres makes an empty schema for one test.
func freshPostgres(t *testing.T, base string) string {
	t.Helper()
	db, err := sql.Open("pgx", base)
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("t%d", time.Now().UnixNano())
	if _, err := db.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		db.Exec("DROP SCHEMA " + name + " CASCADE")
		db.Close()
	})
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return u.String()
}

func TestStore(t *testing.T) {
	for name, fresh := range databases(t) {
		t.Run(name, func(t *testing.T) {
			for what, f := range map[string]func(*testing.T, string){
				"save and get": saveAndGet, "collision": collision, "delete": deletion, "export": exporting,
				"concurrent": concurrent, "reopen": reopen, "migrations": migrateFromEach, "newer schema": newerSchema,
			} {
				t.Run(what, func(t *testing.T) { f(t, fresh(t)) })
			}
		})
	}
}

func open(t *testing.T, name string) *Store {
	t.Helper()
	s, err := Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func content(script string) Content { return Content{Script: script, FlinkVersion: "2.3.0"} }

func saveAndGet(t *testing.T, name string) {
	s, ctx := open(t, name), t.Context()
	script := "SELECT 'ünïcode 🙂 \"quotes\"';\n"
	id, token, err := s.Save(ctx, content(script), "v1", []byte(`{"a":1}`))
	if err != nil || len(id) != idLength || token == "" {
		t.Fatalf("%q %q %v", id, token, err)
	}
	again, none, err := s.Save(ctx, content(script), "v2", []byte(`{"a":2}`))
	if err != nil || again != id || none != "" {
		t.Errorf("again: %q %q %v", again, none, err)
	}
	got, err := s.Get(ctx, id)
	if err != nil || got.Script != script || got.PlannedBy != "v1" || string(got.Result) != `{"a":1}` || got.FlinkVersion != "2.3.0" {
		t.Errorf("%+v %v", got, err)
	}
	if age := time.Since(got.CreatedAt); age < 0 || age > time.Minute {
		t.Errorf("created %s", got.CreatedAt)
	}
	if _, err := s.Get(ctx, "AAAAAAAAAAA"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if err := s.Alive(ctx, "AAAAAAAAAAA"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	// What is not quite the same has another id.
	for _, c := range []Content{content(script + " "), {Script: script, FlinkVersion: "2.2.0"}, {Script: script, Settings: "x", FlinkVersion: "2.3.0"}} {
		if other, _, err := s.Save(ctx, c, "v1", nil); err != nil || other == id {
			t.Errorf("%+v: %q %v", c, other, err)
		}
	}
	if n, err := s.Count(ctx); err != nil || n != 4 {
		t.Errorf("count %d %v", n, err)
	}
	if err := s.Ping(ctx); err != nil {
		t.Error(err)
	}
}

// A true collision of the first letters makes the id longer.
func collision(t *testing.T, name string) {
	s, ctx := open(t, name), t.Context()
	id, _, err := s.Save(ctx, content("SELECT 1"), "v1", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.Exec(`UPDATE snippets SET content_hash = $1 WHERE id = $2`, []byte("another"), id); err != nil {
		t.Fatal(err)
	}
	longer, token, err := s.Save(ctx, content("SELECT 1"), "v1", nil)
	if err != nil || token == "" || len(longer) != idLength+1 || !strings.HasPrefix(longer, id) {
		t.Errorf("%q %q %v", longer, token, err)
	}
	again, _, err := s.Save(ctx, content("SELECT 1"), "v1", nil)
	if err != nil || again != longer {
		t.Errorf("again %q %v", again, err)
	}
}

func deletion(t *testing.T, name string) {
	s, ctx := open(t, name), t.Context()
	id, token, err := s.Save(ctx, content("SELECT secret"), "v1", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(ctx, id, token+"x"); !errors.Is(err, ErrToken) {
		t.Error(err)
	}
	if err := s.Delete(ctx, "AAAAAAAAAAA", token); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	if err := s.Delete(ctx, id, token); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(ctx, id, token); !errors.Is(err, ErrDeleted) {
		t.Error(err)
	}
	if _, err := s.Get(ctx, id); !errors.Is(err, ErrDeleted) {
		t.Error(err)
	}
	if err := s.Alive(ctx, id); !errors.Is(err, ErrDeleted) {
		t.Error(err)
	}
	var buf bytes.Buffer
	if _, err := s.Export(ctx, &buf); err != nil || strings.Contains(buf.String(), "secret") {
		t.Errorf("its text is still there: %s %v", buf.String(), err)
	}
	next, _, err := s.Save(ctx, content("SELECT secret"), "v1", []byte("{}"))
	if err != nil || next == id {
		t.Errorf("%q %v", next, err)
	}
}

func exporting(t *testing.T, name string) {
	s, ctx := open(t, name), t.Context()
	var ids []string
	var token string
	for i := range 20 {
		id, tok, err := s.Save(ctx, content(fmt.Sprint("SELECT ", i)), "v1", fmt.Appendf(nil, `{"n":%d}`, i))
		if err != nil {
			t.Fatal(err)
		}
		ids, token = append(ids, id), tok
	}
	gone := ids[19]
	if err := s.Delete(ctx, gone, token); err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if n, err := s.Export(ctx, &buf); err != nil || n != 20 {
		t.Fatal(n, err)
	}
	to := open(t, filepath.Join(t.TempDir(), "other.db"))
	n, err := to.Import(ctx, bytes.NewReader(buf.Bytes()))
	if err != nil || n != 20 {
		t.Fatal(n, err)
	}
	if n, err := to.Import(ctx, bytes.NewReader(buf.Bytes())); err != nil || n != 0 {
		t.Errorf("twice: %d %v", n, err)
	}
	for i, id := range ids[:19] {
		got, err := to.Get(ctx, id)
		if err != nil || got.Script != fmt.Sprint("SELECT ", i) || string(got.Result) != fmt.Sprintf(`{"n":%d}`, i) {
			t.Errorf("%+v %v", got, err)
		}
	}
	if _, err := to.Get(ctx, gone); !errors.Is(err, ErrDeleted) {
		t.Error(err)
	}
	var second bytes.Buffer
	if _, err := to.Export(ctx, &second); err != nil || second.String() != buf.String() {
		t.Error("an export of the import is another")
	}
	// One bad line, and nothing is taken.
	empty := open(t, filepath.Join(t.TempDir(), "empty.db"))
	bad := strings.Replace(buf.String(), "SELECT 7", "SELECT 8", 1)
	if _, err := empty.Import(ctx, strings.NewReader(bad)); err == nil {
		t.Error("a forged line is taken")
	}
	if n, _ := empty.Count(ctx); n != 0 {
		t.Errorf("%d lines of a bad file are taken", n)
	}
}

func concurrent(t *testing.T, name string) {
	a, b := open(t, name), open(t, name)
	ctx := t.Context()
	const workers, scripts = 8, 25
	var wg sync.WaitGroup
	tokens := make([]int, scripts)
	var mu sync.Mutex
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s := a
			if w%2 == 1 {
				s = b
			}
			for i := range scripts {
				id, token, err := s.Save(ctx, content(fmt.Sprint("SELECT ", i)), "v1", []byte("{}"))
				if err != nil {
					t.Error(err)
					return
				}
				if token != "" {
					mu.Lock()
					tokens[i]++
					mu.Unlock()
				}
				if _, err := s.Get(ctx, id); err != nil {
					t.Errorf("what was saved can't be read: %v", err)
				}
			}
		}()
	}
	wg.Wait()
	for i, n := range tokens {
		if n != 1 {
			t.Errorf("script %d: %d tokens were given", i, n)
		}
	}
	if n, err := a.Count(ctx); err != nil || n != scripts {
		t.Errorf("%d snippets, %v", n, err)
	}
}

func reopen(t *testing.T, name string) {
	ctx := t.Context()
	s := open(t, name)
	id, _, err := s.Save(ctx, content("SELECT 1"), "v1", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := open(t, name).Get(ctx, id); err != nil {
		t.Error(err)
	}
}

// From the schema of every earlier version, with a snippet in it, to today's.
func migrateFromEach(t *testing.T, name string) {
	ctx := t.Context()
	s, err := connect(name)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := s.provider()
	if err != nil {
		t.Fatal(err)
	}
	sources := p.ListSources()
	for _, src := range sources {
		if _, err := p.UpTo(ctx, src.Version); err != nil {
			t.Fatal(err)
		}
		// A snippet as this version wrote it.
		old := content(fmt.Sprint("SELECT 'of version ", src.Version, "'"))
		sum := old.hash()
		oldID := base64.RawURLEncoding.EncodeToString(sum[:])[:idLength]
		packed, err := pack([]byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.write.ExecContext(ctx, `INSERT INTO snippets
			(id, content_hash, script, flink_version, planned_by, result, token_hash, created_at) VALUES ($1, $2, $3, $4, 'v0', $5, $6, 1)`,
			oldID, sum[:], old.Script, old.FlinkVersion, packed, []byte{1}); err != nil {
			t.Fatal(err)
		}
		at, err := Open(ctx, name)
		if err != nil {
			t.Fatalf("from version %d: %v", src.Version, err)
		}
		if sn, err := at.Get(ctx, oldID); err != nil || sn.Script != old.Script || string(sn.Result) != "{}" {
			t.Errorf("a snippet of version %d: %+v %v", src.Version, sn, err)
		}
		id, _, err := at.Save(ctx, content(fmt.Sprint("SELECT ", src.Version)), "v1", []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := at.Get(ctx, id); err != nil {
			t.Errorf("from version %d: %v", src.Version, err)
		}
		at.Close()
		if _, err := p.DownTo(ctx, src.Version); err != nil {
			t.Fatal(err)
		}
	}
}

func newerSchema(t *testing.T, name string) {
	s := open(t, name)
	if _, err := s.write.Exec(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)`); err != nil {
		t.Fatal(err)
	}
	s.Close()
	_, err := Open(t.Context(), name)
	if err == nil || !strings.Contains(err.Error(), "newer build") {
		t.Errorf("a newer schema: %v", err)
	}
}
