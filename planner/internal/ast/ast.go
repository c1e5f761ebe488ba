// Package ast is the syntax tree of Flink SQL: plain structs, sealed interfaces, and a byte span on every node.
//
// Span covers all of a node's text, so spans nest. Where Calcite gives a node another position than its extent, Pos says
// which; messages with a position use Pos.
package ast

import "rowkind/planner/internal/source"

// Node is any part of the tree.
type Node interface{ Span() source.Span }

// Statement is what one piece of a script holds.
type Statement interface {
	Node
	stmt()
}

// Query is SELECT, VALUES, TABLE t, a set operation, or one of these under WITH or ORDER BY.
type Query interface {
	Node
	query()
}

// TableExpr is an item of FROM.
type TableExpr interface {
	Node
	tableExpr()
}

// Expr is a scalar expression, and what may stand where one can: rows, sub-queries, table arguments of functions.
type Expr interface {
	Node
	expr()
}

// Base carries a node's span.
type Base struct{ At source.Span }

// Span is the text of the node.
func (b Base) Span() source.Span { return b.At }

// At makes a Base.
func At(s source.Span) Base { return Base{s} }

// Name is one part of an identifier, unquoted.
type Name struct {
	Base
	Text   string
	Quoted bool
}

// Ident is a name of one or more parts. As an expression it is a column, or with Star `*` and `t.*`: Parts are then the
// qualifier.
type Ident struct {
	Base
	Parts  []Name
	Star   bool
	StarAt source.Span
}

func (*Ident) expr() {}

// Simple is the last part's text.
func (i *Ident) Simple() string {
	if len(i.Parts) == 0 {
		return ""
	}
	return i.Parts[len(i.Parts)-1].Text
}

// Texts are the parts' texts.
func (i *Ident) Texts() []string {
	out := make([]string, len(i.Parts))
	for n := range i.Parts {
		out[n] = i.Parts[n].Text
	}
	return out
}

// Str is a string literal outside of an expression: a comment, a path, a class name.
type Str struct {
	Base
	Value string
}

// Option is `'key' = 'value'`.
type Option struct {
	Base
	Key, Value Str
}
