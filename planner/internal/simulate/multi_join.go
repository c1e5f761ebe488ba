package simulate

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// multiJoinTask joins all inputs at once and keeps no joined rows (StreamingMultiJoinOperator): a row goes through what is
// kept of the inputs, from the first to the last, and takes its own place among them.
type multiJoinTask struct {
	passing
	inputs []multiInput
}

type multiInput struct {
	left   bool      // of a LEFT join, against what precedes
	cond   expr.Expr // over what precedes and this input
	width  int
	common []int // the key of the state
	// key are the columns by which a row is kept, nil for the whole row, which is counted then.
	key  []int
	kept map[string]*ordered[multiRow]
}

type multiRow struct {
	vals  []expr.Value
	count int
}

// multiJoin makes the task; a row is kept by the columns that join it and a unique key of its input, if there is one
// (MultiJoinStateViews).
func (m *Machine) multiJoin(n *physical.Node, o *physical.MultiJoin) task {
	t := &multiJoinTask{inputs: make([]multiInput, len(n.Inputs))}
	keys := physical.NewKeys()
	for i, in := range n.Inputs {
		t.inputs[i] = multiInput{left: i > 0 && o.Types[i] == logical.Left, cond: m.clocked(o.Conditions[i]), width: len(in.Row.Fields),
			common: o.Keys[i], kept: map[string]*ordered[multiRow]{}}
		var best []int
		for _, k := range keys.Unique(in).JavaOrder() {
			cols := k.Slice()
			if i > 0 && containsAll(o.JoinKeys[i], cols) {
				best = []int{}
				break
			}
			if best == nil || len(cols) < len(best) {
				best = cols
			}
		}
		switch {
		case best == nil:
		case i == 0:
			t.inputs[i].key = best
		default:
			t.inputs[i].key = append(append([]int{}, o.JoinKeys[i]...), best...)
		}
	}
	return t
}

func containsAll(cols, part []int) bool {
	for _, c := range part {
		if !slices.Contains(cols, c) {
			return false
		}
	}
	return true
}

func (t *multiJoinTask) process(in int, r Row, out emit) {
	run := multiRun{t: t, at: in, row: r.Vals, kind: r.Kind, common: keyOf(r.Vals, t.inputs[in].common), out: out}
	run.join(0, nil, false)
	t.inputs[in].store(run.common, r)
}

func (i *multiInput) store(common string, r Row) {
	rows := i.kept[common]
	if rows == nil {
		rows = newOrdered[multiRow]()
		i.kept[common] = rows
	}
	k := key(r.Vals)
	if i.key != nil {
		k = keyOf(r.Vals, i.key)
	}
	was := rows.get(k)
	switch {
	case r.Kind.Adds() && i.key == nil && was != nil:
		was.count++
	case r.Kind.Adds():
		rows.put(k, multiRow{r.Vals, 1})
	case was == nil:
	case i.key == nil && was.count > 1:
		was.count--
	default:
		rows.drop(k)
	}
}

// multiRun is one row on its way through the inputs.
type multiRun struct {
	t      *multiJoinTask
	at     int // the input that it came on
	row    []expr.Value
	kind   Kind // of what is sent; it changes where a padded row is taken back or put
	common string
	out    emit
}

// join takes up input depth behind the joined ones before it; active says that the row itself is among those.
func (r *multiRun) join(depth int, joined []expr.Value, active bool) {
	if depth == len(r.t.inputs) {
		r.out(Row{Kind: r.kind, Vals: joined})
		return
	}
	found, matches := r.stored(depth, joined, active)
	switch {
	case depth == r.at:
		r.own(depth, joined, found, matches)
	case r.t.inputs[depth].left && !found:
		r.join(depth+1, r.padded(depth, joined), active)
	}
}

func (r *multiRun) padded(depth int, joined []expr.Value) []expr.Value {
	return concat(joined, make([]expr.Value, r.t.inputs[depth].width))
}

func (r *multiRun) holds(depth int, joined []expr.Value) bool {
	return depth == 0 || holds(r.t.inputs[depth].cond, joined)
}

// stored goes on with each row that is kept of an input; at the row's own input it only counts those that match, and only
// as far as that decides something.
func (r *multiRun) stored(depth int, joined []expr.Value, active bool) (found bool, matches int) {
	in := &r.t.inputs[depth]
	if depth == r.at && !in.left {
		return false, 0
	}
	rows := in.kept[r.common]
	if rows == nil {
		return false, 0
	}
	for _, k := range slices.Clone(rows.keys) {
		row := rows.get(k)
		next := concat(joined, row.vals)
		if !r.holds(depth, next) {
			continue
		}
		for range row.count {
			found = true
			if in.left {
				if !active || r.kind.Adds() {
					matches++
				} else {
					matches--
				}
				if depth == r.at && (r.kind.Adds() && matches > 0 || matches > 1) {
					return found, matches
				}
			}
			if active || depth != r.at {
				r.join(depth+1, next, active)
			}
		}
	}
	return found, matches
}

// own joins the row itself. The first row that matches takes back the row without a match, the last one that goes leaves
// it behind.
func (r *multiRun) own(depth int, joined []expr.Value, found bool, matches int) {
	next := concat(joined, r.row)
	if !r.holds(depth, next) {
		return
	}
	left, kind := r.t.inputs[depth].left, r.kind
	if left && kind.Adds() && !found {
		r.kind = Delete
		r.join(depth+1, r.padded(depth, joined), true)
		r.kind = kind
	}
	r.join(depth+1, next, true)
	if left && !kind.Adds() && depth > 0 && matches-1 == 0 {
		r.kind = Insert
		r.join(depth+1, r.padded(depth, joined), true)
		r.kind = kind
	}
}
