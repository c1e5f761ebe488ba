package simulate

import (
	"fmt"
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

// maxWindows bounds the windows that one moment may fall into: small steps of a large window make millions.
const maxWindows = 10_000

// windowsOf are the windows that a moment falls into, in the order in which Flink's assigners give them.
func windowsOf(s *logical.WindowSpec, t int64) []span {
	if (s.Kind == logical.Hop || s.Kind == logical.Cumulate) && s.Size/s.Slide > maxWindows {
		panic(stop{fmt.Errorf("a row falls into %d windows here; more than %d are not gone through", s.Size/s.Slide, maxWindows)})
	}
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
			t.send(s, out)
		}
		t.groups = newOrdered[localSlice]()
	}
	if wm != math.MaxInt64 {
		t.trigger = floorTo(wm, t.spec.Offset, step) + step - 1
		if t.trigger <= wm {
			t.trigger += step
		}
	}
}

// send gives what the rows of a slice add up to.
func (t *localWindow) send(s *localSlice, out emit) {
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

// windowAggregate aggregates by key and window and sends a window's result when the watermark passes its end
// (WindowAggOperator). It takes rows, or the slices of a first half.
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
	windowTimers
}

type windowKey struct {
	key    []expr.Value
	slices map[int64][]Row // by the end of the window that the slice was first seen for
	spans  map[int64]span  // windows that wait, by their end
}

// windowTimers wait for the ends of windows. Rows are gathered first, and their windows' timers set when the first of these
// windows is due (RecordsWindowBuffer, the combiners); eager ones are set with the row, as the older windows and joins do.
type windowTimers struct {
	eager   bool
	timers  timers[string]
	pending []timerOf[string]
	first   int64
}

// wait notes that a window of a key ends at end.
func (t *windowTimers) wait(end int64, key string) {
	if t.eager {
		t.timers.add(end-1, key)
		return
	}
	if len(t.pending) == 0 || end < t.first {
		t.first = end
	}
	t.pending = append(t.pending, timerOf[string]{end - 1, key})
}

// flush sets the timers of what was gathered, if one of them is due.
func (t *windowTimers) flush(wm int64) {
	if len(t.pending) == 0 || t.first-1 > wm {
		return
	}
	for _, p := range t.pending {
		t.timers.add(p.at, p.key)
	}
	t.pending = nil
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
	first, late, id := int64(math.MaxInt64), false, ""
	for _, w := range windows {
		if w.end-1 <= t.wm {
			late = true
			continue
		}
		first = min(first, w.end)
		if k == nil {
			id = keyText(key)
			if k = t.byKey.get(id); k == nil {
				k = t.byKey.put(id, windowKey{key: key, slices: map[int64][]Row{}, spans: map[int64]span{}})
			}
		}
		k.spans[w.end] = w
		k.slices[w.end] = append(k.slices[w.end], rows...)
	}
	switch {
	case k == nil:
	case t.eager:
		for _, w := range windows {
			if w.end-1 > t.wm {
				t.wait(w.end, id)
			}
		}
	case late:
		t.timers.add(first-1, id)
	default:
		t.wait(first, id)
	}
}

func keyText(vals []expr.Value) string { return key(vals) }

func pickKey(group []int, r Row) ([]expr.Value, []Row) {
	if r.sliced != nil {
		return r.sliced.key, r.sliced.rows
	}
	return pick(r.Vals, group), []Row{r}
}

func (t *windowAggregate) watermark(wm int64, out emit) {
	t.wm = wm
	t.flush(wm)
	for {
		at, id, ok := t.timers.next(wm)
		if !ok {
			return
		}
		k := t.byKey.get(id)
		if k == nil {
			continue
		}
		w, waits := k.spans[at+1]
		if !waits {
			continue // a window that turns out to be empty
		}
		rows := k.slices[w.end]
		delete(k.slices, w.end)
		delete(k.spans, w.end)
		vals, filled := windowResult(t.calls, k.key, rows)
		if filled {
			vals = vals[:len(k.key)+t.shown]
			out(Row{Kind: Insert, Vals: append(vals, properties(t.props, w)...)})
		}
		t.follow(k, w, filled, id)
		if len(k.spans) == 0 {
			t.byKey.drop(id)
		}
	}
}

// follow sets the timer of the window behind one that has fired, where windows share slices (SliceSharedAssigner): behind a
// hopping window with rows in any case.
func (t *windowAggregate) follow(k *windowKey, w span, filled bool, id string) {
	if t.eager {
		return
	}
	next := w.end + sliceOf(&t.spec)
	if _, more := k.spans[next]; more || filled && t.spec.Kind == logical.Hop {
		t.timers.add(next-1, id)
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

// windowBuffer keeps the rows of each key and window, for the operators that act when a window ends.
type windowBuffer struct {
	window rowWindow
	group  []int
	rows   map[timerOf[string]]*windowRows // by the window's last moment and the key
	wm     int64
	windowTimers
}

type windowRows struct{ rows [2][]Row }

func (b *windowBuffer) add(side int, r Row) { b.addTo(&b.window, b.group, side, r) }

func (b *windowBuffer) addTo(window *rowWindow, group []int, side int, r Row) {
	for _, w := range window.of(r.Vals) {
		if w.end-1 <= b.wm {
			continue
		}
		at := timerOf[string]{w.end - 1, keyOf(r.Vals, group)}
		g := b.rows[at]
		if g == nil {
			g = &windowRows{}
			b.rows[at] = g
		}
		g.rows[side] = append(g.rows[side], r)
		b.wait(w.end, at.key)
	}
}

func (b *windowBuffer) due(wm int64) []*windowRows {
	b.wm = wm
	b.flush(wm)
	var out []*windowRows
	for {
		at, key, ok := b.timers.next(wm)
		if !ok {
			return out
		}
		id := timerOf[string]{at, key}
		if g := b.rows[id]; g != nil {
			out = append(out, g)
			delete(b.rows, id)
		}
	}
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

// process keeps both sides in the left buffer, by window and join key.
func (t *windowJoin) process(side int, r Row, _ emit) {
	t.sides[0].addTo(&t.sides[side].window, t.sides[side].group, side, r)
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
