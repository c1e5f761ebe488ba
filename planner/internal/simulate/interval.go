package simulate

import (
	"math"
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// intervalTask joins rows whose times are near one another (TimeIntervalJoin).
type intervalTask struct {
	typ     logical.JoinType
	cond    expr.Expr
	keys    [2][]int
	time    [2]int
	size    [2]int64 // how far the other side's time may lie above that of a row of this side
	cleanUp int64    // how long the clean-up of a cache may wait beyond need
	width   [2]int
	now     int64    // the watermark, 0 before the first
	expired [2]int64 // the time up to which each side's rows can match no more
	state   map[string]*intervalState
	timers  timers[string]
}

type intervalState struct {
	cache  [2]*hashMap[timedRows] // by time, in the order of Flink's state
	timers [2]int64               // clean-up of each side's cache, 0 for none
}

type timedRows struct {
	at   int64
	rows []*timedRow
}

type timedRow struct {
	vals   []expr.Value
	joined bool
}

func (t *intervalTask) delay() int64 { return max(t.size[0], t.size[1]) }

func (t *intervalTask) outer(side int) bool {
	return t.typ == logical.Full || side == 0 && t.typ == logical.Left || side == 1 && t.typ == logical.Right
}

func (t *intervalTask) expiration(size int64) int64 {
	if t.now == math.MaxInt64 {
		return t.now
	}
	return t.now - size - 1
}

func (t *intervalTask) process(side int, r Row, out emit) {
	at := millis(r.Vals[t.time[side]])
	k := keyOf(r.Vals, t.keys[side])
	s := t.state[k]
	if s == nil {
		s = &intervalState{cache: [2]*hashMap[timedRows]{newHashMap[timedRows](), newHashMap[timedRows]()}}
		t.state[k] = s
	}
	other := 1 - side
	low, high := at-t.size[other], at+t.size[side]
	row := &timedRow{vals: r.Vals}
	if t.expired[other] < high {
		t.expired[other] = t.expiration(t.size[other])
		t.match(s, side, row, low, high, out)
	}
	switch {
	case t.now < high:
		id := strconv.FormatInt(at, 10)
		list := s.cache[side].get(id)
		if list == nil {
			list = s.cache[side].put(id, timedRows{at: at}, func() uint32 { return longHash(at) })
		}
		list.rows = append(list.rows, row)
		if s.timers[side] == 0 {
			t.register(k, s, side, at)
		}
	case !row.joined && t.outer(side):
		out(Row{Kind: Insert, Vals: t.padded(side, row.vals)})
	}
}

// longHash is Java's Long.hashCode.
func longHash(n int64) uint32 { return uint32(n) ^ uint32(uint64(n)>>32) }

func (t *intervalTask) register(k string, s *intervalState, side int, at int64) {
	s.timers[side] = at + t.size[side] + t.cleanUp + 1
	t.timers.add(s.timers[side], k)
}

// match joins a row with the other side's cache, and clears what has expired there.
func (t *intervalTask) match(s *intervalState, side int, row *timedRow, low, high int64, out emit) {
	other := 1 - side
	var gone []string
	for id, entry := range s.cache[other].all {
		if entry.at >= low && entry.at <= high {
			for _, o := range entry.rows {
				t.pair(side, row, o, out)
			}
		}
		if entry.at <= t.expired[other] {
			t.give(other, entry.rows, out)
			gone = append(gone, id)
		}
	}
	for _, id := range gone {
		s.cache[other].drop(id)
	}
}

func (t *intervalTask) pair(side int, row, o *timedRow, out emit) {
	both := concat(row.vals, o.vals)
	if side == 1 {
		both = concat(o.vals, row.vals)
	}
	if t.keysEqual(side, row.vals, o.vals) && holds(t.cond, both) {
		row.joined, o.joined = true, true
		out(Row{Kind: Insert, Vals: both})
	}
}

func (t *intervalTask) keysEqual(side int, a, b []expr.Value) bool {
	for i, c := range t.keys[side] {
		if a[c] == nil || b[t.keys[1-side][i]] == nil {
			return false
		}
	}
	return true
}

// give sends the rows of an outer side that have found no match.
func (t *intervalTask) give(side int, rows []*timedRow, out emit) {
	if !t.outer(side) {
		return
	}
	for _, o := range rows {
		if !o.joined {
			out(Row{Kind: Insert, Vals: t.padded(side, o.vals)})
		}
	}
}

func (t *intervalTask) padded(side int, vals []expr.Value) []expr.Value {
	if side == 0 {
		return concat(vals, make([]expr.Value, t.width[1]))
	}
	return concat(make([]expr.Value, t.width[0]), vals)
}

func (t *intervalTask) watermark(wm int64, out emit) {
	t.now = max(wm, 0)
	for {
		at, k, ok := t.timers.next(wm)
		if !ok {
			return
		}
		s := t.state[k]
		// The cache of the right side is looked at first.
		for _, side := range []int{1, 0} {
			if s.timers[side] == at {
				t.clear(k, s, side, out)
			}
		}
	}
}

// clear drops the rows of a side that can match no more, and waits for the next.
func (t *intervalTask) clear(k string, s *intervalState, side int, out emit) {
	s.timers[side] = 0
	t.expired[side] = t.expiration(t.size[side])
	low := int64(-1)
	var gone []string
	for id, entry := range s.cache[side].all {
		if entry.at <= t.expired[side] {
			t.give(side, entry.rows, out)
			gone = append(gone, id)
		} else if low < 0 || entry.at < low {
			low = entry.at
		}
	}
	for _, id := range gone {
		s.cache[side].drop(id)
	}
	if low > 0 {
		t.register(k, s, side, low)
	}
}
