package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rowkind/planner"
)

func TestPages(t *testing.T) {
	srv := newTestServer(t)
	id, _ := shareScript(t, srv, exampleSQL(t, "upsert"))
	other, _ := shareScript(t, srv, exampleSQL(t, "do-deduplicate"))
	refused, _ := shareScript(t, srv, exampleSQL(t, "key-mismatch"))
	for _, c := range []struct {
		path   string
		status int
		kind   string
		holds  string
	}{
		{"/", 200, "text/html", "What changelog does this query make?"},
		{"/?sql=SELECT+1", 200, "text/html", "SELECT 1"},
		{"/examples", 200, "text/html", "A filter only appends"},
		{"/examples/upsert", 200, "text/html", "GroupAggregate"},
		{"/examples/nope", 404, "text/html", "There is no such page"},
		{"/learn", 200, "text/html", "ChangelogNormalize"},
		{"/about", 200, "text/html", "64 KiB"},
		{"/s/" + id, 200, "text/html", "Pass it on"},
		{"/s/" + id + ".sql", 200, "text/plain", "CREATE TABLE"},
		{"/s/" + id + ".txt", 200, "text/plain", "== Optimized Physical Plan =="},
		{"/s/" + id + ".md", 200, "text/markdown", "```sql"},
		{"/s/" + id + ".svg", 200, "image/svg+xml", "<svg"},
		{"/s/" + id + ".png", 200, "image/png", "PNG"},
		{"/s/" + id + ".json", 200, "application/json", `"flink_version"`},
		{"/s/" + id + ".html", 200, "text/html", "<style>"},
		{"/s/" + id + ".exe", 404, "text/html", "no such page"},
		{"/s/" + refused + ".svg", 404, "text/html", "no plan to draw"},
		{"/s/" + refused + ".png", 200, "image/png", "PNG"},
		{"/s/AAAAAAAAAAA", 404, "text/html", "no such page"},
		{"/s/short", 404, "text/html", "no such page"},
		{"/s/" + id + "%00", 404, "text/html", "no such page"},
		{"/embed/" + id, 200, "text/html", "GroupAggregate"},
		{"/embed/" + id + "?theme=dark", 200, "text/html", `data-theme="dark"`},
		{"/embed/" + id + "?statement=1", 200, "text/html", "no such statement"},
		{"/embed/AAAAAAAAAAA", 404, "text/html", "no such page"},
		{"/diff/" + id + "/" + other, 200, "text/html", "The plan changes"},
		{"/diff/" + id + "/" + id, 200, "text/html", "The plans are the same"},
		{"/diff/" + id + "/AAAAAAAAAAA", 404, "text/html", "no such page"},
		{"/oembed?url=http://rowkind.test/s/" + id, 200, "application/json", `"type":"rich"`},
		{"/oembed?url=http://other.test/s/" + id, 404, "application/problem+json", "no such page"},
		{"/oembed?format=xml&url=http://rowkind.test/s/" + id, 501, "application/problem+json", "json"},
		{"/healthz", 200, "text/plain", "ok"},
		{"/readyz", 200, "text/plain", "ready"},
		{"/metrics", 200, "text/plain", "rowkind_requests_total"},
		{"/robots.txt", 200, "text/plain", "Disallow: /s/"},
		{"/api/v1/openapi.yaml", 200, "application/yaml", "openapi: 3"},
		{"/api/v1/nope", 404, "application/problem+json", "no such page"},
		{"/static/nope.css", 404, "text/plain", "not found"},
		{"/nope", 404, "text/html", "no such page"},
	} {
		w := get(srv, c.path)
		if w.Code != c.status || !strings.HasPrefix(w.Header().Get("Content-Type"), c.kind) || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("GET %s: %d %s, want %d %s with %q; got\n%.300s", c.path, w.Code, w.Header().Get("Content-Type"), c.status, c.kind, c.holds, w.Body)
		}
	}
}

