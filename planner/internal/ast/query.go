package ast

import "rowkind/planner/internal/source"

// Select is SELECT … [FROM …].
type Select struct {
	Base
	Hints      []Hint
	Stream     bool
	Quantifier Quantifier
	Items      []SelectItem
	From       TableExpr // or nil
	Where      Expr
	GroupBy    *GroupBy // or nil
	Having     Expr
	Windows    []NamedWindow
	Qualify    Expr
	ItemsAt    source.Span
}

// SelectItem is an expression with an alias or not; `*` and `t.*` are an *Ident with Star.
type SelectItem struct {
	Base
	X     Expr
	Alias *Name
}

// GroupBy is GROUP BY [DISTINCT] items; each item is an Expr or a GroupingSet.
type GroupBy struct {
	Base
	Distinct bool
	Items    []GroupItem
}

// GroupItem is one item: Expr, or Sets with Kind.
type GroupItem struct {
	Base
	X    Expr   // plain
	Kind string // "", "GROUPING SETS", "ROLLUP", "CUBE", "EMPTY" for ()
	Sets []GroupItem
}

// NamedWindow is WINDOW name AS (…).
type NamedWindow struct {
	Base
	Name   Name
	Window Window
}

// Window is the content of OVER (…).
type Window struct {
	Base
	Ref       *Name // OVER (w …)
	Partition []Expr
	OrderBy   []OrderItem
	Frame     *Frame
	Partial   string // "", ALLOW, DISALLOW
}

// Frame is ROWS or RANGE; Hi is nil without BETWEEN.
type Frame struct {
	Base
	Rows   bool
	Lo, Hi *Bound
}

// Bound is a frame bound: Kind is CURRENT ROW, UNBOUNDED PRECEDING, UNBOUNDED FOLLOWING, PRECEDING or FOLLOWING (with X).
type Bound struct {
	Base
	Kind string
	X    Expr
}

// OrderItem is x [ASC | DESC] [NULLS FIRST | LAST].
type OrderItem struct {
	Base
	X     Expr
	Desc  bool
	Asc   bool   // written
	Nulls string // "", FIRST, LAST
}

// Values is VALUES (…), …; every row is a Row.
type Values struct {
	Base
	Rows []*Row
}

// TableQuery is TABLE t.
type TableQuery struct {
	Base
	Before source.Span // the token before TABLE, Calcite's position
	Table  *Ident
}

// SetOp is l UNION [ALL] r: Op is UNION, INTERSECT or EXCEPT. OpAt is the operator's last word, its Calcite position.
type SetOp struct {
	Base
	Op   string
	All  bool
	OpAt source.Span
	L, R Query
}

// With is WITH items body.
type With struct {
	Base
	Items  []WithItem
	ListAt source.Span
	Body   Query
}

// WithItem is name [(columns)] AS (query).
type WithItem struct {
	Base
	Name      Name
	Columns   []Name
	ColumnsAt source.Span // with the parentheses
	Query     Query
	Recursive bool
}

// OrderBy is a query with ORDER BY, LIMIT, OFFSET or FETCH; Keys is empty without ORDER BY.
type OrderBy struct {
	Base
	Query  Query
	Keys   []OrderItem
	LastAt source.Span // the last word, Calcite's position
	Offset Expr        // *Number or *Param, or nil
	Limit  Expr        // LIMIT n or FETCH NEXT n; nil also for LIMIT ALL
}

// ExprQuery is an expression where the grammar let one stand for a query (EXISTS (1), a parenthesised table).
type ExprQuery struct {
	Base
	X Expr
}

func (*Select) query()     {}
func (*Values) query()     {}
func (*TableQuery) query() {}
func (*SetOp) query()      {}
func (*With) query()       {}
func (*OrderBy) query()    {}
func (*ExprQuery) query()  {}

// Hint is one of /*+ … */.
type Hint struct {
	Base
	Name    Name
	Format  string // EMPTY, KV, ID, LITERAL
	Options []HintOption
}

// HintOption is key = value (KV), a name (ID) or a literal (LITERAL).
type HintOption struct {
	Base
	Key     string
	KeyName bool // the key was an identifier and not a string
	Value   Expr
	Name    *Name
}

// ---- FROM

// TableName is a table by name, with what may follow a name only.
type TableName struct {
	Base
	Name     *Ident
	Hints    []Hint
	Snapshot *Snapshot
}

// Snapshot is FOR SYSTEM_TIME AS OF x.
type Snapshot struct {
	Base
	FromAt source.Span // from the table name's last part on, Calcite's position
	X      Expr
}

