package simulate

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// topN is what the rank functions share (AbstractTopNFunction).
type topN struct {
	passing
	partition  []int
	order      []logical.SortField
	start, end int64
	endColumn  int
	number     bool // the row number is output, or rows are skipped
	outputRank bool
	before     bool
	parts      map[string]*partition
}

// partition is the rows of one partition in order; rows that tie stand in the order of their arrival.
type partition struct {
	rows []ranked
	end  int64
	seen bool
}

type ranked struct {
	vals []expr.Value
	key  string
}

func (t *topN) part(vals []expr.Value) *partition {
	k := keyOf(vals, t.partition)
	p := t.parts[k]
	if p == nil {
		p = &partition{end: t.end}
		t.parts[k] = p
	}
	if t.endColumn >= 0 && !p.seen {
		p.seen = true
		p.end = asInt(vals[t.endColumn])
	}
	return p
}

func (t *topN) compare(a, b []expr.Value) int { return compareBy(t.order, a, b) }

// insertAt finds the place behind all rows that are not greater.
func (t *topN) insertAt(rows []ranked, vals []expr.Value) int {
	i, _ := slices.BinarySearchFunc(rows, vals, func(r ranked, v []expr.Value) int {
		if t.compare(r.vals, v) <= 0 {
			return -1
		}
		return 1
	})
	return i
}

func (t *topN) out(out emit, kind Kind, vals []expr.Value, rank, end int64) {
	if rank < t.start || rank > end || kind == UpdateBefore && !t.before {
		return
	}
	if t.outputRank {
		vals = append(slices.Clone(vals), expr.Int(rank))
	}
	out(Row{Kind: kind, Vals: vals})
}

// plain sends a row that carries no rank.
func (t *topN) plain(out emit, kind Kind, vals []expr.Value) {
	if kind != UpdateBefore || t.before {
		out(Row{Kind: kind, Vals: vals})
	}
}

// shiftDown sends what changes when vals comes in at place i of rows, which already hold it.
func (t *topN) shiftDown(rows []ranked, i int, end int64, out emit) {
	cur := rows[i].vals
	rank := int64(i + 1)
	for j := i + 1; j < len(rows) && rank <= end; j++ {
		t.out(out, UpdateBefore, rows[j].vals, rank, end)
		t.out(out, UpdateAfter, cur, rank, end)
		cur = rows[j].vals
		rank++
	}
	if rank <= end {
		t.out(out, Insert, cur, rank, end)
	}
}

// appendTopN takes inserted rows only (AppendOnlyTopNFunction, AppendOnlyFirstNFunction, FastTop1Function).
type appendTopN struct {
	topN
	byArrival bool // ordered by processing time, ascending
	top1      bool
}

func (t *appendTopN) process(_ int, r Row, out emit) {
	p := t.part(r.Vals)
	switch {
	case t.byArrival:
		t.arrive(p, r.Vals, out)
	case t.top1:
		t.one(p, r.Vals, out)
	default:
		t.many(p, r.Vals, out)
	}
}

func (t *appendTopN) arrive(p *partition, vals []expr.Value, out emit) {
	if int64(len(p.rows)) >= p.end {
		return
	}
	p.rows = append(p.rows, ranked{vals: vals})
	t.out(out, Insert, vals, int64(len(p.rows)), p.end)
}

func (t *appendTopN) one(p *partition, vals []expr.Value, out emit) {
	if len(p.rows) == 0 {
		p.rows = []ranked{{vals: vals}}
		t.out(out, Insert, vals, 1, 1)
		return
	}
	prev := p.rows[0].vals
	if t.compare(vals, prev) >= 0 {
		return
	}
	p.rows[0].vals = vals
	t.out(out, UpdateBefore, prev, 1, 1)
	t.out(out, UpdateAfter, vals, 1, 1)
}

func (t *appendTopN) many(p *partition, vals []expr.Value, out emit) {
	if n := len(p.rows); n > 0 && t.compare(vals, p.rows[n-1].vals) >= 0 && int64(n) >= p.end {
		return
	}
	i := t.insertAt(p.rows, vals)
	p.rows = slices.Insert(p.rows, i, ranked{vals: vals})
	if t.number {
		t.shiftDown(p.rows, i, p.end, out)
		p.rows = p.rows[:min(len(p.rows), int(max(p.end, 0)))]
		return
	}
	if int64(len(p.rows)) > p.end {
		last := p.rows[len(p.rows)-1]
		p.rows = p.rows[:len(p.rows)-1]
		if i == len(p.rows) {
			return
		}
		t.plain(out, Delete, last.vals)
	}
	t.plain(out, Insert, vals)
}

// retractTopN keeps every row (RetractableTopNFunction).
type retractTopN struct{ topN }

