package simulate

import "rowkind/planner/internal/expr"

// dedupTask keeps the first or last row of each key, by arrival or by event time.
type dedupTask struct {
	passing
	key    []int
	time   int // rowtime column, -1 by arrival
	last   bool
	before bool
	rows   map[string]Row // with the kind that it was sent as
	// expires: see New.
	expires bool
}

func (t *dedupTask) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.key)
	prev, have := t.rows[k]
	switch {
	case !have:
		t.rows[k] = Row{Kind: Insert, Vals: r.Vals}
		out(Row{Kind: Insert, Vals: r.Vals})
		return
	case !t.replaces(prev.Vals, r.Vals):
		return
	case t.time < 0 && prev.Kind == Insert && !t.expires && sameVals(prev.Vals, r.Vals):
		return // Flink compares the kind as well: only what is equal to a row that was inserted is not told
	}
	if t.before {
		out(Row{Kind: UpdateBefore, Vals: prev.Vals})
	}
	t.rows[k] = Row{Kind: UpdateAfter, Vals: r.Vals}
	out(Row{Kind: UpdateAfter, Vals: r.Vals})
}

// replaces reports whether a row takes the place of the one that is kept.
func (t *dedupTask) replaces(prev, now []expr.Value) bool {
	if t.time < 0 {
		return t.last
	}
	a, b := millis(prev[t.time]), millis(now[t.time])
	if t.last {
		return a <= b
	}
	return b < a
}

// firstByTime keeps the first row of each key by event time and sends it when the watermark has passed it
// (RowTimeDeduplicateKeepFirstRowFunction).
type firstByTime struct {
	key     []int
	time    int
	wm      int64
	waiting *ordered[[]expr.Value]
	timers  timers[string]
	sent    map[string]bool
}

func (t *firstByTime) process(_ int, r Row, _ emit) {
	k, at := keyOf(r.Vals, t.key), millis(r.Vals[t.time])
	if at < t.wm || t.sent[k] {
		return
	}
	if prev := t.waiting.get(k); prev != nil {
		was := millis((*prev)[t.time])
		if was <= at {
			return
		}
		t.timers.drop(was, k)
	}
	t.waiting.put(k, r.Vals)
	t.timers.add(at, k)
}

func (t *firstByTime) watermark(wm int64, out emit) {
	t.wm = wm
	for {
		_, k, ok := t.timers.next(wm)
		if !ok {
			return
		}
		if vals := t.waiting.get(k); vals != nil {
			out(Row{Kind: Insert, Vals: *vals})
			t.waiting.drop(k)
			t.sent[k] = true
		}
	}
}
