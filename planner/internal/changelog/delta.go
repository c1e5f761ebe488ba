package changelog

import (
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// checkDelta refuses the regular joins of a statement where only delta joins are wanted. No connector that rowkind
// knows offers the indexes that a delta join looks up by (StreamPhysicalDeltaJoinForceValidator).
func checkDelta(roots []*physical.Node, settings catalog.Settings) {
	if settings.Text("table.optimizer.delta-join.strategy") != "FORCE" || !anyJoin(roots) {
		return
	}
	texts := make([]string, len(roots))
	for k, root := range roots {
		texts[k] = duplicatesText(root)
	}
	diag.Fail(diag.Validation, roots[0].Span,
		"The current sql doesn't support to do delta join optimization. The plan is:\n\n%s", strings.Join(texts, "\n"))
}

func anyJoin(roots []*physical.Node) bool {
	for _, root := range roots {
		for n := range rel.All(root) {
			if _, ok := n.Op.(*physical.Join); ok {
				return true
			}
		}
	}
	return false
}

// duplicatesText draws a tree with the trait that tells whether a node may send a change twice.
func duplicatesText(root *physical.Node) string {
	allow := map[*physical.Node]bool{}
	_, sink := root.Op.(*physical.Sink)
	allowDuplicates(root, false, allow)
	return rel.Tree(root, nil, func(n *physical.Node) string {
		text := "DISALLOW"
		switch {
		case sink && n == root:
			text = "NONE"
		case allow[n]:
			text = "ALLOW"
		}
		terms := []rel.Term{{Name: "changelogMode", Text: n.Traits.Kinds().String()}}
		terms = append(terms, physical.QueryHints(n)...)
		return rel.Line(n, expr.Physical, "", append(terms, rel.Term{Name: "duplicateChanges", Text: text})...)
	})
}

// allowDuplicates carries down who may send changes twice (DuplicateChangesInferRule).
func allowDuplicates(n *physical.Node, may bool, out map[*physical.Node]bool) {
	out[n] = may
	below := false
	switch o := n.Op.(type) {
	case *physical.Sink:
		kinds := o.Sink.Sink.ModeFor(mode.All)
		below = o.Table.PrimaryKey != nil && !kinds.InsertOnly() && !kinds.Has(mode.UpdateBefore) && !o.UpsertMaterialize
	case *physical.Join:
		below = may && n.Traits.Update == mode.OnlyUpdateAfter
	case *physical.Calc, *physical.Exchange, *physical.MiniBatchAssigner, *physical.WatermarkAssigner,
		*physical.DropUpdateBefore, *physical.LookupJoin:
		below = may
	}
	for _, in := range n.Inputs {
		allowDuplicates(in, below, out)
	}
}