// Aliased is t [AS] a [(c, …)].
type Aliased struct {
	Base
	Table   TableExpr
	Alias   Name
	Columns []Name
}

// Derived is (query) in FROM.
type Derived struct {
	Base
	Query   Query
	Lateral bool
}

// JoinParen is a join in parentheses.
type JoinParen struct {
	Base
	Join    TableExpr
	Lateral bool
}

// Unnest is UNNEST(…) [WITH ORDINALITY].
type Unnest struct {
	Base
	Args       []Expr
	Ordinality bool
}

// TableFunction is TABLE(f(…)), or f(…) directly in FROM.
type TableFunction struct {
	Base
	Call     *Call
	Lateral  bool
	Implicit bool // written without TABLE( )
}

// JoinKind is the join's word.
type JoinKind string

// The kinds of join.
const (
	Inner JoinKind = "INNER"
	Left  JoinKind = "LEFT"
	Right JoinKind = "RIGHT"
	Full  JoinKind = "FULL"
	Cross JoinKind = "CROSS"
	Comma JoinKind = "COMMA"
)

// Join joins two tables. KindAt is the word JOIN, or the comma: the position Calcite gives to the join. CondAt is the word
// ON or USING.
type Join struct {
	Base
	Kind    JoinKind
	Natural bool
	KindAt  source.Span
	L, R    TableExpr
	On      Expr
	Using   []Name
	UsingAt source.Span
	CondAt  source.Span
}

// Tablesample is t TABLESAMPLE ….
type Tablesample struct {
	Base
	Table      TableExpr
	Method     string // BERNOULLI, SYSTEM, SUBSTITUTE
	Percent    *Number
	Substitute *String
	Seed       *int
}

// Extended is t EXTEND (c TYPE, …), or without the word.
type Extended struct {
	Base
	Table   *TableName
	Columns []ExtendedColumn
}

// ExtendedColumn is a column of Extended.
type ExtendedColumn struct {
	Name *Ident
	Type DataType
}

// Pivot is t PIVOT (call, … FOR axis IN (values, …)).
type Pivot struct {
	Base
	Table TableExpr
	At    source.Span // the word
	Calls []SelectItem
	Axis  []Name
	In    []PivotItem
}

// PivotItem is the values of one item of IN, and its label where one is given.
type PivotItem struct {
	Values *Row
	Label  *Name
}

// Unpivot is t UNPIVOT (measure FOR axis IN (columns AS values, …)).
type Unpivot struct {
	Base
	Table          TableExpr
	At             source.Span // the word
	IncludeNulls   bool
	Measures, Axis []Name
	In             []UnpivotItem
}

// UnpivotItem is the columns of one item of IN, and what the axes are for them: their names where Values is nil.
type UnpivotItem struct {
	Columns []Ident
	Values  *Row
}

// MatchRecognize is t MATCH_RECOGNIZE (…).
type MatchRecognize struct {
	Base
	Table        TableExpr
	MatchAt      source.Span // MATCH_RECOGNIZE ( … ): Calcite's position
	Partition    []Expr
	OrderBy      []OrderItem
	Measures     []SelectItem
	RowsPerMatch string // "", ONE ROW, ALL ROWS
	After        string // "", NEXT ROW, PAST LAST ROW, FIRST, LAST
	AfterVar     *Name
	StrictStart  bool
	StrictEnd    bool
	Pattern      *Pattern
	Within       *Interval
	Subsets      []Subset
	Defines      []SelectItem // X AS …: Alias is the variable
}

// Pattern is a node of a row pattern: Kind VAR (Var), CONCAT, ALTER, PERMUTE (Parts), EXCLUDE or QUANTIFIER (Parts[0]).
type Pattern struct {
	Base
	Kind      string
	Var       Name
	Parts     []*Pattern
	Min, Max  int // -1: not given or unbounded
	Reluctant bool
}

// Subset is U = (A, B).
type Subset struct {
	Base
	Name  Name
	Parts []Expr
}

func (*TableName) tableExpr()      {}
func (*Aliased) tableExpr()        {}
func (*Derived) tableExpr()        {}
func (*JoinParen) tableExpr()      {}
func (*Unnest) tableExpr()         {}
func (*TableFunction) tableExpr()  {}
func (*Join) tableExpr()           {}
func (*Tablesample) tableExpr()    {}
func (*Extended) tableExpr()       {}
func (*Pivot) tableExpr()          {}
func (*Unpivot) tableExpr()        {}
func (*MatchRecognize) tableExpr() {}
