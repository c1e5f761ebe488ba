package expr

// Operator is what a Call applies. Two operators are the same when their pointers are.
type Operator struct {
	// Name is how plans spell it: "=", "AND", "UPPER", "IS NOT NULL".
	Name string
	// Op is the kind that the rules look at; OtherOp for plain functions.
	Op OpKind
	// Syntax tells how the execution plan spells a call.
	Syntax Syntax
	// NonDeterministic marks RAND(), UUID() and their like; Dynamic marks those that are constant within one
	// query (CURRENT_TIMESTAMP) and so are never folded.
	NonDeterministic, Dynamic bool
	// Aggregate marks aggregate functions and window functions.
	Aggregate bool
	// Bridging marks functions without a Calcite operator (BridgingSqlFunction); they print as typed.
	Bridging bool
}

// Syntax is the way in which an operator is written.
type Syntax uint8

// The syntaxes.
const (
	Function   Syntax = iota // NAME(a, b)
	Binary                   // (a op b)
	Prefix                   // op a
	Postfix                  // a op
	FunctionID               // CURRENT_TIMESTAMP
	Special                  // CAST, CASE and the like
	Internal                 // $-functions
)

// OpKind is Calcite's SqlKind, as far as rules look at it.
type OpKind uint8

// The kinds of operator.
const (
	OtherOp OpKind = iota
	And
	Or
	Not
	Equals
	NotEquals
	LessThan
	LessOrEqual
	GreaterThan
	GreaterOrEqual
	IsNull
	IsNotNull
	IsTrue
	IsFalse
	IsNotTrue
	IsNotFalse
	IsUnknown
	IsDistinctFrom
	IsNotDistinctFrom
	Plus
	Minus
	Times
	Divide
	DivideInt
	Mod
	UnaryMinus
	UnaryPlus
	DatePlus  // datetime + interval
	DateMinus // datetime - interval
	DateDiff  // datetime - datetime
	Cast
	TryCast
	Reinterpret
	Case
	Coalesce
	Search
	Like
	SimilarTo
	Between
	In
	NotIn
	Exists
	ScalarQuery
	Some
	All
	Unique
	Item
	RowValue
	ArrayValue
	MapValue
	MultisetValue
	Concat
	Extract
	Floor
	Ceil
	Trim
	Proctime
	ProctimeMaterialize
	Default
	Descriptor
	As
	Count
	Sum
	Sum0
	Avg
	Min
	Max
	SingleValue
	RowNumber
	Rank
	DenseRank
	Lead
	Lag
	FirstValue
	LastValue
	Ntile
	StddevPop
	StddevSamp
	VarPop
	VarSamp
	Collect
	Listagg
	Grouping
	GroupingID
	GroupID
	GroupTumble   // legacy TUMBLE group function ($TUMBLE)
	GroupHop      // legacy HOP group function
	GroupSession  // legacy SESSION group function
	GroupAuxStart // TUMBLE_START and its like
	GroupAuxEnd
	GroupAuxRowtime
	GroupAuxProctime
	WindowTumble // TVF
	WindowHop
	WindowCumulate
	WindowSession
	TemporalCondition // __TEMPORAL_JOIN_CONDITION…
	ProcessTable      // PTF
	VectorSearch
	Unnest
	MatchFinal
	MatchRunning
	MatchPrev
	MatchNext
	MatchFirst
	MatchLast
	MatchRowtime
	MatchProctime
	Classifier
	JSONValueKind // JSON_VALUE, JSON_QUERY… (special printing)
)

// Is reports whether e is a Call of kind k.
func Is(e Expr, k OpKind) bool {
	c, ok := e.(*Call)
	return ok && c.Op.Op == k
}
