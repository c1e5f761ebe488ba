// Package expr holds bound expressions: what Calcite calls RexNode. Columns are positions in the input's row.
//
// An expression is immutable and made by the constructors of this package only; each knows its type and its
// digest, and two expressions are equal when their digests are.
package expr

import (
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
)

// Expr is a bound expression.
type Expr interface {
	// Type is the type of the value, nullability included.
	Type() *types.Type
	// Digest is equal for equal expressions and only for those, sides of commutative operators and spellings of
	// numbers set aside (RexNode.equals). It is a key, not a text: Print spells expressions.
	Digest() string
	// Span is the place in the statement's SQL that the expression came from; zero if it was made by a rule.
	Span() source.Span
	facts() fact
	// size counts the expressions inside, those that several hold as often as they are written.
	size() int32
}

// fact is what is known of an expression once it is made, so that nobody walks over it to find out.
type fact uint8

const (
	alwaysNull fact = 1 << iota // NULL whatever the row (Strong.isNull with no column known to be NULL)
	volatile                    // not the same at each look
)

type base struct {
	typ    *types.Type
	digest string
	span   source.Span
	known  fact
	parts  int32
}

func (b *base) Type() *types.Type { return b.typ }
func (b *base) Digest() string    { return b.digest }
func (b *base) Span() source.Span { return b.span }
func (b *base) facts() fact       { return b.known }
func (b *base) size() int32       { return b.parts + 1 }

// Ref reads a column of the input (RexInputRef). Over a join, the right input's columns follow the left's.
type Ref struct {
	base
	Index int
}

// Literal is a constant. Value is one of: nil (NULL), bool, Dec (all exact and approximate numbers), Str, Bytes,
// Days (DATE), Millis (TIME), Moment (TIMESTAMP, TIMESTAMP_LTZ), Interval, Symbol, *Sarg.
type Literal struct {
	base
	Value Value
}

// Call applies an operator (RexCall). A cast is a Call whose type is the target.
type Call struct {
	base
	Op   *Operator
	Args []Expr
}

// FieldAccess reads a field of a row value (RexFieldAccess).
type FieldAccess struct {
	base
	Row   Expr
	Field int
	Name  string
}

// CorrelRef is the row of an outer query (RexCorrelVariable): $cor0.
type CorrelRef struct {
	base
	ID int
}

// SortKey orders by an expression (in an OVER) or column.
type SortKey struct {
	Expr       Expr
	Descending bool
	NullsFirst bool
}

// Bound is one end of a window frame.
type Bound struct {
	Kind   BoundKind
	Offset Expr // of Preceding and Following
}

// BoundKind is the kind of a frame's end.
type BoundKind uint8

// The kinds of frame end.
const (
	UnboundedPreceding BoundKind = iota
	Preceding
	CurrentRow
	Following
	UnboundedFollowing
)

// Frame is a window frame; Rows tells ROWS from RANGE.
type Frame struct {
	Rows         bool
	Lower, Upper Bound
}

// Over is an aggregate over a window (RexOver).
type Over struct {
	base
	Op          *Operator
	Args        []Expr
	Distinct    bool
	IgnoreNulls bool
	Partition   []Expr
	Order       []SortKey
	Frame       Frame
}

// Relation is the tree of a sub-query; package rel's nodes are such.
type Relation interface {
	// RelDigest is equal for equal trees.
	RelDigest() string
	// PlanText is the plan as Calcite prints it inside an expression: a line per node, two blanks deeper than its
	// parent's, each ended by a line feed.
	PlanText() string
	// RowType is the row that the relation yields.
	RowType() *types.Type
}

// SubQuery is a query inside an expression (RexSubQuery): Op is IN, NOT_IN, EXISTS, SCALAR_QUERY, SOME, ALL, UNIQUE,
// ARRAY_QUERY…; Args are the operands on its left.
type SubQuery struct {
	base
	Op   *Operator
	Args []Expr
	Rel  Relation
}

// PatternRef reads a column of the row matched by a pattern variable of MATCH_RECOGNIZE (RexPatternFieldRef): A.$2.
type PatternRef struct {
	base
	Alpha string
	Index int
}

// TableArg is a table argument of a table function (RexTableArgCall): TABLE(#0).
type TableArg struct {
	base
	Input     int
	Partition []int
	Order     []int
	OrderDesc []bool
}
