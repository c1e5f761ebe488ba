package simulate

import (
	"fmt"
	"sort"
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/types"
)

// matchTask is MATCH_RECOGNIZE: rows of each partition in the order of their times go through a machine of states, in which
// each row may begin a match (CepOperator, NFA).
type matchTask struct {
	partition []int
	order     []logical.SortField
	time      int // -1 by arrival
	pattern   *pattern
	measures  []expr.Expr
	within    int64
	// nextRow, or to the first or last row of the variable skipTo, is where the next match begins; past the last row for -1.
	nextRow, toFirst bool
	skipTo           int
	parts            map[string]*matchPart
	checkTime        func()
	timers           timers[string]
	wm               int64
}

// pattern is the machine: its variables with their conditions, and the first state.
type pattern struct {
	names []string
	conds []expr.Expr // nil for a variable without DEFINE
	first *matchState
	last  *matchState
}

// matchState is a state, from which a row is taken or which is passed over.
type matchState struct {
	variable int
	edges    []matchEdge
}

type matchEdge struct {
	takes bool
	to    *matchState
	// want is the variable whose condition must hold, -1 for none; not are those whose conditions must not.
	want int
	not  []int
}

// matchPart is one partition: rows that wait for their time, and the matches under way.
type matchPart struct {
	waiting []Row
	seq     int
	partial []*partialMatch
	done    []*partialMatch // complete, behind others that began earlier
}

// partialMatch is what has been matched from one first row on.
type partialMatch struct {
	state *matchState
	start int // number of its first row
	began int64
	rows  [][]matchedRow // by variable
	size  int            // of rows, in all
}

// The bounds of a pattern and of what may match it: both can be exponential in what is written.
const (
	maxMatched = 200_000
	maxStates  = 10_000
)

type matchedRow struct {
	seq int
	row []expr.Value
}

// begins is the number of a match's first row where none has been taken.
const begins = -1

// patternOf builds the machine from its end (NFACompiler).
func patternOf(tree *ast.Pattern, defines []logical.NamedExpr) *pattern {
	p := &pattern{last: &matchState{variable: -1}}
	parts := []*ast.Pattern{tree}
	if tree.Kind == "CONCAT" {
		parts = flattened(tree)
	}
	for _, q := range parts {
		name := q.Var.Text
		if q.Kind == "QUANTIFIER" {
			name = q.Parts[0].Var.Text
		}
		p.names = append(p.names, name)
		var cond expr.Expr
		for _, d := range defines {
			if d.Name == name {
				cond = d.Expr
			}
		}
		p.conds = append(p.conds, cond)
	}
	p.first = p.last
	for v := len(parts) - 1; v >= 0; v-- {
		p.first = p.add(v, parts[v], p.first)
	}
	return p
}

func flattened(p *ast.Pattern) []*ast.Pattern {
	if p.Kind != "CONCAT" {
		return []*ast.Pattern{p}
	}
	var out []*ast.Pattern
	for _, q := range p.Parts {
		out = append(out, flattened(q)...)
	}
	return out
}

// add puts the states of a variable before sink.
func (p *pattern) add(v int, q *ast.Pattern, sink *matchState) *matchState {
	single := func(to, skip *matchState) *matchState {
		s := &matchState{variable: v, edges: []matchEdge{{takes: true, to: to, want: v}}}
		if skip != nil {
			s.edges = append(s.edges, matchEdge{to: skip, want: -1})
		}
		return s
	}
	if q.Kind != "QUANTIFIER" {
		return single(sink, nil)
	}
	greedy := !q.Reluctant
	from, to := max(q.Min, 1), q.Max
	if max(from, to) > maxStates {
		diag.Unknown(q.Span(), "rows through a pattern of more than %d states", maxStates)
	}
	var skip *matchState
	if q.Min == 0 {
		skip = sink
	}
	switch {
	case q.Min == 0 && q.Max == 1:
		return single(sink, sink)
	case q.Max == -1:
		if greedy {
			sink.holdBack(v)
		}
		loop := &matchState{variable: v}
		loop.edges = []matchEdge{{to: sink, want: -1}, {takes: true, to: loop, want: v}}
		return p.times(single, loop, skip, nil, from, from)
	}
	if greedy && from != to {
		sink.holdBack(v)
	}
	return p.times(single, sink, skip, sink, from, to)
}

