package server

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/go-chi/chi/v5"
)

// Every response of every route has the headers, whatever it answers.
func TestHeadersEverywhere(t *testing.T) {
	srv := newTestServer(t)
	id, cookie := shareScript(t, srv, exampleSQL(t, "upsert"))
	other, _ := shareScript(t, srv, exampleSQL(t, "key-mismatch"))
	calls := []call{
		{method: "GET", path: "/nope"}, {method: "PUT", path: "/"}, {method: "GET", path: "/static/nope"}, {method: "TRACE", path: "/s/" + id},
		{method: "POST", path: "/explain", kind: formType, body: "sql=" + strings.Repeat("x", 1<<20)},
		{method: "POST", path: "/s", kind: formType, body: "sql=x", header: map[string]string{"Sec-Fetch-Site": "cross-site"}},
		{method: "GET", path: "/s/" + id, header: map[string]string{"Cookie": cookie}},
		{method: "GET", path: "/s/" + id + ".md"}, {method: "GET", path: "/s/" + id + ".svg"}, {method: "GET", path: "/s/" + id + ".png"},
		{method: "GET", path: "/s/" + id + ".nope"}, {method: "HEAD", path: "/s/" + id},
	}
	if err := chi.Walk(srv.handler.(chi.Routes), func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
		path := strings.NewReplacer("{id}", id, "{a}", id, "{b}", other, "{slug}", "upsert", "*", "app.css").Replace(route)
		calls = append(calls, call{method: method, path: path, kind: formType, body: ""})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(calls) < 30 {
		t.Errorf("%d calls", len(calls))
	}
	for _, c := range calls {
		h := c.do(srv).Header()
		name := c.method + " " + c.path
		if csp := h.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "unsafe-eval") {
			t.Errorf("%s: policy %q", name, csp)
		}
		for key, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
			if h.Get(key) != want {
				t.Errorf("%s: %s is %q", name, key, h.Get(key))
			}
		}
		if h.Get("Permissions-Policy") == "" {
			t.Errorf("%s: no Permissions-Policy", name)
		}
		if strings.HasPrefix(c.path, "/s/") && c.method == "GET" && h.Get("X-Robots-Tag") != "noindex" {
			t.Errorf("%s may be indexed", name)
		}
	}
}

// A page that was read before is not sent again while it is the same, and is sent packed to who takes that.
func TestReadAgain(t *testing.T) {
	srv := newTestServer(t)
	id, cookie := shareScript(t, srv, exampleSQL(t, "upsert"))
	for _, path := range []string{"/s/" + id, "/embed/" + id, "/api/v1/snippets/" + id, "/s/" + id + ".md", "/s/" + id + ".svg"} {
		first := get(srv, path)
		etag := first.Header().Get("ETag")
		if first.Code != 200 || etag == "" {
			t.Fatalf("%s: %d, ETag %q", path, first.Code, etag)
		}
		again := call{method: "GET", path: path, header: map[string]string{"If-None-Match": etag}}.do(srv)
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("%s again: %d, %d bytes", path, again.Code, again.Body.Len())
		}
		for accept, packed := range map[string]bool{"gzip, br": true, "br": false, "gzip;q=0.5": true, "": false} {
			w := call{method: "GET", path: path, header: map[string]string{"Accept-Encoding": accept}}.do(srv)
			body := w.Body.Bytes()
			if (w.Header().Get("Content-Encoding") == "gzip") != packed {
				t.Errorf("%s for %q: encoding %q", path, accept, w.Header().Get("Content-Encoding"))
				continue
			}
			if packed {
				r, err := gzip.NewReader(bytes.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				if body, err = io.ReadAll(r); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(body, first.Body.Bytes()) {
				t.Errorf("%s for %q is another page", path, accept)
			}
		}
	}
	mine := call{method: "GET", path: "/s/" + id, header: map[string]string{"Cookie": cookie, "If-None-Match": get(srv, "/s/"+id).Header().Get("ETag")}}.do(srv)
	if mine.Code != 200 || !strings.Contains(mine.Body.String(), "/delete") {
		t.Errorf("the page of who shared it: %d", mine.Code)
	}
	w := call{method: "POST", path: "/s/" + id + "/delete", kind: formType, header: map[string]string{"Cookie": cookie}}.do(srv)
	if w.Code != http.StatusSeeOther {
		t.Fatal(w.Code)
	}
	for _, path := range []string{"/s/" + id, "/embed/" + id, "/api/v1/snippets/" + id, "/s/" + id + ".md"} {
		if w := get(srv, path); w.Code != http.StatusGone {
			t.Errorf("%s after deletion: %d", path, w.Code)
		}
	}
}

// What is kept of pages stays within its bytes, whatever Host they are asked by.
func TestCacheIsBounded(t *testing.T) {
	c := newPageCache(100_000)
	for i := range 1000 {
		c.put(newPage(fmt.Sprint("page http://", i), htmlType, bytes.Repeat([]byte("x"), 1+i*10)))
		if c.size > c.limit || len(c.byKey) != c.order.Len() {
			t.Fatalf("%d bytes, %d keys, %d pages", c.size, len(c.byKey), c.order.Len())
		}
	}
	if c.get("page http://0") != nil || c.order.Len() == 0 {
		t.Error("the oldest stay")
	}
}

// Nothing that is sent is unpacked, and a form of many parts is refused before it costs much.
func TestPackedAndManyParts(t *testing.T) {
	srv := newTestServer(t)
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	w.Write(bytes.Repeat([]byte("sql=x&"), 1<<20))
	w.Close()
	for what, c := range map[string]call{
		"packed form": {method: "POST", path: "/explain", kind: formType, body: bomb.String(), header: map[string]string{"Content-Encoding": "gzip"}},
		"packed JSON": {method: "POST", path: "/api/v1/explain", kind: "application/json", body: bomb.String(), header: map[string]string{"Content-Encoding": "gzip"}},
		"many parts": {method: "POST", path: "/explain", kind: "multipart/form-data; boundary=x",
			body: strings.Repeat("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n", 4000) + "--x--\r\n"},
		"a file": {method: "POST", path: "/explain", kind: "multipart/form-data; boundary=x",
			body: "--x\r\nContent-Disposition: form-data; name=\"sql\"; filename=\"a\"\r\n\r\n" + strings.Repeat("x", 300<<10) + "\r\n--x--\r\n"},
		"many fields": {method: "POST", path: "/explain", kind: formType, body: strings.Repeat("a&", 200_000)},
	} {
		w := c.do(srv)
		if w.Code < 400 || w.Code > 499 {
			t.Errorf("%s: %d", what, w.Code)
		}
	}
}
