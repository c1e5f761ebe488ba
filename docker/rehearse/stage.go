package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/compose-spec/compose-go/v2/types"
)

// stage is where the services run: a folder, and a port of the loopback for each.
type stage struct {
	dir, image string
	services   types.Services
	ports      map[string]int
	running    map[string]*process
	order      []string
}

// process is a service that runs.
type process struct {
	*exec.Cmd
	log  string
	done chan struct{} // closed when it has ended
}

func newStage(p *types.Project, image string) (*stage, error) {
	dir, err := os.MkdirTemp("", "rehearse")
	if err != nil {
		return nil, err
	}
	s := &stage{dir: dir, image: image, services: p.Services, ports: map[string]int{}, running: map[string]*process{}}
	for name := range p.Services {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		s.ports[name] = ln.Addr().(*net.TCPAddr).Port
		ln.Close()
	}
	return s, os.Chmod(dir, 0o755)
}

// port is what a service listens on in its container.
func port(service types.ServiceConfig) string {
	if strings.HasPrefix(service.Image, "postgres:") {
		return "5432"
	}
	return "8080"
}

// here puts the addresses of this stage in place of those that services have among containers.
func (s *stage) here(text string) string {
	for name, service := range s.services {
		text = strings.ReplaceAll(text, name+":"+port(service), fmt.Sprint("127.0.0.1:", s.ports[name]))
	}
	return strings.ReplaceAll(text, "localhost:8080", fmt.Sprint("localhost:", s.ports["proxy"]))
}

// start runs a service by what the file says that it is, and waits until it answers.
func (s *stage) start(ctx context.Context, service types.ServiceConfig) error {
	switch {
	case service.Build != nil:
		return s.replica(ctx, service)
	case strings.HasPrefix(service.Image, "postgres:"):
		return s.postgres(ctx, service)
	case strings.HasPrefix(service.Image, "caddy:"):
		return s.caddy(ctx, service)
	}
	return fmt.Errorf("what stands in for %s is not known here", service.Image)
}