// times puts the states for from to to rows of a variable before sink; over is where those that may be left out lead.
func (p *pattern) times(single func(to, skip *matchState) *matchState, sink, skip, over *matchState, from, to int) *matchState {
	s := sink
	for i := from; i < to; i++ {
		s = single(s, over)
	}
	for i := 0; i < from-1; i++ {
		s = single(s, nil)
	}
	return single(s, skip)
}

// holdBack lets a row that a greedy variable before would take not leave the state.
func (s *matchState) holdBack(v int) {
	for i := range s.edges {
		s.edges[i].not = append(s.edges[i].not, v)
	}
}

func (t *matchTask) process(_ int, r Row, out emit) {
	k := keyOf(r.Vals, t.partition)
	part := t.parts[k]
	if part == nil {
		part = &matchPart{}
		t.parts[k] = part
	}
	if t.time < 0 {
		t.take(part, r, 0, out)
		return
	}
	at := millis(r.Vals[t.time])
	if at <= t.wm {
		return
	}
	part.waiting = append(part.waiting, r)
	t.timers.add(at, k)
}

func (t *matchTask) watermark(wm int64, out emit) {
	t.wm = wm
	for {
		_, k, ok := t.timers.next(wm)
		if !ok {
			return
		}
		part := t.parts[k]
		rows := part.waiting
		sort.SliceStable(rows, func(i, j int) bool { return compareBy(t.order, rows[i].Vals, rows[j].Vals) < 0 })
		n := 0
		for n < len(rows) && millis(rows[n].Vals[t.time]) <= wm {
			n++
		}
		due := append([]Row(nil), rows[:n]...)
		part.waiting = append([]Row(nil), rows[n:]...)
		for _, r := range due {
			at := millis(r.Vals[t.time])
			t.expire(part, at, out)
			t.take(part, r, at, out)
			if t.within > 0 {
				t.timers.add(at+t.within, k)
			}
		}
		t.expire(part, wm, out)
	}
}

// expire drops what has taken too long, and lets complete matches go that waited for it.
func (t *matchTask) expire(part *matchPart, now int64, out emit) {
	if t.within <= 0 {
		return
	}
	rest := part.partial[:0]
	for _, m := range part.partial {
		if now-m.began < t.within {
			rest = append(rest, m)
		}
	}
	part.partial = rest
	t.complete(part, out)
}

// take lets a row continue the matches under way and begin one.
func (t *matchTask) take(part *matchPart, r Row, at int64, out emit) {
	row := matchedRow{part.seq, r.Vals}
	part.seq++
	var next []*partialMatch
	held := 0
	for _, m := range append(part.partial, &partialMatch{state: t.pattern.first, start: begins, rows: make([][]matchedRow, len(t.pattern.names))}) {
		t.checkTime()
		for _, n := range t.step(m, row, at) {
			if held += n.size; held > maxMatched {
				panic(stop{fmt.Errorf("matches that are under way hold more than %d rows; give fewer", maxMatched)})
			}
			if n.state == t.pattern.last {
				part.done = append(part.done, n)
			} else {
				next = append(next, n)
			}
		}
	}
	part.partial = next
	t.complete(part, out)
}

// step gives the states that a match comes to by a row (NFA.computeNextStates).
func (t *matchTask) step(m *partialMatch, row matchedRow, at int64) []*partialMatch {
	var out []*partialMatch
	stack := []*matchState{m.state}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range s.edges {
			e := &s.edges[i]
			if !t.passes(m, e, row) {
				continue
			}
			if !e.takes {
				stack = append(stack, e.to)
				continue
			}
			n := m.with(s.variable, row, at)
			n.state = e.to
			out = append(out, n)
			if e.to != t.pattern.last && t.endsBehind(m, e.to, row) {
				end := *n
				end.state = t.pattern.last
				out = append(out, &end)
			}
		}
	}
	return out
}

// endsBehind says that the end is reached from a state without another row.
func (t *matchTask) endsBehind(m *partialMatch, s *matchState, row matchedRow) bool {
	for i := range s.edges {
		e := &s.edges[i]
		if !e.takes && t.passes(m, e, row) && (e.to == t.pattern.last || t.endsBehind(m, e.to, row)) {
			return true
		}
	}
	return false
}

