package planner

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/parse"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/simulate"
	"rowkind/planner/internal/types"
)

// RowsResult is what becomes of rows that are sent through a script's plan.
type RowsResult struct {
	// Rows are the input rows in their order: ["table", "+I", values…]. Row i is step i.
	Rows []json.RawMessage `json:"rows"`
	// Tables are the tables that rows can be given for.
	Tables []RowsTable `json:"tables"`
	RowsRun
	// Collected is the same for a client who runs the SELECT: EXPLAIN plans a SELECT without a sink, which may ask for less.
	Collected *RowsRun `json:"collected,omitempty"`
	// Compared is what becomes of the same rows where one thing is different, the script as it is written first; where it is
	// asked for, and the statement is an INSERT.
	Compared []RowsVariant `json:"compared,omitempty"`
	// Error is the job's or the planner's error, outermost first; FailedAt is when the job failed.
	Error    []Error  `json:"error,omitempty"`
	FailedAt *float64 `json:"failed_at,omitempty"`
	// Unmodelled names what rowkind cannot run; nothing is then shown as a result.
	Unmodelled *Unmodelled `json:"unmodelled,omitempty"`

	late bool // the script took too long to plan
	// defect is what went wrong inside rowkind, for its tests.
	defect string
}

// RowsRun is what happened in one plan.
type RowsRun struct {
	// Keys is the physical plan that ran.
	Keys string `json:"keys"`
	// Operators are listed inputs before consumers.
	Operators []RowsOperator `json:"operators"`
	Sinks     []RowsSink     `json:"sinks"`
}

// RowsOperator is a node of the plan with the rows that left it.
type RowsOperator struct {
	Op   int    `json:"op"`
	Node string `json:"node"`
	// Lines are the lines of Keys, from 0, that print the node.
	Lines   []int    `json:"lines"`
	Inputs  []int    `json:"inputs"`
	Columns []string `json:"columns,omitempty"`
	// Rows are ["+I", values…]; At says when each left: i because of input row i, i.5 because of the watermark behind it, -1
	// before the first row, and the number of rows at the end of the input.
	Rows       []json.RawMessage `json:"rows,omitempty"`
	At         []float64         `json:"at,omitempty"`
	Watermarks []json.RawMessage `json:"watermarks,omitempty"`
	// State is what the node keeps after each step that changed it, where it is asked for.
	State []RowsState `json:"state,omitempty"`
}

// RowsSink is what a sink got, after constraints and materializer, and what it wrote.
type RowsSink struct {
	Table   string            `json:"table"`
	Columns []string          `json:"columns"`
	Rows    []json.RawMessage `json:"rows"`
	At      []float64         `json:"at"`
	// Records are the [key, value] that a Kafka table writes; a value of null is a tombstone.
	Records []json.RawMessage `json:"records,omitempty"`
	// Written says of each row what the connector does with it, where that is known.
	Written []string `json:"written,omitempty"`
	// Key are the columns, from 0, by which the sink keeps the last row; none where every row is one more.
	Key []int `json:"key,omitempty"`
}

// The limits of a run.
const (
	maxInputRows  = 10_000
	maxOutputRows = 200_000
	maxOutputSize = 32 << 20 // bytes of the rows that leave nodes
	maxStateRows  = 300      // input rows for which states are told
)

// Rows plans the script and sends rows through the plan of its one INSERT, SELECT or statement set. rows is JSON: a list
// [["table", kind, values…], …] in the order wanted, the same with one row on each line, or {"table": [[kind, values…], …]}, one
// table after another; a row may name its columns: {"table": …, "kind": …, "row": {…}}. The error is a *RowsError about rows
// that cannot be read or do not fit the limits; refusals of Flink's are in the result.
func Rows(ctx context.Context, script string, rows []byte, opts Options) (out *RowsResult, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = &RowsResult{Unmodelled: &Unmodelled{Construct: "these rows through this plan"}, defect: fmt.Sprint(p)}, nil
		}
	}()
	limits := opts.Limits.WithDefaults()
	ctx, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	p, refused := planFor(ctx, script, opts)
	switch {
	case refused != nil && refused.late:
		return nil, &RowsError{refused.Error[0].Message}
	case refused != nil && (p == nil || len(refused.Error) == 0):
		return refused, nil
	}
	if opts.RowsDemo && refused == nil && len(bytes.TrimSpace(rows)) == 0 {
		rows = p.demo()
	}
	list, raw, err := readRows(rows, p.session)
	if err != nil {
		return nil, &RowsError{err.Error()}
	}
	if refused != nil { // and still there is something to compare
		refused.Rows, refused.Tables = raw, rowsTables(p.shown(), p.session)
		return refused, refused.compare(ctx, p, list)
	}
	out = &RowsResult{Rows: raw, Tables: rowsTables(p.plan, p.session), RowsRun: RowsRun{Keys: explain.Keys(p.plan.Roots)}}
	p.states = opts.RowsState
	if err = out.run(ctx, p, list); err == nil && len(p.variants) > 0 {
		err = out.compare(ctx, p, list)
	}
	if err == nil {
		return out, nil
	}
	var u *diag.Unmodelled
	var cannot *expr.Unsupported
	switch {
	case errors.As(err, &u):
		out.Unmodelled = &Unmodelled{Construct: u.Construct}
	case errors.As(err, &cannot):
		out.Unmodelled = &Unmodelled{Construct: "rows through " + cannot.Name}
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &RowsError{fmt.Sprintf("the rows took longer than %s to go through; give fewer", limits.Time)}
	case ctx.Err() != nil:
		return nil, err
	default:
		return nil, &RowsError{err.Error()}
	}
	return out, nil
}

