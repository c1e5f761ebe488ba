// Package planner answers, for a Flink SQL script, what the streaming planner of
// Apache Flink 2.3 would answer to EXPLAIN CHANGELOG_MODE.
package planner

import (
	"context"
	"time"

	"rowkind/planner/internal/catalog"
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
	// Depth is how deep expressions and queries may nest.
	Depth int
	// Time is how long all of it may take; a deadline of the context that
	// comes sooner holds too.
	Time time.Duration
}

// DefaultLimits are the limits that hold where none are given.
var DefaultLimits = Limits{
	ScriptBytes: 64 << 10,
	Statements:  500,
	Depth:       200,
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
	ctx, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	res := answer(ctx, text, opts)
	plain := Options{Limits: opts.Limits}
	plain.Limits.ScriptBytes = 2 * limits.ScriptBytes // edits make a script longer
	extend(ctx, text, &res, opts, func(ctx context.Context, text string) Result { return answer(ctx, text, plain) })
	return res
}

// answer is Explain without extras.
func answer(ctx context.Context, text string, opts Options) Result {
	limits := opts.Limits.WithDefaults()
	res := Result{FlinkVersion: FlinkVersion, PlannedBy: Version, Statements: []Statement{}}
	if len(text) > limits.ScriptBytes {
		res.Problem = &Problem{Kind: TooLarge, Message: "The script is larger than the limit."}
		return res
	}
	r := &script{ctx: ctx, session: catalog.NewSession(), opts: opts}
	for i, p := range parse.Split(text) {
		if i >= limits.Statements {
			res.Problem = &Problem{Kind: TooManyStatements, Message: "The script has more statements than the limit."}
			break
		}
		if ctx.Err() != nil {
			res.Problem = &Problem{Kind: TookTooLong, Message: "Planning took longer than the limit."}
			break
		}
		s := r.statement(p, i)
		if s.Verdict == "" {
			res.Problem = &Problem{Kind: TookTooLong, Message: "Planning took longer than the limit."}
			break
		}
		res.Statements = append(res.Statements, s)
	}
	return res
}
