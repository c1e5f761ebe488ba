package simulate

import (
	"strconv"

	"rowkind/planner/internal/expr"
)

// batchJoin is a regular join over mini-batches (MiniBatchStreamingJoinOperator): both sides gather rows, fold what cancels, and
// are joined when the batch ends.
type batchJoin struct {
	joinTask
	size, count int
	gathered    [2]*hashMap[foldedKey]
}

// foldedKey is what is gathered of one join key: rows by unique key, or by their hash where there is none.
type foldedKey struct{ rows *hashMap[[]Row] }

func newBatchJoin(t joinTask, size int) *batchJoin {
	return &batchJoin{joinTask: t, size: size, gathered: [2]*hashMap[foldedKey]{newHashMap[foldedKey](), newHashMap[foldedKey]()}}
}

func (t *batchJoin) process(side int, r Row, out emit) {
	bucket, _ := t.joinKey(side, r.Vals)
	b := t.gathered[side]
	k := b.get(bucket)
	if k == nil {
		k = b.put(bucket, foldedKey{newHashMap[[]Row]()}, func() uint32 { return t.hash(side, r.Vals, t.keys[side]) })
	}
	t.gather(side, k, r)
	if len(k.rows.index) == 0 {
		b.drop(bucket)
	}
	if t.count++; t.size > 0 && t.count >= t.size {
		t.end(out)
	}
}

func (t *joinTask) hash(side int, vals []expr.Value, cols []int) uint32 {
	h, _ := rowHash(vals, cols, t.row[side])
	return h
}

// gather folds a row into those of its key.
func (t *batchJoin) gather(side int, k *foldedKey, r Row) {
	if t.unique[side] == nil {
		t.cancel(side, k, r)
		return
	}
	id := ""
	cols := t.unique[side]
	if !t.one[side] {
		id = keyOf(r.Vals, cols)
	}
	list := k.rows.get(id)
	if list == nil {
		list = k.rows.put(id, nil, func() uint32 { return t.hash(side, r.Vals, cols) })
	}
	if n := len(*list); n > 0 {
		last := (*list)[n-1]
		if last.Kind.Adds() || !r.Kind.Adds() {
			*list = (*list)[:n-1]
		}
		if last.Kind.Adds() && !r.Kind.Adds() {
			if len(*list) == 0 {
				k.rows.drop(id)
			}
			return
		}
	}
	*list = append(*list, r)
}

// cancel takes out the last row that is the same and of the other kind.
func (t *batchJoin) cancel(side int, k *foldedKey, r Row) {
	hash := t.hash(side, r.Vals, t.every[side])
	id := strconv.FormatUint(uint64(hash), 16)
	list := k.rows.get(id)
	if list == nil {
		list = k.rows.put(id, nil, func() uint32 { return hash })
	}
	for i := len(*list) - 1; i >= 0; i-- {
		if o := (*list)[i]; o.Kind.Adds() != r.Kind.Adds() && sameVals(o.Vals, r.Vals) {
			*list = append((*list)[:i:i], (*list)[i+1:]...)
			if len(*list) == 0 {
				k.rows.drop(id)
			}
			return
		}
	}
	*list = append(*list, r)
}

// marked ends the batch with the watermark of either side.
func (t *batchJoin) marked(out emit) { t.end(out) }

func (t *batchJoin) end(out emit) {
	gathered := t.gathered
	t.count, t.gathered = 0, [2]*hashMap[foldedKey]{newHashMap[foldedKey](), newHashMap[foldedKey]()}
	order := [2]int{1, 0}
	if t.outer(1) && !t.outer(0) {
		order = [2]int{0, 1}
	}
	for _, side := range order {
		for _, k := range gathered[side].all {
			for _, rows := range k.rows.all {
				if t.unique[side] == nil {
					for _, r := range *rows {
						t.joinTask.take(side, r, false, out)
					}
				} else {
					t.takeAll(side, *rows, out)
				}
			}
		}
	}
}

// takeAll joins the rows of a unique key; an update that is followed by its new version does not let the other side lose its
// match in between (processElementWithSuppress).
func (t *batchJoin) takeAll(side int, rows []Row, out emit) {
	for i := 0; i < len(rows); i++ {
		if !rows[i].Kind.Adds() && i+1 < len(rows) && rows[i+1].Kind.Adds() {
			t.take(side, rows[i], true, out)
			t.take(side, rows[i+1], true, out)
			i++
			continue
		}
		t.take(side, rows[i], false, out)
	}
}