// RowsError says what is wrong with the rows that were given.
type RowsError struct{ Message string }

func (e *RowsError) Error() string { return e.Message }

// run sends the rows through the statement's plan, and through that with which a client would run it.
func (r *RowsResult) run(ctx context.Context, p *runnable, rows []simulate.Input) error {
	trace, err := p.send(ctx, p.plan, rows)
	if err != nil {
		return err
	}
	r.fill(p.plan, trace)
	r.fail(trace)
	if p.collected == nil {
		return nil
	}
	if trace, err = p.send(ctx, p.collected, rows); err != nil {
		return err
	}
	r.Collected = &RowsRun{Keys: explain.Keys(p.collected.Roots)}
	r.Collected.fill(p.collected, trace)
	return nil
}

// runnable is the plan of a script's last statement that has one, and what was set when it was planned.
type runnable struct {
	plan *changelog.Plan
	// collected is the plan of a SELECT with a client behind it, nil for what has a sink of its own.
	collected *changelog.Plan
	session   *catalog.Session
	config    simulate.Config
	states    bool
	variants  []variant
	zone      string // table.local-time-zone
}

// checkZone names what is not modelled: times with a zone are computed in UTC, and a session may say another.
func (p *runnable) checkZone(plan *changelog.Plan) error {
	if p.zone == "" || p.zone == "default" || p.zone == "UTC" {
		return nil
	}
	for _, root := range plan.Exec {
		for n := range rel.All(root) {
			for _, f := range n.Row.Fields {
				if f.Type.Kind == types.TimestampLTZ && f.Type.Time != types.Proctime {
					return &diag.Unmodelled{Construct: "rows with TIMESTAMP_LTZ in another time zone than UTC"}
				}
			}
		}
	}
	return nil
}

// shown is the plan, or that of a variant where the statement itself is refused.
func (p *runnable) shown() *changelog.Plan {
	if p.plan != nil {
		return p.plan
	}
	for _, v := range p.variants {
		if v.err == nil {
			return v.plan
		}
	}
	return nil
}

func (p *runnable) send(ctx context.Context, plan *changelog.Plan, rows []simulate.Input) (*simulate.Trace, error) {
	config := p.config
	config.Kept = p.states && len(rows) <= maxStateRows
	if err := p.checkZone(plan); err != nil {
		return nil, err
	}
	m, err := simulate.New(plan.Exec, config)
	if err != nil {
		return nil, err
	}
	return m.Run(ctx, rows, simulate.Limits{Rows: maxOutputRows, Bytes: maxOutputSize})
}

// configOf are the settings that rows go by.
func configOf(s *catalog.Settings) simulate.Config {
	return simulate.Config{
		Expires:         s.Millis("table.exec.state.ttl") > 0,
		Batch:           s.Bool("table.exec.mini-batch.enabled"),
		LatestOnly:      s.Bool("table.exec.deduplicate.mini-batch.compact-changes-enabled"),
		BatchSize:       int(s.Int("table.exec.mini-batch.size")),
		Now:             time.Now(),
		IntervalCleanUp: s.Millis("table.exec.interval-join.min-cleanup-interval"),
		DropNull:        s.Text("table.exec.sink.not-null-enforcer") == "DROP",
	}
}

