package simulate

import (
	"math"
	"sort"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// span is a window, its end exclusive, in milliseconds.
type span struct{ start, end int64 }

func floorTo(t, offset, size int64) int64 {
	d := (t - offset) % size
	if d < 0 {
		d += size
	}
	return t - d
}

// windowsOf are the windows that a moment falls into, in the order in which Flink's assigners give them.
func windowsOf(s *logical.WindowSpec, t int64) []span {
	switch s.Kind {
	case logical.Hop:
		var out []span
		for start := floorTo(t, s.Offset, s.Slide); start > t-s.Size; start -= s.Slide {
			out = append(out, span{start, start + s.Size})
		}
		return out
	case logical.Cumulate:
		start := floorTo(t, s.Offset, s.Size)
		var out []span
		for end := floorTo(t, s.Offset, s.Slide) + s.Slide; end <= start+s.Size; end += s.Slide {
			out = append(out, span{start, end})
		}
		return out
	}
	start := floorTo(t, s.Offset, s.Size)
	return []span{{start, start + s.Size}}
}

// slice is the step in which a window grows: its slices share state.
func sliceOf(s *logical.WindowSpec) int64 {
	switch s.Kind {
	case logical.Hop:
		a, b := s.Size, s.Slide
		for b != 0 {
			a, b = b, a%b
		}
		return a
	case logical.Cumulate:
		return s.Slide
	}
	return s.Size
}

func momentOf(ms int64) expr.Value { return expr.Moment{Millis: ms} }

// windowTVF puts the bounds of its windows behind each row (WindowTableFunctionOperator).
type windowTVF struct {
	passing
	spec logical.WindowSpec
}

func (t *windowTVF) process(_ int, r Row, out emit) {
	m, ok := r.Vals[t.spec.TimeField].(expr.Moment)
	if !ok {
		return
	}
	for _, w := range windowsOf(&t.spec, m.Millis) {
		out(Row{Kind: r.Kind, Vals: concat(r.Vals, []expr.Value{momentOf(w.start), momentOf(w.end), momentOf(w.end - 1)})})
	}
}

// rowWindow finds the windows of a row for an operator over windows: by its time, or by the bounds that it carries.
type rowWindow struct {
	spec       logical.WindowSpec
	time       int
	start, end int
}

func (w *rowWindow) of(vals []expr.Value) []span {
	if w.end >= 0 {
		e, ok := vals[w.end].(expr.Moment)
		if !ok {
			return nil
		}
		s := e.Millis
		if w.start >= 0 {
			s = millis(vals[w.start])
		} else {
			s -= w.spec.Size
		}
		return []span{{s, e.Millis}}
	}
	m, ok := vals[w.time].(expr.Moment)
	if !ok {
		return nil
	}
	return windowsOf(&w.spec, m.Millis)
}

// localWindow is the first half of a window aggregate: it gathers rows by key and slice, and sends what it has when the
// watermark may fire a window (LocalSlicingWindowAggOperator). The rows themselves travel on with what it sends.
type localWindow struct {
	group   []int
	calls   []logical.AggCall
	buffers func(accs []accumulator, count int64) []expr.Value
	spec    logical.WindowSpec
	window  rowWindow
	groups  *ordered[localSlice]
	wm      int64
	trigger int64
}

type localSlice struct {
	end  int64
	key  []expr.Value
	rows []Row
}

// slicedRow is what passes between the halves of a window aggregate: the rows of one key and slice.
type slicedRow struct {
	key  []expr.Value
	end  int64
	rows []Row
	// accs and n are what the first half of an aggregate over mini-batches has made of its rows.
	accs []accumulator
	n    int64
}

func (t *localWindow) process(_ int, r Row, _ emit) {
	end := int64(0)
	if t.window.end >= 0 {
		w := t.window.of(r.Vals)
		if len(w) == 0 {
			return
		}
		end = w[0].end
	} else {
		m, ok := r.Vals[t.window.time].(expr.Moment)
		if !ok {
			return
		}
		step := sliceOf(&t.spec)
		end = floorTo(m.Millis, t.spec.Offset, step) + step
	}
	k := keyOf(r.Vals, t.group) + "/" + valueText(expr.Int(end))
	s := t.groups.get(k)
	if s == nil {
		s = t.groups.put(k, localSlice{end: end, key: pick(r.Vals, t.group)})
	}
	s.rows = append(s.rows, r)
}

func (t *localWindow) watermark(wm int64, out emit) {
	if wm < t.trigger {
		return
	}
	step := sliceOf(&t.spec)
	low := int64(math.MaxInt64)
	for _, s := range t.groups.all {
		low = min(low, s.end)
	}
	if low != math.MaxInt64 && low-1 <= wm {
		for _, s := range t.groups.all {
			accs := newAccumulators(t.calls, nil)
			count := int64(0)
			for _, r := range s.rows {
				accumulate(accs, t.calls, r)
				if r.Kind.Adds() {
					count++
				} else {
					count--
				}
			}
			vals := append(append([]expr.Value(nil), s.key...), t.buffers(accs, count)...)
			out(Row{Kind: Insert, Vals: append(vals, expr.Int(s.end)), sliced: &slicedRow{key: s.key, end: s.end, rows: s.rows}})
		}
		t.groups = newOrdered[localSlice]()
	}
	if wm != math.MaxInt64 {
		t.trigger = floorTo(wm, 0, step) + step - 1
		if t.trigger <= wm {
			t.trigger += step
		}
	}
}

// windowAggregate aggregates by key and window and sends a window's result when the watermark passes its end
// (SlicingWindowOperator). It takes rows, or the slices of a first half.
type windowAggregate struct {
	group  []int
	calls  []logical.AggCall
	props  []logical.WindowProperty
	spec   logical.WindowSpec
	window rowWindow
	byKey  *ordered[windowKey]
	wm     int64
	// shown is how many of the calls are output; a count that is there for retraction alone is not.
	shown int
}

type windowKey struct {
	key    []expr.Value
	slices map[int64][]Row // by the end of the window that the slice was first seen for
	spans  map[int64]span  // windows that wait, by their end
}

func (t *windowAggregate) process(_ int, r Row, _ emit) {
	key, rows := pickKey(t.group, r)
	var windows []span
	if r.sliced != nil {
		windows = windowsOf(&t.spec, r.sliced.end-1)
		if t.window.end >= 0 {
			windows = []span{{r.sliced.end - t.spec.Size, r.sliced.end}}
		}
	} else {
		windows = t.window.of(r.Vals)
	}
	var k *windowKey
	for _, w := range windows {
		if w.end-1 <= t.wm {
			continue
		}
		if k == nil {
			id := keyText(key)
			if k = t.byKey.get(id); k == nil {
				k = t.byKey.put(id, windowKey{key: key, slices: map[int64][]Row{}, spans: map[int64]span{}})
			}
		}
		k.spans[w.end] = w
		k.slices[w.end] = append(k.slices[w.end], rows...)
	}
}

func keyText(vals []expr.Value) string { return key(vals) }

func pickKey(group []int, r Row) ([]expr.Value, []Row) {
	if r.sliced != nil {
		return r.sliced.key, r.sliced.rows
	}
	return pick(r.Vals, group), []Row{r}
}

type firing struct {
	at span
	k  *windowKey
}

func (t *windowAggregate) watermark(wm int64, out emit) {
	t.wm = wm
	var due []firing
	for _, k := range t.byKey.all {
		for _, w := range k.spans {
			if w.end-1 <= wm {
				due = append(due, firing{w, k})
			}
		}
	}
	sort.SliceStable(due, func(i, j int) bool { return due[i].at.end < due[j].at.end })
	for _, f := range due {
		rows := f.k.slices[f.at.end]
		delete(f.k.slices, f.at.end)
		delete(f.k.spans, f.at.end)
		if vals, ok := windowResult(t.calls, f.k.key, rows); ok {
			vals = vals[:len(f.k.key)+t.shown]
			out(Row{Kind: Insert, Vals: append(vals, properties(t.props, f.at)...)})
		}
	}
}

// windowResult aggregates a window's rows; a window that lost all its rows again gives nothing.
func windowResult(calls []logical.AggCall, key []expr.Value, rows []Row) ([]expr.Value, bool) {
	accs := newAccumulators(calls, nil)
	n := 0
	for _, r := range rows {
		accumulate(accs, calls, r)
		if r.Kind.Adds() {
			n++
		} else {
			n--
		}
	}
	if n <= 0 {
		return nil, false
	}
	vals := append([]expr.Value(nil), key...)
	for _, a := range accs {
		vals = append(vals, a.value())
	}
	return vals, true
}

func properties(props []logical.WindowProperty, w span) []expr.Value {
	out := make([]expr.Value, len(props))
	for i, p := range props {
		switch p.Kind {
		case expr.GroupAuxStart:
			out[i] = momentOf(w.start)
		case expr.GroupAuxEnd:
			out[i] = momentOf(w.end)
		case expr.GroupAuxRowtime:
			out[i] = momentOf(w.end - 1)
		}
	}
	return out
}

// sessionAggregate aggregates by key and session: rows closer than the gap are one session.
type sessionAggregate struct {
	group    []int
	calls    []logical.AggCall
	props    []logical.WindowProperty
	gap      int64
	time     int
	sessions []*session
	wm       int64
}

type session struct {
	id   string
	key  []expr.Value
	at   span
	rows []Row
}

func (t *sessionAggregate) process(_ int, r Row, _ emit) {
	m, ok := r.Vals[t.time].(expr.Moment)
	if !ok {
		return
	}
	s := &session{id: keyOf(r.Vals, t.group), key: pick(r.Vals, t.group), at: span{m.Millis, m.Millis + t.gap}, rows: []Row{r}}
	var rest []*session
	for _, o := range t.sessions {
		if o.id == s.id && o.at.start <= s.at.end && s.at.start <= o.at.end {
			s.at = span{min(o.at.start, s.at.start), max(o.at.end, s.at.end)}
			s.rows = append(append([]Row(nil), o.rows...), s.rows...)
			continue
		}
		rest = append(rest, o)
	}
	if s.at.end-1 <= t.wm {
		return
	}
	t.sessions = append(rest, s)
}

func (t *sessionAggregate) watermark(wm int64, out emit) {
	t.wm = wm
	var due, rest []*session
	for _, s := range t.sessions {
		if s.at.end-1 <= wm {
			due = append(due, s)
		} else {
			rest = append(rest, s)
		}
	}
	t.sessions = rest
	sort.SliceStable(due, func(i, j int) bool { return due[i].at.end < due[j].at.end })
	for _, s := range due {
		if vals, ok := windowResult(t.calls, s.key, s.rows); ok {
			out(Row{Kind: Insert, Vals: append(vals, properties(t.props, s.at)...)})
		}
	}
}

// buffered rows of each key and window, for the operators that act when a window ends.
type windowBuffer struct {
	window rowWindow
	group  []int
	rows   *ordered[windowRows]
	wm     int64
}

type windowRows struct {
	end  int64
	rows [2][]Row
}

func (b *windowBuffer) add(side int, r Row) {
	for _, w := range b.window.of(r.Vals) {
		if w.end-1 <= b.wm {
			continue
		}
		id := valueText(expr.Int(w.end)) + "/" + keyOf(r.Vals, b.group)
		g := b.rows.get(id)
		if g == nil {
			g = b.rows.put(id, windowRows{end: w.end})
		}
		g.rows[side] = append(g.rows[side], r)
	}
}

func (b *windowBuffer) due(wm int64) []windowRows {
	b.wm = wm
	var out []windowRows
	var ids []string
	for id, g := range b.rows.all {
		if g.end-1 <= wm {
			out = append(out, *g)
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		b.rows.drop(id)
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].end < out[j].end })
	return out
}

