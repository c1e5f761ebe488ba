package simulate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// joinTask is a regular join (StreamingJoinOperator): both sides are kept, by the equality columns.
type joinTask struct {
	passing
	typ   logical.JoinType
	keys  [2][]int // equality columns of each side
	nulls []bool   // per key: NULL equals NULL
	cond  expr.Expr
	width [2]int
	sides [2]map[string]*ordered[joinRow]
	// unique is the upsert key of each side that its rows are kept by, nil for the whole row.
	unique [2][]int
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

// bucket gives the rows of a side under the row's join key; ok is false for a key with a NULL that matches nothing.
func (t *joinTask) bucket(side, keySide int, vals []expr.Value) (*ordered[joinRow], bool) {
	for i, c := range t.keys[keySide] {
		if vals[c] == nil && !(i < len(t.nulls) && t.nulls[i]) {
			return t.rows(side, "null:"+keyOf(vals, t.keys[keySide])), false
		}
	}
	return t.rows(side, keyOf(vals, t.keys[keySide])), true
}

func (t *joinTask) rows(side int, k string) *ordered[joinRow] {
	b := t.sides[side][k]
	if b == nil {
		b = newOrdered[joinRow]()
		t.sides[side][k] = b
	}
	return b
}

// matching lists the rows of the other side that the row joins with.
func (t *joinTask) matching(side int, vals []expr.Value) []*joinRow {
	b, ok := t.bucket(1-side, side, vals)
	if !ok {
		return nil
	}
	var out []*joinRow
	for _, o := range b.all {
		if holds(t.cond, t.joined(side, vals, o.vals)) {
			for range max(1, o.count) {
				out = append(out, o)
			}
		}
	}
	return out
}

func (t *joinTask) add(side int, vals []expr.Value, matches int) {
	b, _ := t.bucket(side, side, vals)
	k := t.rowKey(side, vals)
	if r := b.get(k); r != nil {
		r.vals, r.matches = vals, matches
		if t.unique[side] == nil {
			r.count++
		}
		return
	}
	b.put(k, joinRow{vals: vals, count: 1, matches: matches})
}

func (t *joinTask) remove(side int, vals []expr.Value) {
	b, _ := t.bucket(side, side, vals)
	k := t.rowKey(side, vals)
	r := b.get(k)
	if r == nil {
		return
	}
	if r.count--; r.count <= 0 || t.unique[side] != nil {
		b.drop(k)
	}
}

func (t *joinTask) rowKey(side int, vals []expr.Value) string {
	if u := t.unique[side]; u != nil {
		return keyOf(vals, u)
	}
	return key(vals)
}

func (t *joinTask) process(side int, r Row, out emit) {
	matches := t.matching(side, r.Vals)
	if r.Kind.Adds() {
		t.arrive(side, r, matches, out)
		return
	}
	t.remove(side, r.Vals)
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
		out(Row{Kind: kind, Vals: t.joined(side, r.Vals, o.vals)})
	}
	if t.outer(1 - side) {
		for _, o := range matches {
			if o.matches == 1 {
				out(Row{Kind: Insert, Vals: t.padded(1-side, o.vals)})
			}
			o.matches--
		}
	}
}

// arrive joins a row that is added.
func (t *joinTask) arrive(side int, r Row, matches []*joinRow, out emit) {
	if len(matches) == 0 {
		if t.outer(side) {
			out(Row{Kind: Insert, Vals: t.padded(side, r.Vals)})
		}
		t.add(side, r.Vals, 0)
		return
	}
	if t.outer(1 - side) {
		for _, o := range matches {
			if o.matches == 0 {
				out(Row{Kind: Delete, Vals: t.padded(1-side, o.vals)})
			}
			o.matches++
		}
	}
	kind := r.Kind
	if t.outer(0) || t.outer(1) {
		kind = Insert
	}
	t.add(side, r.Vals, len(matches))
	for _, o := range matches {
		out(Row{Kind: kind, Vals: t.joined(side, r.Vals, o.vals)})
	}
}

// semiTask is a semi or anti join (StreamingSemiAntiJoinOperator).
type semiTask struct {
	joinTask
	anti bool
}

func (t *semiTask) process(side int, r Row, out emit) {
	if side == 0 {
		matches := t.matching(0, r.Vals)
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
	matches := t.matching(1, r.Vals)
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
func (t *semiTask) rightChanged(r Row, o *joinRow, out emit) {
	if r.Kind.Adds() {
		if o.matches == 0 {
			if t.anti {
				out(Row{Kind: Delete, Vals: o.vals})
			} else {
				out(Row{Kind: r.Kind, Vals: o.vals})
			}
		}
		o.matches++
		return
	}
	if o.matches == 1 {
		if t.anti {
			out(Row{Kind: Insert, Vals: o.vals})
		} else {
			out(Row{Kind: r.Kind, Vals: o.vals})
		}
	}
	o.matches--
}
