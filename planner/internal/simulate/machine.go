package simulate

import (
	"context"
	"fmt"
	"math"
	"time"

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
	// Kept is what the node keeps, after each step that touched it; where the configuration asks for it.
	Kept []Kept
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
	Bytes int // what these rows may hold
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
	chain     int  // the task that runs the operator together with those before and behind it
	starts    bool // it is the first of its chain, and no source
	out       emit
	touched   bool
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
	config   Config
	trace    *Trace
	vertices []*vertex
	byDigest map[string]int
	sources  map[string][]int
	lookups  map[string][]*lookupTask
	now      At
	sent     int
	bytes    int
	dead     map[int]bool // chains that have failed
	clocks   []*expr.Literal
}

// stop is panicked to leave a run early.
type stop struct{ err error }

// Config is what the settings say about rows.
type Config struct {
	// Expires says that state does (table.exec.state.ttl): an update that changes nothing is then sent on, so that state behind
	// it lives as long.
	Expires bool
	// Batch says that operators gather rows in mini-batches.
	Batch bool
	// LatestOnly lets a deduplication over mini-batches tell the last change of each key only.
	LatestOnly bool
	// BatchSize is the number of rows after which a mini-batch ends.
	BatchSize int
	// IntervalCleanUp is how long an interval join may keep its rows beyond need, in milliseconds.
	IntervalCleanUp int64
	// DropNull lets a sink drop rows with a NULL that it may not write, where the job would fail (not-null-enforcer).
	DropNull bool
	// Overtake lets rows of different upsert keys reach a sink in another order, as they may where many tasks write.
	Overtake bool
	// Kept asks what the nodes keep after each step.
	Kept bool
	// Now is what the clock shows, for processing time and functions that tell the time.
	Now time.Time
}

// New builds the machine for the roots of a plan. It gives a diag.Unmodelled for an operator that it does not know.
func New(roots []*physical.Node, config Config) (m *Machine, err error) {
	defer diag.Catch(&err)
	m = &Machine{config: config, trace: &Trace{}, byDigest: map[string]int{}, dead: map[int]bool{}, sources: map[string][]int{}, lookups: map[string][]*lookupTask{}}
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
	v.chain = m.chainOf(n, id, inputs)
	for i, in := range inputs {
		m.vertices[in].consumers = append(m.vertices[in].consumers, edge{id, i})
	}
	v.starts = v.chain == id && len(inputs) > 0
	v.out = func(r Row) { m.send(v, r) }
	v.task = m.taskOf(n, v)
	m.byDigest[digest] = id
	return id
}

// chainOf gives the chain that an operator belongs to: that of its only input, unless rows are exchanged between them.
func (m *Machine) chainOf(n *physical.Node, id int, inputs []int) int {
	if len(inputs) != 1 {
		return id
	}
	switch o := n.Op.(type) {
	case *physical.Exchange:
		return id
	case *physical.Sink:
		if o.UpsertMaterialize {
			return id // rows are exchanged by the table's key
		}
	}
	if _, joins := n.Inputs[0].Op.(*physical.Union); joins {
		return id
	}
	return m.vertices[inputs[0]].chain
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
		m.tick()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		late := t.Failed != nil
		m.deliver(in, late)
		m.overtaken(false)
		if m.config.Kept {
			m.snapshot()
		}
		if late {
			t.FailedAt = m.now
			return t, nil
		}
	}
	m.now = At{Step: len(rows)}
	if t.Failed == nil {
		m.end()
	}
	m.overtaken(true)
	if m.config.Kept {
		m.snapshot()
	}
	if t.Failed != nil {
		t.FailedAt = m.now
	}
	return t, nil
}

