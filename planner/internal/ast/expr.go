package ast

import "rowkind/planner/internal/source"

// ---- literals

// Null is NULL.
type Null struct{ Base }

// Bool is TRUE or FALSE, or UNKNOWN.
type Bool struct {
	Base
	Value   bool
	Unknown bool
}

// Number is a numeric literal. Text is as written, without the sign; Negative is set by the places of the grammar that
// take a signed literal, not by the minus of an expression (that is a Unary).
type Number struct {
	Base
	Text     string
	Approx   bool // 1e3
	Decimal  bool // DECIMAL '1.5': Text is the content
	Negative bool
}

// String is a character literal with its escapes undone. Charset is "" unless the text names one (_UTF8'x', N'x', U&'x').
// Parts > 1 says that it was written as adjacent literals, each on a line of its own.
type String struct {
	Base
	Value   string
	Charset string
	Parts   int
}

// Binary is X'0aff'; Hex are its digits in capitals.
type Binary struct {
	Base
	Hex string
}

// DatetimeKind is the word before a datetime literal.
type DatetimeKind string

// The kinds of Datetime.
const (
	DateLit         DatetimeKind = "DATE"
	TimeLit         DatetimeKind = "TIME"
	TimestampLit    DatetimeKind = "TIMESTAMP"
	TimestampLTZLit DatetimeKind = "TIMESTAMP WITH LOCAL TIME ZONE"
	DatetimeLit     DatetimeKind = "DATETIME"
)

// Datetime is DATE '2020-01-02' and its like. The grammar does not look into Value: the validator does.
type Datetime struct {
	Base
	Kind    DatetimeKind
	Value   string
	ValueAt source.Span
	JDBC    bool // {d '…'}
}

// Qualifier is DAY, DAY(2) TO SECOND(3), or a name used as a time frame. Precisions are -1 when absent.
type Qualifier struct {
	Base
	From, To      string // time units in capitals, without plural; To may be ""
	Precision     int
	FracPrecision int
	Named         bool // From is an identifier as written, EXTRACT(foo FROM x)
}

func (*Qualifier) expr() {}

// Interval is INTERVAL '1' DAY.
type Interval struct {
	Base
	Negative  bool
	Value     string
	Qualifier Qualifier
}

// IntervalExpr is INTERVAL x DAY: an expression, a bare number or a column.
type IntervalExpr struct {
	Base
	Negative  bool
	X         Expr
	Qualifier Qualifier
}

// Param is `?`.
type Param struct {
	Base
	Index int
}

// Default is DEFAULT as an argument or a value.
type Default struct{ Base }

// ---- operators

// Binary operators are named by Calcite's SQL spelling: "+", "AND", "=", "<>", "||", "IS DISTINCT FROM", "MEMBER OF",
// "MULTISET UNION ALL", "OVERLAPS", "CONTAINS", "SUBMULTISET OF", …
type BinaryExpr struct {
	Base
	Op   string
	OpAt source.Span
	L, R Expr
}

// Unary is a prefix operator: "+", "-", "NOT".
type Unary struct {
	Base
	Op   string
	OpAt source.Span
	X    Expr
}

// Is is a postfix test: "IS NULL", "IS NOT NULL", "IS TRUE", "IS NOT UNKNOWN", "IS JSON VALUE", "IS A SET", "IS EMPTY",
// "FORMAT JSON", …
type Is struct {
	Base
	Op   string
	OpAt source.Span
	X    Expr
}

// Between is x [NOT] BETWEEN [SYMMETRIC] lo AND hi.
type Between struct {
	Base
	Not, Symmetric bool
	OpAt           source.Span
	X, Lo, Hi      Expr
}

// In is x [NOT] IN (list) or (query).
type In struct {
	Base
	Not    bool
	OpAt   source.Span
	X      Expr
	List   []Expr
	Query  Query // instead of List
	ListAt source.Span
}

// Quantified is x = SOME (…), x > ALL (…).
type Quantified struct {
	Base
	Op         string // "=", "<", …
	Quantifier string // SOME (also for ANY), ALL
	OpAt       source.Span
	X          Expr
	List       []Expr
	Query      Query
	ListAt     source.Span
}

// Like is x [NOT] LIKE p [ESCAPE e]; Op is LIKE, ILIKE, RLIKE or SIMILAR TO.
type Like struct {
	Base
	Op     string
	Not    bool
	OpAt   source.Span
	X, Pat Expr
	Escape Expr // or nil
}

