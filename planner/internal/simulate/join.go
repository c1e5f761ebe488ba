package simulate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/types"
)

// joinTask is a regular join (StreamingJoinOperator): both sides are kept, by the equality columns.
type joinTask struct {
	passing
	typ   logical.JoinType
	keys  [2][]int // equality columns of each side
	nulls []bool   // per key: NULL equals NULL
	cond  expr.Expr
	width [2]int
	row   [2]*types.Type
	sides [2]map[string]*hashMap[joinRow]
	// unique is the upsert key of each side that its rows are kept by, nil for the whole row.
	unique [2][]int
	every  [2][]int // all columns
	one    [2]bool  // the join key contains the unique key
}

type joinRow struct {
	vals    []expr.Value
	count   int // how often it came, where nothing is unique
	matches int // rows of the other side that match, for an outer side
}

func (t *joinTask) outer(side int) bool {
	switch t.typ {
	case logical.Left:
		return side == 0
	case logical.Right:
		return side == 1
	case logical.Full:
		return true
	}
	return false
}

// joined puts a row and one of the other side in the join's order.
func (t *joinTask) joined(side int, mine, other []expr.Value) []expr.Value {
	if side == 0 {
		return concat(mine, other)
	}
	return concat(other, mine)
}

func (t *joinTask) padded(side int, mine []expr.Value) []expr.Value {
	return t.joined(side, mine, make([]expr.Value, t.width[1-side]))
}

// joinKey spells the equality columns of a row; ok is false for a key with a NULL that matches nothing.
func (t *joinTask) joinKey(side int, vals []expr.Value) (k string, ok bool) {
	for i, c := range t.keys[side] {
		if vals[c] == nil && !(i < len(t.nulls) && t.nulls[i]) {
			return "null:" + keyOf(vals, t.keys[side]), false
		}
	}
	return keyOf(vals, t.keys[side]), true
}

// match is a row of the other side that joins, with what it counted when it was found.
type match struct {
	row     *joinRow
	matches int
}

// matching lists the rows of the other side that the row joins with, in the order of Flink's state.
func (t *joinTask) matching(side int, vals []expr.Value) []match {
	k, ok := t.joinKey(side, vals)
	b := t.sides[1-side][k]
	if !ok || b == nil {
		return nil
	}
	var out []match
	for _, o := range b.all {
		if t.cond == nil || holds(t.cond, t.joined(side, vals, o.vals)) {
			for range max(1, o.count) {
				out = append(out, match{o, o.matches})
			}
		}
	}
	return out
}

func (t *joinTask) add(side int, vals []expr.Value, matches int) {
	bucket, _ := t.joinKey(side, vals)
	b := t.sides[side][bucket]
	if b == nil {
		b = newHashMap[joinRow]()
		t.sides[side][bucket] = b
	}
	k := t.rowKey(side, vals)
	if r := b.get(k); r != nil {
		r.vals, r.matches = vals, matches
		if t.unique[side] == nil {
			r.count++
		}
		return
	}
	b.put(k, joinRow{vals: vals, count: 1, matches: matches}, func() uint32 {
		cols := t.unique[side]
		if cols == nil {
			cols = t.every[side]
		}
		return t.hash(side, vals, cols)
	})
}

func (t *joinTask) remove(side int, vals []expr.Value) {
	bucket, _ := t.joinKey(side, vals)
	b := t.sides[side][bucket]
	if b == nil {
		return
	}
	k := t.rowKey(side, vals)
	r := b.get(k)
	if r == nil {
		return
	}
	if r.count--; r.count <= 0 || t.unique[side] != nil {
		if b.drop(k); len(b.index) == 0 {
			delete(t.sides[side], bucket)
		}
	}
}

func (t *joinTask) rowKey(side int, vals []expr.Value) string {
	if u := t.unique[side]; u != nil {
		return keyOf(vals, u)
	}
	return key(vals)
}

func (t *joinTask) process(side int, r Row, out emit) { t.take(side, r, false, out) }

// take joins a row. quiet is for the two rows of an update in a mini-batch, between which nothing loses its match.
func (t *joinTask) take(side int, r Row, quiet bool, out emit) {
	if r.Kind.Adds() {
		t.arrive(side, r, quiet, out)
		return
	}
	if !quiet {
		t.remove(side, r.Vals)
	}
	matches := t.matching(side, r.Vals)
	if len(matches) == 0 {
		if t.outer(side) {
			out(Row{Kind: Delete, Vals: t.padded(side, r.Vals)})
		}
		return
	}
	kind := r.Kind
	if t.outer(side) {
		kind = Delete
	}
	for _, o := range matches {
		out(Row{Kind: kind, Vals: t.joined(side, r.Vals, o.row.vals)})
		if t.outer(1 - side) {
			if o.matches == 1 && !quiet {
				out(Row{Kind: Insert, Vals: t.padded(1-side, o.row.vals)})
			}
			o.row.matches = o.matches - 1
		}
	}
}

// arrive joins a row that is added.
func (t *joinTask) arrive(side int, r Row, quiet bool, out emit) {
	matches := t.matching(side, r.Vals)
	kind := r.Kind
	if t.outer(0) || t.outer(1) {
		kind = Insert
	}
	if !t.outer(side) {
		t.add(side, r.Vals, -1)
	}
	for _, o := range matches {
		if t.outer(1 - side) {
			if o.matches == 0 && !quiet {
				out(Row{Kind: Delete, Vals: t.padded(1-side, o.row.vals)})
			}
			o.row.matches = o.matches + 1
		}
		out(Row{Kind: kind, Vals: t.joined(side, r.Vals, o.row.vals)})
	}
	if !t.outer(side) {
		return
	}
	if len(matches) == 0 {
		out(Row{Kind: Insert, Vals: t.padded(side, r.Vals)})
	}
	t.add(side, r.Vals, len(matches))
}

// semiTask is a semi or anti join (StreamingSemiAntiJoinOperator).
type semiTask struct {
	joinTask
	anti bool
}

func (t *semiTask) process(side int, r Row, out emit) {
	matches := t.matching(side, r.Vals)
	if side == 0 {
		if (len(matches) == 0) == t.anti {
			out(r)
		}
		if r.Kind.Adds() {
			t.add(0, r.Vals, len(matches))
		} else {
			t.remove(0, r.Vals)
		}
		return
	}
	if r.Kind.Adds() {
		t.add(1, r.Vals, 0)
	} else {
		t.remove(1, r.Vals)
	}
	for _, o := range matches {
		t.rightChanged(r, o, out)
	}
}

// rightChanged tells a left row of a match that came or went.
func (t *semiTask) rightChanged(r Row, o match, out emit) {
	alone, step, kind := 0, 1, Delete
	if !r.Kind.Adds() {
		alone, step, kind = 1, -1, Insert
	}
	if !t.anti {
		kind = r.Kind
	}
	if o.matches == alone {
		out(Row{Kind: kind, Vals: o.row.vals})
	}
	o.row.matches = o.matches + step
}
