// Package planner answers, for a Flink SQL script, what the streaming planner of
// Apache Flink 2.3 would answer to EXPLAIN CHANGELOG_MODE.
package planner

import (
	"context"
	"errors"
	"time"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/parse"
)

// FlinkVersion is the release whose planner this package answers for.
const FlinkVersion = "2.3.0"

// Version is rowkind's own version; the build sets it.
var Version = "dev"

// Options bound the work and choose the extras. The zero value means the
// default limits and no extras.
type Options struct {
	Limits Limits

	// Reasons asks for reasons, key journeys, states and explanations.
	Reasons bool
	// Fixes asks for fixes, each planned before it is offered.
	Fixes bool
	// Matrices asks for the comparison and the matrices.
	Matrices bool
	// Advice asks for the plan with Flink's own advice.
	Advice bool
	// RowsCompare asks Rows what becomes of the same rows where one thing is different.
	RowsCompare bool
	// RowsState asks Rows what the nodes keep after each step.
	RowsState bool
	// RowsDemo lets Rows make up a few rows where none are given.
	RowsDemo bool
}

// Everything asks for all extras.
func Everything() Options {
	return Options{Reasons: true, Fixes: true, Matrices: true, Advice: true}
}

// Limits bound what one script may cost; zero means the default.
type Limits struct {
	// ScriptBytes is the longest script.
	ScriptBytes int
	// Statements is how many statements a script may hold.
	Statements int
	// Depth is how deep expressions, queries and views may nest.
	Depth int
	// PlanBytes is how much text of plans may be written: Flink indents by depth, so a script of many UNIONs has a plan of
	// a thousand times its size.
	PlanBytes int
	// Time is how long all of it may take; a deadline of the context that
	// comes sooner holds too.
	Time time.Duration
}

// DefaultLimits are the limits that hold where none are given.
var DefaultLimits = Limits{
	ScriptBytes: 64 << 10,
	Statements:  500,
	Depth:       200,
	PlanBytes:   8 << 20,
	Time:        2 * time.Second,
}

// WithDefaults fills in the defaults.
func (l Limits) WithDefaults() Limits {
	d := DefaultLimits
	if l.ScriptBytes == 0 {
		l.ScriptBytes = d.ScriptBytes
	}
	if l.Statements == 0 {
		l.Statements = d.Statements
	}
	if l.Depth == 0 {
		l.Depth = d.Depth
	}
	if l.PlanBytes == 0 {
		l.PlanBytes = d.PlanBytes
	}
	if l.Time == 0 {
		l.Time = d.Time
	}
	return l
}

// Explain answers the script, statement by statement, against a catalog of its
// own, and adds what opts asks for. It never panics and keeps to the limits and
// to the context's deadline.
func Explain(ctx context.Context, text string, opts Options) Result {
	limits := opts.Limits.WithDefaults()
	// An eighth is kept for the step that is under way then, and for writing the answer: that is there in time.
	ctx, stop := context.WithTimeout(ctx, limits.Time-limits.Time/8)
	defer stop()
	res := answer(ctx, text, opts)
	plain := Options{Limits: opts.Limits}
	plain.Limits.ScriptBytes = 2 * limits.ScriptBytes // edits make a script longer
	full := plain
	full.Reasons, full.Advice = opts.Reasons, opts.Advice
	extend(ctx, text, &res, opts, planBy(plain), planBy(full))
	return res
}

// planBy plans versions of one script.
func planBy(opts Options) planFunc {
	seen := &versions{parsed: map[string]ast.Statement{}, uncorrelated: map[string]bool{}}
	return func(ctx context.Context, text string, only func(end int) bool) Result {
		r := newScript(ctx, opts)
		r.only, r.versions = only, seen
		return r.answer(ctx, text)
	}
}

// answer is Explain without extras.
func answer(ctx context.Context, text string, opts Options) Result {
	return newScript(ctx, opts).answer(ctx, text)
}

func (r *script) answer(ctx context.Context, text string) Result {
	defer r.budget.Close()
	limits := r.opts.Limits.WithDefaults()
	res := Result{FlinkVersion: FlinkVersion, PlannedBy: Version, Statements: []Statement{}}
	if len(text) > limits.ScriptBytes {
		res.Problem = &Problem{Kind: TooLarge, Message: "The script is larger than the limit."}
		return res
	}
	for i, p := range parse.Split(text) {
		if i >= limits.Statements {
			res.Problem = &Problem{Kind: TooManyStatements, Message: "The script has more statements than the limit."}
			break
		}
		if err := ctx.Err(); err != nil {
			res.Problem = problemOf(err)
			break
		}
		s := r.statement(p, i)
		if s.Verdict == "" {
			res.Problem = problemOf(r.spent)
			break
		}
		res.Statements = append(res.Statements, s)
		if r.only != nil && r.only(s.Span.End) {
			break
		}
	}
	return res
}

// newScript is a session within the limits of opts and the time of ctx. Its budget is to be closed.
func newScript(ctx context.Context, opts Options) *script {
	limits := opts.Limits.WithDefaults()
	r := &script{budget: diag.NewBudget(ctx, limits.Depth, limits.PlanBytes), session: catalog.NewSession(), opts: opts}
	r.session.Budget = r.budget
	r.session.Settings = r.session.Settings.Noting(&r.asked)
	return r
}

// problemOf says why a script was not answered to its end.
func problemOf(spent error) *Problem {
	if errors.Is(spent, diag.ErrTooLong) {
		return &Problem{Kind: AnswerTooLarge, Message: "The plans of this script are longer than the limit."}
	}
	return &Problem{Kind: TookTooLong, Message: "Planning took longer than the limit."}
}
