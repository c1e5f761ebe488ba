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

// Whatever rows are sent through whatever plan, there is an answer by the deadline and within 256 MiB.
func TestHostileRows(t *testing.T) {
	const deadline = 300 * time.Millisecond
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	for _, s := range hostile.Rows() {
		t.Run(s.Name, func(t *testing.T) {
			opts := Options{RowsState: true, RowsCompare: true}
			opts.Limits.Time = deadline
			var res *RowsResult
			var err error
			m := hostile.Measure(deadline, func() { res, err = Rows(context.Background(), s.SQL, []byte(s.Rows), opts) })
			if m.After > 400*time.Millisecond {
				t.Errorf("%v of work after the deadline", m.After)
			}
			if m.Peak > 256<<20 {
				t.Errorf("%d MB of memory", m.Peak>>20)
			}
			if res != nil && res.defect != "" {
				t.Errorf("a bug: %s", res.defect)
			}
			if err != nil && len(err.Error()) > 1000 {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
			t.Logf("%v of work, %v after the deadline, %d MB; %s", m.Total.Round(time.Millisecond), m.After.Round(time.Millisecond), m.Peak>>20, answeredRows(res, err))
		})
	}
}

func answeredRows(res *RowsResult, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case res.Unmodelled != nil:
		return "not modelled: " + res.Unmodelled.Construct
	case len(res.Error) > 0:
		return "rejected: " + res.Error[len(res.Error)-1].Message
	}
	return "sent"
}

// Whatever dump is to be imported, it takes little more than it is long. MySQL's parser has no deadline.
func TestHostileDumps(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	for _, s := range hostile.MySQL() {
		t.Run(s.Name, func(t *testing.T) {
			var err error
			m := hostile.Measure(time.Second, func() { _, err = Import(s.SQL, ImportTargets()[0]) })
			opts := Everything()
			opts.Limits.Time = 300 * time.Millisecond
			with := hostile.Measure(opts.Limits.Time, func() { Explain(context.Background(), s.SQL, opts) })
			if m.Total > time.Second || with.After > 400*time.Millisecond {
				t.Errorf("%v to import, %v to explain after the deadline", m.Total, with.After)
			}
			if peak := max(m.Peak, with.Peak); peak > 256<<20 {
				t.Errorf("%d MB of memory", peak>>20)
			}
			t.Logf("%v and %d MB to import, %v and %d MB to explain; %.200v", m.Total.Round(time.Millisecond), m.Peak>>20,
				with.Total.Round(time.Millisecond), with.Peak>>20, err)
		})
	}
}
