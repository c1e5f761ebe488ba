package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// onlyHere refuses a service on another machine.
func onlyHere(base string) error {
	u, err := url.Parse(base)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%s is not this machine", u.Hostname())
	}
	return nil
}

// service is one that was started here.
type service struct {
	*exec.Cmd
	base string
}

// start runs rowkind, n times over one store. Stop ends them and says what they took.
func (r *runner) start(binary, db string, n int, profile string) (stop func(), err error) {
	dir, err := os.MkdirTemp("", "loadtest")
	if err != nil {
		return nil, err
	}
	stop = func() {
		for _, s := range r.running {
			s.end()
		}
		os.RemoveAll(dir)
	}
	if binary == "" {
		binary = filepath.Join(dir, "rowkind")
		build := exec.Command("go", "build", "-o", binary, "./cmd/rowkind")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			stop()
			return nil, fmt.Errorf("building rowkind, from the repository's root: %w", err)
		}
	}
	if db == "" {
		db = filepath.Join(dir, "load.db")
	}
	r.bases = nil
	for i := range n {
		s, err := serve(binary, db, profile, filepath.Join(dir, fmt.Sprintf("log.%d", i)), i)
		if err != nil {
			stop()
			return nil, err
		}
		r.bases, r.running = append(r.bases, s.base), append(r.running, s)
	}
	return stop, nil
}

// serve runs one service, which logs to a file, and waits for its address.
func serve(binary, db, profile, log string, i int) (*service, error) {
	c := exec.Command(binary, "serve", "--addr", "127.0.0.1:0", "--db", db, "--requests-per-second", "0", "--snippets-per-hour", "0")
	if profile != "" {
		c.Env = append(os.Environ(), fmt.Sprintf("ROWKIND_CPU_PROFILE=%s.%d", profile, i))
	}
	out, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	c.Stderr = out
	if err := c.Start(); err != nil {
		return nil, err
	}
	s := &service{Cmd: c}
	for range 600 {
		if s.base = address(log); s.base != "" {
			return s, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.end()
	return nil, errors.New("the service did not start")
}

// address is what a log says where the service is.
func address(log string) string {
	f, err := os.Open(log)
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var line struct{ Msg, URL string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			return line.URL
		}
	}
	return ""
}

// spent is the processor time that a service has taken.
func (s *service) spent() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // Linux counts in hundredths of a second
}

func (s *service) end() {
	s.Process.Signal(syscall.SIGTERM)
	s.Wait()
	if u, ok := s.ProcessState.SysUsage().(*syscall.Rusage); ok {
		fmt.Printf("service: %v of processor time, %d MB at most\n", s.ProcessState.UserTime()+s.ProcessState.SystemTime(), u.Maxrss>>10)
	}
}
