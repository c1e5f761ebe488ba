// Package rewrite runs the logical phases of Flink's optimizer: from the tree that the builder made to one of Flink's
// logical operators.
package rewrite

import (
	stdctx "context"

	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/logical"
)

// Optimize rewrites the tree as Flink's phases subquery_rewrite to time_indicator do. It gives Flink's refusals.
func Optimize(ctx stdctx.Context, root *logical.Node, s Settings) (now *logical.Node, err error) {
	defer diag.Catch(&err)
	defer func() {
		switch p := recover().(type) {
		case nil:
		case stopped:
			err = p.error
		default:
			panic(p)
		}
	}()
	c := &context{ctx: ctx, settings: s}
	return c.run(root, phases), nil
}
