package store

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sound checks that what was acknowledged can be read, that the file is whole, and that it takes more.
func sound(t *testing.T, name string, acknowledged []string) {
	t.Helper()
	s := open(t, name)
	for _, id := range acknowledged {
		if _, err := s.Get(t.Context(), id); err != nil {
			t.Fatalf("%s was acknowledged: %v", id, err)
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Errorf("integrity: %v", err)
	}
	if _, _, err := s.Save(t.Context(), content("SELECT 'afterwards'"), "v1", []byte("{}")); err != nil {
		t.Errorf("saving afterwards: %v", err)
	}
}

// full is a process that may write files up to a size only, as on a full disk: it saves until that fails, and then reads all
// that it saved.
func full(name string) {
	limit, _ := strconv.ParseUint(os.Getenv("STORE_TEST_LIMIT"), 10, 64)
	signal.Ignore(syscall.SIGXFSZ)
	s, err := Open(context.Background(), name)
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	var saved []string
	for i := 0; ; i++ {
		id, _, err := s.Save(context.Background(), content(fmt.Sprint("SELECT ", i, strings.Repeat(" ", 3000))), "v1", []byte("{}"))
		if err != nil {
			fmt.Println("full", err)
			break
		}
		fmt.Println(id)
		saved = append(saved, id)
	}
	for _, id := range saved {
		if _, err := s.Get(context.Background(), id); err != nil {
			fmt.Println("error", id, err)
		}
	}
	fmt.Println("read", len(saved))
}

// On a full disk a share is refused, what is there can be read, and once there is room all goes on.
func TestDiskFull(t *testing.T) {
	name := filepath.Join(t.TempDir(), "full.db")
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "STORE_TEST_FULL="+name, "STORE_TEST_LIMIT=600000")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	refused, read := false, ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "error"):
			t.Error(line)
		case strings.HasPrefix(line, "full"):
			refused = true
		case strings.HasPrefix(line, "read "):
			read = line
		default:
			acknowledged = append(acknowledged, line)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if !refused || len(acknowledged) < 10 || read != fmt.Sprint("read ", len(acknowledged)) {
		t.Errorf("refused %t, %d acknowledged, %q", refused, len(acknowledged), read)
	}
	sound(t, name, acknowledged)
}

// SQLite's own notice of a full disk is no crash either.
func TestPagesFull(t *testing.T) {
	name := filepath.Join(t.TempDir(), "full.db")
	s := open(t, name)
	if _, err := s.write.Exec(`PRAGMA max_page_count = 40`); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	var err error
	for i := 0; err == nil && i < 1000; i++ {
		var id string
		if id, _, err = s.Save(t.Context(), content(fmt.Sprint("SELECT ", i, strings.Repeat(" ", 3000))), "v1", []byte("{}")); err == nil {
			acknowledged = append(acknowledged, id)
		}
	}
	if err == nil || !strings.Contains(err.Error(), "full") {
		t.Errorf("%d saved, then %v", len(acknowledged), err)
	}
	s.Close()
	sound(t, name, acknowledged)
}

// hold takes the file for itself, as a backup tool or another program may.
func hold(t *testing.T, name string) (release func()) {
	t.Helper()
	db, err := sql.Open("sqlite3", dsn(name, "&_txlock=exclusive"))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		tx.Rollback()
		db.Close()
	}
}

