package planner

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"rowkind/planner/hostile"
)

// meter tells what a call costs: processor time after its deadline, and the largest heap that was seen.
type meter struct {
	atDeadline, total time.Duration
	peak              uint64
}

func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// measure runs f, whose work is to end at the deadline.
func measure(deadline time.Duration, f func()) (m meter) {
	runtime.GC()
	before, start := heap(), processorTime()
	var late atomic.Int64
	stop := make(chan struct{})
	done := make(chan uint64)
	go func() {
		var peak uint64
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				peak = max(peak, heap())
			case <-stop:
				done <- max(peak, heap())
				return
			}
		}
	}()
	timer := time.AfterFunc(deadline, func() { late.Store(int64(processorTime())) })
	f()
	end := processorTime()
	timer.Stop()
	close(stop)
	m.peak = <-done
	m.peak -= min(before, m.peak)
	m.total = end - start
	if at := late.Load(); at != 0 {
		m.atDeadline = end - time.Duration(at)
	}
	return m
}

// Whatever is pasted gets an answer, by its deadline and within 256 MiB, with all that can be asked for.
func TestHostileScripts(t *testing.T) {
	const deadline = 300 * time.Millisecond
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	for _, s := range hostile.Scripts() {
		t.Run(s.Name, func(t *testing.T) {
			for _, opts := range []Options{{}, Everything()} {
				opts.Limits.Time = deadline
				var res Result
				m := measure(deadline, func() { res = Explain(context.Background(), s.SQL, opts) })
				if m.atDeadline > 60*time.Millisecond {
					t.Errorf("%v of work after the deadline", m.atDeadline)
				}
				if m.peak > 256<<20 {
					t.Errorf("%d MB of memory", m.peak>>20)
				}
				size := 0
				for _, st := range res.Statements {
					size += len(st.Explain) + len(st.Keys)
					if u := st.Unmodelled; u != nil && strings.Contains(u.Construct, "a bug") {
						t.Errorf("a bug: %s", u.Construct)
					}
				}
				t.Logf("%s %v of work, %v after the deadline, %d MB; %s", said(opts), m.total.Round(time.Millisecond), m.atDeadline.Round(time.Millisecond), m.peak>>20, answered(&res))
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
