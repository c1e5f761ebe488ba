package planner

import "context"

// extend adds to the plain answers what opts asks for, in the order in which one builds on the other: first the answers
// under assumptions, then what is said of plans and refusals, then what has to be planned again to be said.
func extend(ctx context.Context, script string, res *Result, opts Options, plan, full planFunc) {
	sketch(ctx, script, res, plan, full)
	if opts.Reasons {
		explainRefusals(script, res)
		updatingClauses(script, res)
		fellShort(res)
	}
	if opts.Fixes {
		fix(ctx, script, res, full)
		offerImport(ctx, script, res, plan)
	}
	if opts.Matrices {
		matrices(ctx, script, res, plan)
	}
	for i := range res.Statements {
		s := &res.Statements[i]
		s.Summary = Summarize(&s.Answer)
		if s.Assumed != nil {
			s.Assumed.Summary = Summarize(&s.Assumed.Answer)
		}
	}
}
