package server

import (
	"net/http"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"rowkind/planner"
	"rowkind/planner/hostile"
)

// Whatever is pasted gets a page, about within the planning time and within 256 MiB, and the process goes on.
func TestHostileScripts(t *testing.T) {
	const deadline = 300 * time.Millisecond
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	srv := newTestServer(t, func(c *Config) {
		c.Explain = planner.Explain
		c.Limits.Time = deadline
	})
	for _, s := range hostile.Scripts() {
		t.Run(s.Name, func(t *testing.T) {
			var status int
			var body string
			cost := hostile.Measure(deadline, func() {
				w := post(srv, "/explain", "sql", s.SQL)
				status, body = w.Code, w.Body.String()
			})
			want := http.StatusOK
			if !utf8.ValidString(s.SQL) || strings.Contains(s.SQL, "\x00") {
				want = http.StatusBadRequest
			}
			if status != want {
				t.Errorf("%d %.200s", status, body)
			}
			// The page is drawn after the deadline.
			if cost.After > 800*time.Millisecond {
				t.Errorf("%v of work after the deadline", cost.After)
			}
			if cost.Peak > 256<<20 {
				t.Errorf("%d MB of memory", cost.Peak>>20)
			}
			if strings.Contains(body, "defect of rowkind") {
				t.Errorf("a defect: %.300s", body)
			}
			t.Logf("%v of work, %v after the deadline, %d MB, %d KB of answer", cost.Total.Round(time.Millisecond),
				cost.After.Round(time.Millisecond), cost.Peak>>20, len(body)>>10)
		})
	}
}
