package simulate

import (
	"math"
	"sort"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

const minTime = math.MinInt64

// delayer is a task that lets its watermark follow later.
type delayer interface{ delay() int64 }

// sortTask orders rows by event time and then by what else is asked for (RowTimeSortOperator).
type sortTask struct {
	order []logical.SortField
	time  int
	rows  []Row
	wm    int64
}

func (t *sortTask) process(_ int, r Row, _ emit) {
	if millis(r.Vals[t.time]) > t.wm {
		t.rows = append(t.rows, r)
	}
}

func (t *sortTask) watermark(wm int64, out emit) {
	t.wm = wm
	sort.SliceStable(t.rows, func(i, j int) bool { return compareBy(t.order, t.rows[i].Vals, t.rows[j].Vals) < 0 })
	n := 0
	for n < len(t.rows) && millis(t.rows[n].Vals[t.time]) <= wm {
		n++
	}
	due := t.rows[:n]
	t.rows = append([]Row(nil), t.rows[n:]...)
	for _, r := range due {
		out(r)
	}
}

// overTask computes aggregates over a frame of the rows before each (the functions of package over).
type overTask struct {
	group   logical.OverGroup
	time    int // -1 for processing time
	history map[string][]Row
	waiting []Row
	wm      int64
}

func (t *overTask) process(_ int, r Row, out emit) {
	if t.time < 0 {
		t.compute([]Row{r}, out)
		return
	}
	if millis(r.Vals[t.time]) > t.wm {
		t.waiting = append(t.waiting, r)
	}
}

func (t *overTask) watermark(wm int64, out emit) {
	t.wm = wm
	if t.time < 0 {
		return
	}
	sort.SliceStable(t.waiting, func(i, j int) bool { return millis(t.waiting[i].Vals[t.time]) < millis(t.waiting[j].Vals[t.time]) })
	for len(t.waiting) > 0 {
		at := millis(t.waiting[0].Vals[t.time])
		if at > wm {
			return
		}
		n := 1
		for n < len(t.waiting) && millis(t.waiting[n].Vals[t.time]) == at {
			n++
		}
		peers := t.waiting[:n]
		t.waiting = t.waiting[n:]
		t.compute(peers, out)
	}
}

// compute adds rows of one moment and sends them with their aggregates. In a RANGE frame peers count for one another.
func (t *overTask) compute(peers []Row, out emit) {
	for _, r := range peers {
		k := keyOf(r.Vals, t.group.Partition)
		t.history[k] = append(t.history[k], r)
		if t.group.Frame.Rows {
			out(t.result(t.history[k], r))
		}
	}
	if t.group.Frame.Rows {
		return
	}
	for _, r := range peers {
		out(t.result(t.history[keyOf(r.Vals, t.group.Partition)], r))
	}
}

// result is r with the aggregates over its frame, of which r is the last row or the last moment.
func (t *overTask) result(rows []Row, r Row) Row {
	if lower := t.group.Frame.Lower; lower.Kind == expr.Preceding {
		n := amount(lower.Offset)
		if t.group.Frame.Rows {
			rows = rows[max(0, int64(len(rows))-n-1):]
		} else {
			from := millis(r.Vals[t.time]) - n
			for len(rows) > 0 && millis(rows[0].Vals[t.time]) < from {
				rows = rows[1:]
			}
		}
	}
	vals := append([]expr.Value(nil), r.Vals...)
	for i := range t.group.Calls {
		vals = append(vals, overValue(&t.group.Calls[i], rows))
	}
	return Row{Kind: r.Kind, Vals: vals}
}

func amount(e expr.Expr) int64 {
	switch v := eval(e, nil).(type) {
	case expr.Interval:
		return int64(v)
	case expr.Dec:
		return asInt(v)
	}
	return 0
}

func overValue(c *logical.OverCall, rows []Row) expr.Value {
	switch c.Op.Op {
	case expr.RowNumber:
		return expr.Int(int64(len(rows)))
	case expr.Lag:
		return lagged(c, rows)
	}
	a := newAccumulator(&logical.AggCall{Op: c.Op, Distinct: c.Distinct, Type: c.Type, Filter: -1}, true)
	for _, r := range rows {
		args := make([]expr.Value, len(c.Args))
		for i, e := range c.Args {
			args[i] = eval(e, r.Vals)
		}
		a.add(args)
	}
	return a.value()
}

// lagged is LAG(x, n, default).
func lagged(c *logical.OverCall, rows []Row) expr.Value {
	n := int64(1)
	last := rows[len(rows)-1]
	if len(c.Args) > 1 {
		n = asInt(eval(c.Args[1], last.Vals))
	}
	if at := int64(len(rows)) - 1 - n; at >= 0 {
		return eval(c.Args[0], rows[at].Vals)
	}
	if len(c.Args) > 2 {
		return eval(c.Args[2], last.Vals)
	}
	return nil
}

// intervalTask joins rows whose times are near one another (TimeIntervalJoin).
type intervalTask struct {
	typ   logical.JoinType
	cond  expr.Expr
	keys  [2][]int
	time  [2]int
	size  [2]int64 // how far the other side's time may lie above that of a row of this side
	width [2]int
	wm    int64
	state *ordered[intervalState]
}

type intervalState struct {
	cache   [2][]*timedRow
	expired [2]int64
	timers  [2]int64 // clean-up of each side's cache, 0 for none
}

type timedRow struct {
	at     int64
	vals   []expr.Value
	joined bool
}

func (t *intervalTask) delay() int64 { return max(t.size[0], t.size[1]) }

func (t *intervalTask) outer(side int) bool {
	return t.typ == logical.Full || side == 0 && t.typ == logical.Left || side == 1 && t.typ == logical.Right
}

func (t *intervalTask) expiration(size int64) int64 {
	if t.wm == math.MaxInt64 || t.wm == minTime {
		return t.wm
	}
	return t.wm - size - 1
}

func (t *intervalTask) process(side int, r Row, out emit) {
	at := millis(r.Vals[t.time[side]])
	k := keyOf(r.Vals, t.keys[side])
	s := t.state.get(k)
	if s == nil {
		s = t.state.put(k, intervalState{expired: [2]int64{minTime, minTime}})
	}
	other := 1 - side
	low, high := at-t.size[other], at+t.size[side]
	row := &timedRow{at: at, vals: r.Vals}
	if s.expired[other] < high {
		s.expired[other] = t.expiration(t.size[other])
		t.match(s, side, row, low, high, out)
	}
	switch {
	case t.wm < high:
		s.cache[side] = append(s.cache[side], row)
		if s.timers[side] == 0 {
			s.timers[side] = at + t.size[side] + (t.size[0]+t.size[1])/2 + 1
		}
	case !row.joined && t.outer(side):
		out(Row{Kind: Insert, Vals: t.padded(side, row.vals)})
	}
}

// match joins a row with the other side's cache, oldest first, and clears what has expired there.
func (t *intervalTask) match(s *intervalState, side int, row *timedRow, low, high int64, out emit) {
	other := 1 - side
	sort.SliceStable(s.cache[other], func(i, j int) bool { return s.cache[other][i].at < s.cache[other][j].at })
	for _, o := range s.cache[other] {
		if o.at < low || o.at > high {
			continue
		}
		both := concat(row.vals, o.vals)
		if side == 1 {
			both = concat(o.vals, row.vals)
		}
		if holds(t.cond, both) && t.keysEqual(side, row.vals, o.vals) {
			row.joined, o.joined = true, true
			out(Row{Kind: Insert, Vals: both})
		}
	}
	t.expire(s, other, out)
}

func (t *intervalTask) keysEqual(side int, a, b []expr.Value) bool {
	for i, c := range t.keys[side] {
		if a[c] == nil || b[t.keys[1-side][i]] == nil {
			return false
		}
	}
	return true
}

// expire drops the rows of a side that can match no more.
func (t *intervalTask) expire(s *intervalState, side int, out emit) {
	var rest []*timedRow
	for _, o := range s.cache[side] {
		if o.at > s.expired[side] {
			rest = append(rest, o)
			continue
		}
		if !o.joined && t.outer(side) {
			out(Row{Kind: Insert, Vals: t.padded(side, o.vals)})
		}
	}
	s.cache[side] = rest
}

func (t *intervalTask) padded(side int, vals []expr.Value) []expr.Value {
	if side == 0 {
		return concat(vals, make([]expr.Value, t.width[1]))
	}
	return concat(make([]expr.Value, t.width[0]), vals)
}

func (t *intervalTask) watermark(wm int64, out emit) {
	t.wm = wm
	for {
		var next *intervalState
		side, at := 0, int64(math.MaxInt64)
		for _, s := range t.state.all {
			for i := range s.timers {
				if s.timers[i] != 0 && s.timers[i] <= wm && s.timers[i] < at {
					next, side, at = s, i, s.timers[i]
				}
			}
		}
		if next == nil {
			return
		}
		t.cleanUp(next, side, out)
	}
}

func (t *intervalTask) cleanUp(s *intervalState, side int, out emit) {
	s.timers[side] = 0
	s.expired[side] = t.expiration(t.size[side])
	t.expire(s, side, out)
	if len(s.cache[side]) > 0 {
		low := s.cache[side][0].at
		for _, o := range s.cache[side] {
			low = min(low, o.at)
		}
		s.timers[side] = low + t.size[side] + (t.size[0]+t.size[1])/2 + 1
	}
}

// temporalTask joins each left row with the version of the right that held at its time (TemporalRowTimeJoinOperator).
type temporalTask struct {
	typ   logical.JoinType
	cond  expr.Expr
	keys  [2][]int
	time  [2]int
	width int
	left  []Row
	right map[string][]Row // by key, in the order of their times
}

func (t *temporalTask) process(side int, r Row, _ emit) {
	if side == 0 {
		t.left = append(t.left, r)
		return
	}
	k := keyOf(r.Vals, t.keys[1])
	at := millis(r.Vals[t.time[1]])
	rows := t.right[k]
	i := sort.Search(len(rows), func(i int) bool { return millis(rows[i].Vals[t.time[1]]) >= at })
	if i < len(rows) && millis(rows[i].Vals[t.time[1]]) == at {
		rows[i] = r
	} else {
		rows = append(rows[:i:i], append([]Row{r}, rows[i:]...)...)
	}
	t.right[k] = rows
}

func (t *temporalTask) watermark(wm int64, out emit) {
	var rest []Row
	due := t.left
	t.left = nil
	for _, l := range due {
		if millis(l.Vals[t.time[0]]) > wm {
			rest = append(rest, l)
			continue
		}
		t.join(l, out)
	}
	t.left = rest
}

func (t *temporalTask) join(l Row, out emit) {
	rows := t.right[keyOf(l.Vals, t.keys[0])]
	at := millis(l.Vals[t.time[0]])
	i := sort.Search(len(rows), func(i int) bool { return millis(rows[i].Vals[t.time[1]]) > at }) - 1
	if i >= 0 && rows[i].Kind.Adds() {
		if both := concat(l.Vals, rows[i].Vals); holds(t.cond, both) {
			out(Row{Kind: l.Kind, Vals: both})
			return
		}
	}
	if t.typ == logical.Left {
		out(Row{Kind: l.Kind, Vals: concat(l.Vals, make([]expr.Value, t.width))})
	}
}
