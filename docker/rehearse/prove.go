package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const script = "CREATE TABLE t (id INT, v STRING) WITH ('connector' = 'datagen');\nSELECT id, COUNT(*) FROM t GROUP BY id; -- "

// prove goes through what is promised, one thing after the other.
func prove(s *stage) error {
	for _, step := range []struct {
		what string
		f    func(*stage) error
	}{
		{"a link is the same through the proxy and on each replica, and so is its deletion", sameLinks},
		{"the proxy's word counts for a client's address, and the limits per replica hold", limits},
		{"a replica that is killed takes no link with it", killed},
		{"restarting the replicas in turn loses no request", restarts},
	} {
		start := time.Now()
		if err := step.f(s); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
		fmt.Printf("docker/rehearse: %s (%.1f s)\n", step.what, time.Since(start).Seconds())
	}
	return nil
}

// client asks from an address of the loopback.
type client struct{ http.Client }

func from(address string) *client {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}, Timeout: 5 * time.Second}
	c := &client{http.Client{Transport: &http.Transport{DialContext: d.DialContext}, Timeout: 20 * time.Second}}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

// get gives the status of an address and what it says.
func (c *client) get(url string, header ...string) (int, string, error) {
	req, err := http.NewRequest("GET", url, nil)
	if err != nil {
		return 0, "", err
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return c.do(req)
}

func (c *client) do(req *http.Request) (int, string, error) {
	res, err := c.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}

type shared struct {
	ID, URL string
	Token   string `json:"delete_token"`
}

func (c *client) share(base, sql string) (shared, int, error) {
	body, _ := json.Marshal(map[string]string{"sql": sql})
	req, err := http.NewRequest("POST", base+"/api/v1/snippets", strings.NewReader(string(body)))
	if err != nil {
		return shared{}, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	status, text, err := c.do(req)
	if err != nil || status >= 300 {
		return shared{}, status, err
	}
	var out shared
	return out, status, errors.Join(err, json.Unmarshal([]byte(text), &out))
}

// everywhere asks the proxy and each replica, and wants one status of all.
func everywhere(s *stage, c *client, path string, want int) error {
	for name, service := range s.services {
		if service.Build == nil && name != "proxy" {
			continue
		}
		if status, _, err := c.get(s.url(name) + path); err != nil || status != want {
			return fmt.Errorf("%s answers %s with %d %v", name, path, status, err)
		}
	}
	return nil
}

func sameLinks(s *stage) error {
	c := from("127.0.1.1")
	got, _, err := c.share(s.url("proxy"), script+"links")
	if err != nil {
		return err
	}
	if want := fmt.Sprintf("http://localhost:%d/s/%s", s.ports["proxy"], got.ID); got.URL != want || got.Token == "" {
		return fmt.Errorf("the link is %q, not %q", got.URL, want)
	}
	again, _, err := c.share(s.url("two"), script+"links")
	if err != nil || again.ID != got.ID || again.Token != "" {
		return fmt.Errorf("shared again: %+v %v", again, err)
	}
	paths := []string{"/s/" + got.ID, "/embed/" + got.ID, "/s/" + got.ID + ".svg", "/api/v1/snippets/" + got.ID}
	for _, p := range paths {
		if err := everywhere(s, c, p, http.StatusOK); err != nil {
			return err
		}
	}
	res, err := c.PostForm(s.url("one")+"/s/"+got.ID+"/delete", url.Values{"token": {got.Token}})
	if err != nil {
		return err
	}
	res.Body.Close()
	if res.StatusCode != http.StatusSeeOther {
		return fmt.Errorf("deleting: %s", res.Status)
	}
	for _, p := range paths {
		if err := everywhere(s, c, p, http.StatusGone); err != nil {
			return err
		}
	}
	return nil
}

// limits shares from one address until that is refused: by then each replica has taken its number. What the client says
// of its address does not help, and another client shares on.
func limits(s *stage) error {
	const perReplica, replicas = 60, 2
	c, taken, refused := from("127.0.1.2"), 0, 0
	for i := 0; refused < 20 && i < 400; i++ {
		_, status, err := c.share(s.url("proxy"), fmt.Sprint(script, "limit ", i))
		switch {
		case err != nil:
			return err
		case status == http.StatusCreated:
			taken++
		case status == http.StatusTooManyRequests:
			refused++
		default:
			return fmt.Errorf("sharing: %d", status)
		}
	}
	if taken < perReplica || taken > perReplica*replicas || refused < 20 {
		return fmt.Errorf("%d scripts were taken of one client and %d refused", taken, refused)
	}
	tricky := &client{http.Client{Transport: headed{from("127.0.1.2").Transport, "X-Forwarded-For", "198.51.100.7"}}}
	for range 20 {
		if _, status, err := tricky.share(s.url("proxy"), script+"limit by another name"); err != nil {
			return err
		} else if status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 40 && taken == perReplica*replicas {
		return errors.New("a client gets round its limit with a header")
	}
	if _, status, err := from("127.0.1.3").share(s.url("proxy"), script+"another client"); err != nil || status != http.StatusCreated {
		return fmt.Errorf("another client's script: %d %v", status, err)
	}
	return nil
}

// headed adds a header to each request.
type headed struct {
	http.RoundTripper
	name, value string
}

func (h headed) RoundTrip(r *http.Request) (*http.Response, error) {
	r.Header.Set(h.name, h.value)
	return h.RoundTripper.RoundTrip(r)
}

// traffic is forty clients that read, plan and share through the proxy, slowly enough for the limits.
type traffic struct {
	cancel context.CancelFunc
	wg     sync.WaitGroup
	asked  atomic.Int64
	mu     sync.Mutex
	failed []failure
}

type failure struct {
	began time.Time
	what  string
}

func (s *stage) traffic(ids []string) *traffic {
	ctx, cancel := context.WithCancel(context.Background())
	t := &traffic{cancel: cancel}
	base := s.url("proxy")
	for n := range 40 {
		t.wg.Go(func() {
			c := from(fmt.Sprint("127.0.2.", n+1))
			for i := 0; ctx.Err() == nil; i++ {
				began := time.Now()
				var status int
				var err error
				if n%8 == 0 && i%8 == 0 {
					_, status, err = c.share(base, fmt.Sprint(script, "traffic ", began.UnixNano(), n))
				} else {
					status, _, err = c.get(base + "/s/" + ids[(n+i)%len(ids)])
				}
				t.asked.Add(1)
				if err != nil || status != http.StatusOK && status != http.StatusCreated {
					t.mu.Lock()
					t.failed = append(t.failed, failure{began, fmt.Sprint(status, " ", err)})
					t.mu.Unlock()
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
	return t
}

func (t *traffic) end() []failure {
	t.cancel()
	t.wg.Wait()
	return t.failed
}

func (s *stage) links(n int) ([]string, error) {
	var ids []string
	c := from("127.0.1.4")
	for i := range n {
		got, _, err := c.share(s.url("proxy"), fmt.Sprint(script, "link ", i))
		if err != nil {
			return nil, err
		}
		ids = append(ids, got.ID)
	}
	return ids, nil
}

// killed ends a replica in the middle of traffic. What it had in hand may be lost, nothing that comes later.
func killed(s *stage) error {
	ids, err := s.links(20)
	if err != nil {
		return err
	}
	t := s.traffic(ids)
	time.Sleep(time.Second)
	if err := s.end("one", os.Kill); err != nil {
		return err
	}
	at := time.Now()
	time.Sleep(2500 * time.Millisecond)
	if err := s.start(context.Background(), s.services["one"]); err != nil {
		return err
	}
	time.Sleep(2500 * time.Millisecond)
	for _, f := range t.end() {
		if f.began.After(at) {
			return fmt.Errorf("a request %s after the kill: %s", f.began.Sub(at), f.what)
		}
	}
	return nil
}

func restarts(s *stage) error {
	ids, err := s.links(20)
	if err != nil {
		return err
	}
	t := s.traffic(ids)
	for _, name := range []string{"one", "two"} {
		time.Sleep(500 * time.Millisecond)
		if err := s.end(name, syscall.SIGTERM); err != nil {
			return err
		}
		if err := s.start(context.Background(), s.services[name]); err != nil {
			return err
		}
		time.Sleep(2500 * time.Millisecond) // the proxy looks every two
	}
	failed := t.end()
	if len(failed) > 0 {
		return fmt.Errorf("%d of %d requests failed: %s", len(failed), t.asked.Load(), failed[0].what)
	}
	return nil
}