// When is one arm of a CASE. Several conditions only in a CASE with operand.
type When struct {
	Base
	Conds []Expr
	Then  Expr
}

// Case is CASE [x] WHEN … END.
type Case struct {
	Base
	Operand Expr // or nil
	Whens   []When
	Else    Expr // or nil
}

// Cast is CAST, TRY_CAST or SAFE_CAST; the target is a type or an interval.
type Cast struct {
	Base
	Fn       string // CAST, TRY_CAST, SAFE_CAST
	X        Expr
	Type     *DataType  // or nil
	Interval *Qualifier // or nil
}

// Item is x[i]; Op is "" or OFFSET, ORDINAL, SAFE_OFFSET, SAFE_ORDINAL.
type Item struct {
	Base
	X, Index Expr
	Op       string
	OpAt     source.Span
}

// Field is x.f where x is not a name: f(x).y, a[1].y, (row).y. Call is set instead of Name for x.f(…).
type Field struct {
	Base
	X    Expr
	Name Name
	Call *Call
}

// Row is (a, b) or ROW(a, b).
type Row struct {
	Base
	Explicit bool
	Items    []Expr
}

// ArrayExpr is ARRAY[…]; Paren for ARRAY(…).
type ArrayExpr struct {
	Base
	Items []Expr
	Paren bool
}

// MapExpr is MAP[k, v, …]; Paren for MAP(…).
type MapExpr struct {
	Base
	Items []Expr
	Paren bool
}

// MultisetExpr is MULTISET[…].
type MultisetExpr struct {
	Base
	Items []Expr
}

// CollectionQuery is ARRAY(SELECT …), MAP(SELECT …), MULTISET(SELECT …), CURSOR(SELECT …): Kind in capitals.
type CollectionQuery struct {
	Base
	Kind  string
	Query Query
}

// Period is PERIOD(a, b).
type Period struct {
	Base
	From, To Expr
}

// Subquery is a query used as an expression.
type Subquery struct {
	Base
	Query Query
}

// Exists is EXISTS (query); Unique for UNIQUE (query). Calcite parses both as prefix operators, so X may be any expression.
type Exists struct {
	Base
	Unique bool
	OpAt   source.Span
	X      Expr
}

// ---- calls

// Quantifier of a call's arguments.
type Quantifier string

// The quantifiers.
const (
	NoQuantifier Quantifier = ""
	Distinct     Quantifier = "DISTINCT"
	All          Quantifier = "ALL"
)

// Call is a function call. Functions with a syntax of their own are calls too: their special words are in Special.
type Call struct {
	Base
	Name       *Ident
	Quantifier Quantifier
	Star       bool // f(*)
	StarAt     source.Span
	NoParens   bool // CURRENT_TIMESTAMP
	Args       []Expr
	OrderBy    []OrderItem // inside the parentheses
	Separator  *String     // GROUP_CONCAT

	Nulls          string // "", "IGNORE NULLS", "RESPECT NULLS"
	WithinDistinct []Expr
	WithinGroup    []OrderItem
	Filter         Expr
	Over           *Window // or nil
	OverName       *Name   // OVER w

	CallAt                              source.Span // from the name's last part to the parenthesis
	WithinAt, FilterAt, OverAt, NullsAt source.Span
	WithinOrderAt                       source.Span // ORDER BY …

	// Special names the syntax when it is not an ordinary list: see the constants. Its operands are in Args, in the
	// order of Calcite's call; time units are *Qualifier, symbols are *Symbol, absent operands are nil.
	Special Special
}

// Special is the syntax of a built-in function.
type Special string

// The special syntaxes. Args hold: Extract (unit, x); Floor, Ceil (x, unit); Trim (flag, chars or nil, x); Position
// (needle, x[, from]); Overlay (x, y, from[, for]); Substring (x, from[, for]); TimestampAdd, TimestampDiff (unit, n, x);
// TimeUnit (…, unit) for DATE_DIFF and its like; Translate (x, name); Convert (x, a, b); Window (the old group windows).
const (
	Extract        Special = "EXTRACT"
	FloorTo        Special = "FLOOR"
	CeilTo         Special = "CEIL"
	Trim           Special = "TRIM"
	PositionIn     Special = "POSITION"
	Overlay        Special = "OVERLAY"
	Substring      Special = "SUBSTRING"
	TimestampAdd   Special = "TIMESTAMPADD"
	TimestampDiff  Special = "TIMESTAMPDIFF"
	TimeUnitLast   Special = "TIMEUNIT"
	Translate      Special = "TRANSLATE"
	Translate3     Special = "TRANSLATE3"
	Convert        Special = "CONVERT"
	MSSQLConvert   Special = "MSSQL_CONVERT"
	GroupWindow    Special = "GROUPWINDOW" // TUMBLE, HOP, SESSION called as scalar functions
	DatetimeCall   Special = "DATETIME"    // DATE(…), TIME(…), TIMESTAMP(…)
	JDBC           Special = "JDBC"        // {fn f(…)}
	Navigation     Special = "NAVIGATION"  // FIRST, LAST, PREV, NEXT of MATCH_RECOGNIZE
	ContainsSubstr Special = "CONTAINS_SUBSTR"
	New            Special = "NEW"
	MinusDate      Special = "MINUS_DATE" // (a - b) DAY
)

