package simulate

import (
	"sort"
	"strconv"

	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/types"
)

// Kept is what a node keeps after a step.
type Kept struct {
	At     At
	Tables []KeptTable
}

// KeptTable is one of the tables of a node's state: rows of one of its inputs or its own, with what is noted of each.
type KeptTable struct {
	Name string // which, where a node has several
	Row  *types.Type
	// Notes are the names of what is noted of each row, behind its columns.
	Notes []string
	Rows  []KeptRow
	// Left is how many rows are not listed.
	Left int
}

// KeptRow is a row in state. Its values may be fewer than the columns, of which then only the first are kept.
type KeptRow struct {
	Vals  []expr.Value
	Notes []string
}

// keeper is a task that keeps rows; in are the rows of its inputs, own is the row that it sends.
type keeper interface {
	keeps(in []*types.Type, own *types.Type) []KeptTable
}

// mostKept is how many rows of a state are listed.
const mostKept = 50

// snapshot notes what the nodes keep that a step has touched.
func (m *Machine) snapshot() {
	for _, v := range m.vertices {
		k, ok := v.task.(keeper)
		if !ok || !v.touched {
			continue
		}
		v.touched = false
		op := &m.trace.Operators[v.op]
		in := make([]*types.Type, len(op.Node.Inputs))
		for i, x := range op.Node.Inputs {
			in[i] = x.Row
		}
		op.Kept = append(op.Kept, Kept{m.now, k.keeps(in, op.Node.Row)})
	}
}

// listed orders rows by their text and cuts the list.
func listed(name string, row *types.Type, notes []string, rows []KeptRow) KeptTable {
	t := KeptTable{Name: name, Row: row, Notes: notes}
	texts := make([]string, len(rows))
	order := make([]int, len(rows))
	for i := range rows {
		order[i] = i
		for _, v := range rows[i].Vals {
			texts[i] += valueText(v) + "\x00"
		}
	}
	sort.SliceStable(order, func(i, j int) bool { return texts[order[i]] < texts[order[j]] })
	for _, i := range order {
		if len(t.Rows) == mostKept {
			t.Left = len(rows) - mostKept
			break
		}
		t.Rows = append(t.Rows, rows[i])
	}
	return t
}

// inOrder lists rows as they stand.
func inOrder(name string, row *types.Type, notes []string, rows []KeptRow) KeptTable {
	t := KeptTable{Name: name, Row: row, Notes: notes, Rows: rows}
	if len(rows) > mostKept {
		t.Rows, t.Left = rows[:mostKept], len(rows)-mostKept
	}
	return t
}

func number(n int) string { return strconv.Itoa(n) }

func (t *groupTask) keeps(_ []*types.Type, own *types.Type) []KeptTable {
	rows := make([]KeptRow, 0, len(t.groups))
	for _, g := range t.groups {
		rows = append(rows, KeptRow{t.row(g), []string{strconv.FormatInt(g.count, 10)}})
	}
	return []KeptTable{listed("", own, []string{"rows"}, rows)}
}

func (t *normalizeTask) keeps(_ []*types.Type, own *types.Type) []KeptTable {
	rows := make([]KeptRow, 0, len(t.last))
	for _, vals := range t.last {
		rows = append(rows, KeptRow{Vals: vals})
	}
	return []KeptTable{listed("", own, nil, rows)}
}

func (t *dedupTask) keeps(_ []*types.Type, own *types.Type) []KeptTable {
	rows := make([]KeptRow, 0, len(t.rows))
	for _, r := range t.rows {
		rows = append(rows, KeptRow{Vals: r.Vals})
	}
	return []KeptTable{listed("", own, nil, rows)}
}

func (t *firstByTime) keeps(_ []*types.Type, own *types.Type) []KeptTable {
	var rows []KeptRow
	for _, vals := range t.waiting.all {
		rows = append(rows, KeptRow{Vals: *vals})
	}
	return []KeptTable{inOrder("waiting for their time", own, nil, rows)}
}