// survive lets what happens behind an exchange fail for itself: the job ends, but the tasks before learn of it only while the
// next row is on its way.
func (m *Machine) survive(v *vertex, do func()) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		s, ok := p.(stop)
		run, failed := s.err.(*RunError)
		if !ok || !failed {
			panic(p)
		}
		m.dead[v.chain] = true
		if m.trace.Failed == nil {
			m.trace.Failed, m.trace.FailedAt = run, m.now
		}
	}()
	if !m.dead[v.chain] {
		do()
	}
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
func (m *Machine) deliver(in Input, late bool) {
	for _, t := range m.lookups[in.Table] {
		t.told(in.Row)
	}
	for _, id := range m.sources[in.Table] {
		v := m.vertices[id]
		v.task.process(0, in.Row, v.out)
		if s, ok := v.task.(*scanTask); ok && s.pushed != nil {
			m.now.Watermark = true
			if wm, ok := s.pushed.next(); ok {
				if late {
					return // the moment comes, but the source is told before it passes
				}
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
	for _, v := range r.Vals {
		m.bytes += expr.SizeOf(v)
	}
	if m.limits.Bytes > 0 && m.bytes > m.limits.Bytes {
		panic(stop{fmt.Errorf("the rows that leave the operators of this plan hold more than %d MB; give fewer", m.limits.Bytes>>20)})
	}
	if m.sent&63 == 0 {
		m.checkTime()
	}
	op := &m.trace.Operators[v.op]
	op.Rows = append(op.Rows, Out{r, m.now})
	for _, e := range v.consumers {
		m.hand(m.vertices[e.to], e.input, r)
	}
}

// checkTime ends the run when its time is over. What can take long without sending a row asks it.
func (m *Machine) checkTime() {
	if m.ctx.Err() != nil {
		panic(stop{m.ctx.Err()})
	}
}

func (m *Machine) hand(to *vertex, input int, r Row) {
	to.touched = true
	if b, ok := to.task.(*batchMarks); ok && b.opens() {
		m.pass(to, m.config.Now.UnixMilli())
	}
	if to.starts {
		m.survive(to, func() { to.task.process(input, r, to.out) })
	} else {
		to.task.process(input, r, to.out)
	}
	m.generated(to)
}

// generated lets a watermark assigner tell of the watermark that its last row made.
func (m *Machine) generated(v *vertex) {
	a, ok := v.task.(*watermarkTask)
	if !ok {
		return
	}
	if wm, ok := a.gen.next(); ok {
		m.now.Watermark = true // and for what else the row causes behind it
		m.pass(v, wm)
	}
}

// advance tells v that input in's watermark is now wm.
func (m *Machine) advance(v *vertex, in int, wm int64) {
	if wm <= v.marks[in] {
		return
	}
	v.marks[in] = wm
	if b, ok := v.task.(*batchJoin); ok {
		b.marked(v.out)
	}
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
	v.mark, v.touched = wm, true
	if b, ok := v.task.(*batchMarks); ok && !b.passes(wm) {
		return
	}
	v.task.watermark(wm, v.out)
	if d, ok := v.task.(delayer); ok {
		wm -= d.delay()
	}
	op := &m.trace.Operators[v.op]
	op.Marks = append(op.Marks, Mark{m.now, wm})
	for _, e := range v.consumers {
		to := m.vertices[e.to]
		if to.starts {
			m.survive(to, func() { m.advance(to, e.input, wm) })
		} else {
			m.advance(to, e.input, wm)
		}
	}
}

// fail stops the job with Flink's message.
func fail(format string, args ...any) {
	failWith("org.apache.flink.table.api.TableRuntimeException", format, args...)
}

func failWith(class, format string, args ...any) {
	panic(stop{&RunError{class, fmt.Sprintf(format, args...)}})
}

// eval computes an expression over a row; what the evaluator does not know stops the run by name.
func eval(e expr.Expr, vals []expr.Value) expr.Value {
	if r, ok := e.(*expr.Ref); ok {
		return vals[r.Index]
	}
	v, err := expr.Eval(e, vals)
	if f, ok := err.(*expr.Failed); ok {
		panic(stop{&RunError{f.Class, f.Message}})
	}
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
