// Package changelog finds what each node of a physical tree sends: which kinds of rows, and how updates and deletes
// are told (Flink's physical rewrite phase with FlinkChangelogModeInferenceProgram at its heart).
package changelog

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Annotated is a physical tree whose nodes have their traits, and, once it is complete, the facts that the inference took
// its decisions by.
type Annotated struct {
	Root  *physical.Node
	Facts []Fact
	// Missed are the facts of attempts that failed: what would have been cheaper.
	Missed []Fact

	inference *inference
}

// Infer rewrites the tree of one sink, query or block: normalizes are reduced, modes inferred, mini-batches and two-phase
// aggregates put in. It gives Flink's refusal where a node cannot take what it is sent. Complete comes after it.
func Infer(root *physical.Node, asked Demand, settings catalog.Settings, budget *diag.Budget) (a *Annotated, err error) {
	defer diag.Catch(&err)
	i := newInference(root, settings)
	i.budget = budget
	i.asked = asked
	root = i.pushDown(root)
	root = i.inferModes(root)
	root = i.miniBatch(root)
	root = i.twoPhase(root)
	return &Annotated{Root: root, inference: i}, nil
}

// Complete settles what depends on the tree as a whole: what is not deterministic, and what nodes print of their inputs.
// Flink does so once all trees of a statement are optimized.
func (a *Annotated) Complete() (err error) {
	defer diag.Catch(&err)
	i := a.inference
	a.Root = i.finish(i.resolve(a.Root))
	a.Facts, a.Missed = i.facts, i.missed
	return nil
}

type inference struct {
	asked    Demand
	settings catalog.Settings
	budget   *diag.Budget
	keys     *physical.Keys
	facts    []Fact
	missed   []Fact
	lastID   int

	miniBatched bool
	// batches are the mini-batches asked of other blocks.
	batches map[string]interval
}

const cdcDuplicate = "table.exec.source.cdc-events-duplicate"

func newInference(root *physical.Node, settings catalog.Settings) *inference {
	i := &inference{settings: settings, keys: physical.NewKeys()}
	i.miniBatched = settings.Bool("table.exec.mini-batch.enabled")
	for n := range rel.All(root) {
		i.lastID = max(i.lastID, n.ID)
		if _, ok := n.Op.(*physical.TableSourceScan); ok {
			settings.Read(cdcDuplicate)
		}
	}
	return i
}

// insert makes a node that the planner puts above in.
func (i *inference) insert(op physical.Op, in *physical.Node) *physical.Node {
	n := rel.New(op, in.Row, in.Span, in)
	i.lastID++
	n.ID = i.lastID
	return n
}

// inferModes runs the three passes: modify kinds, update kinds, delete kinds.
func (i *inference) inferModes(root *physical.Node) *physical.Node {
	given := root
	root = i.modify(root, mode.ModifyAll, "ROOT")
	updated, ok := i.updateRoot(root)
	if ok {
		updated, ok = i.deleteRoot(updated)
	}
	if !ok {
		diag.Fail(diag.Table, root.Span, "Can't generate a valid execution plan for the given query:\n%s", i.treeText(given))
	}
	return updated
}

func (i *inference) updateRoot(root *physical.Node) (*physical.Node, bool) {
	if !root.Traits.Modify.Has(mode.ModifyUpdate) {
		return i.update(root, mode.NoUpdates)
	}
	if !i.asked.UpdateBefore {
		if n, ok := i.attempt(func() (*physical.Node, bool) { return i.update(root, mode.OnlyUpdateAfter) }); ok {
			return n, true
		}
	}
	return i.update(root, mode.BeforeAndAfter)
}

func (i *inference) deleteRoot(root *physical.Node) (*physical.Node, bool) {
	if !root.Traits.Modify.Has(mode.ModifyDelete) {
		return i.delete(root, mode.NoDeletes)
	}
	return i.delete(root, mode.FullDelete)
}

// attempt runs f and forgets the facts that it recorded if it fails.
func (i *inference) attempt(f func() (*physical.Node, bool)) (*physical.Node, bool) {
	before := len(i.facts)
	n, ok := f()
	if !ok {
		i.facts = i.facts[:before]
	}
	return n, ok
}

// treeText is the plan as messages quote it, in the style of the physical section: before the passes, so that no node has
// a mode yet.
func (i *inference) treeText(root *physical.Node) string {
	return rel.Tree(i.finish(root), nil, func(n *physical.Node) string {
		return rel.Line(n, expr.Physical, "", rel.Term{Name: "changelogMode", Text: n.Traits.Kinds().String()})
	})
}

// describe is a node as messages name it: in the style of the execution section, without its mode
// (getRelDetailedDescription).
func (i *inference) describe(n *physical.Node) string {
	for {
		o, ok := n.Op.(*physical.IntermediateTableScan)
		if !ok {
			break
		}
		n = o.Block.Root
	}
	return rel.Line(i.finishNode(n), expr.Exec, "")
}

func beforeAfter(m mode.Modify) mode.UpdateKind {
	if m.Has(mode.ModifyUpdate) {
		return mode.BeforeAndAfter
	}
	return mode.NoUpdates
}

func onlyAfter(m mode.Modify) mode.UpdateKind {
	if m.Has(mode.ModifyUpdate) {
		return mode.OnlyUpdateAfter
	}
	return mode.NoUpdates
}

func fullDelete(m mode.Modify) mode.DeleteKind {
	if m.Has(mode.ModifyDelete) {
		return mode.FullDelete
	}
	return mode.NoDeletes
}

func keyDelete(m mode.Modify) mode.DeleteKind {
	if m.Has(mode.ModifyDelete) {
		return mode.DeleteByKey
	}
	return mode.NoDeletes
}
