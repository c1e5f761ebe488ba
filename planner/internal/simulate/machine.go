package simulate

import (
	"context"
	"fmt"
	"math"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/physical"
)

// Input is a row that a source delivers.
type Input struct {
	Table string // the table's own name, or its full path
	Row   Row
}

// At is the moment of an output: the input row that caused it, and whether the watermark behind that row did. Start is
// before the first row; the end of the input has the number of rows.
type At struct {
	Step      int
	Watermark bool
}

// Out is a row that left a node.
type Out struct {
	Row Row
	At  At
}

// Mark is a watermark that left a node, in milliseconds; math.MaxInt64 is the last one.
type Mark struct {
	At     At
	Millis int64
}

// Operator is a node of the running plan.
type Operator struct {
	Node *physical.Node
	// Inputs are the indexes of the operators that it reads.
	Inputs []int
	Rows   []Out
	Marks  []Mark
	// Sink is set for a sink.
	Sink *SinkTrace
}

// SinkTrace is what a sink got and wrote.
type SinkTrace struct {
	Table string
	Rows  []Out
}

// Trace is all that happened.
type Trace struct {
	// Operators are listed inputs before consumers.
	Operators []Operator
	// Failed is what stopped the job, at FailedAt; nil if it ran to its end.
	Failed   *RunError
	FailedAt At
}

// Limits bound a run.
type Limits struct {
	Rows  int // rows that may leave all nodes together
	State int // rows that may be kept in state
}

// RunError is a job's failure at run time, in Flink's words.
type RunError struct{ Class, Message string }

func (e *RunError) Error() string { return e.Message }

// task is one running operator.
type task interface {
	// process takes a row of input in and sends on what it causes.
	process(in int, r Row, out emit)
	// watermark is told that every input's watermark has passed wm.
	watermark(wm int64, out emit)
}

type emit func(Row)

// passing is embedded by tasks that a watermark tells nothing.
type passing struct{}

func (passing) watermark(int64, emit) {}

type vertex struct {
	op        int
	task      task
	consumers []edge
	marks     []int64 // last watermark of each input
	mark      int64
}

type edge struct{ to, input int }

// Machine is a plan that is ready to run.
type Machine struct {
	ctx      context.Context
	limits   Limits
	expires  bool
	trace    *Trace
	vertices []*vertex
	byDigest map[string]int
	sources  map[string][]int
	lookups  map[string][]*lookupTask
	now      At
	sent     int
}

// stop is panicked to leave a run early.
type stop struct{ err error }

// New builds the machine for the roots of a plan. Where state expires (table.exec.state.ttl), an update that changes nothing is
// sent on, so that state behind it lives as long. It gives a diag.Unmodelled for an operator that it does not know.
func New(roots []*physical.Node, expires bool) (m *Machine, err error) {
	defer diag.Catch(&err)
	m = &Machine{expires: expires, trace: &Trace{}, byDigest: map[string]int{}, sources: map[string][]int{}, lookups: map[string][]*lookupTask{}}
	for _, r := range roots {
		m.add(r)
	}
	return m, nil
}

// add makes the vertex of n behind those of its inputs; equal trees share one.
func (m *Machine) add(n *physical.Node) int {
	digest := n.RelDigest()
	if _, sink := n.Op.(*physical.Sink); !sink {
		if id, ok := m.byDigest[digest]; ok {
			return id
		}
	}
	inputs := make([]int, len(n.Inputs))
	for i, in := range n.Inputs {
		inputs[i] = m.add(in)
	}
	id := len(m.vertices)
	m.trace.Operators = append(m.trace.Operators, Operator{Node: n, Inputs: inputs})
	v := &vertex{op: id, marks: make([]int64, max(1, len(inputs))), mark: math.MinInt64}
	for i := range v.marks {
		v.marks[i] = math.MinInt64
	}
	m.vertices = append(m.vertices, v)
	for i, in := range inputs {
		m.vertices[in].consumers = append(m.vertices[in].consumers, edge{id, i})
	}
	v.task = m.taskOf(n, v)
	m.byDigest[digest] = id
	return id
}

// Run sends the rows through the plan, then the end of the input. What happened before a failure is in the trace.
func (m *Machine) Run(ctx context.Context, rows []Input, limits Limits) (t *Trace, err error) {
	m.ctx, m.limits, t = ctx, limits, m.trace
	if err := m.check(rows); err != nil {
		return nil, err
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stop:
			if run, ok := p.err.(*RunError); ok {
				t.Failed, t.FailedAt = run, m.now
				return
			}
			err = p.err
		case *diag.Unmodelled:
			err = p
		default:
			panic(p)
		}
	}()
	m.now = At{Step: -1}
	m.start()
	for i, in := range rows {
		m.now = At{Step: i}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		m.deliver(in)
	}
	m.now = At{Step: len(rows)}
	m.end()
	return t, nil
}