// windowRank keeps the first rows of each window (WindowRankOperator).
type windowRank struct {
	windowBuffer
	order      []logical.SortField
	start, end int64
	number     bool
}

func (t *windowRank) process(_ int, r Row, _ emit) { t.add(0, r) }

func (t *windowRank) watermark(wm int64, out emit) {
	for _, g := range t.due(wm) {
		rows := g.rows[0]
		sort.SliceStable(rows, func(i, j int) bool { return compareBy(t.order, rows[i].Vals, rows[j].Vals) < 0 })
		for i := t.start - 1; i < min(t.end, int64(len(rows))); i++ {
			vals := rows[i].Vals
			if t.number {
				vals = concat(vals, []expr.Value{expr.Int(i + 1)})
			}
			out(Row{Kind: Insert, Vals: vals})
		}
	}
}

// windowDedup keeps the first or last row of each key and window.
type windowDedup struct {
	windowBuffer
	time int
	last bool
}

func (t *windowDedup) process(_ int, r Row, _ emit) { t.add(0, r) }

func (t *windowDedup) watermark(wm int64, out emit) {
	for _, g := range t.due(wm) {
		best := g.rows[0][0]
		for _, r := range g.rows[0][1:] {
			a, b := millis(best.Vals[t.time]), millis(r.Vals[t.time])
			if t.last && a <= b || !t.last && b < a {
				best = r
			}
		}
		out(Row{Kind: Insert, Vals: best.Vals})
	}
}

