package simulate

import (
	"slices"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// nonTimeOver computes aggregates over all rows that stand before a row or beside it, in an order that is no time: a row that
// comes or goes changes those behind it (NonTimeRangeUnboundedPrecedingFunction).
type nonTimeOver struct {
	passing
	group logical.OverGroup
	parts map[string][]*overPeers
}

// overPeers are the rows of one sort key, in the order of their arrival, with what was told of them.
type overPeers struct {
	rows  [][]expr.Value
	value []expr.Value
	acc   string
}

func (t *nonTimeOver) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.group.Partition)
	if r.Kind.Adds() {
		t.enter(k, r, out)
	} else {
		t.leave(k, r, out)
	}
}

// find gives the place of a sort key, and whether rows stand there.
func (t *nonTimeOver) find(list []*overPeers, vals []expr.Value) (int, bool) {
	return slices.BinarySearchFunc(list, vals, func(p *overPeers, v []expr.Value) int { return compareBy(t.group.Order, p.rows[0], v) })
}

// upTo computes the aggregates of the rows up to place i, and spells what they have gathered.
func (t *nonTimeOver) upTo(list []*overPeers, i int) ([]expr.Value, string) {
	accs := make([]accumulator, len(t.group.Calls))
	for c := range accs {
		call := &t.group.Calls[c]
		accs[c] = newAccumulator(&logical.AggCall{Op: call.Op, Distinct: call.Distinct, Type: call.Type, Filter: -1}, true)
		for _, p := range list[:i+1] {
			for _, row := range p.rows {
				args := make([]expr.Value, len(call.Args))
				for a, e := range call.Args {
					args[a] = eval(e, row)
				}
				accs[c].add(args)
			}
		}
	}
	values, text := make([]expr.Value, len(accs)), ""
	for c, a := range accs {
		values[c] = a.value()
		text += key(bufferValues(a, 2, nil))
	}
	return values, text
}

func (t *nonTimeOver) enter(k string, r Row, out emit) {
	list := t.parts[k]
	i, have := t.find(list, r.Vals)
	if !have {
		list = slices.Insert(list, i, &overPeers{rows: [][]expr.Value{r.Vals}})
		t.parts[k] = list
		list[i].value, list[i].acc = t.upTo(list, i)
		out(Row{Kind: r.Kind, Vals: concat(r.Vals, list[i].value)})
		t.rest(list, i+1, out)
		return
	}
	p := list[i]
	p.rows = append(p.rows, r.Vals)
	value, acc := t.upTo(list, i)
	if acc != p.acc {
		t.retell(p, p.rows[:len(p.rows)-1], value, out)
	}
	out(Row{Kind: r.Kind, Vals: concat(r.Vals, value)})
	p.value, p.acc = value, acc
	t.rest(list, i+1, out)
}

// retell takes back what was told of rows and tells them with another value.
func (t *nonTimeOver) retell(p *overPeers, rows [][]expr.Value, value []expr.Value, out emit) {
	for _, row := range rows {
		out(Row{Kind: UpdateBefore, Vals: concat(row, p.value)})
		out(Row{Kind: UpdateAfter, Vals: concat(row, value)})
	}
}

// rest tells what changes behind, until nothing does.
func (t *nonTimeOver) rest(list []*overPeers, from int, out emit) {
	for i := from; i < len(list); i++ {
		p := list[i]
		value, acc := t.upTo(list, i)
		if acc == p.acc {
			return
		}
		t.retell(p, p.rows, value, out)
		p.value, p.acc = value, acc
	}
}

func (t *nonTimeOver) leave(k string, r Row, out emit) {
	list := t.parts[k]
	i, have := t.find(list, r.Vals)
	if !have {
		return
	}
	p := list[i]
	gone := -1
	for j, row := range p.rows {
		if sameVals(row, r.Vals) {
			gone = j
		}
	}
	if gone < 0 {
		return
	}
	before, behind := p.rows[:gone:gone], p.rows[gone+1:]
	p.rows = append(before, behind...)
	value, acc := t.upTo(list, i)
	changed := acc != p.acc
	if changed {
		t.retell(p, p.rows[:gone], value, out)
	}
	out(Row{Kind: Delete, Vals: concat(r.Vals, p.value)})
	if changed {
		t.retell(p, p.rows[gone:], value, out)
	}
	p.value, p.acc = value, acc
	if len(p.rows) == 0 {
		t.parts[k] = slices.Delete(list, i, i+1)
		t.rest(t.parts[k], i, out)
		return
	}
	t.rest(list, i+1, out)
}