func (t *retractTopN) process(_ int, r Row, out emit) {
	p := t.part(r.Vals)
	if r.Kind.Adds() {
		i := t.insertAt(p.rows, r.Vals)
		p.rows = slices.Insert(p.rows, i, ranked{vals: r.Vals})
		if t.number {
			t.shiftDown(p.rows, i, p.end, out)
			return
		}
		if int64(len(p.rows)) > p.end && int64(i) < p.end {
			t.plain(out, Delete, p.rows[p.end].vals)
		}
		if int64(i) < p.end {
			t.plain(out, Insert, r.Vals)
		}
		return
	}
	i := slices.IndexFunc(p.rows, func(x ranked) bool { return sameVals(x.vals, r.Vals) })
	if i < 0 {
		return
	}
	gone := p.rows[i].vals
	p.rows = slices.Delete(p.rows, i, i+1)
	if t.number {
		t.shiftUp(p, i, gone, out)
		return
	}
	if int64(i) < p.end {
		t.plain(out, Delete, gone)
		if int64(len(p.rows)) >= p.end {
			t.plain(out, Insert, p.rows[p.end-1].vals)
		}
	}
}

// shiftUp sends what changes when the row at place i has gone.
func (t *retractTopN) shiftUp(p *partition, i int, gone []expr.Value, out emit) {
	rank := int64(i + 1)
	prev := gone
	for j := i; j < len(p.rows) && rank <= p.end; j++ {
		t.out(out, UpdateBefore, prev, rank, p.end)
		t.out(out, UpdateAfter, p.rows[j].vals, rank, p.end)
		prev = p.rows[j].vals
		rank++
	}
	if rank <= p.end {
		t.out(out, Delete, prev, rank, p.end)
	}
}

// updateTopN replaces rows by their key, which only move up (UpdatableTopNFunction).
type updateTopN struct {
	topN
	rowKey []int
	top1   bool
}

func (t *updateTopN) process(_ int, r Row, out emit) {
	p := t.part(r.Vals)
	if t.top1 {
		one := appendTopN{topN: t.topN}
		one.one(p, r.Vals, out)
		return
	}
	k := keyOf(r.Vals, t.rowKey)
	old := slices.IndexFunc(p.rows, func(x ranked) bool { return x.key == k })
	if old < 0 {
		t.enter(p, k, r.Vals, out)
		return
	}
	was := p.rows[old].vals
	if t.compare(r.Vals, was) == 0 {
		p.rows[old].vals = r.Vals
		t.replace(out, was, r.Vals, int64(old+1), p.end)
		return
	}
	p.rows = slices.Delete(p.rows, old, old+1)
	i := t.insertAt(p.rows, r.Vals)
	p.rows = slices.Insert(p.rows, i, ranked{r.Vals, k})
	if !t.number {
		t.replace(out, was, r.Vals, 1, p.end)
		return
	}
	t.moveUp(p, i, old, was, out)
}

func (t *updateTopN) replace(out emit, was, now []expr.Value, rank, end int64) {
	if t.number {
		t.out(out, UpdateBefore, was, rank, end)
		t.out(out, UpdateAfter, now, rank, end)
		return
	}
	t.plain(out, UpdateBefore, was)
	t.plain(out, UpdateAfter, now)
}

func (t *updateTopN) enter(p *partition, k string, vals []expr.Value, out emit) {
	if n := len(p.rows); n > 0 && t.compare(vals, p.rows[n-1].vals) >= 0 && int64(n) >= p.end {
		return
	}
	i := t.insertAt(p.rows, vals)
	p.rows = slices.Insert(p.rows, i, ranked{vals, k})
	if t.number {
		t.shiftDown(p.rows, i, p.end, out)
		p.rows = p.rows[:min(len(p.rows), int(p.end))]
		return
	}
	if int64(len(p.rows)) > p.end {
		last := p.rows[len(p.rows)-1]
		p.rows = p.rows[:len(p.rows)-1]
		t.plain(out, Delete, last.vals)
	}
	t.plain(out, Insert, vals)
}

// moveUp sends what changes when a row moves from place old to place i above it.
func (t *updateTopN) moveUp(p *partition, i, old int, was []expr.Value, out emit) {
	cur := p.rows[i].vals
	retracted := false
	rank := int64(i + 1)
	for j := i + 1; j <= old && j < len(p.rows); j++ {
		t.out(out, UpdateBefore, p.rows[j].vals, rank, p.end)
		if !retracted {
			t.out(out, UpdateBefore, was, int64(old+1), p.end)
			retracted = true
		}
		t.out(out, UpdateAfter, cur, rank, p.end)
		cur = p.rows[j].vals
		rank++
	}
	if !retracted {
		t.out(out, UpdateBefore, was, int64(old+1), p.end)
	}
	t.out(out, UpdateAfter, cur, rank, p.end)
}

// compareBy orders rows by sort fields.
func compareBy(order []logical.SortField, a, b []expr.Value) int {
	for _, f := range order {
		if c := compareField(f, a[f.Column], b[f.Column]); c != 0 {
			return c
		}
	}
	return 0
}

func compareField(f logical.SortField, a, b expr.Value) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return map[bool]int{true: -1, false: 1}[f.NullsFirst]
	case b == nil:
		return map[bool]int{true: 1, false: -1}[f.NullsFirst]
	}
	c := compareValues(a, b)
	if f.Descending {
		return -c
	}
	return c
}