func TestHeaders(t *testing.T) {
	srv := newTestServer(t)
	id, _ := shareScript(t, srv, exampleSQL(t, "upsert"))
	for _, path := range []string{"/", "/nope", "/s/" + id, "/s/" + id + ".svg", "/embed/" + id, "/embed/AAAAAAAAAAA", "/healthz", "/api/v1/nope", "/learn"} {
		h := get(srv, path).Header()
		csp := h.Get("Content-Security-Policy")
		if !strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", path, csp)
		}
		framed := strings.HasPrefix(path, "/embed/") || strings.HasSuffix(path, ".svg")
		if want := "frame-ancestors 'none'"; strings.Contains(csp, want) == framed {
			t.Errorf("%s: policy %q", path, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", path, h)
		}
		if strings.HasPrefix(path, "/embed/") && len(h.Values("Set-Cookie")) > 0 {
			t.Errorf("%s sets a cookie", path)
		}
		if strings.HasPrefix(path, "/s/") && h.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s may be indexed", path)
		}
		if cors := h.Get("Access-Control-Allow-Origin"); (cors == "*") != strings.HasPrefix(path, "/api/") {
			t.Errorf("%s: Access-Control-Allow-Origin %q", path, cors)
		}
	}
	own := newTestServer(t, func(c *Config) { c.FrameAncestors = "https://wiki.test" })
	id, _ = shareScript(t, own, exampleSQL(t, "upsert"))
	if csp := get(own, "/embed/"+id).Header().Get("Content-Security-Policy"); !strings.HasSuffix(csp, "frame-ancestors https://wiki.test") {
		t.Errorf("policy %q", csp)
	}
}

func TestExplain(t *testing.T) {
	srv := newTestServer(t)
	sql := exampleSQL(t, "key-mismatch")
	w := post(srv, "/explain", "sql", sql)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "<html") || !strings.Contains(w.Body.String(), "differs from the primary key") {
		t.Errorf("page: %d %.200s", w.Code, w.Body)
	}
	w = call{method: "POST", path: "/explain", body: "sql=" + urlQuery(sql), kind: formType, header: map[string]string{"Rowkind-Fragment": "1"}}.do(srv)
	if w.Code != 200 || strings.Contains(w.Body.String(), "<html") || !strings.Contains(w.Body.String(), "differs from the primary key") {
		t.Errorf("fragment: %d %.200s", w.Code, w.Body)
	}
	// What browsers send as CRLF is the same script.
	w = post(srv, "/explain", "sql", strings.ReplaceAll(sql, "\n", "\r\n"))
	if !strings.Contains(w.Body.String(), "differs from the primary key") {
		t.Error("CRLF is another script")
	}
	n, err := srv.Store.Count(t.Context())
	if err != nil || n != 0 {
		t.Errorf("planning stored %d scripts", n)
	}
}

func TestBadInput(t *testing.T) {
	srv := newTestServer(t)
	big := strings.Repeat("x", 64<<10+1)
	for _, c := range []struct {
		name   string
		call   call
		status int
		holds  string
	}{
		{"too large", call{method: "POST", path: "/explain", kind: formType, body: "sql=" + big}, 413, "too large"},
		{"much too large", call{method: "POST", path: "/explain", kind: formType, body: "sql=" + strings.Repeat("x", 1<<20)}, 413, "too large"},
		{"too large a prefill", call{method: "GET", path: "/?sql=" + big}, 413, "too large"},
		{"not UTF-8", call{method: "POST", path: "/explain", kind: formType, body: "sql=%ff%fe"}, 400, "UTF-8"},
		{"NUL", call{method: "POST", path: "/explain", kind: formType, body: "sql=SELECT%00"}, 400, "NUL"},
		{"broken form", call{method: "POST", path: "/explain", kind: formType, body: "sql=%zz"}, 400, "could not be read"},
		{"nothing to share", call{method: "POST", path: "/s", kind: formType, body: "sql=+"}, 422, "no script"},
		{"broken multipart", call{method: "POST", path: "/explain", kind: "multipart/form-data", body: "--x\r\n"}, 400, "could not be read"},
		{"other method", call{method: "PUT", path: "/explain"}, 405, "another method"},
		{"api too large", call{method: "POST", path: "/api/v1/explain", kind: "application/json", body: `{"sql":"` + big + `"}`}, 413, "too large"},
		{"api kind", call{method: "POST", path: "/api/v1/explain", kind: "text/plain", body: `{"sql":"x"}`}, 415, "JSON"},
		{"api no script", call{method: "POST", path: "/api/v1/explain", kind: "application/json", body: `{}`}, 400, "could not be read"},
		{"api not JSON", call{method: "POST", path: "/api/v1/explain", kind: "application/json", body: `{`}, 400, "could not be read"},
		{"api two values", call{method: "POST", path: "/api/v1/explain", kind: "application/json", body: `{"sql":"x"}{}`}, 400, "more than one"},
		{"another site's form", call{method: "POST", path: "/s", kind: formType, body: "sql=x", header: map[string]string{"Sec-Fetch-Site": "cross-site"}}, 403, "another site"},
		{"delete without right", call{method: "POST", path: "/s/AAAAAAAAAAA/delete", kind: formType}, 404, "no such page"},
	} {
		w := c.call.do(srv)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s: %d, want %d with %q; got\n%.400s", c.name, w.Code, c.status, c.holds, w.Body)
		}
		if strings.HasPrefix(c.call.path, "/api/") {
			var p problem
			if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Status != c.status || p.Title == "" {
				t.Errorf("%s: no problem details: %s", c.name, w.Body)
			}
		}
	}
	w := call{method: "POST", path: "/explain", kind: "multipart/form-data; boundary=x",
		body: "--x\r\nContent-Disposition: form-data; name=\"sql\"\r\n\r\nSELECT 1\r\n--x--\r\n"}.do(srv)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "SELECT 1") {
		t.Errorf("multipart: %d %.200s", w.Code, w.Body)
	}
}