// planFor plans the script for rows.
func planFor(ctx context.Context, text string, opts Options) (*runnable, *RowsResult) {
	var last *runnable
	r := newScript(ctx, opts)
	defer r.budget.Close()
	var variants []variant
	r.planned = func(p *changelog.Plan) {
		last = &runnable{plan: p, session: r.session, config: configOf(&r.session.Settings), variants: variants,
			zone: r.session.Settings.Text("table.local-time-zone")}
	}
	if opts.RowsCompare {
		r.compared = func(v []variant) { variants, last = v, nil }
	}
	r.collected = func(p *changelog.Plan, err error) {
		if err == nil {
			last.collected = p
		}
	}
	var refused *RowsResult
	for i, p := range parse.Split(text) {
		s := r.statement(p, i)
		switch s.Verdict {
		case Rejected:
			refused = &RowsResult{Error: s.Errors}
		case NotModelled:
			refused = &RowsResult{Unmodelled: s.Unmodelled}
		case "":
			return nil, &RowsResult{Error: []Error{{Message: problemOf(r.spent).Message}}, late: true}
		}
	}
	if last == nil && refused == nil {
		refused = &RowsResult{Error: []Error{{Message: "The script has no statement that rows could go through."}}}
	}
	if last == nil && len(variants) > 0 {
		last = &runnable{session: r.session, config: configOf(&r.session.Settings), variants: variants}
		if last.shown() != nil {
			return last, refused
		}
	}
	if last == nil || last.plan == nil {
		return nil, refused
	}
	return last, nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// fill writes down what happened.
func (r *RowsRun) fill(p *changelog.Plan, t *simulate.Trace) {
	lines := linesOf(p)
	for i := range t.Operators {
		o := &t.Operators[i]
		op := RowsOperator{Op: i, Node: explain.ExecLine(o.Node), Lines: lines[o.Node.RelDigest()], Inputs: o.Inputs}
		if op.Inputs == nil {
			op.Inputs = []int{}
		}
		switch o.Node.Op.(type) {
		case *physical.Exchange:
		case *physical.Sink:
			r.Sinks = append(r.Sinks, sinkOf(o))
		default:
			op.Columns = o.Node.Row.Names()
			op.Rows, op.At = rowsOf(o.Rows, o.Node.Row)
			for _, m := range o.Marks {
				op.Watermarks = append(op.Watermarks, markOf(m))
			}
		}
		op.State = statesOf(o.Kept)
		r.Operators = append(r.Operators, op)
	}
}

// fail says what stopped the job.
func (r *RowsResult) fail(t *simulate.Trace) {
	if t.Failed != nil {
		at := moment(t.FailedAt)
		r.FailedAt = &at
		r.Error = []Error{
			{Class: "org.apache.flink.runtime.client.JobExecutionException", Message: "Job execution failed."},
			{Class: "org.apache.flink.runtime.JobException", Message: "Recovery is suppressed by NoRestartBackoffTimeStrategy"},
			{Class: t.Failed.Class, Message: t.Failed.Message},
		}
	}
}

// linesOf gives the lines of the printed plan for each tree.
func linesOf(p *changelog.Plan) map[string][]int {
	out := map[string][]int{}
	line := 0
	var walk func(n *physical.Node)
	walk = func(n *physical.Node) {
		d := n.RelDigest()
		out[d] = append(out[d], line)
		line++
		for _, in := range n.Inputs {
			walk(in)
		}
	}
	for _, r := range p.Roots {
		walk(r)
		line++
	}
	return out
}

func moment(a simulate.At) float64 {
	if a.Watermark {
		return float64(a.Step) + 0.5
	}
	return float64(a.Step)
}

func rowsOf(rows []simulate.Out, row *types.Type) ([]json.RawMessage, []float64) {
	var texts slabs
	at := make([]float64, len(rows))
	for i, o := range rows {
		b := &texts.Buffer
		b.WriteString(`["` + o.Row.Kind.String() + `"`)
		for c, v := range o.Row.Vals {
			typ := types.BigIntType // a count that only the operator itself knows of
			if c < len(row.Fields) {
				typ = row.Fields[c].Type
			}
			if typ.Time == types.Proctime {
				v = nil
			}
			b.WriteByte(',')
			simulate.AppendValue(b, v, typ)
		}
		b.WriteByte(']')
		texts.cut()
		at[i] = moment(o.At)
	}
	return texts.all(), at
}

func markOf(m simulate.Mark) json.RawMessage {
	text := "MAX"
	if m.Millis != math.MaxInt64 {
		text = time.UnixMilli(m.Millis).UTC().Format("2006-01-02 15:04:05.000")
	}
	b, _ := json.Marshal([]any{moment(m.At), text}) // numbers and text are always encoded
	return b
}

func sinkOf(o *simulate.Operator) RowsSink {
	row := o.Node.Input().Row
	s := RowsSink{Table: o.Sink.Table, Columns: row.Names()}
	s.Rows, s.At = rowsOf(o.Sink.Rows, row)
	sink, ok := o.Node.Op.(*physical.Sink)
	if !ok {
		return s
	}
	w := simulate.NewWriter(sink.Table, row)
	s.Key = w.Key()
	kafka, file := w.Kafka(), w.File()
	var records slabs
	for _, r := range o.Sink.Rows {
		if kafka {
			rec := w.Record(r.Row)
			writePair(&records.Buffer, rec)
			records.cut()
			s.Written = append(s.Written, recordText(rec))
		} else if file {
			s.Written = append(s.Written, w.Line(r.Row))
		} else if text := w.Statement(r.Row); text != "" {
			s.Written = append(s.Written, text)
		}
	}
	if kafka {
		s.Records = records.all()
	}
	return s
}

// writePair writes a record as [key, value].
func writePair(b *bytes.Buffer, r simulate.Record) {
	for i, text := range []*string{r.Key, r.Value} {
		b.WriteByte("[,"[i])
		if text == nil {
			b.WriteString("null")
		} else {
			simulate.AppendJSON(b, *text)
		}
	}
	b.WriteByte(']')
}

// recordText is a Kafka record for people.
func recordText(r simulate.Record) string {
	key, value := "no key", "tombstone"
	if r.Key != nil {
		key = *r.Key
	}
	if r.Value != nil {
		value = *r.Value
	}
	return key + " → " + value
}