func (t *matchTask) passes(m *partialMatch, e *matchEdge, row matchedRow) bool {
	if e.want >= 0 && !t.fits(m, e.want, row) {
		return false
	}
	for _, v := range e.not {
		if t.fits(m, v, row) {
			return false
		}
	}
	return true
}

// fits asks whether a row is one of a variable, behind what the match has.
func (t *matchTask) fits(m *partialMatch, v int, row matchedRow) bool {
	cond := t.pattern.conds[v]
	if cond == nil {
		return true
	}
	view := matchView{names: t.pattern.names[:v+1], rows: m.rows, current: row.row, variable: v}
	b, ok := view.eval(cond).(expr.Bool)
	return ok && bool(b)
}

func (m *partialMatch) with(v int, row matchedRow, at int64) *partialMatch {
	n := &partialMatch{start: m.start, began: m.began, size: m.size + 1, rows: append([][]matchedRow(nil), m.rows...)}
	if m.start == begins {
		n.start, n.began = row.seq, at
	}
	n.rows[v] = append(append([]matchedRow(nil), m.rows[v]...), row)
	return n
}

// complete sends the matches that no match under way began before, and leaves out what the skip strategy says
// (NFA.processMatchesAccordingToSkipStrategy).
func (t *matchTask) complete(part *matchPart, out emit) {
	for len(part.done) > 0 {
		first := 0
		for i, m := range part.done {
			if m.start < part.done[first].start {
				first = i
			}
		}
		m := part.done[first]
		for _, o := range part.partial {
			if o.start < m.start {
				return
			}
		}
		part.done = append(part.done[:first:first], part.done[first+1:]...)
		skip := t.skips(m)
		part.partial = without(part.partial, skip)
		part.done = without(part.done, skip)
		out(t.result(m))
	}
}

func without(list []*partialMatch, skip func(start int) bool) []*partialMatch {
	var out []*partialMatch
	for _, m := range list {
		if !skip(m.start) {
			out = append(out, m)
		}
	}
	return out
}

// skips tells which matches a match ends, by where they began (AfterMatchSkipStrategy).
func (t *matchTask) skips(m *partialMatch) func(start int) bool {
	if t.skipTo < 0 {
		if t.nextRow {
			return func(start int) bool { return start == m.start }
		}
		last := m.start
		for _, rows := range m.rows {
			for _, r := range rows {
				last = max(last, r.seq)
			}
		}
		return func(start int) bool { return start <= last }
	}
	rows := m.rows[t.skipTo]
	name := t.pattern.names[t.skipTo]
	if len(rows) == 0 {
		failWith("org.apache.flink.util.FlinkRuntimeException", "Could not skip to %s. No such element in the found match", name)
	}
	to := rows[len(rows)-1].seq
	if t.toFirst {
		to = rows[0].seq
	}
	if to == m.start {
		failWith("org.apache.flink.util.FlinkRuntimeException", "Could not skip to first element of a match.")
	}
	return func(start int) bool { return start < to }
}

// result is the row for a match: its partition, and the measures over all of it.
func (t *matchTask) result(m *partialMatch) Row {
	view := matchView{names: t.pattern.names, rows: m.rows, variable: -1}
	var vals []expr.Value
	for _, rows := range m.rows {
		if len(rows) > 0 {
			vals = pick(rows[0].row, t.partition)
			view.time = t.time
			break
		}
	}
	for _, e := range t.measures {
		vals = append(vals, view.eval(e))
	}
	return Row{Kind: Insert, Vals: vals}
}

// matchView is what expressions see of a match: the rows of its variables, and in DEFINE the row that is asked about.
type matchView struct {
	names    []string
	rows     [][]matchedRow
	current  []expr.Value
	variable int // whose condition it is, -1 in MEASURES
	time     int
}

// of lists the rows of a variable, * for all.
func (v *matchView) of(name string) [][]expr.Value {
	var out [][]expr.Value
	for i, n := range v.names {
		if n == name || name == "*" {
			for _, r := range v.rows[i] {
				out = append(out, r.row)
			}
		}
	}
	if v.variable >= 0 && (name == "*" || name == v.names[v.variable]) {
		out = append(out, v.current)
	}
	return out
}

// eval computes an expression over the match: what it says of rows is put in as values.
func (v *matchView) eval(e expr.Expr) expr.Value { return eval(v.resolve(e, false, 0), nil) }

