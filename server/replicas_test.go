package server

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"rowkind/server/store"
)

// Two replicas over one store serve the same links; what one deletes the other
// does not show, though it has the page at hand.
func TestReplicas(t *testing.T) {
	names := map[string]string{"sqlite": filepath.Join(t.TempDir(), "shared.db")}
	if url := os.Getenv("ROWKIND_TEST_POSTGRES"); url != "" {
		names["postgres"] = url
	}
	for kind, name := range names {
		t.Run(kind, func(t *testing.T) {
			replica := func() *Server {
				st, err := store.Open(context.Background(), name)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { st.Close() })
				return newTestServer(t, func(c *Config) { c.Store = st })
			}
			one, two := replica(), replica()
			sql := exampleSQL(t, "upsert") + "-- " + t.TempDir() // a script that is not there yet
			id, cookie := shareScript(t, one, sql)
			for _, path := range []string{"/s/" + id, "/embed/" + id, "/api/v1/snippets/" + id} {
				if w := get(two, path); w.Code != http.StatusOK {
					t.Errorf("%s on the other: %d", path, w.Code)
				}
			}
			again, none := shareScript(t, two, sql)
			if again != id || none != "" {
				t.Errorf("shared on the other: %q, %q", again, none)
			}
			w := call{method: "POST", path: "/s/" + id + "/delete", kind: formType, header: map[string]string{"Cookie": cookie}}.do(two)
			if w.Code != http.StatusSeeOther {
				t.Fatalf("delete on the other: %d", w.Code)
			}
			for _, srv := range []*Server{one, two} {
				for _, path := range []string{"/s/" + id, "/embed/" + id, "/api/v1/snippets/" + id} {
					if w := get(srv, path); w.Code != http.StatusGone {
						t.Errorf("%s after deletion: %d", path, w.Code)
					}
				}
			}
		})
	}
}
