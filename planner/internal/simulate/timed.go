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
	order  []logical.SortField
	time   int
	rows   map[int64][]Row
	told   int64 // the last time that was told
	timers timers[string]
}

func (t *sortTask) process(_ int, r Row, _ emit) {
	if at := millis(r.Vals[t.time]); at > t.told {
		t.rows[at] = append(t.rows[at], r)
		t.timers.add(at, "")
	}
}

func (t *sortTask) watermark(wm int64, out emit) {
	for {
		at, _, ok := t.timers.next(wm)
		if !ok {
			return
		}
		due := t.rows[at]
		delete(t.rows, at)
		t.told = at
		sort.SliceStable(due, func(i, j int) bool { return compareBy(t.order, due[i].Vals, due[j].Vals) < 0 })
		for _, r := range due {
			out(r)
		}
	}
}

// overTask computes aggregates over a frame of the rows before each (the functions of package over).
type overTask struct {
	group   logical.OverGroup
	time    int // -1 for processing time
	history map[string][]Row
	waiting map[timerOf[string]][]Row // by partition and time
	timers  timers[string]
	last    map[string]int64 // by partition, the last time that was told
	wm      int64
}

func (t *overTask) process(_ int, r Row, out emit) {
	if t.time < 0 {
		t.compute([]Row{r}, out)
		return
	}
	k, at := keyOf(r.Vals, t.group.Partition), millis(r.Vals[t.time])
	// A frame that is bounded by rows or time keeps what is not older than the last it told of its partition.
	if t.group.Frame.Lower.Kind == expr.Preceding && at <= t.last[k] || t.group.Frame.Lower.Kind != expr.Preceding && at <= t.wm {
		return
	}
	w := timerOf[string]{at, k}
	t.waiting[w] = append(t.waiting[w], r)
	t.timers.add(at, k)
}

func (t *overTask) watermark(wm int64, out emit) {
	t.wm = wm
	for {
		at, k, ok := t.timers.next(wm)
		if !ok {
			return
		}
		w := timerOf[string]{at, k}
		peers := t.waiting[w]
		delete(t.waiting, w)
		t.last[k] = at
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
	case expr.RowNumber, expr.Rank, expr.DenseRank: // without the columns of the order, no two rows are peers to them
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