// resolve replaces what reads rows: first and offset say which row of a variable (MatchCodeGenerator).
func (v *matchView) resolve(e expr.Expr, first bool, offset int) expr.Expr {
	switch x := e.(type) {
	case *expr.PatternRef:
		rows := v.of(x.Alpha)
		at := offset
		if !first {
			at = len(rows) - 1 - offset
		}
		if at < 0 || at >= len(rows) {
			return expr.NullOf(x.Type())
		}
		return expr.NewLiteral(rows[at][x.Index], x.Type())
	case *expr.Call:
		return v.call(x, first, offset)
	}
	return e
}

func (v *matchView) call(c *expr.Call, first bool, offset int) expr.Expr {
	switch c.Op.Op {
	case expr.MatchFinal:
		return v.resolve(c.Args[0], first, offset)
	case expr.MatchPrev, expr.MatchNext:
		return v.resolve(c.Args[0], false, 0)
	case expr.MatchFirst, expr.MatchLast:
		n := int(asInt(eval(c.Args[1], nil)))
		return v.resolve(c.Args[0], c.Op.Op == expr.MatchFirst, n)
	case expr.MatchRowtime:
		rows := v.of("*")
		var last expr.Value
		for _, r := range rows {
			if v.time >= 0 && (last == nil || compareValues(r[v.time], last) > 0) {
				last = r[v.time]
			}
		}
		return expr.NewLiteral(last, c.Type())
	case expr.MatchProctime:
		return expr.NullOf(c.Type())
	}
	if c.Op.Aggregate {
		return expr.NewLiteral(v.aggregate(c), c.Type())
	}
	args := make([]expr.Expr, len(c.Args))
	for i, a := range c.Args {
		args[i] = v.resolve(a, first, offset)
	}
	return expr.NewCall(c.Op, c.Type(), args...)
}

// aggregate computes an aggregate over the rows of its variable.
func (v *matchView) aggregate(c *expr.Call) expr.Value {
	name := "*"
	expr.Any(c, func(e expr.Expr) bool {
		r, ok := e.(*expr.PatternRef)
		if ok {
			name = r.Alpha
		}
		return ok
	})
	a := newAccumulator(&logical.AggCall{Op: c.Op, Type: c.Type(), Filter: -1}, false)
	for _, row := range v.of(name) {
		args := make([]expr.Value, len(c.Args))
		for i, e := range c.Args {
			args[i] = eval(expr.Map(e, func(x expr.Expr) expr.Expr {
				if r, ok := x.(*expr.PatternRef); ok {
					return expr.NewLiteral(row[r.Index], r.Type())
				}
				if k, ok := x.(*expr.Call); ok && (k.Op.Op == expr.MatchLast || k.Op.Op == expr.MatchPrev || k.Op.Op == expr.MatchFinal) {
					return k.Args[0]
				}
				return x
			}), nil)
		}
		a.add(args)
	}
	return a.value()
}

func (m *Machine) match(n *physical.Node, o *physical.Match) task {
	in := n.Input().Row
	if o.AllRows || len(o.Subsets) > 0 || o.Tree == nil || len(o.Order) == 0 {
		diag.Unknown(n.Span, "rows through this MATCH_RECOGNIZE")
	}
	t := &matchTask{partition: o.Partition, order: o.Order, time: -1, pattern: patternOf(o.Tree, o.Defines), skipTo: -1,
		nextRow: strings.Contains(o.After, "NEXT ROW"), toFirst: strings.Contains(o.After, "FIRST"), parts: map[string]*matchPart{}, wm: minTime, checkTime: m.checkTime}
	if in.Fields[o.Order[0].Column].Type.Time == types.Rowtime {
		t.time = o.Order[0].Column
	}
	for i, name := range t.pattern.names {
		if o.SkipTo != "" && name == o.SkipTo {
			t.skipTo = i
		}
	}
	if o.Interval != nil {
		if t.time < 0 {
			diag.Unknown(n.Span, "rows through MATCH_RECOGNIZE WITHIN a time by the clock")
		}
		t.within = amount(o.Interval)
	}
	for _, f := range n.Row.Fields[len(o.Partition):] {
		for _, x := range o.Measures {
			if x.Name == f.Name {
				t.measures = append(t.measures, m.clocked(x.Expr))
			}
		}
	}
	if len(t.measures) != len(n.Row.Fields)-len(o.Partition) {
		diag.Unknown(n.Span, "rows through this MATCH_RECOGNIZE")
	}
	return t
}
