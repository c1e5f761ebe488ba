package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
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

// start builds rowkind and runs it, n times over one store. Stop ends them and says what they took.
func start(db string, n int, profile string) (bases []string, stop func(), err error) {
	dir, err := os.MkdirTemp("", "loadtest")
	if err != nil {
		return nil, nil, err
	}
	var running []*exec.Cmd
	stop = func() {
		for _, c := range running {
			c.Process.Signal(syscall.SIGTERM)
			c.Wait()
			if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
				fmt.Printf("service: %v of processor time, %d MB at most\n", c.ProcessState.UserTime()+c.ProcessState.SystemTime(), u.Maxrss>>10)
			}
		}
		os.RemoveAll(dir)
	}
	binary := filepath.Join(dir, "rowkind")
	build := exec.Command("go", "build", "-o", binary, "./cmd/rowkind")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		stop()
		return nil, nil, fmt.Errorf("building rowkind, from the repository's root: %w", err)
	}
	if db == "" {
		db = filepath.Join(dir, "load.db")
	}
	for i := range n {
		base, c, err := serve(binary, db, profile, i)
		if err != nil {
			stop()
			return nil, nil, err
		}
		bases, running = append(bases, base), append(running, c)
	}
	return bases, stop, nil
}

// serve runs one service and waits for its address.
func serve(binary, db, profile string, i int) (string, *exec.Cmd, error) {
	c := exec.Command(binary, "serve", "--addr", "127.0.0.1:0", "--db", db, "--requests-per-second", "0", "--snippets-per-hour", "0")
	if profile != "" {
		c.Env = append(os.Environ(), fmt.Sprintf("ROWKIND_CPU_PROFILE=%s.%d", profile, i))
	}
	log, err := c.StderrPipe()
	if err != nil {
		return "", nil, err
	}
	if err := c.Start(); err != nil {
		return "", nil, err
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		var line struct{ Msg, URL string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "serving" {
			go io.Copy(io.Discard, log)
			return line.URL, c, nil
		}
	}
	c.Wait()
	return "", nil, errors.New("the service did not start")
}
