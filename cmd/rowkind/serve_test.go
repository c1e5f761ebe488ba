package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rowkind/planner"
)

// TestMain plays the command itself, where a test started it so.
func TestMain(m *testing.M) {
	if os.Getenv("ROWKIND_TEST_COMMAND") != "" {
		os.Unsetenv("ROWKIND_TEST_COMMAND")
		os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
	}
	os.Exit(m.Run())
}

// service is a process of rowkind serve.
type service struct {
	*exec.Cmd
	base string
	log  chan string // all that it logged after its start, once it has ended
}

func startService(t *testing.T, args ...string) *service {
	t.Helper()
	s := &service{Cmd: exec.Command(os.Args[0], append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...), log: make(chan string, 1)}
	s.Env = append(os.Environ(), "ROWKIND_TEST_COMMAND=1")
	out, err := s.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	r := bufio.NewReader(out)
	for s.base == "" {
		text, err := r.ReadString('\n')
		if err != nil {
			t.Fatalf("the service does not start: %v %s", err, text)
		}
		var line struct{ Msg, URL string }
		if json.Unmarshal([]byte(text), &line) == nil && line.Msg == "serving" {
			s.base = line.URL
		}
	}
	go func() {
		rest, _ := io.ReadAll(r)
		s.log <- string(rest)
	}()
	return s
}

func (s *service) get(t *testing.T, path string) (int, string) {
	t.Helper()
	res, err := http.Get(s.base + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// Told to end, a service says that it is not ready, finishes the request that it has, and goes.
func TestShutdown(t *testing.T) {
	s := startService(t, "--db", filepath.Join(t.TempDir(), "a.db"), "--drain-time", "500ms")
	for path, want := range map[string]string{
		"/healthz": "ok", "/readyz": "ready", "/metrics": `rowkind_build_info{flink="` + planner.FlinkVersion + `",version="` + planner.Version + `"} 1`,
		"/about": planner.Version,
	} {
		if code, body := s.get(t, path); code != 200 || !strings.Contains(body, want) {
			t.Errorf("%s: %d, without %q", path, code, want)
		}
	}
	// A request whose body is still on its way.
	form := url.Values{"sql": {"SELECT 1;"}}.Encode()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /explain HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", len(form), form[:5])
	time.Sleep(50 * time.Millisecond)
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ready := 200
	for end := time.Now().Add(400 * time.Millisecond); ready == 200 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		ready, _ = s.get(t, "/readyz")
	}
	if ready != 503 {
		t.Errorf("ready while draining: %d", ready)
	}
	time.Sleep(600 * time.Millisecond) // the listener is closed by now
	io.WriteString(conn, form[5:])
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("the request that ran was cut: %v", err)
	}
	if body, err := io.ReadAll(res.Body); err != nil || res.StatusCode != 200 || !strings.Contains(string(body), "SELECT 1") {
		t.Errorf("the request that ran: %d %v", res.StatusCode, err)
	}
	log := <-s.log
	if err := s.Wait(); err != nil {
		t.Errorf("it ends with %v", err)
	}
	if !strings.Contains(log, `"bye"`) || strings.Contains(log, "SELECT 1") || strings.Contains(log, "127.0.0.1") {
		t.Errorf("log: %s", log)
	}
}

// Killed while people share, a service has all that it answered 303 to, and starts again.
func TestServiceKilled(t *testing.T) {
	db := filepath.Join(t.TempDir(), "killed.db")
	var shared []string
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for round := range 4 {
		s := startService(t, "--db", db, "--snippets-per-hour", "0", "--requests-per-second", "0")
		for _, id := range shared {
			if code, _ := s.get(t, "/s/"+id+".sql"); code != 200 {
				t.Fatalf("round %d: %s was answered 303 and is gone: %d", round, id, code)
			}
		}
		time.AfterFunc(time.Duration(100+50*round)*time.Millisecond, func() { s.Process.Kill() })
		for i := 0; ; i++ {
			res, err := client.PostForm(s.base+"/s", url.Values{"sql": {fmt.Sprintf("SELECT %d, %d;", round, i)}})
			if err != nil {
				break
			}
			res.Body.Close()
			if res.StatusCode != http.StatusSeeOther {
				t.Fatalf("sharing: %s", res.Status)
			}
			shared = append(shared, strings.TrimPrefix(res.Header.Get("Location"), "/s/"))
		}
		s.Wait()
	}
	if len(shared) == 0 {
		t.Error("nothing was shared before the kills")
	}
}

// Who sends slowly is cut off, and holds nobody up.
func TestSlowClients(t *testing.T) {
	s := startService(t, "--db", filepath.Join(t.TempDir(), "a.db"), "--header-timeout", "200ms", "--read-timeout", "400ms", "--max-connections", "3")
	for what, text := range map[string]string{
		"header": "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
		"body":   "POST /explain HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nsql=",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		io.WriteString(conn, text)
		conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("a slow %s is waited for: %v", what, err)
		}
	}
	if code, _ := s.get(t, "/healthz"); code != 200 {
		t.Errorf("afterwards: %d", code)
	}
}

// What is wrong with a store is said at once, in words.
func TestServeSaysWhatIsWrong(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "broken.db")
	if err := os.WriteFile(broken, []byte(strings.Repeat("no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	for db, want := range map[string]string{broken: "not a database", filepath.Join(dir, "nowhere", "a.db"): "does not exist"} {
		if code, _, errs := command(t, "", "serve", "--addr", "127.0.0.1:0", "--db", db); code == 0 || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %s", db, code, errs)
		}
	}
}