// A share waits for a lock for a while, and says so if it lasts; reading goes on.
func TestLocked(t *testing.T) {
	was := busyTimeout
	busyTimeout = 300 * time.Millisecond
	defer func() { busyTimeout = was }()
	name := filepath.Join(t.TempDir(), "locked.db")
	s := open(t, name)
	id, _, err := s.Save(t.Context(), content("SELECT 1"), "v1", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	release := hold(t, name)
	if _, _, err := s.Save(t.Context(), content("SELECT 2"), "v1", []byte("{}")); err == nil || !strings.Contains(err.Error(), "locked") {
		t.Errorf("a share under a lock: %v", err)
	}
	if _, err := s.Get(t.Context(), id); err != nil {
		t.Errorf("reading under a lock: %v", err)
	}
	if again, err := Open(t.Context(), name); err == nil {
		if _, err := again.Get(t.Context(), id); err != nil {
			t.Errorf("opened under a lock: %v", err)
		}
		again.Close()
	} else if !strings.Contains(err.Error(), "locked") {
		t.Errorf("opening under a lock: %v", err)
	}
	time.AfterFunc(100*time.Millisecond, release)
	if _, _, err := s.Save(t.Context(), content("SELECT 3"), "v1", []byte("{}")); err != nil {
		t.Errorf("a share that waits for a lock: %v", err)
	}
	s.Close()
	sound(t, name, []string{id})
}

// filled is a closed store with snippets of several pages.
func filled(t *testing.T, n int) (name string, ids []string) {
	t.Helper()
	name = filepath.Join(t.TempDir(), "a.db")
	s := open(t, name)
	for i := range n {
		id, _, err := s.Save(t.Context(), content(fmt.Sprint("SELECT ", i, strings.Repeat(" ", 2000))), "v1", []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return name, ids
}

// A damaged file is told at the start, wherever the damage is.
func TestCorrupt(t *testing.T) {
	for what, damage := range map[string]func(f *os.File, size int64) error{
		"cut":    func(f *os.File, size int64) error { return f.Truncate(size / 2) },
		"header": func(f *os.File, _ int64) error { _, err := f.WriteAt([]byte(strings.Repeat("x", 100)), 0); return err },
		"middle": func(f *os.File, size int64) error {
			_, err := f.WriteAt([]byte(strings.Repeat("\x7f", 4096)), size/2/4096*4096)
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			name, _ := filled(t, 60)
			f, err := os.OpenFile(name, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			st, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(damage(f, st.Size()), f.Close()); err != nil {
				t.Fatal(err)
			}
			s, err := Open(t.Context(), name)
			if err == nil {
				s.Close()
				t.Fatal("it opens")
			}
			if !strings.Contains(err.Error(), "not a database") && !strings.Contains(err.Error(), "damaged") && !strings.Contains(err.Error(), "malformed") {
				t.Error(err)
			}
		})
	}
}

// A write-ahead log whose end was not written, as after a loss of power, costs nothing that was acknowledged before.
func TestTornLog(t *testing.T) {
	dir := t.TempDir()
	live := filepath.Join(dir, "live.db")
	s := open(t, live)
	var ids []string
	for i := range 40 {
		id, _, err := s.Save(t.Context(), content(fmt.Sprint("SELECT ", i)), "v1", []byte("{}"))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	// What is on the disk now, as if the machine stopped here, with the beginnings of one more transaction.
	torn := filepath.Join(dir, "torn.db")
	for _, suffix := range []string{"", "-wal"} {
		in, err := os.ReadFile(live + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if suffix == "-wal" {
			in = append(in, []byte(strings.Repeat("half a frame ", 100))...)
		}
		if err := os.WriteFile(torn+suffix, in, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sound(t, torn, ids)
}

// readOnly is a process of an ordinary user that opens a store.
func readOnly(name string) {
	s, err := Open(context.Background(), name)
	if err != nil {
		fmt.Print(err)
		return
	}
	s.Close()
	fmt.Print("it opens")
}

// A store that may not be written is told at the start, with what to do.
func TestReadOnly(t *testing.T) {
	name, ids := filled(t, 3)
	dir, err := os.MkdirTemp("", "readonly") // t.TempDir is closed to others
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	binary, file := filepath.Join(dir, "store.test"), filepath.Join(dir, "sub", "a.db")
	if err := errors.Join(os.Chmod(dir, 0o755), copyFile(binary, os.Args[0], 0o755), os.Mkdir(filepath.Join(dir, "sub"), 0o777),
		copyFile(file, name, 0o444)); err != nil {
		t.Fatal(err)
	}
	as := func() string {
		cmd := exec.Command(binary)
		cmd.Env = append(os.Environ(), "STORE_TEST_READONLY="+file)
		if os.Getuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if out := as(); !strings.Contains(out, "cannot be written") {
		t.Errorf("a read-only file: %s", out)
	}
	if err := errors.Join(os.Chmod(file, 0o666), os.Chmod(filepath.Join(dir, "sub"), 0o555)); err != nil {
		t.Fatal(err)
	}
	if out := as(); !strings.Contains(out, "cannot be written") {
		t.Errorf("a read-only folder: %s", out)
	}
	os.Chmod(filepath.Join(dir, "sub"), 0o755)
	sound(t, name, ids)
}

func copyFile(to, from string, mode os.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return errors.Join(out.Close(), os.Chmod(to, mode))
}
