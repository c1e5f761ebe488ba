package simulate

import (
	"math"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// bundle gathers rows by key until there are size of them, or a watermark passes; its keys come back in the order of Java's
// HashMap (AbstractMapBundleOperator, CountBundleTrigger).
type bundle[V any] struct {
	size, count int
	key         []int
	row         *types.Type
	entries     *hashMap[keyed[V]]
	flush       func(key []expr.Value, id string, v *V, out emit)
}

type keyed[V any] struct {
	vals []expr.Value
	v    V
}

func newBundle[V any](size int, key []int, row *types.Type) *bundle[V] {
	return &bundle[V]{size: size, key: key, row: row, entries: newHashMap[keyed[V]]()}
}

// of gives what is gathered for the key of a row.
func (b *bundle[V]) of(r Row) *V {
	id := keyOf(r.Vals, b.key)
	if e := b.entries.get(id); e != nil {
		return &e.v
	}
	e := b.entries.put(id, keyed[V]{vals: pick(r.Vals, b.key)}, func() uint32 {
		hash, _ := rowHash(r.Vals, b.key, b.row)
		return hash
	})
	return &e.v
}

// took counts a row, and ends the batch when there are enough.
func (b *bundle[V]) took(out emit) {
	if b.count++; b.size > 0 && b.count >= b.size {
		b.end(out)
	}
}

func (b *bundle[V]) end(out emit) {
	entries := b.entries
	b.count, b.entries = 0, newHashMap[keyed[V]]()
	for id, e := range entries.all {
		b.flush(e.vals, id, &e.v, out)
	}
}

// batchGroup is an aggregate in one phase over mini-batches (MiniBatchGroupAggFunction), or the global half of one in two
// (MiniBatchGlobalGroupAggFunction).
type batchGroup struct {
	groupTask
	rows *bundle[batchRows]
	// global says that rows are halves of aggregates.
	global bool
}

type batchRows struct {
	rows []Row
	accs []accumulator
	n    int64 // rows that were added less those that were taken back
}

func (t *batchGroup) process(_ int, r Row, out emit) {
	e := t.rows.of(r)
	if t.global {
		if e.accs == nil {
			e.accs = t.accumulators()
		}
		mergeAll(e.accs, r.sliced.accs)
		e.n += r.sliced.n
	} else {
		e.rows = append(e.rows, r)
	}
	t.rows.took(out)
}

func (t *batchGroup) watermark(_ int64, out emit) { t.rows.end(out) }

func (t *batchGroup) finish(key []expr.Value, id string, e *batchRows, out emit) {
	g := t.groups[id]
	first := g == nil
	if first {
		for len(e.rows) > 0 && !e.rows[0].Kind.Adds() {
			e.rows = e.rows[1:]
		}
		if len(e.rows) == 0 && !t.global {
			return
		}
		g = &groupState{key: key, accs: t.accumulators()}
		t.groups[id] = g
	}
	prev := t.row(g)
	for _, r := range e.rows {
		accumulate(g.accs, t.calls, r)
		g.counts(r)
	}
	if t.global {
		mergeAll(g.accs, e.accs)
		g.count += e.n
	}
	t.tell(g, id, prev, first, out)
}

// localGroup is the local half: it sends what each batch adds up to.
type localGroup struct {
	calls   []logical.AggCall
	retract []bool
	local   *physical.LocalAggregate
	args    []*types.Type // of the calls' first arguments
	rows    *bundle[batchRows]
}

func (t *localGroup) process(_ int, r Row, out emit) {
	e := t.rows.of(r)
	if e.accs == nil {
		e.accs = newAccumulators(t.calls, t.retract)
	}
	accumulate(e.accs, t.calls, r)
	if r.Kind.Adds() {
		e.n++
	} else {
		e.n--
	}
	t.rows.took(out)
}

func (t *localGroup) watermark(_ int64, out emit) { t.rows.end(out) }

func (t *localGroup) finish(key []expr.Value, _ string, e *batchRows, out emit) {
	out(halfRow(key, e.accs, e.n, t.local, t.args))
}

// halfRow is what a local half sends: the key and the columns of its accumulators, and the accumulators themselves.
func halfRow(key []expr.Value, accs []accumulator, n int64, local *physical.LocalAggregate, args []*types.Type) Row {
	vals := append([]expr.Value(nil), key...)
	for i, a := range accs {
		vals = append(vals, bufferValues(a, len(local.Buffers[i]), args[i])...)
	}
	for range local.Distinct {
		vals = append(vals, nil) // what has been seen, which is no value
	}
	return Row{Kind: Insert, Vals: vals, sliced: &slicedRow{key: key, accs: accs, n: n}}
}

// incrementalGroup joins the global half of a partial aggregate with the local half of the final one: it keeps which values it
// has seen, and sends what is new (MiniBatchIncrementalGroupAggFunction).
type incrementalGroup struct {
	calls   []logical.AggCall
	retract []bool
	local   *physical.LocalAggregate
	final   []int // of the partial key
	row     *types.Type
	rows    *bundle[batchRows]
	seen    map[string][]accumulator // by partial key
	finals  *hashMap[keyed[batchRows]]
}

func (t *incrementalGroup) process(_ int, r Row, out emit) {
	e := t.rows.of(r)
	if e.accs == nil {
		e.accs = newAccumulators(t.calls, t.retract)
	}
	mergeAll(e.accs, r.sliced.accs)
	e.n += r.sliced.n
	t.rows.took(out)
	t.send(out)
}

func (t *incrementalGroup) watermark(_ int64, out emit) {
	t.rows.end(out)
	t.send(out)
}

// finish puts what a partial key brought to its final key.
func (t *incrementalGroup) finish(key []expr.Value, id string, e *batchRows, _ emit) {
	final := keyOf(key, t.final)
	f := t.finals.get(final)
	if f == nil {
		f = t.finals.put(final, keyed[batchRows]{vals: pick(key, t.final)}, func() uint32 {
			hash, _ := rowHash(key, t.final, t.row)
			return hash
		})
		f.v.accs = undistinct(t.calls, t.retract)
	}
	seen := t.seen[id]
	if seen == nil {
		seen = newAccumulators(t.calls, t.retract)
		t.seen[id] = seen
	}
	for i := range e.accs {
		if have, ok := seen[i].(*distinctAcc); ok {
			brought, ok := e.accs[i].(*distinctAcc)
			if !ok {
				cannotMerge()
			}
			have.mergeInto(brought, f.v.accs[i])
			continue
		}
		f.v.accs[i].merge(e.accs[i])
	}
	f.v.n += e.n
}

func (t *incrementalGroup) send(out emit) {
	finals := t.finals
	t.finals = newHashMap[keyed[batchRows]]()
	for _, f := range finals.all {
		r := halfRow(f.vals, f.v.accs, f.v.n, t.local, make([]*types.Type, len(t.calls)))
		r.Vals = r.Vals[:len(r.Vals)-len(t.local.Distinct)]
		out(r)
	}
}

// undistinct are accumulators of calls that are told of each value once.
func undistinct(calls []logical.AggCall, retract []bool) []accumulator {
	plain := append([]logical.AggCall(nil), calls...)
	for i := range plain {
		plain[i].Distinct = false
	}
	return newAccumulators(plain, retract)
}

// batchMarks is a MiniBatchAssigner: of processing time it lets no watermark pass but the last, of event time the first in
// each interval (ProcTimeMiniBatchAssignerOperator, RowTimeMiniBatchAssginerOperator).
type batchMarks struct {
	forwardTask
	interval int64
	rowtime  bool
	next     int64
	opened   bool
	marked   bool
}

func (t *batchMarks) mark() bool {
	t.marked = true
	return true
}

// opens says that this row is the first of all, before which a batch by processing time ends.
func (t *batchMarks) opens() bool {
	first := !t.rowtime && !t.opened
	t.opened = true
	return first
}

func (t *batchMarks) passes(wm int64) bool {
	if wm == math.MaxInt64 {
		return true
	}
	if !t.rowtime {
		return !t.marked && t.mark()
	}
	if t.interval <= 0 {
		return false
	}
	if t.next == 0 {
		t.next = t.interval - 1
	}
	wm = max(wm, 0)
	if wm < t.next {
		return false
	}
	end := wm - (wm+t.interval)%t.interval + t.interval - 1
	if end <= wm {
		end += t.interval
	}
	t.next = end
	return true
}

// batchDedup is a deduplication or a normalization over mini-batches: each batch tells the last row of each key, or the first.
type batchDedup struct {
	rows  *bundle[batchRows]
	keep  func(have *Row, now Row) bool
	inner task
	// every says that the inner task sees all rows of a batch, not only the kept one.
	every bool
}

func (t *batchDedup) process(_ int, r Row, out emit) {
	e := t.rows.of(r)
	switch {
	case t.every:
		e.rows = append(e.rows, r)
	case len(e.rows) == 0:
		e.rows = []Row{r}
	case t.keep(&e.rows[0], r):
		e.rows[0] = r
	}
	t.rows.took(out)
}

func (t *batchDedup) watermark(wm int64, out emit) {
	t.rows.end(out)
	t.inner.watermark(wm, out)
}

func (t *batchDedup) finish(_ []expr.Value, _ string, e *batchRows, out emit) {
	for _, r := range e.rows {
		t.inner.process(0, r, out)
	}
}

// batched gives a task its form for mini-batches, if Flink has one.
func (m *Machine) batched(n *physical.Node, t task) task {
	if !m.config.Batch {
		return t
	}
	in := n.Input().Row
	latest := func(key []int, keep func(*Row, Row) bool, every bool) task {
		b := &batchDedup{rows: newBundle[batchRows](m.config.BatchSize, key, in), keep: keep, inner: t, every: every}
		b.rows.flush = b.finish
		return b
	}
	last := func(*Row, Row) bool { return true }
	switch x := t.(type) {
	case *normalizeTask:
		return latest(x.key, last, false)
	case *dedupTask:
		switch {
		case x.time < 0 && x.last:
			return latest(x.key, last, false)
		case x.time < 0:
			return latest(x.key, func(*Row, Row) bool { return false }, false)
		}
		if m.config.LatestOnly {
			return latest(x.key, func(have *Row, now Row) bool { return x.replaces(have.Vals, now.Vals) }, false)
		}
		return latest(x.key, nil, true)
	}
	return t
}