func TestShareAndDelete(t *testing.T) {
	srv := newTestServer(t)
	sql := exampleSQL(t, "upsert")
	id, cookie := shareScript(t, srv, sql)
	if len(id) != 11 || cookie == "" {
		t.Fatalf("id %q, cookie %q", id, cookie)
	}
	again, none := shareScript(t, srv, sql)
	if again != id || none != "" {
		t.Errorf("saved twice: %q %q", again, none)
	}
	if body := get(srv, "/s/"+id).Body.String(); strings.Contains(body, "/delete") {
		t.Error("a stranger is offered to delete")
	}
	mine := call{method: "GET", path: "/s/" + id, header: map[string]string{"Cookie": cookie}}.do(srv)
	if !strings.Contains(mine.Body.String(), "/delete") {
		t.Error("who shared it is not offered to delete")
	}
	if w := post(srv, "/s/"+id+"/delete", "token", "guess"); w.Code != http.StatusForbidden {
		t.Errorf("deleted with a guess: %d", w.Code)
	}
	w := call{method: "POST", path: "/s/" + id + "/delete", kind: formType, header: map[string]string{"Cookie": cookie}}.do(srv)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("delete: %d %s", w.Code, w.Body)
	}
	for _, path := range []string{"/s/" + id, "/s/" + id + ".sql", "/s/" + id + ".json", "/embed/" + id, "/diff/" + id + "/" + id, "/api/v1/snippets/" + id, "/oembed?url=http://rowkind.test/s/" + id} {
		if w := get(srv, path); w.Code != http.StatusGone || strings.Contains(w.Body.String(), "CREATE TABLE") {
			t.Errorf("%s after deletion: %d", path, w.Code)
		}
	}
	// Shared again, the same script gets a link of its own.
	next, _ := shareScript(t, srv, sql)
	if next == id || !strings.HasPrefix(next, id) {
		t.Errorf("shared again as %q", next)
	}
}

func TestSecretsArePointedOut(t *testing.T) {
	srv := newTestServer(t)
	sql := "CREATE TABLE t (a INT) WITH ('connector' = 'jdbc', 'password' = 'hunter2');\nSELECT 1;"
	w := post(srv, "/s", "sql", sql)
	if w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "<code>password</code>") || w.Header().Get("Location") != "" {
		t.Fatalf("%d %.300s", w.Code, w.Body)
	}
	w = post(srv, "/s", "sql", sql, "secrets", "mask")
	id := strings.TrimPrefix(w.Header().Get("Location"), "/s/")
	if body := get(srv, "/s/"+id+".sql").Body.String(); strings.Contains(body, "hunter2") || !strings.Contains(body, "'password' = '***'") {
		t.Errorf("masked: %s", body)
	}
	w = post(srv, "/s", "sql", sql, "secrets", "keep")
	id = strings.TrimPrefix(w.Header().Get("Location"), "/s/")
	if body := get(srv, "/s/"+id+".sql").Body.String(); body != sql {
		t.Errorf("kept: %s", body)
	}
}

func TestTodaysAnswerDiffers(t *testing.T) {
	srv := newTestServer(t)
	id, _ := shareScript(t, srv, exampleSQL(t, "upsert"))
	if strings.Contains(get(srv, "/s/"+id).Body.String(), "answer differs") {
		t.Error("the same answer differs")
	}
	old := newTestServer(t, func(c *Config) { c.Store = srv.Store; c.Explain = planner.Explain })
	body := get(old, "/s/"+id).Body.String()
	if !strings.Contains(body, "GroupAggregate") {
		t.Error("the plan of then is not shown")
	}
}

