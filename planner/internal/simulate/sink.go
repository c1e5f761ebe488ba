package simulate

import (
	"strings"

	"rowkind/planner/internal/expr"
)

// sinkTask writes: its rows are what the connector gets.
type sinkTask struct {
	trace   *SinkTrace
	now     func() At
	notNull []int // columns that must not be NULL
	names   []string
	table   string
	// dropNull: see Config.
	dropNull bool
	inner    task // the materializer, nil for none
	// overtake holds the rows of two steps, to let those of one upsert key overtake those of another.
	overtake  bool
	upsertKey []int
	held      []Out
}

func (t *sinkTask) process(_ int, r Row, _ emit) {
	for _, c := range t.notNull {
		if r.Vals[c] == nil {
			if t.dropNull {
				return
			}
			failWith("org.apache.flink.table.runtime.operators.sink.constraint.EnforcerException", "Column '%s' is NOT NULL, however, a null value is being written into it. You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently.", t.names[c])
		}
	}
	if t.inner != nil {
		t.inner.process(0, r, t.write)
		return
	}
	t.write(r)
}

// overtaken lets what has been held of two steps be written: the last key first, each key's rows in their order.
func (m *Machine) overtaken(end bool) {
	if !m.config.Overtake || m.now.Step%2 == 0 && !end {
		return
	}
	for _, v := range m.vertices {
		t, ok := v.task.(*sinkTask)
		if !ok {
			continue
		}
		var keys []string
		rows := map[string][]Out{}
		for _, o := range t.held {
			k := key(o.Row.Vals)
			if len(t.upsertKey) > 0 {
				k = keyOf(o.Row.Vals, t.upsertKey)
			}
			if rows[k] == nil {
				keys = append(keys, k)
			}
			rows[k] = append(rows[k], o)
		}
		t.held = nil
		for i := len(keys) - 1; i >= 0; i-- {
			t.trace.Rows = append(t.trace.Rows, rows[keys[i]]...)
		}
	}
}

func (t *sinkTask) write(r Row) {
	if t.overtake {
		t.held = append(t.held, Out{r, t.now()})
		return
	}
	t.trace.Rows = append(t.trace.Rows, Out{r, t.now()})
}

func (t *sinkTask) watermark(wm int64, _ emit) {
	if t.inner != nil {
		t.inner.watermark(wm, t.write)
	}
}

// materializer keeps the rows of each primary key in the order of their arrival (SinkUpsertMaterializer).
type materializer struct {
	passing
	pk, upsertKey []int
	rows          *ordered[[][]expr.Value]
}

func (t *materializer) find(rows [][]expr.Value, vals []expr.Value) int {
	for i, r := range rows {
		if sameByKey(t.upsertKey, r, vals) {
			return i
		}
	}
	return -1
}

func sameByKey(upsertKey []int, a, b []expr.Value) bool {
	if len(upsertKey) == 0 {
		return sameVals(a, b)
	}
	return keyOf(a, upsertKey) == keyOf(b, upsertKey)
}

func (t *materializer) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.pk)
	var rows [][]expr.Value
	if p := t.rows.get(k); p != nil {
		rows = *p
	}
	i := t.find(rows, r.Vals)
	if r.Kind.Adds() {
		kind := Insert
		if len(rows) > 0 {
			kind = UpdateAfter
		}
		if i >= 0 && len(t.upsertKey) > 0 {
			rows[i] = r.Vals
		} else {
			rows = append(rows, r.Vals)
		}
		t.rows.put(k, rows)
		out(Row{Kind: kind, Vals: r.Vals})
		return
	}
	if i < 0 {
		return
	}
	last := i == len(rows)-1
	rows = append(rows[:i:i], rows[i+1:]...)
	switch {
	case len(rows) == 0:
		t.rows.drop(k)
		out(Row{Kind: Delete, Vals: r.Vals})
		return
	case last:
		out(Row{Kind: UpdateAfter, Vals: rows[len(rows)-1]})
	}
	t.rows.put(k, rows)
}

// compacting settles the rows of each primary key when the watermark passes them: ON CONFLICT DO ERROR and DO NOTHING
// (WatermarkCompactingSinkMaterializer).
type compacting struct {
	pk, upsertKey []int
	pkNames       []string
	errors        bool
	wm            int64
	keys          *ordered[compactState]
	timers        timers[string]
}

type compactState struct {
	current []expr.Value
	buffer  []buffered
}

type buffered struct {
	at  int64
	row Row
}

func (t *compacting) process(_ int, r Row, _ emit) {
	k := keyOf(r.Vals, t.pk)
	s := t.keys.get(k)
	if s == nil {
		s = t.keys.put(k, compactState{})
	}
	s.buffer = t.compact(s.buffer, buffered{t.wm, r})
	t.timers.add(t.wm+1, k)
}

// compact cancels a row against the one of the same moment that it takes back.
func (t *compacting) compact(buf []buffered, b buffered) []buffered {
	for i := range buf {
		o := buf[i]
		if o.at == b.at && o.row.Kind.Adds() != b.row.Kind.Adds() && sameByKey(t.upsertKey, o.row.Vals, b.row.Vals) && sameVals(o.row.Vals, b.row.Vals) {
			return append(buf[:i:i], buf[i+1:]...)
		}
	}
	return append(buf, b)
}

func (t *compacting) watermark(wm int64, out emit) {
	t.wm = wm
	for {
		at, k, ok := t.timers.next(wm)
		if !ok {
			return
		}
		s := t.keys.get(k)
		var due []Row
		rest := s.buffer[:0:0]
		for _, b := range s.buffer {
			if b.at < at {
				due = append(due, b.row)
			} else {
				rest = append(rest, b)
			}
		}
		s.buffer = rest
		t.settle(s, due, out)
	}
}

func (t *compacting) settle(s *compactState, due []Row, out emit) {
	var rows [][]expr.Value
	if s.current != nil {
		rows = append(rows, s.current)
	}
	for _, r := range due {
		rows = t.apply(rows, r)
	}
	switch {
	case len(rows) > 1 && t.errors:
		fail("Primary key constraint violation: multiple distinct records with the same primary key detected. Conflicting key: [%s]. Use ON CONFLICT DO NOTHING to keep the first record.", t.formatKey(rows[0]))
	case len(rows) > 1 && s.current == nil, len(rows) == 1 && s.current == nil:
		out(Row{Kind: Insert, Vals: rows[0]})
		s.current = rows[0]
	case len(rows) == 0 && s.current != nil:
		out(Row{Kind: Delete, Vals: s.current})
		s.current = nil
	case len(rows) == 1 && !sameVals(rows[0], s.current):
		out(Row{Kind: UpdateAfter, Vals: rows[0]})
		s.current = rows[0]
	}
}

func (t *compacting) apply(rows [][]expr.Value, r Row) [][]expr.Value {
	m := materializer{pk: t.pk, upsertKey: t.upsertKey}
	i := m.find(rows, r.Vals)
	switch {
	case r.Kind.Adds() && i >= 0 && len(t.upsertKey) > 0:
		rows[i] = r.Vals
	case r.Kind.Adds():
		rows = append(rows, r.Vals)
	case i >= 0:
		rows = append(rows[:i:i], rows[i+1:]...)
	}
	return rows
}

func (t *compacting) formatKey(vals []expr.Value) string {
	parts := make([]string, len(t.pk))
	for i, c := range t.pk {
		parts[i] = t.pkNames[i] + "=" + valueText(vals[c])
	}
	return strings.Join(parts, ", ")
}
