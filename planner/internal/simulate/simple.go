package simulate

import (
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/types"
)

// scanTask lets a source's rows in: its columns are picked from the table's.
type scanTask struct {
	columns []int // of the delivered row, per column of the scan
	pushed  *watermarks
	drop    func(Row) (Row, bool)
	taken   []expr.Expr // filters that the source applies, over all columns
	kinds   mode.Kinds
	table   string
}

// sends reports whether rows of the kind may be given. An upsert source takes inserts as updates, and drops what was before.
func (t *scanTask) sends(k Kind) bool {
	switch {
	case k == Insert:
		return true
	case t.drop != nil && k != Delete:
		return true
	}
	return t.kinds.Has(k.Mode())
}

func (t *scanTask) process(_ int, r Row, out emit) {
	if t.drop != nil {
		var ok bool
		if r, ok = t.drop(r); !ok {
			return
		}
	}
	for _, f := range t.taken {
		if !holds(f, r.Vals) {
			return
		}
	}
	row := Row{Kind: r.Kind, Vals: pick(r.Vals, t.columns)}
	if t.pushed != nil {
		t.pushed.see(row.Vals)
	}
	out(row)
}

func (t *scanTask) watermark(int64, emit) {}

// watermarks makes watermarks by a WATERMARK declaration: the highest value of its expression so far.
type watermarks struct {
	expr expr.Expr
	high int64
	any  bool
	sent int64
}

func (w *watermarks) see(vals []expr.Value) {
	m, ok := eval(w.expr, vals).(expr.Moment)
	if !ok {
		return
	}
	if !w.any || m.Millis > w.high {
		w.high, w.any = m.Millis, true
	}
}

// next gives the watermark to send now, if it has risen.
func (w *watermarks) next() (int64, bool) {
	if !w.any || w.sent == w.high && w.sent != 0 {
		return 0, false
	}
	w.sent = w.high
	return w.high, true
}

// watermarkTask is a WatermarkAssigner (WatermarkAssignerOperator).
type watermarkTask struct {
	gen     watermarks
	rowtime int
}

func (t *watermarkTask) process(_ int, r Row, out emit) {
	if r.Vals[t.rowtime] == nil {
		panic(stop{&RunError{Class: "java.lang.RuntimeException", Message: "RowTime field should not be null, please convert it to a non-null long value."}})
	}
	t.gen.see(r.Vals)
	out(r)
}

func (t *watermarkTask) watermark(int64, emit) {}

// valuesTask sends constant rows before all others.
type valuesTask struct {
	passing
	rows []Row
}

func (t *valuesTask) process(int, Row, emit) {}

// forwardTask passes rows on: Exchange, Union, MiniBatchAssigner.
type forwardTask struct{ passing }

func (forwardTask) process(_ int, r Row, out emit) { out(r) }

// calcTask filters and projects.
type calcTask struct {
	passing
	cond  expr.Expr
	exprs []expr.Expr
	row   *types.Type
	// notNull are the columns of the input that are.
	notNull []int
}

func (t *calcTask) process(_ int, r Row, out emit) {
	in := unboxed(r.Vals, t.row, t.notNull)
	if !holds(t.cond, in) {
		return
	}
	vals := make([]expr.Value, len(t.exprs))
	for i, e := range t.exprs {
		vals[i] = eval(e, in)
	}
	out(Row{Kind: r.Kind, Vals: vals})
}

// expandTask sends a row for each projection.
type expandTask struct {
	passing
	projects [][]expr.Expr
}

func (t *expandTask) process(_ int, r Row, out emit) {
	for _, p := range t.projects {
		vals := make([]expr.Value, len(p))
		for i, e := range p {
			vals[i] = eval(e, r.Vals)
		}
		out(Row{Kind: r.Kind, Vals: vals})
	}
}

// dropTask is DropUpdateBefore.
type dropTask struct{ passing }

func (dropTask) process(_ int, r Row, out emit) {
	if r.Kind != UpdateBefore {
		out(r)
	}
}

// normalizeTask is ChangelogNormalize: the last row of each key (DeduplicateFunctionHelper.processLastRowOnChangelog).
type normalizeTask struct {
	passing
	key    []int
	cond   expr.Expr
	before bool
	// expires: see New.
	expires bool
	last    map[string][]expr.Value
}

func (t *normalizeTask) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.key)
	prev, have := t.last[k]
	if !r.Kind.Adds() {
		if have {
			out(Row{Kind: Delete, Vals: prev})
			delete(t.last, k)
		}
		return
	}
	switch {
	case !have && !holds(t.cond, r.Vals):
		return
	case !have:
		out(Row{Kind: Insert, Vals: r.Vals})
	case !t.expires && sameVals(prev, r.Vals):
		return
	case !holds(t.cond, r.Vals):
		out(Row{Kind: Delete, Vals: prev})
		delete(t.last, k)
		return
	default:
		if t.before {
			out(Row{Kind: UpdateBefore, Vals: prev})
		}
		out(Row{Kind: UpdateAfter, Vals: r.Vals})
	}
	t.last[k] = r.Vals
}
