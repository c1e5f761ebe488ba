package changelog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/explain"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/physical"
	"rowkind/planner/internal/rel"
)

// Advice is the section of EXPLAIN CHANGELOG_MODE, PLAN_ADVICE that holds the physical plan with Flink's advice
// (FlinkStreamPlanAnalyzers), or the error with which Flink fails to give any.
func Advice(p *Plan, settings catalog.Settings) string {
	a := &adviser{inference: newInference(p.Roots[0], settings), ids: map[string]int{}}
	var b strings.Builder
	b.WriteString("== Optimized Physical Plan With Advice ==\n")
	for k, root := range p.Roots {
		if err := a.ask(root); err != nil {
			return "ERROR " + err.Error()
		}
		b.WriteString(rel.Tree(root, nil, a.line))
		if k == len(p.Roots)-1 {
			b.WriteString(a.list())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

type adviser struct {
	*inference
	split   map[*physical.Node]bool // aggregates of the root at hand that might run in two phases
	content string                  // the advice for them
	ids     map[string]int          // advice for nodes, numbered as it is printed
	order   []string
	query   []string // advice for the whole query
}

// ask collects the advice for a root.
func (a *adviser) ask(root *physical.Node) error {
	a.split = map[*physical.Node]bool{}
	for n := range rel.All(root) {
		if o, ok := n.Op.(*physical.GroupAggregate); ok && o.Phase == physical.OnePhase && a.mightSplit(n, o) {
			a.split[n] = true
		}
	}
	a.content = a.tuning()
	if a.settings.Text("table.optimizer.non-deterministic-update.strategy") != "IGNORE" {
		return nil
	}
	now, err := a.resolved(root)
	var refused *diag.Rejection
	switch {
	case errors.As(err, &refused) && refused.Root().Class == diag.Table:
		a.warn(refused.Root().Message)
	case err != nil:
		return err
	case materialized(now) != materialized(root):
		a.warn("You might want to enable upsert materialization for look up join operator by configuring " +
			"('table.optimizer.non-deterministic-update.strategy' to 'TRY_RESOLVE') to resolve the correctness issue " +
			"caused by 'Non-Deterministic Updates' (NDU) in a changelog pipeline.")
	}
	return nil
}

func (a *adviser) resolved(root *physical.Node) (now *physical.Node, err error) {
	defer diag.Catch(&err)
	return (&determinism{a.inference}).visit(root, keys.Cols{}), nil
}

func (a *adviser) warn(text string) {
	if !slices.Contains(a.query, text) {
		a.query = append(a.query, text)
	}
}

// materialized counts the lookup joins that keep what they looked up.
func materialized(root *physical.Node) int {
	count := 0
	for n := range rel.All(root) {
		if o, ok := n.Op.(*physical.LookupJoin); ok && o.Materialize {
			count++
		}
	}
	return count
}

// mightSplit is TwoStageOptimizedAggregateRule.matchesTwoStage.
func (a *adviser) mightSplit(n *physical.Node, o *physical.GroupAggregate) bool {
	in := n.Input()
	if len(in.Inputs) == 0 || !merges(o.Calls) {
		return false
	}
	in = in.Input()
	if x, ok := in.Op.(*physical.Exchange); ok && x.Hash == nil && len(o.Group) == 0 {
		return false
	}
	return !alone(in, o.Group)
}

// tuning names the settings that stand in the way of two phases (GroupAggregationAnalyzer).
func (a *adviser) tuning() string {
	var set []string
	if a.settings.Text("table.optimizer.agg-phase-strategy") == "ONE_PHASE" {
		set = append(set, "'table.optimizer.agg-phase-strategy' to 'AUTO'")
	}
	if !a.miniBatched {
		set = append(set, "'table.exec.mini-batch.enabled' to 'true'")
	}
	if a.settings.Millis("table.exec.mini-batch.allow-latency") <= 0 {
		set = append(set, "'table.exec.mini-batch.allow-latency' to a positive long value")
	}
	if a.settings.Int("table.exec.mini-batch.size") <= 0 {
		set = append(set, "'table.exec.mini-batch.size' to a positive long value")
	}
	return "You might want to enable local-global two-phase optimization by configuring (" + strings.Join(set, ", ") + ")."
}

func (a *adviser) line(n *physical.Node) string {
	if !a.split[n] {
		return explain.Line(n, nil)
	}
	id, ok := a.ids[a.content]
	if !ok {
		id = len(a.order) + 1
		a.ids[a.content] = id
		a.order = append(a.order, a.content)
	}
	text := explain.Line(n, nil)
	open := strings.IndexByte(text, '(')
	return fmt.Sprintf("%s(advice=[%d], %s", text[:open], id, text[open+1:])
}

// list is what stands below the last tree.
func (a *adviser) list() string {
	if len(a.order)+len(a.query) == 0 {
		return "\nNo available advice...\n"
	}
	var b strings.Builder
	b.WriteByte('\n')
	for k, text := range a.order {
		fmt.Fprintf(&b, "advice[%d]: [ADVICE] %s\n", k+1, text)
	}
	for k, text := range a.query {
		fmt.Fprintf(&b, "advice[%d]: [WARNING] %s\n", len(a.order)+k+1, text)
	}
	return b.String()
}
