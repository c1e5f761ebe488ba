package planner

import (
	"context"
	"errors"
	"math"

	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/simulate"
)

// RowsVariant is what becomes of the same rows where one thing is different: the ON CONFLICT clause, no materializer, rows that
// overtake one another on their way to the sink, a sink that wants the old values too.
type RowsVariant struct {
	// Name tells the variant in a few letters: written, error, nothing, deduplicate, none, overtaken, retract.
	Name string `json:"name"`
	// Title says what is different.
	Title string `json:"title"`
	// Rows are what the sink gets in the end, the last of each key or what was not taken back; Records is how many it got.
	Rows    []string `json:"rows"`
	Records int      `json:"records"`
	// Differs says that the content is another than with a materializer that keeps the latest row of each key.
	Differs bool `json:"differs,omitempty"`
	// Error is Flink's refusal of the variant, or the failure of its job, outermost first.
	Error    []Error  `json:"error,omitempty"`
	FailedAt *float64 `json:"failed_at,omitempty"`
	// Unmodelled names what rowkind cannot run.
	Unmodelled *Unmodelled `json:"unmodelled,omitempty"`
}

// variant is a plan of the same statement with one thing changed.
type variant struct {
	name, title string
	plan        *changelog.Plan
	err         error
	overtake    bool
}

// variants plans an INSERT's variants, where there is something to compare.
func (s *single) variants(root *logical.Node) (out []variant) {
	defer func() {
		if _, ok := recover().(*diag.Rejection); ok {
			out = nil // the sink refuses to be asked
		}
	}()
	sink, ok := root.Op.(*logical.Sink)
	if !ok {
		return nil
	}
	plan := func(n *logical.Node) (*changelog.Plan, error) { return s.planOf([]*logical.Node{n}) }
	if upsertsByKey(sink) {
		for _, c := range conflicts {
			op := *sink
			op.Conflict = c.strategy
			p, err := plan(root.WithOp(&op))
			out = append(out, variant{name: c.name, title: c.title, plan: p, err: err})
		}
		op := *sink
		op.Conflict = logical.NoConflictClause
		const setting = "table.exec.sink.upsert-materialize"
		set := s.session.Settings
		s.session.Settings = set.With(setting, "NONE")
		p, err := plan(root.WithOp(&op))
		s.session.Settings = set
		out = append(out, variant{name: "none", title: "no materializer, rows in order", plan: p, err: err},
			variant{name: "overtaken", title: "no materializer, rows of other keys overtake", plan: p, err: err, overtake: true})
	}
	p, err := plan(logical.Collect(root.Input()))
	return append(out, variant{name: "retract", title: "a sink that wants old values too", plan: p, err: err})
}

var conflicts = []struct {
	name, title string
	strategy    logical.ConflictStrategy
}{
	{"deduplicate", "ON CONFLICT DO DEDUPLICATE", logical.ConflictDeduplicate},
	{"nothing", "ON CONFLICT DO NOTHING", logical.ConflictNothing},
	{"error", "ON CONFLICT DO ERROR", logical.ConflictError},
}

// upsertsByKey says that a sink keeps the last row of each key.
func upsertsByKey(s *logical.Sink) bool {
	kinds := s.Sink.ModeFor(mode.All)
	return s.Table.PrimaryKey != nil && !kinds.InsertOnly() && !kinds.Has(mode.UpdateBefore)
}

// compare sends the rows through the variants.
func (r *RowsResult) compare(ctx context.Context, p *runnable, rows []simulate.Input) error {
	written := RowsVariant{Name: "written", Title: "as the script says"}
	written.take(&r.RowsRun, r.Error, r.FailedAt)
	r.Compared = []RowsVariant{written}
	for _, v := range p.variants {
		out := RowsVariant{Name: v.name, Title: v.title, Rows: []string{}}
		err := v.err
		if err == nil {
			var trace *simulate.Trace
			one := *p
			one.states, one.config.Overtake = false, v.overtake
			if trace, err = one.send(ctx, v.plan, rows); err == nil {
				var res RowsResult
				res.fill(v.plan, trace)
				res.fail(trace)
				out.take(&res.RowsRun, res.Error, res.FailedAt)
			}
		}
		if err != nil && !out.refused(err) {
			return err
		}
		r.Compared = append(r.Compared, out)
	}
	r.differences()
	return nil
}

// differences marks what leaves the sink with another content than DO DEDUPLICATE would.
func (r *RowsResult) differences() {
	var latest *RowsVariant
	for i := range r.Compared {
		if v := &r.Compared[i]; v.Name == "deduplicate" && len(v.Error) == 0 && v.Unmodelled == nil {
			latest = v
		}
	}
	if latest == nil {
		return
	}
	for i := range r.Compared {
		v := &r.Compared[i]
		v.Differs = v.Name != "retract" && len(v.Error) == 0 && v.Unmodelled == nil && !sameTexts(v.Rows, latest.Rows)
	}
}

func sameTexts(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	count := map[string]int{}
	for i := range a {
		count[a[i]]++
		count[b[i]]--
	}
	for _, n := range count {
		if n != 0 {
			return false
		}
	}
	return true
}

// take notes what a run left in its sink.
func (v *RowsVariant) take(r *RowsRun, failed []Error, at *float64) {
	v.Error, v.FailedAt, v.Rows = failed, at, []string{}
	for i := range r.Sinks {
		contents, records := r.Sinks[i].Fold().To(math.Inf(1))
		v.Records += records
		for _, row := range contents {
			v.Rows = append(v.Rows, valuesText(row))
		}
	}
}

// refused notes why a variant does not run; what is no answer of its own is given back.
func (v *RowsVariant) refused(err error) bool {
	var no *diag.Rejection
	var u *diag.Unmodelled
	switch {
	case errors.As(err, &no):
		for _, l := range no.Chain {
			v.Error = append(v.Error, Error{Class: l.Class, Message: l.Message})
		}
		return true
	case errors.As(err, &u):
		v.Unmodelled = &Unmodelled{Construct: u.Construct}
		return true
	}
	return false
}