// Symbol is a word that a special syntax takes as an operand, in capitals (BOTH, LEADING).
type Symbol struct {
	Base
	Word string
}

// Running is RUNNING x or FINAL x.
type Running struct {
	Base
	Final bool
	X     Expr
}

// NamedArg is name => value.
type NamedArg struct {
	Base
	Name  Name
	Value Expr
}

// TableArg is TABLE t [PARTITION BY …] [ORDER BY …] or (query) [PARTITION BY …] [ORDER BY …] as an argument.
type TableArg struct {
	Base
	Table     *Ident // TABLE t
	Query     Query  // or a query
	Partition []Name
	OrderBy   []OrderItem
}

// ModelArg is MODEL m as an argument.
type ModelArg struct {
	Base
	Model *Ident
}

// NextValue is NEXT VALUE FOR s, or CURRENT VALUE FOR s.
type NextValue struct {
	Base
	Current  bool
	Sequence *Ident
}

// ---- JSON

// JSONBehavior is NULL ON EMPTY, DEFAULT x ON ERROR, EMPTY ARRAY ON ERROR, TRUE ON ERROR.
type JSONBehavior struct {
	Base
	Word    string // NULL, ERROR, DEFAULT, EMPTY ARRAY, EMPTY OBJECT, TRUE, FALSE, UNKNOWN
	Default Expr
	On      string // EMPTY, ERROR
}

// JSONAccess is JSON_VALUE, JSON_QUERY or JSON_EXISTS.
type JSONAccess struct {
	Base
	Fn        string
	X, Path   Expr
	Returning *DataType
	Wrapper   string // "", WITHOUT ARRAY, WITH CONDITIONAL ARRAY, WITH UNCONDITIONAL ARRAY
	Behaviors []JSONBehavior
}

// JSONPair is KEY k VALUE v.
type JSONPair struct {
	Base
	Key, Value Expr
}

// JSONBuild is JSON_OBJECT, JSON_ARRAY, JSON_OBJECTAGG or JSON_ARRAYAGG.
type JSONBuild struct {
	Base
	Fn          string
	Pairs       []JSONPair
	Items       []Expr
	Nulls       string // "", NULL ON NULL, ABSENT ON NULL
	OrderBy     []OrderItem
	WithinGroup []OrderItem
}

func (*Null) expr()            {}
func (*Bool) expr()            {}
func (*Number) expr()          {}
func (*String) expr()          {}
func (*Binary) expr()          {}
func (*Datetime) expr()        {}
func (*Interval) expr()        {}
func (*IntervalExpr) expr()    {}
func (*Param) expr()           {}
func (*Default) expr()         {}
func (*BinaryExpr) expr()      {}
func (*Unary) expr()           {}
func (*Is) expr()              {}
func (*Between) expr()         {}
func (*In) expr()              {}
func (*Quantified) expr()      {}
func (*Like) expr()            {}
func (*Case) expr()            {}
func (*Cast) expr()            {}
func (*Item) expr()            {}
func (*Field) expr()           {}
func (*Row) expr()             {}
func (*ArrayExpr) expr()       {}
func (*MapExpr) expr()         {}
func (*MultisetExpr) expr()    {}
func (*CollectionQuery) expr() {}
func (*Period) expr()          {}
func (*Subquery) expr()        {}
func (*Exists) expr()          {}
func (*Call) expr()            {}
func (*Symbol) expr()          {}
func (*Running) expr()         {}
func (*NamedArg) expr()        {}
func (*TableArg) expr()        {}
func (*ModelArg) expr()        {}
func (*NextValue) expr()       {}
func (*JSONAccess) expr()      {}
func (*JSONBuild) expr()       {}
