// Package rewrite runs the logical phases of Flink's optimizer: from the tree that the builder made to one of Flink's
// logical operators.
package rewrite

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/logical"
)

// Optimize rewrites the tree as Flink's phases subquery_rewrite to time_indicator do. It gives Flink's refusals.
func Optimize(root *logical.Node, s Settings, zone expr.Zone, budget *diag.Budget) (now *logical.Node, err error) {
	defer diag.Catch(&err)
	return newContext(s, zone, budget).run(root, phases), nil
}

// OptimizeBlock is Optimize for a block that others read: its time attributes stay what they are.
func OptimizeBlock(root *logical.Node, s Settings, zone expr.Zone, budget *diag.Budget) (now *logical.Node, err error) {
	defer diag.Catch(&err)
	c := newContext(s, zone, budget)
	c.inner = true
	return c.run(root, phases), nil
}

func newContext(s Settings, zone expr.Zone, budget *diag.Budget) *context {
	return &context{budget: budget, settings: s, zone: zone, windows: logical.WindowMetadata{Call: window}}
}