// replica runs the image's binary as the image does: nothing else on the disk, where that can be, and an ordinary user.
func (s *stage) replica(ctx context.Context, service types.ServiceConfig) error {
	c := exec.Command(filepath.Join(s.image, "rowkind"), "serve")
	if os.Getuid() == 0 {
		c = exec.Command("/rowkind", "serve")
		c.SysProcAttr = &syscall.SysProcAttr{Chroot: s.image, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
		c.Dir = "/"
	}
	c.Env = []string{}
	for k, v := range service.Environment {
		if v != nil {
			c.Env = append(c.Env, k+"="+s.here(*v))
		}
	}
	c.Env = append(c.Env, fmt.Sprint("ROWKIND_ADDR=127.0.0.1:", s.ports[service.Name]))
	if err := s.run(service.Name, c); err != nil {
		return err
	}
	return s.wait(ctx, service.Name, func() error { return answers(s.url(service.Name) + "/readyz") })
}

// caddy runs the proxy on the Caddyfile that is mounted into it.
func (s *stage) caddy(ctx context.Context, service types.ServiceConfig) error {
	at := slices.IndexFunc(service.Volumes, func(v types.ServiceVolumeConfig) bool { return v.Target == "/etc/caddy/Caddyfile" })
	if at < 0 {
		return errors.New("no Caddyfile is mounted")
	}
	text, err := os.ReadFile(service.Volumes[at].Source)
	if err != nil {
		return err
	}
	site, ok := strings.CutPrefix(s.here(string(text)), ":8080 {")
	if !ok {
		return errors.New("the Caddyfile does not begin with the site :8080")
	}
	file := filepath.Join(s.dir, "Caddyfile")
	mapped := fmt.Sprintf("{\n\tadmin off\n}\n:%d {\n\tbind 127.0.0.1%s", s.ports[service.Name], site)
	if err := os.WriteFile(file, []byte(mapped), 0o644); err != nil {
		return err
	}
	c := exec.Command("caddy", "run", "--adapter", "caddyfile", "--config", file)
	c.Env = append(os.Environ(), "HOME="+s.dir, "XDG_DATA_HOME="+s.dir, "XDG_CONFIG_HOME="+s.dir)
	if err := s.run(service.Name, c); err != nil {
		return err
	}
	return s.wait(ctx, service.Name, func() error { return answers(s.url(service.Name) + "/readyz") })
}

// postgres makes a database as the image does from its environment, and asks for it as the health check does.
func (s *stage) postgres(ctx context.Context, service types.ServiceConfig) error {
	bin, err := postgresBin()
	if err != nil {
		return err
	}
	var as *syscall.SysProcAttr // PostgreSQL refuses to run as root
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	env := service.Environment.Resolve(os.LookupEnv)
	value := func(name string) string { return *env[name] }
	data, password := filepath.Join(s.dir, "postgres"), filepath.Join(s.dir, "password")
	if err := os.WriteFile(password, []byte(value("POSTGRES_PASSWORD")+"\n"), 0o644); err != nil {
		return err
	}
	if err := os.Mkdir(data, 0o700); err != nil {
		return err
	}
	if as != nil {
		if err := os.Chown(data, int(as.Credential.Uid), int(as.Credential.Gid)); err != nil {
			return err
		}
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", value("POSTGRES_USER"), "-A", "scram-sha-256", "--pwfile", password)
	initdb.SysProcAttr, initdb.Dir = as, "/"
	if out, err := initdb.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	port := fmt.Sprint(s.ports[service.Name])
	c := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-p", port, "-k", data, "-c", "listen_addresses=127.0.0.1")
	c.SysProcAttr, c.Dir = as, "/"
	if err := s.run(service.Name, c); err != nil {
		return err
	}
	check := append(slices.Clone(service.HealthCheck.Test[1:]), "-h", "127.0.0.1", "-p", port)
	if err := s.wait(ctx, service.Name, func() error { return exec.Command(filepath.Join(bin, check[0]), check[1:]...).Run() }); err != nil {
		return err
	}
	create := exec.Command(filepath.Join(bin, "createdb"), "-h", "127.0.0.1", "-p", port, "-U", value("POSTGRES_USER"), value("POSTGRES_DB"))
	create.Env = append(os.Environ(), "PGPASSWORD="+value("POSTGRES_PASSWORD"))
	if out, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

func postgresBin() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		return "", errors.New("PostgreSQL's server is not installed")
	}
	return found[len(found)-1], nil
}

func (s *stage) url(name string) string { return fmt.Sprint("http://127.0.0.1:", s.ports[name]) }

// run starts a process that logs to a file.
func (s *stage) run(name string, c *exec.Cmd) error {
	p := &process{Cmd: c, log: filepath.Join(s.dir, name+".log"), done: make(chan struct{})}
	f, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	c.Stdout, c.Stderr = f, f
	if err := c.Start(); err != nil {
		return err
	}
	go func() { c.Wait(); close(p.done) }()
	s.running[name] = p
	s.order = append(s.order, name)
	return nil
}

// wait asks until there is an answer, for half a minute.
func (s *stage) wait(ctx context.Context, name string, ask func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		err := ask()
		if err == nil {
			return nil
		}
		select {
		case <-s.running[name].done:
			return errors.New("it ended")
		case <-ctx.Done():
			return err
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func answers(url string) error {
	res, err := http.Get(url)
	if err != nil {
		return err
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return errors.New(res.Status)
	}
	return nil
}

// end sends a signal to a service and waits for its end.
func (s *stage) end(name string, sig os.Signal) error {
	p := s.running[name]
	delete(s.running, name)
	p.Process.Signal(sig)
	select {
	case <-p.done:
	case <-time.After(30 * time.Second):
		p.Process.Kill()
		<-p.done
		return fmt.Errorf("%s does not end", name)
	}
	if sig == syscall.SIGTERM && !p.ProcessState.Success() {
		return fmt.Errorf("%s ends with %s", name, p.ProcessState)
	}
	return nil
}

// stop ends what runs, what started last first.
func (s *stage) stop() (err error) {
	for _, name := range slices.Backward(s.order) {
		if s.running[name] != nil {
			sig := os.Signal(syscall.SIGTERM)
			if name == "postgres" {
				sig = syscall.SIGINT // its fast shutdown: connections are closed
			}
			err = errors.Join(err, s.end(name, sig))
		}
	}
	return err
}

// printLogs shows the ends of all logs, for who looks for what went wrong.
func (s *stage) printLogs() {
	for _, name := range slices.Sorted(maps.Keys(s.services)) {
		text, err := os.ReadFile(filepath.Join(s.dir, name+".log"))
		if err == nil {
			fmt.Fprintf(os.Stderr, "--- %s\n%s", name, text[max(0, len(text)-2000):])
		}
	}
}