func (t *joinTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var out []KeptTable
	for side, name := range []string{"left", "right"} {
		var notes []string
		if t.unique[side] == nil {
			notes = append(notes, "times")
		}
		if t.outer(side) {
			notes = append(notes, "matches")
		}
		var rows []KeptRow
		for _, bucket := range t.sides[side] {
			for _, r := range bucket.all {
				row := KeptRow{Vals: r.vals}
				if t.unique[side] == nil {
					row.Notes = append(row.Notes, number(r.count))
				}
				if t.outer(side) {
					row.Notes = append(row.Notes, number(r.matches))
				}
				rows = append(rows, row)
			}
		}
		out = append(out, listed(name, in[side], notes, rows))
	}
	return out
}

func (t *topN) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	names := make([]string, 0, len(t.parts))
	for k := range t.parts {
		names = append(names, k)
	}
	sort.Strings(names)
	var rows []KeptRow
	for _, k := range names {
		for i, r := range t.parts[k].rows {
			rows = append(rows, KeptRow{r.vals, []string{number(i + 1)}})
		}
	}
	return []KeptTable{inOrder("", in[0], []string{"rank"}, rows)}
}

func (t *sinkTask) keeps(in []*types.Type, own *types.Type) []KeptTable {
	if k, ok := t.inner.(keeper); ok {
		return k.keeps(in, own)
	}
	return nil
}

func (t *materializer) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var rows []KeptRow
	for _, list := range t.rows.all {
		for i, vals := range *list {
			rows = append(rows, KeptRow{vals, []string{number(i + 1)}})
		}
	}
	return []KeptTable{inOrder("", in[0], []string{"place under its key"}, rows)}
}

func (t *compacting) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var written, waiting []KeptRow
	for _, s := range t.keys.all {
		if s.current != nil {
			written = append(written, KeptRow{Vals: s.current})
		}
		for _, b := range s.buffer {
			waiting = append(waiting, KeptRow{b.row.Vals, []string{b.row.Kind.String()}})
		}
	}
	return []KeptTable{inOrder("written", in[0], nil, written), inOrder("waiting for the watermark", in[0], []string{"kind"}, waiting)}
}

func (t *windowAggregate) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var rows []KeptRow
	for _, k := range t.byKey.all {
		ends := make([]int64, 0, len(k.spans))
		for end := range k.spans {
			ends = append(ends, end)
		}
		sort.Slice(ends, func(i, j int) bool { return ends[i] < ends[j] })
		for _, end := range ends {
			w := k.spans[end]
			rows = append(rows, KeptRow{k.key, []string{momentText(w.start), momentText(w.end), number(len(k.slices[end]))}})
		}
	}
	return []KeptTable{inOrder("", columnsOf(in[0], t.group), []string{"window start", "window end", "rows"}, rows)}
}

// columnsOf is the row of some columns.
func columnsOf(row *types.Type, cols []int) *types.Type {
	fields := make([]types.Field, 0, len(cols))
	for _, c := range cols {
		if c < len(row.Fields) {
			fields = append(fields, row.Fields[c])
		}
	}
	return types.RowType(fields...)
}

func momentText(ms int64) string {
	return TimeText(expr.Moment{Millis: ms}, types.TimestampType(0))
}

func (t *sessionAggregate) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	return []KeptTable{t.listSessions(columnsOf(in[0], t.group))}
}

func (t *sessions) listSessions(row *types.Type) KeptTable {
	var rows []KeptRow
	for _, open := range t.open {
		for _, s := range open {
			rows = append(rows, KeptRow{s.key, []string{momentText(s.at.start), momentText(s.at.end), number(len(s.rows))}})
		}
	}
	return listed("", row, []string{"session start", "session end", "rows"}, rows)
}

func (t *windowRank) keeps(in []*types.Type, _ *types.Type) []KeptTable  { return t.list(in[:1]) }
func (t *windowDedup) keeps(in []*types.Type, _ *types.Type) []KeptTable { return t.list(in[:1]) }
func (t *windowJoin) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	return t.sides[0].list(in)
}

func (b *windowBuffer) list(in []*types.Type) []KeptTable {
	var out []KeptTable
	for side, row := range in {
		name := ""
		if len(in) > 1 {
			name = [2]string{"left", "right"}[side]
		}
		var rows []KeptRow
		for at, g := range b.rows {
			for _, r := range g.rows[side] {
				rows = append(rows, KeptRow{r.Vals, []string{momentText(at.at + 1)}})
			}
		}
		out = append(out, listed(name, row, []string{"window end"}, rows))
	}
	return out
}

