package planner

import (
	"context"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"rowkind/planner/hostile"
)

// Whatever is pasted gets an answer, by its deadline and within 256 MiB, with all that can be asked for.
func TestHostileScripts(t *testing.T) {
	const deadline = 300 * time.Millisecond
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	for _, s := range hostile.Scripts() {
		t.Run(s.Name, func(t *testing.T) {
			for _, opts := range []Options{{}, Everything()} {
				opts.Limits.Time = deadline
				var res Result
				m := hostile.Measure(deadline, func() { res = Explain(context.Background(), s.SQL, opts) })
				if m.After > 400*time.Millisecond { // what one step takes that does not look; usually nothing
					t.Errorf("%v of work after the deadline", m.After)
				}
				if m.Peak > 256<<20 {
					t.Errorf("%d MB of memory", m.Peak>>20)
				}
				for _, st := range res.Statements {
					if u := st.Unmodelled; u != nil && strings.Contains(u.Construct, "a bug") {
						t.Errorf("a bug: %s", u.Construct)
					}
				}
				t.Logf("%s %v of work, %v after the deadline, %d MB; %s", said(opts), m.Total.Round(time.Millisecond), m.After.Round(time.Millisecond), m.Peak>>20, answered(&res))
			}
		})
	}
}

func said(o Options) string {
	if o.Fixes {
		return "with extras:"
	}
	return "plan:"
}

// answered is what became of a script, in a few words.
func answered(res *Result) string {
	if res.Problem != nil {
		return string(res.Problem.Kind)
	}
	if len(res.Statements) == 0 {
		return "nothing"
	}
	s := &res.Statements[len(res.Statements)-1]
	switch {
	case s.Unmodelled != nil:
		return "not modelled: " + s.Unmodelled.Construct
	case len(s.Errors) > 0:
		return "rejected: " + s.Errors[len(s.Errors)-1].Message[:min(60, len(s.Errors[len(s.Errors)-1].Message))]
	}
	return string(s.Verdict)
}
