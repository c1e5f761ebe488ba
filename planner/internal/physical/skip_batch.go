package physical

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// SkipsMiniBatch reports statements whose trees, before they are optimized, hold nothing that could batch: Flink then
// plans as if mini-batches were off (FlinkRexUtil.shouldSkipMiniBatch).
func SkipsMiniBatch(roots []*logical.Node) bool {
	for _, r := range roots {
		if !plainTree(r) {
			return false
		}
	}
	return true
}

func plainTree(n *logical.Node) bool {
	switch o := n.Op.(type) {
	case *logical.Project:
		for _, e := range o.Exprs {
			if over, ok := e.(*expr.Over); ok && over.Op.Op == expr.RowNumber {
				return false
			}
		}
	case *logical.Filter, *logical.Scan, *logical.Calc, *logical.Values, *logical.Sink:
	case *logical.SetOp:
		if o.Kind != logical.Union || !o.All {
			return false
		}
	default:
		return false
	}
	for _, in := range n.Inputs {
		if !plainTree(in) {
			return false
		}
	}
	return true
}

const (
	miniBatch = "table.exec.mini-batch.enabled"
	// miniBatchShown is the session's own miniBatch where trees are optimized without: Flink has put it back by the time
	// that it writes the plan.
	miniBatchShown = "rowkind.mini-batch-shown"
)

// showsMiniBatch reports whether a join prints that it batches.
func (c *converter) showsMiniBatch() bool {
	return c.settings.Bool(miniBatch) || c.settings.Bool(miniBatchShown)
}

// PlanSettings are the settings that trees are optimized with: mini-batches are turned off where nothing batches, and
// refused where they are on without a latency (StreamCommonSubGraphBasedOptimizer).
func PlanSettings(s catalog.Settings, roots []*logical.Node) (out catalog.Settings, err error) {
	defer diag.Catch(&err)
	if !s.Bool(miniBatch) {
		return s, nil
	}
	if SkipsMiniBatch(roots) {
		return s.With(miniBatch, "false").With(miniBatchShown, "true"), nil
	}
	if s.Millis("table.exec.mini-batch.allow-latency") <= 0 {
		diag.Fail(diag.IllegalArgument, roots[0].Span, "MiniBatch Latency must be greater than 0 ms. [null]")
	}
	return s, nil
}
