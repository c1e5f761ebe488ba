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
	"log"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"rowkind/web/examples"
)

func main() {
	given := flag.String("url", "", "a service that runs on this machine; else one is started")
	db := flag.String("db", "", "the store of what is started; else a SQLite file in a temporary folder")
	binary := flag.String("binary", "", "the rowkind to start; else it is built from here")
	replicas := flag.Int("replicas", 1, "how many to start, 4 at most")
	profile := flag.String("cpuprofile", "", "file for a profile of the services' processor time, where they are started here")
	seconds := flag.Int("seconds", 10, "how long each part runs, 60 at most")
	clients := flag.Int("clients", 16, "clients at a time, 256 at most")
	snippets := flag.Int("snippets", 200, "how many scripts to share and read, 10000 at most")
	only := flag.String("only", "", "run the parts with this text in their names")
	slug := flag.String("example", "upsert", "the script, by its name in the gallery")
	flag.Parse()
	i, ok := examples.BySlug(*slug)
	if !ok {
		log.Fatalf("no example %s", *slug)
	}
	r := runner{length: time.Duration(min(*seconds, 60)) * time.Second, clients: min(*clients, 256), bases: []string{*given}, only: *only}
	if *given == "" {
		stop, err := r.start(*binary, *db, min(*replicas, 4), *profile)
		if err != nil {
			log.Fatal(err)
		}
		defer stop()
	} else if err := onlyHere(*given); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d processors, load average %s\n", runtime.GOMAXPROCS(0), loadAverage())
	script := variants(examples.All[i].SQL)
	ids := r.share(script, min(*snippets, 10000))
	body := func(n int64) string { b, _ := json.Marshal(map[string]string{"sql": script(n)}); return string(b) }
	form := func(n int64) string { return url.Values{"sql": {script(n)}}.Encode() }
	const jsonType, formType = "application/json", "application/x-www-form-urlencoded"
	r.run("plan, API", post("/api/v1/explain?extras=none", jsonType, body))
	r.run("plan with all extras, API", post("/api/v1/explain", jsonType, body))
	r.run("plan as one types", post("/explain", formType, form, "Rowkind-Fragment", "1"))
	r.run("share", post("/api/v1/snippets", jsonType, body))
	r.run("read a snippet, page", get(ids, "/s/"))
	r.run("read a snippet, packed", get(ids, "/s/", "Accept-Encoding", "gzip"))
	r.run("read a snippet, API", get(ids, "/api/v1/snippets/"))
	r.run("embed", get(ids, "/embed/"))
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
	length  time.Duration
	clients int
	bases   []string
	only    string
	running []*service
	next    atomic.Int64
}

// maker makes the n-th request.
type maker func(n int64) request

func post(path, kind string, body func(n int64) string, header ...string) maker {
	header = append(header, "Content-Type", kind)
	return func(n int64) request { return request{"POST", path, body(n), header} }
}

func get(ids []string, path string, header ...string) maker {
	return func(n int64) request { return request{"GET", path + ids[n%int64(len(ids))], "", header} }
}

// share stores scripts and gives their ids.
func (r *runner) share(script func(n int64) string, n int) []string {
	ids := make([]string, 0, n)
	for range n {
		k := r.next.Add(1)
		body, _ := json.Marshal(map[string]string{"sql": script(k)})
		res, err := http.Post(r.bases[0]+"/api/v1/snippets", "application/json", bytes.NewReader(body))
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

func (r *runner) run(name string, next maker) {
	if !strings.Contains(name, r.only) {
		return
	}
	var wg sync.WaitGroup
	took := make([][]time.Duration, r.clients)
	var failed atomic.Int64
	began, before := time.Now(), r.spent()
	end := began.Add(r.length)
	for i := range r.clients {
		wg.Go(func() {
			c := newClient(r.bases)
			defer c.close()
			for time.Now().Before(end) {
				start, n := time.Now(), r.next.Add(1)
				if status, err := c.ask(n, next(n)); err != nil || status != http.StatusOK && status != http.StatusCreated {
					failed.Add(1)
				}
				took[i] = append(took[i], time.Since(start))
			}
		})
	}
	wg.Wait()
	length, after := time.Since(began), r.spent()
	all := slices.Concat(took...)
	if len(all) == 0 {
		return
	}
	slices.Sort(all)
	at := func(p float64) time.Duration {
		return all[min(len(all)-1, int(p*float64(len(all))))].Round(10 * time.Microsecond)
	}
	each := func(d time.Duration) time.Duration { return (d / time.Duration(len(all))).Round(time.Microsecond) }
	fmt.Printf("%-28s %7.0f/s  p50 %-9v p99 %-9v worst %-9v failed %d", name, float64(len(all))/length.Seconds(), at(0.5), at(0.99), at(1), failed.Load())
	if len(r.running) > 0 {
		fmt.Printf("  processor: service %v, client %v", each(after.services-before.services), each(after.client-before.client))
	}
	fmt.Println()
}

// spent is the processor time that was taken until now.
type spent struct{ services, client time.Duration }

func (r *runner) spent() (out spent) {
	for _, s := range r.running {
		out.services += s.spent()
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil {
		out.client = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return out
}
