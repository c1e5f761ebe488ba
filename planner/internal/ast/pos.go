package ast

import "rowkind/planner/internal/source"

// Pos is the position Calcite gives to a node (SqlNode.getParserPosition), where it is not the node's extent.
func Pos(n Node) source.Span {
	switch n := n.(type) {
	case *Join:
		return n.KindAt
	case *MatchRecognize:
		return n.MatchAt
	case *With:
		return n.ListAt
	case *WithItem:
		return n.Name.Span()
	case *OrderBy:
		return n.LastAt
	case *TableQuery:
		return n.Before
	case *Snapshot:
		return n.FromAt
	case *Watermark:
		return n.Word
	case *Constraint:
		return n.LastAt
	case *Between:
		return n.OpAt
	case *Call:
		return n.pos()
	}
	return n.Span()
}

// pos is the position of the outermost of the calls that a function with FILTER or OVER is made of.
func (c *Call) pos() source.Span {
	for _, s := range []source.Span{c.OverAt, c.FilterAt, c.WithinAt, c.NullsAt, c.CallAt} {
		if !s.IsZero() {
			return s
		}
	}
	return c.Span()
}
