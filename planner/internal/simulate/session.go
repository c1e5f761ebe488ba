package simulate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// sessions gathers rows by key into sessions: rows closer than the gap are one (MergingWindowProcessFunction).
type sessions struct {
	gap    int64
	open   map[string][]*session
	timers timers[string]
	wm     int64
}

type session struct {
	key  []expr.Value
	at   span
	rows []Row
}

// take puts a row into its session, which may make one of several. A session that is over already is dropped.
func (t *sessions) take(id string, key []expr.Value, at int64, r Row) {
	s := &session{key: key, at: span{at, at + t.gap}, rows: []Row{r}}
	var rest, merged []*session
	for _, o := range t.open[id] {
		if o.at.start <= s.at.end && s.at.start <= o.at.end {
			merged = append(merged, o)
			continue
		}
		rest = append(rest, o)
	}
	var before []Row
	for _, o := range merged {
		s.at = span{min(o.at.start, s.at.start), max(o.at.end, s.at.end)}
		before = append(before, o.rows...)
	}
	if s.at.end-1 <= t.wm {
		return
	}
	s.rows = append(before, s.rows...)
	if t.open == nil {
		t.open = map[string][]*session{}
	}
	t.open[id] = append(rest, s)
	for _, o := range merged {
		if o.at.end != s.at.end {
			t.timers.drop(o.at.end-1, id)
		}
	}
	t.timers.add(s.at.end-1, id)
}

// due gives the sessions that are over.
func (t *sessions) due(wm int64) []*session {
	t.wm = wm
	var out []*session
	for {
		at, id, ok := t.timers.next(wm)
		if !ok {
			return out
		}
		open := t.open[id]
		for i, s := range open {
			if s.at.end-1 == at {
				out = append(out, s)
				t.open[id] = append(open[:i:i], open[i+1:]...)
				break
			}
		}
	}
}

// sessionAggregate aggregates by key and session.
type sessionAggregate struct {
	sessions
	group []int
	calls []logical.AggCall
	props []logical.WindowProperty
	time  int
}

func (t *sessionAggregate) process(_ int, r Row, _ emit) {
	if m, ok := r.Vals[t.time].(expr.Moment); ok {
		t.take(keyOf(r.Vals, t.group), pick(r.Vals, t.group), m.Millis, r)
	}
}

func (t *sessionAggregate) watermark(wm int64, out emit) {
	for _, s := range t.due(wm) {
		if vals, ok := windowResult(t.calls, s.key, s.rows); ok {
			out(Row{Kind: Insert, Vals: append(vals, properties(t.props, s.at)...)})
		}
	}
}

// sessionTVF puts the bounds of its session behind each row, when the session is over (UnalignedWindowTableFunctionOperator).
type sessionTVF struct {
	sessions
	spec logical.WindowSpec
}

func (t *sessionTVF) process(_ int, r Row, _ emit) {
	if m, ok := r.Vals[t.spec.TimeField].(expr.Moment); ok {
		t.take(keyOf(r.Vals, t.spec.Partition), nil, m.Millis, r)
	}
}

func (t *sessionTVF) watermark(wm int64, out emit) {
	for _, s := range t.due(wm) {
		for _, r := range s.rows {
			out(Row{Kind: r.Kind, Vals: concat(r.Vals, []expr.Value{momentOf(s.at.start), momentOf(s.at.end), momentOf(s.at.end - 1)})})
		}
	}
}
