package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// A backup of a store that is being written to is whole.
func TestBackup(t *testing.T) {
	s, ctx := open(t, filepath.Join(t.TempDir(), "a.db")), t.Context()
	var saved []string
	for i := range 50 {
		id, _, err := s.Save(ctx, content(fmt.Sprint("SELECT ", i)), "v1", []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		saved = append(saved, id)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				s.Save(ctx, content(fmt.Sprint("SELECT more ", i)), "v1", []byte("{}"))
			}
		}
	}()
	to := filepath.Join(t.TempDir(), "it's a backup.db")
	err := s.Backup(ctx, to)
	close(stop)
	wg.Wait()
	if err != nil {
		t.Fatal(err)
	}
	copied := open(t, to)
	for _, id := range saved {
		if _, err := copied.Get(ctx, id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if err := s.Backup(ctx, to); err == nil {
		t.Error("a backup overwrites another")
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	corrupt := filepath.Join(dir, "corrupt.db")
	if err := os.WriteFile(corrupt, []byte(strings.Repeat("no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		filepath.Join(dir, "nowhere", "x.db"): "folder of the store does not exist",
		corrupt:                               "not a database",
		"":                                    "neither",
		"mysql://x":                           "neither",
		"postgres://u:geheim@127.0.0.1:1/x?connect_timeout=2": "postgres://u:xxxxx@127.0.0.1:1/x",
	} {
		s, err := Open(t.Context(), name)
		if err == nil {
			s.Close()
			t.Errorf("%q opens", name)
			continue
		}
		if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%q: %v; want %q", name, err, want)
		}
	}
}

func TestValidID(t *testing.T) {
	for id, want := range map[string]bool{
		"AAAAAAAAAAA": true, "a-b_c0123456789": true, "": false, "short": false, "AAAAAAAAAA.": false, "AAAAAAAAAA/": false,
		"../../../etc/passwd": false, strings.Repeat("A", 44): false, "AAAAAAAAAAé": false,
	} {
		if ValidID(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
}
