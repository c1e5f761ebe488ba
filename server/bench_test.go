package server

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"testing"

	"rowkind/planner"
)

// The paths that a service spends its time on, over a real planner.
func BenchmarkService(b *testing.B) {
	srv := newTestServer(b, func(c *Config) {
		c.Explain = planner.Explain
		c.Log = slog.New(slog.NewJSONHandler(io.Discard, nil))
	})
	sql := exampleSQL(b, "upsert")
	body, _ := json.Marshal(map[string]string{"sql": sql})
	id, _ := shareScript(b, srv, sql)
	form := "sql=" + urlQuery(sql)
	for _, c := range []struct {
		name string
		call call
	}{
		{"plan", call{method: "POST", path: "/api/v1/explain?extras=none", kind: "application/json", body: string(body)}},
		{"plan with extras", call{method: "POST", path: "/api/v1/explain", kind: "application/json", body: string(body)}},
		{"typed", call{method: "POST", path: "/explain", kind: formType, body: form, header: map[string]string{"Rowkind-Fragment": "1"}}},
		{"page", call{method: "POST", path: "/explain", kind: formType, body: form}},
		{"snippet", call{method: "GET", path: "/s/" + id}},
		{"snippet API", call{method: "GET", path: "/api/v1/snippets/" + id}},
		{"embed", call{method: "GET", path: "/embed/" + id}},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if w := c.call.do(srv); w.Code != http.StatusOK {
					b.Fatal(w.Code)
				}
			}
		})
	}
	b.Run("share", func(b *testing.B) {
		for b.Loop() {
			if w := post(srv, "/s", "sql", sql); w.Code != http.StatusSeeOther {
				b.Fatal(w.Code)
			}
		}
	})
}
