package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rowkind/planner/golden"
	"rowkind/server/store"
	"rowkind/web/examples"
)

var recorded = sync.OnceValues(func() (golden.Answers, error) {
	return golden.Load(os.DirFS("../planner/testdata/corpus"))
})

// newTestServer answers from recorded goldens over a store of its own.
func newTestServer(t testing.TB, change ...func(*Config)) *Server {
	t.Helper()
	answers, err := recorded()
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	cfg := Config{Store: st, Explain: answers.Explain}
	for _, c := range change {
		c(&cfg)
	}
	return New(cfg)
}

// exampleSQL is the script of an example.
func exampleSQL(t testing.TB, slug string) string {
	t.Helper()
	i, ok := examples.BySlug(slug)
	if !ok {
		t.Fatalf("no example %s", slug)
	}
	return examples.All[i].SQL
}

type call struct {
	method, path, body, kind string
	header                   map[string]string
}

func (c call) do(h http.Handler) *httptest.ResponseRecorder {
	r := httptest.NewRequest(c.method, "http://rowkind.test"+c.path, strings.NewReader(c.body))
	if c.kind != "" {
		r.Header.Set("Content-Type", c.kind)
	}
	for k, v := range c.header {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	return call{method: "GET", path: path}.do(h)
}

const formType = "application/x-www-form-urlencoded"

func post(h http.Handler, path string, fields ...string) *httptest.ResponseRecorder {
	v := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		v.Set(fields[i], fields[i+1])
	}
	return call{method: "POST", path: path, body: v.Encode(), kind: formType}.do(h)
}

// shareScript stores a script and returns its id and the cookie of who shared it.
func shareScript(t testing.TB, h http.Handler, sql string) (id, cookie string) {
	t.Helper()
	w := post(h, "/s", "sql", sql)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("sharing: %d %s", w.Code, w.Body)
	}
	for _, c := range w.Result().Cookies() {
		cookie = c.Name + "=" + c.Value
	}
	return strings.TrimPrefix(w.Header().Get("Location"), "/s/"), cookie
}