func (t *overTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var told, waiting []KeptRow
	for _, list := range t.history {
		for _, r := range list {
			told = append(told, KeptRow{Vals: r.Vals})
		}
	}
	for _, list := range t.waiting {
		for _, r := range list {
			waiting = append(waiting, KeptRow{Vals: r.Vals})
		}
	}
	out := []KeptTable{listed("", in[0], nil, told)}
	if t.time >= 0 {
		out = append(out, listed("waiting for their time", in[0], nil, waiting))
	}
	return out
}

func (t *nonTimeOver) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var rows []KeptRow
	for _, list := range t.parts {
		for _, p := range list {
			for _, vals := range p.rows {
				rows = append(rows, KeptRow{Vals: vals})
			}
		}
	}
	return []KeptTable{listed("", in[0], nil, rows)}
}

func (t *intervalTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var out []KeptTable
	for side, name := range []string{"left", "right"} {
		var rows []KeptRow
		for _, s := range t.state {
			for _, entry := range s.cache[side].all {
				for _, r := range entry.rows {
					rows = append(rows, KeptRow{Vals: r.vals})
				}
			}
		}
		out = append(out, listed(name, in[side], nil, rows))
	}
	return out
}

func (t *temporalTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var left, right []KeptRow
	for _, r := range t.left {
		left = append(left, KeptRow{Vals: r.Vals})
	}
	for _, versions := range t.right {
		for _, r := range versions {
			right = append(right, KeptRow{r.Vals, []string{r.Kind.String()}})
		}
	}
	return []KeptTable{inOrder("left, waiting for their time", in[0], nil, left), listed("right, the versions", in[1], []string{"kind"}, right)}
}

func (t *matchTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var waiting, partial []KeptRow
	for _, p := range t.parts {
		for _, r := range p.waiting {
			waiting = append(waiting, KeptRow{Vals: r.Vals})
		}
		for _, m := range p.partial {
			for v, rows := range m.rows {
				for _, r := range rows {
					partial = append(partial, KeptRow{r.row, []string{t.pattern.names[v]}})
				}
			}
		}
	}
	return []KeptTable{listed("waiting for their time", in[0], nil, waiting), listed("matches under way", in[0], []string{"variable"}, partial)}
}

func (t *sortTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var rows []KeptRow
	for _, list := range t.rows {
		for _, r := range list {
			rows = append(rows, KeptRow{Vals: r.Vals})
		}
	}
	return []KeptTable{listed("waiting for their time", in[0], nil, rows)}
}

func (t *batchDedup) keeps(in []*types.Type, own *types.Type) []KeptTable {
	out := []KeptTable{t.rows.list(in[0])}
	if k, ok := t.inner.(keeper); ok {
		out = append(k.keeps(in, own), out...)
	}
	return out
}

func (t *localGroup) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	return []KeptTable{t.rows.list(in[0])}
}

func (t *batchGroup) keeps(in []*types.Type, own *types.Type) []KeptTable {
	return append(t.groupTask.keeps(in, own), t.rows.list(in[0]))
}

// list says for which keys a mini-batch has rows.
func (b *bundle[V]) list(row *types.Type) KeptTable {
	var rows []KeptRow
	for _, e := range b.entries.all {
		rows = append(rows, KeptRow{Vals: e.vals})
	}
	return inOrder("keys in the mini-batch", columnsOf(row, b.key), nil, rows)
}

func (t *batchJoin) keeps(in []*types.Type, own *types.Type) []KeptTable {
	out := t.joinTask.keeps(in, own)
	for side, name := range []string{"left, in the mini-batch", "right, in the mini-batch"} {
		var rows []KeptRow
		for _, k := range t.gathered[side].all {
			for _, list := range k.rows.all {
				for _, r := range *list {
					rows = append(rows, KeptRow{r.Vals, []string{r.Kind.String()}})
				}
			}
		}
		out = append(out, inOrder(name, in[side], []string{"kind"}, rows))
	}
	return out
}

func (t *multiJoinTask) keeps(in []*types.Type, _ *types.Type) []KeptTable {
	var out []KeptTable
	for i := range t.inputs {
		var rows []KeptRow
		for _, list := range t.inputs[i].kept {
			for _, r := range list.all {
				rows = append(rows, KeptRow{r.vals, []string{number(r.count)}})
			}
		}
		out = append(out, listed("input "+number(i), in[i], []string{"times"}, rows))
	}
	return out
}
