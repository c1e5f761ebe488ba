package planner

import (
	"errors"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// below plans what reaches the sink or operator that refuses it, as a query of its own: so a refusal can be told from where
// its updates begin and where its keys are lost. It is nil where that cannot be planned either.
func (s *single) below(root *physical.Node, set catalog.Settings, refusal error) *Plan {
	var r *diag.Rejection
	if !s.opts.Reasons || !errors.As(refusal, &r) {
		return nil
	}
	if _, sink := root.Op.(*physical.Sink); sink {
		if p := s.alone(root.Input(), set); p != nil {
			return p
		}
	}
	for n := range rel.All(root) {
		if n.ID == r.Node && n != root {
			return s.alone(n, set)
		}
	}
	return nil
}

func (s *single) alone(n *physical.Node, set catalog.Settings) *Plan {
	done, err := changelog.Infer(n, changelog.SinkDemand(set), set, s.budget)
	if err == nil {
		err = done.Complete()
	}
	if err != nil {
		return nil
	}
	p := changelog.Assemble([]*changelog.Annotated{done}, set)
	plan, a := assemble(p, s.here, explain.NewPrinter(s.budget))
	a.reasons(p, set, s.budget)
	return plan
}