func TestRateLimits(t *testing.T) {
	srv := newTestServer(t, func(c *Config) { c.RequestsPerSecond = 1; c.SnippetsPerHour = 2 })
	codes := map[int]int{}
	for range 14 {
		codes[get(srv, "/about").Code]++
	}
	if codes[200] != 10 || codes[429] != 4 {
		t.Errorf("requests: %v", codes)
	}
	if w := get(srv, "/healthz"); w.Code != 200 {
		t.Errorf("health is limited: %d", w.Code)
	}
	srv = newTestServer(t, func(c *Config) { c.SnippetsPerHour = 2 })
	codes = map[int]int{}
	for i := range 4 {
		codes[post(srv, "/s", "sql", fmt.Sprint("SELECT ", i)).Code]++
	}
	if codes[303] != 2 || codes[429] != 2 {
		t.Errorf("snippets: %v", codes)
	}
	if w := post(srv, "/explain", "sql", "SELECT 1"); w.Code != 200 {
		t.Errorf("planning is limited by sharing: %d", w.Code)
	}
}

func TestClientKey(t *testing.T) {
	for _, c := range []struct {
		remote, forwarded string
		trust             bool
		want              string
	}{
		{"192.0.2.1:123", "", false, "192.0.2.1"},
		{"192.0.2.1:123", "203.0.113.9", false, "192.0.2.1"},
		{"192.0.2.1:123", "1.1.1.1, 203.0.113.9", true, "203.0.113.9"},
		{"[2001:db8:1:2:3:4:5:6]:123", "", false, "2001:db8:1:2::"},
	} {
		r, _ := http.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		s := &Server{Config: Config{TrustProxy: c.trust}}
		if got, _ := s.clientKey(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestDrainAndPanic(t *testing.T) {
	srv := newTestServer(t)
	srv.Drain()
	srv.Drain()
	if w := get(srv, "/readyz"); w.Code != 503 {
		t.Errorf("ready while shutting down: %d", w.Code)
	}
	if w := get(srv, "/healthz"); w.Code != 200 {
		t.Errorf("healthz: %d", w.Code)
	}
	srv.Explain = nil // calling it panics
	w := post(srv, "/explain", "sql", "SELECT 1")
	if w.Code != 500 || !strings.Contains(w.Body.String(), "Something went wrong here") {
		t.Errorf("panic: %d %.200s", w.Code, w.Body)
	}
	srv.Store.Close()
	if w := get(srv, "/s/AAAAAAAAAAA"); w.Code != 503 || !strings.Contains(w.Body.String(), "be reached just now") {
		t.Errorf("store down: %d %.200s", w.Code, w.Body)
	}
	if w := get(srv, "/about"); w.Code != 200 {
		t.Errorf("a page without the store: %d", w.Code)
	}
}

func TestBusy(t *testing.T) {
	srv := newTestServer(t, func(c *Config) { c.Concurrent = 1; c.Limits.Time = 20 * time.Millisecond })
	srv.planning <- struct{}{}
	if w := post(srv, "/explain", "sql", "SELECT 1"); w.Code != 503 || !strings.Contains(w.Body.String(), "Too many scripts") {
		t.Errorf("busy: %d %.200s", w.Code, w.Body)
	}
}

// Who leaves while a script waits for its turn is no sign of a busy service.
func TestLeft(t *testing.T) {
	srv := newTestServer(t, func(c *Config) { c.Concurrent = 1 })
	srv.planning <- struct{}{}
	ctx, leave := context.WithCancel(context.Background())
	leave()
	r := httptest.NewRequest("POST", "http://rowkind.test/api/v1/explain", strings.NewReader(`{"sql":"SELECT 1"}`)).WithContext(ctx)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	srv.ServeHTTP(w, r)
	if w.Code != statusLeft {
		t.Errorf("left: %d %.200s", w.Code, w.Body)
	}
}

func TestAcceptsGzip(t *testing.T) {
	for accept, want := range map[string]bool{"gzip": true, "br, gzip;q=0.5": true, "gzip; q=1": true, "gzip;q=0": false, "gzip; q=0.000": false, "br": false, "": false} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", accept)
		if got := acceptsGzip(r); got != want {
			t.Errorf("%q: %v", accept, got)
		}
	}
}

// Who unfurls or checks links asks for the head alone.
func TestHead(t *testing.T) {
	s := newTestServer(t)
	for path, want := range map[string]int{"/": 200, "/examples": 200, "/nope": 404, "/s/none": 404} {
		w := call{method: "HEAD", path: path}.do(s)
		if w.Code != want {
			t.Errorf("HEAD %s: %d, want %d", path, w.Code, want)
		}
	}
}
