package simulate

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// offsetTopN is a Top-N over rows that may be taken back, which skips the first rows and tells no row number
// (RetractableTopNFunction with an offset). Flink sends the very rows that it keeps and leaves the last kind on them; a row
// that it sent as an update is then no more equal to the one that takes it back, stays in the state and is not told.
type offsetTopN struct {
	topN
	kept map[string]*offsetRows
}

type offsetRows struct {
	sorted []*sortKey           // the sort keys that count, in order
	data   map[string][]*marked // the rows of each sort key
}

type sortKey struct {
	id    string
	vals  []expr.Value
	count int64
}

// marked is a row with the kind that it was sent with last.
type marked struct {
	kind Kind
	vals []expr.Value
}

func (t *offsetTopN) process(_ int, r Row, out emit) {
	p := t.part(r.Vals)
	k := keyOf(r.Vals, t.partition)
	s := t.kept[k]
	if s == nil {
		s = &offsetRows{data: map[string][]*marked{}}
		t.kept[k] = s
	}
	cols := make([]int, len(t.order))
	for i, f := range t.order {
		cols[i] = f.Column
	}
	id := keyOf(r.Vals, cols)
	at := slices.IndexFunc(s.sorted, func(k *sortKey) bool { return k.id == id })
	if r.Kind.Adds() {
		if at < 0 {
			at, _ = slices.BinarySearchFunc(s.sorted, r.Vals, func(k *sortKey, v []expr.Value) int { return t.compare(k.vals, v) })
			s.sorted = slices.Insert(s.sorted, at, &sortKey{id: id, vals: r.Vals})
		}
		s.sorted[at].count++
		row := &marked{vals: r.Vals}
		t.enter(s, id, row, p.end, out)
		s.data[id] = append(s.data[id], row)
		return
	}
	found := t.leave(s, id, r.Vals, p.end, out)
	if at >= 0 {
		if s.sorted[at].count--; s.sorted[at].count == 0 {
			s.sorted = slices.Delete(s.sorted, at, at+1)
		}
	}
	if !found {
		s.drop(id, r.Vals)
	}
}

// drop takes a row out that equals, its kind included.
func (s *offsetRows) drop(id string, vals []expr.Value) bool {
	i := slices.IndexFunc(s.data[id], func(m *marked) bool { return m.kind == Insert && sameVals(m.vals, vals) })
	if i < 0 {
		return false
	}
	if s.data[id] = slices.Delete(s.data[id], i, i+1); len(s.data[id]) == 0 {
		delete(s.data, id)
	}
	return true
}

func (t *offsetTopN) tell(out emit, kind Kind, row *marked, rank, end int64) {
	if rank < t.start || rank > end || kind == UpdateBefore && !t.before {
		return
	}
	row.kind = kind
	out(Row{Kind: kind, Vals: row.vals})
}

func (t *offsetTopN) enter(s *offsetRows, id string, row *marked, end int64, out emit) {
	rank, found, current := int64(0), false, (*marked)(nil)
	for _, k := range s.sorted {
		if rank > end {
			return
		}
		switch {
		case !found && k.id == id:
			rank += k.count
			current, found = row, true
		case !found:
			rank += k.count
		default:
			for _, prev := range s.data[k.id] {
				if rank > end {
					break
				}
				t.tell(out, UpdateBefore, prev, rank, end)
				t.tell(out, UpdateAfter, current, rank, end)
				current = prev
				rank++
			}
		}
	}
	if rank <= end && current != nil {
		t.tell(out, Insert, current, rank, end)
	}
}

// leave takes a row out, and tells of those that move up.
func (t *offsetTopN) leave(s *offsetRows, id string, vals []expr.Value, end int64, out emit) bool {
	rank, found, prev := int64(0), false, (*marked)(nil)
	up := func(row *marked) {
		t.tell(out, UpdateBefore, prev, rank, end)
		t.tell(out, UpdateAfter, row, rank, end)
		prev = row
	}
	for _, k := range s.sorted {
		if rank > end {
			return found
		}
		if !found && k.id != id {
			rank += k.count
			continue
		}
		for _, row := range slices.Clone(s.data[k.id]) {
			if rank > end {
				break
			}
			switch {
			case found:
				up(row)
			case row.kind == Insert && sameVals(row.vals, vals):
				prev, found = row, true
				s.drop(id, vals)
			}
			rank++
		}
	}
	if rank <= end && prev != nil {
		t.tell(out, Delete, prev, rank, end)
	}
	return found
}

func (t *offsetTopN) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var rows []KeptRow
	for _, s := range t.kept {
		rank := 0
		for _, k := range s.sorted {
			for _, m := range s.data[k.id] {
				rank++
				rows = append(rows, KeptRow{m.vals, []string{number(rank)}})
			}
		}
	}
	return []KeptTable{inOrder("", in[0], []string{"rank"}, rows)}
}