// check refuses a row of a kind that its source never sends.
func (m *Machine) check(rows []Input) error {
	for i, in := range rows {
		for _, id := range m.sources[in.Table] {
			s, ok := m.vertices[id].task.(*scanTask)
			if ok && !s.sends(in.Row.Kind) {
				return fmt.Errorf("row %d: %s sends no %s: its changelog mode is %s", i, s.table, in.Row.Kind, s.kinds)
			}
		}
	}
	return nil
}

// start lets the constant inputs send their rows.
func (m *Machine) start() {
	for _, v := range m.vertices {
		if s, ok := v.task.(*valuesTask); ok {
			for _, r := range s.rows {
				m.send(v, r)
			}
			m.advance(v, 0, math.MaxInt64)
		}
	}
}

// deliver lets every scan of the row's table send it.
func (m *Machine) deliver(in Input) {
	for _, t := range m.lookups[in.Table] {
		t.told(in.Row)
	}
	for _, id := range m.sources[in.Table] {
		v := m.vertices[id]
		v.task.process(0, in.Row, func(r Row) { m.send(v, r) })
		if s, ok := v.task.(*scanTask); ok && s.pushed != nil {
			m.now.Watermark = true
			if wm, ok := s.pushed.next(); ok {
				m.advance(v, 0, wm)
			}
			m.now.Watermark = false
		}
	}
}

// end closes every source: the last watermark passes.
func (m *Machine) end() {
	for _, v := range m.vertices {
		if _, ok := v.task.(*scanTask); ok {
			m.advance(v, 0, math.MaxInt64)
		}
	}
}

// send records a row that leaves v and hands it to the consumers, one after another.
func (m *Machine) send(v *vertex, r Row) {
	m.sent++
	if m.limits.Rows > 0 && m.sent > m.limits.Rows {
		panic(stop{fmt.Errorf("more than %d rows leave the operators of this plan; give fewer rows", m.limits.Rows)})
	}
	if m.sent&63 == 0 && m.ctx.Err() != nil {
		panic(stop{m.ctx.Err()})
	}
	op := &m.trace.Operators[v.op]
	op.Rows = append(op.Rows, Out{r, m.now})
	for _, e := range v.consumers {
		to := m.vertices[e.to]
		to.task.process(e.input, r, func(r Row) { m.send(to, r) })
		m.generated(to)
	}
}

// generated lets a watermark assigner tell of the watermark that its last row made.
func (m *Machine) generated(v *vertex) {
	a, ok := v.task.(*watermarkTask)
	if !ok {
		return
	}
	if wm, ok := a.gen.next(); ok {
		was := m.now.Watermark
		m.now.Watermark = true
		m.pass(v, wm)
		m.now.Watermark = was
	}
}

// advance tells v that input in's watermark is now wm.
func (m *Machine) advance(v *vertex, in int, wm int64) {
	if wm <= v.marks[in] {
		return
	}
	v.marks[in] = wm
	low := v.marks[0]
	for _, w := range v.marks {
		low = min(low, w)
	}
	if _, own := v.task.(*watermarkTask); own && low != math.MaxInt64 {
		return // the assigner makes watermarks of its own
	}
	m.pass(v, low)
}

// pass lets v act on a watermark and hands it on.
func (m *Machine) pass(v *vertex, wm int64) {
	if wm <= v.mark {
		return
	}
	v.mark = wm
	v.task.watermark(wm, func(r Row) { m.send(v, r) })
	if d, ok := v.task.(delayer); ok {
		wm -= d.delay()
	}
	op := &m.trace.Operators[v.op]
	op.Marks = append(op.Marks, Mark{m.now, wm})
	for _, e := range v.consumers {
		m.advance(m.vertices[e.to], e.input, wm)
	}
}

// fail stops the job with Flink's message.
func fail(format string, args ...any) {
	panic(stop{&RunError{"org.apache.flink.table.api.TableRuntimeException", fmt.Sprintf(format, args...)}})
}

// eval computes an expression over a row; what the evaluator does not know stops the run by name.
func eval(e expr.Expr, vals []expr.Value) expr.Value {
	if r, ok := e.(*expr.Ref); ok {
		return vals[r.Index]
	}
	v, err := expr.Eval(timeless(e), vals)
	if err != nil {
		panic(stop{err})
	}
	return v
}

// holds reports whether a condition is true of a row; nil always is.
func holds(cond expr.Expr, vals []expr.Value) bool {
	if cond == nil {
		return true
	}
	b, ok := eval(cond, vals).(expr.Bool)
	return ok && bool(b)
}

// timeless puts NULL for processing time, which the trace does not tell.
func timeless(e expr.Expr) expr.Expr {
	c, ok := e.(*expr.Call)
	if !ok {
		return e
	}
	if c.Op.Op == expr.Proctime || c.Op.Op == expr.ProctimeMaterialize {
		return expr.NullOf(c.Type())
	}
	return e
}
