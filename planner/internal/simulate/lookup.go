package simulate

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
)

// lookupTask asks a dimension table for each row; the table answers from the rows that it was given so far.
type lookupTask struct {
	passing
	op      *physical.LookupJoin
	columns []int // of the delivered row, per column of the dimension's row
	pk      []int // of the delivered row, nil for the whole row
	rows    *ordered[[]expr.Value]
	width   int
}

// told changes the dimension table by a row that was given for it.
func (t *lookupTask) told(r Row) {
	k := key(r.Vals)
	if t.pk != nil {
		k = keyOf(r.Vals, t.pk)
	}
	switch {
	case r.Kind.Adds():
		t.rows.put(k, r.Vals)
	case r.Kind == Delete || t.pk == nil:
		t.rows.drop(k)
	}
}

func (t *lookupTask) process(_ int, r Row, out emit) {
	found := false
	if holds(t.op.PreFilter, r.Vals) {
		for _, d := range t.rows.all {
			if vals, ok := t.match(r, *d); ok {
				found = true
				out(Row{Kind: r.Kind, Vals: vals})
			}
		}
	}
	if !found && t.op.Type == logical.Left {
		out(Row{Kind: r.Kind, Vals: concat(r.Vals, make([]expr.Value, t.width))})
	}
}

func (t *lookupTask) match(r Row, delivered []expr.Value) ([]expr.Value, bool) {
	dim := pick(delivered, t.columns)
	for _, k := range t.op.Keys {
		var want expr.Value
		if k.Input >= 0 {
			want = r.Vals[k.Input]
		} else {
			want = eval(k.Literal, nil)
		}
		have := dim[k.Index]
		if want == nil || have == nil || compareValues(want, have) != 0 {
			return nil, false
		}
	}
	if c := t.op.Calc; c != nil {
		if !holds(c.Cond, dim) {
			return nil, false
		}
		out := make([]expr.Value, len(c.Exprs))
		for i, e := range c.Exprs {
			out[i] = eval(e, dim)
		}
		dim = out
	}
	both := concat(r.Vals, dim)
	return both, holds(t.op.Cond, both)
}

func (m *Machine) lookup(n *physical.Node, o *physical.LookupJoin) task {
	t := &lookupTask{op: o, rows: newOrdered[[]expr.Value](), width: len(n.Row.Fields) - len(n.Input().Row.Fields)}
	op := *o
	op.PreFilter, op.Cond = m.clocked(o.PreFilter), m.clocked(o.Cond)
	if o.Calc != nil {
		calc := *o.Calc
		calc.Cond, calc.Exprs = m.clocked(calc.Cond), m.clockedAll(calc.Exprs)
		op.Calc = &calc
	}
	t.op = &op
	for _, f := range o.TableRow.Fields {
		t.columns = append(t.columns, delivered(o.Table, f.Name))
	}
	if pk := o.Table.PrimaryKey; pk != nil {
		for _, name := range pk.Columns {
			t.pk = append(t.pk, delivered(o.Table, name))
		}
	}
	for _, name := range tableNames(o.Table) {
		m.lookups[name] = append(m.lookups[name], t)
	}
	return t
}

func tableNames(t *catalog.Table) []string { return []string{t.ID.Name, t.ID.String()} }
