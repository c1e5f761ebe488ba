// Command loadtest asks a service on this machine for plans and for snippets,
// for a bounded time, and prints how many a second it answers and how fast.
//
//	rowkind serve --addr 127.0.0.1:8080 --requests-per-second 0 --snippets-per-hour 0 --db /tmp/load.db &
//	go run ./server/loadtest --url http://127.0.0.1:8080 --seconds 10
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"rowkind/web/examples"
)

func main() {
	base := flag.String("url", "http://127.0.0.1:8080", "the service, on this machine")
	seconds := flag.Int("seconds", 10, "how long each part runs, 60 at most")
	clients := flag.Int("clients", 16, "clients at a time, 256 at most")
	slug := flag.String("example", "upsert", "the script, by its name in the gallery")
	flag.Parse()
	u, err := url.Parse(*base)
	if err != nil {
		log.Fatal(err)
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		log.Fatalf("%s is not this machine", u.Hostname())
	}
	i, ok := examples.BySlug(*slug)
	if !ok {
		log.Fatalf("no example %s", *slug)
	}
	body, _ := json.Marshal(map[string]string{"sql": examples.All[i].SQL})
	form := url.Values{"sql": {examples.All[i].SQL}}.Encode()
	r := runner{
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: *clients, DisableCompression: true}},
		length: time.Duration(min(*seconds, 60)) * time.Second, clients: min(*clients, 256),
	}
	post := func(path, kind, body string, header ...string) func() *http.Request {
		return func() *http.Request {
			req, _ := http.NewRequest("POST", *base+path, strings.NewReader(body))
			req.Header.Set("Content-Type", kind)
			for i := 0; i+1 < len(header); i += 2 {
				req.Header.Set(header[i], header[i+1])
			}
			return req
		}
	}
	get := func(path string) func() *http.Request {
		return func() *http.Request { req, _ := http.NewRequest("GET", *base+path, nil); return req }
	}
	id := share(*base, body)
	r.run("plan, API", post("/api/v1/explain?extras=none", "application/json", string(body)))
	r.run("plan with all extras, API", post("/api/v1/explain", "application/json", string(body)))
	r.run("plan as one types", post("/explain", "application/x-www-form-urlencoded", form, "Rowkind-Fragment", "1"))
	r.run("read a snippet, page", get("/s/"+id))
	r.run("read a snippet, API", get("/api/v1/snippets/"+id))
	r.run("embed", get("/embed/"+id))
}

func share(base string, body []byte) string {
	res, err := http.Post(base+"/api/v1/snippets", "application/json", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	var out struct{ ID string }
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil || out.ID == "" {
		log.Fatalf("sharing: %s", res.Status)
	}
	return out.ID
}

type runner struct {
	client  *http.Client
	length  time.Duration
	clients int
}

func (r runner) run(name string, request func() *http.Request) {
	var wg sync.WaitGroup
	took := make([][]time.Duration, r.clients)
	failed := make([]int, r.clients)
	end := time.Now().Add(r.length)
	for c := range r.clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for time.Now().Before(end) {
				start := time.Now()
				res, err := r.client.Do(request())
				if err != nil {
					failed[c]++
					continue
				}
				io.Copy(io.Discard, res.Body)
				res.Body.Close()
				if res.StatusCode != http.StatusOK {
					failed[c]++
				}
				took[c] = append(took[c], time.Since(start))
			}
		}()
	}
	wg.Wait()
	all := slices.Concat(took...)
	bad := 0
	for _, n := range failed {
		bad += n
	}
	slices.Sort(all)
	at := func(p float64) time.Duration {
		if len(all) == 0 {
			return 0
		}
		return all[min(len(all)-1, int(p*float64(len(all))))].Round(10 * time.Microsecond)
	}
	fmt.Printf("%-28s %7.0f/s  p50 %-9v p99 %-9v worst %-9v failed %d\n", name, float64(len(all))/r.length.Seconds(), at(0.5), at(0.99), at(1), bad)
}
