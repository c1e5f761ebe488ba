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
	case *Watermark:
		return n.Word
	}
	return n.Span()
}
