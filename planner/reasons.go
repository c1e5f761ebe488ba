package planner

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/changelog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/why"
)

// reasons says at each node of a plan why it is as it is.
func (a *assembler) reasons(p *changelog.Plan, settings catalog.Settings, budget *diag.Budget) {
	notes := why.Of(p, settings)
	for n, id := range a.ids {
		budget.Check()
		note := notes.Of(n)
		node := &a.plan.Nodes[id]
		node.Name = note.Name
		for _, r := range note.Reasons {
			out := Reason{Kind: r.Kind, Text: r.Text}
			if by, ok := a.ids[r.By]; ok && r.By != n {
				out.ForcedBy, out.Span = &by, a.plan.Nodes[by].SQL()
			}
			node.Reasons = append(node.Reasons, out)
		}
		node.Why = note.Inserted
		for _, s := range note.Short {
			node.short = append(node.short, FellShort{Wanted: s.Wanted, Got: s.Got, Text: s.Text})
		}
		if s := note.State; s != nil {
			node.State = &State{Class: stateClasses[s.Class], Why: s.Why, KeyedBy: s.KeyedBy, GrowsWith: s.GrowsWith}
		}
		if j := note.Journey; j != nil {
			node.KeyJourney = &KeyJourney{Step: j.Step, Lost: j.Lost, Text: j.Text}
		}
	}
}

var stateClasses = [...]StateClass{why.Stateless: StateNone, why.Low: StateLow, why.Medium: StateMedium, why.High: StateHigh}
