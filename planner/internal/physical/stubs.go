package physical

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/logical"
)

type windowProperties struct{}

func (c *converter) windowAggregate(l *logical.Node, o *logical.Aggregate) *Node { return nil }
func (c *converter) windowRank(l *logical.Node, o *logical.Rank) *Node           { return nil }
func (c *converter) emitText(o *logical.WindowAggregate) string                  { return "" }

func (c *converter) multiJoin(l *logical.Node, o *logical.MultiJoin) *Node {
	diag.Unknown(l.Span, "MultiJoin")
	return nil
}

func (c *converter) correlate(l *logical.Node, o *logical.Correlate) *Node {
	diag.Unknown(l.Span, "Correlate")
	return nil
}

func (c *converter) tableFunction(l *logical.Node, o *logical.TableFunctionScan) *Node {
	diag.Unknown(l.Span, "table function")
	return nil
}

func (c *converter) match(l *logical.Node, o *logical.Match) *Node {
	in := c.exchange(c.convert(l.Input()), o.Partition)
	return c.node(&Match{*o}, l.Row, l.Span, in)
}