// windowJoin joins the rows of one window (WindowJoinOperator).
type windowJoin struct {
	sides [2]windowBuffer
	typ   logical.JoinType
	cond  expr.Expr
	width [2]int
}

func (t *windowJoin) process(side int, r Row, _ emit) {
	// Both sides are kept in the left buffer, by window and join key.
	for _, w := range t.sides[side].window.of(r.Vals) {
		if w.end-1 <= t.sides[0].wm {
			continue
		}
		id := valueText(expr.Int(w.end)) + "/" + keyOf(r.Vals, t.sides[side].group)
		g := t.sides[0].rows.get(id)
		if g == nil {
			g = t.sides[0].rows.put(id, windowRows{end: w.end})
		}
		g.rows[side] = append(g.rows[side], r)
	}
}

func (t *windowJoin) watermark(wm int64, out emit) {
	for _, g := range t.sides[0].due(wm) {
		t.join(g.rows[0], g.rows[1], out)
	}
}

func (t *windowJoin) join(left, right []Row, out emit) {
	matched := make([]bool, len(right))
	for _, l := range left {
		any := false
		for j, r := range right {
			both := concat(l.Vals, r.Vals)
			if !holds(t.cond, both) {
				continue
			}
			any, matched[j] = true, true
			if t.typ != logical.Semi && t.typ != logical.Anti {
				out(Row{Kind: Insert, Vals: both})
			}
		}
		switch {
		case t.typ == logical.Semi && any, t.typ == logical.Anti && !any:
			out(Row{Kind: Insert, Vals: l.Vals})
		case !any && (t.typ == logical.Left || t.typ == logical.Full):
			out(Row{Kind: Insert, Vals: concat(l.Vals, make([]expr.Value, t.width[1]))})
		}
	}
	if t.typ == logical.Right || t.typ == logical.Full {
		for j, r := range right {
			if !matched[j] {
				out(Row{Kind: Insert, Vals: concat(make([]expr.Value, t.width[0]), r.Vals)})
			}
		}
	}
}
