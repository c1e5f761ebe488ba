// Command loadtest asks a service on this machine for plans and for snippets,
// for a bounded time, and prints how many a second it answers and how fast.
// No two scripts are the same: each has tables of its own.
//
//	go run ./server/loadtest --seconds 10                        starts a service over SQLite, in a temporary folder
//	go run ./server/loadtest --db postgres://… --replicas 2      starts two over PostgreSQL and asks both in turn
//	go run ./server/loadtest --url http://127.0.0.1:8080         asks one that runs
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"rowkind/web/examples"
)

func main() {
	given := flag.String("url", "", "a service that runs on this machine; else one is started")
	db := flag.String("db", "", "the store of what is started; else a SQLite file in a temporary folder")
	replicas := flag.Int("replicas", 1, "how many to start, 4 at most")
	profile := flag.String("cpuprofile", "", "file for a profile of the services' processor time, where they are started here")
	seconds := flag.Int("seconds", 10, "how long each part runs, 60 at most")
	clients := flag.Int("clients", 16, "clients at a time, 256 at most")
	snippets := flag.Int("snippets", 200, "how many scripts to share and read, 10000 at most")
	slug := flag.String("example", "upsert", "the script, by its name in the gallery")
	flag.Parse()
	i, ok := examples.BySlug(*slug)
	if !ok {
		log.Fatalf("no example %s", *slug)
	}
	bases := []string{*given}
	if *given == "" {
		started, stop, err := start(*db, min(*replicas, 4), *profile)
		if err != nil {
			log.Fatal(err)
		}
		defer stop()
		bases = started
	} else if err := onlyHere(*given); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d processors, load average %s\n", runtime.GOMAXPROCS(0), loadAverage())
	r := runner{
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: *clients, DisableCompression: true}},
		length: time.Duration(min(*seconds, 60)) * time.Second, clients: min(*clients, 256), bases: bases,
	}
	script := variants(examples.All[i].SQL)
	ids := r.share(script, min(*snippets, 10000))
	body := func(n int64) string { b, _ := json.Marshal(map[string]string{"sql": script(n)}); return string(b) }
	form := func(n int64) string { return url.Values{"sql": {script(n)}}.Encode() }
	const jsonType, formType = "application/json", "application/x-www-form-urlencoded"
	r.run("plan, API", r.post("/api/v1/explain?extras=none", jsonType, body))
	r.run("plan with all extras, API", r.post("/api/v1/explain", jsonType, body))
	r.run("plan as one types", r.post("/explain", formType, form, "Rowkind-Fragment", "1"))
	r.run("share", r.post("/api/v1/snippets", jsonType, body))
	r.run("read a snippet, page", r.get(ids, "/s/"))
	r.run("read a snippet, packed", r.get(ids, "/s/", "Accept-Encoding", "gzip"))
	r.run("read a snippet, API", r.get(ids, "/api/v1/snippets/"))
	r.run("embed", r.get(ids, "/embed/"))
}

// variants gives a script whose tables have names of their own.
func variants(sql string) func(n int64) string {
	var names []string
	for _, line := range strings.Split(sql, "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "CREATE TABLE "); ok {
			name, _, _ = strings.Cut(name, " ")
			names = append(names, strings.Trim(name, "`("))
		}
	}
	return func(n int64) string {
		var to []string
		for _, name := range names {
			to = append(to, name, fmt.Sprintf("%s_%d", name, n))
		}
		return strings.NewReplacer(to...).Replace(sql)
	}
}

func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Join(strings.Fields(string(text))[:3], " ")
}

type runner struct {
	client  *http.Client
	length  time.Duration
	clients int
	bases   []string
	next    atomic.Int64
}

// request makes the n-th request.
type request func(n int64) *http.Request

func (r *runner) make(n int64, method, path, body, kind string, header []string) *http.Request {
	req, err := http.NewRequest(method, r.bases[n%int64(len(r.bases))]+path, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return req
}

func (r *runner) post(path, kind string, body func(n int64) string, header ...string) request {
	return func(n int64) *http.Request { return r.make(n, "POST", path, body(n), kind, header) }
}

func (r *runner) get(ids []string, path string, header ...string) request {
	return func(n int64) *http.Request { return r.make(n, "GET", path+ids[n%int64(len(ids))], "", "", header) }
}

// share stores scripts and gives their ids.
func (r *runner) share(script func(n int64) string, n int) []string {
	ids := make([]string, 0, n)
	for range n {
		k := r.next.Add(1)
		body, _ := json.Marshal(map[string]string{"sql": script(k)})
		res, err := r.client.Post(r.bases[0]+"/api/v1/snippets", "application/json", bytes.NewReader(body))
		if err != nil {
			log.Fatal(err)
		}
		var out struct{ ID string }
		err = json.NewDecoder(res.Body).Decode(&out)
		res.Body.Close()
		if err != nil || out.ID == "" {
			log.Fatalf("sharing: %s", res.Status)
		}
		ids = append(ids, out.ID)
	}
	return ids
}

func (r *runner) run(name string, next request) {
	var wg sync.WaitGroup
	took := make([][]time.Duration, r.clients)
	var failed atomic.Int64
	began := time.Now()
	end := began.Add(r.length)
	for c := range r.clients {
		wg.Go(func() {
			for time.Now().Before(end) {
				start := time.Now()
				if !r.ask(next(r.next.Add(1))) {
					failed.Add(1)
				}
				took[c] = append(took[c], time.Since(start))
			}
		})
	}
	wg.Wait()
	length := time.Since(began)
	all := slices.Concat(took...)
	slices.Sort(all)
	at := func(p float64) time.Duration {
		if len(all) == 0 {
			return 0
		}
		return all[min(len(all)-1, int(p*float64(len(all))))].Round(10 * time.Microsecond)
	}
	fmt.Printf("%-28s %7.0f/s  p50 %-9v p99 %-9v worst %-9v failed %d\n", name, float64(len(all))/length.Seconds(), at(0.5), at(0.99), at(1), failed.Load())
}

// ask reports whether the answer is what was asked for.
func (r *runner) ask(req *http.Request) bool {
	res, err := r.client.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	io.Copy(io.Discard, res.Body)
	return res.StatusCode == http.StatusOK || res.StatusCode == http.StatusCreated
}
