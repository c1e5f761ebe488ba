// Package logical holds the logical tree: its operators (Calcite's RelNodes and Flink's logical nodes) and the
// builder that makes one from a validated statement.
package logical

import (
	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// Op is a logical operator.
type Op interface {
	rel.Op
	logicalOp()
}

// Node is a node of the logical tree.
type Node = rel.Node[Op]

// Scan reads a table (LogicalTableScan). Its row is the physical columns and the metadata columns that are read,
// until a push-down narrows it.
type Scan struct {
	Table  *catalog.Table
	Source *connector.Source
	Hints  []Hint
	// Pushed holds what has been pushed into the source, in order of application.
	Pushed []Ability
}

// Ability is one push-down as the scan prints it: name=[text] inside the table's brackets. The structured fields are
// what the rules and the late checks need.
type Ability struct {
	Name string // filter, project, metadata, watermark, watermarkEmitStrategy, partitions, limit, …
	Text string
	// Columns are the names that a project or metadata ability keeps.
	Columns []string
	// Paths are the columns of a project ability by their place, and below the fields in them.
	Paths [][]int
	Exprs []expr.Expr
}

// Hint is a hint as plans print it: [OPTIONS options:{k=v}].
type Hint struct {
	Name    string
	KV      []KeyValue // sorted by key
	List    []string
	Inherit []int // inheritPath
}

// KeyValue is one option of a hint.
type KeyValue struct{ Key, Value string }

// Project computes columns; the names are the row's.
type Project struct {
	Exprs []expr.Expr
	Hints []Hint
	// Variables are the correlation variables that the project sets.
	Variables []int
}

// Filter keeps the rows for which Cond is true.
type Filter struct {
	Cond      expr.Expr
	Variables []int
	Hints     []Hint
}

// Calc is a projection and a filter in one (FlinkLogicalCalc); Cond is nil for none, both over the input's row.
type Calc struct {
	Exprs []expr.Expr
	Cond  expr.Expr
}

// JoinType is the type of a join.
type JoinType uint8

// The join types.
const (
	Inner JoinType = iota
	Left
	Right
	Full
	Semi
	Anti
)

// Join joins two inputs; Cond is over the left's columns followed by the right's.
type Join struct {
	Type      JoinType
	Cond      expr.Expr
	Hints     []Hint
	Variables []int
	Missed    Missed // why it is no interval join, once that is known
}

// AggCall is a call of an aggregate function (AggregateCall).
type AggCall struct {
	Op          *expr.Operator
	Args        []int
	Distinct    bool
	Filter      int // column, -1 for none
	Approximate bool
	IgnoreNulls bool
	Order       []SortField // WITHIN GROUP
	Type        *types.Type
	Name        string
	// Literals are constant arguments that are not columns (as for PERCENTILE), by position in Args; nil mostly.
}

// Aggregate groups by columns. Its row is the group columns, ascending, and the calls. Sets is nil for a plain
// GROUP BY, otherwise the grouping sets.
type Aggregate struct {
	Group []int
	Sets  [][]int
	Calls []AggCall
	Hints []Hint
	// Split is set by the rule that splits distinct aggregates: 0 for neither half, 1 for the partial, 2 for the final one.
	Split uint8
	// JSONWrapped says that its JSON calls take their values as JSON already.
	JSONWrapped bool
}

// WindowProperty is one of the outputs of a legacy group window: w$start and its like.
type WindowProperty struct {
	Name string // w$start
	Kind expr.OpKind
	Type *types.Type
}

// GroupWindow is a legacy group window specification (LogicalWindow).
type GroupWindow struct {
	Kind      expr.OpKind // GroupTumble, GroupHop, GroupSession
	TimeField int         // column of the input, -1 for a processing time that is not computed below
	TimeName  string      // its name, where it is no column
	Size      int64       // milliseconds; the gap of a session
	Slide     int64
	RowTime   bool
}

// WindowAggregate is an aggregate over a legacy group window (FlinkLogicalWindowAggregate).
type WindowAggregate struct {
	Group      []int
	Calls      []AggCall
	Window     GroupWindow
	Properties []WindowProperty
}

// SortField is a column to order by.
type SortField struct {
	Column     int
	Descending bool
	NullsFirst bool
}

// Sort orders and limits. Offset and Fetch are nil where absent.
type Sort struct {
	Fields        []SortField
	Offset, Fetch *int64
	// Written are offset and fetch as they were written, where the numbers are other ones than those that count.
	Written [2]string
	Hints   []Hint
}

// SetKind is the kind of a set operation.
type SetKind uint8

// The set operations.
const (
	Union SetKind = iota
	Intersect
	Minus
)

// SetOp is UNION, INTERSECT or EXCEPT.
type SetOp struct {
	Kind SetKind
	All  bool
}

// Values is constant rows.
type Values struct {
	Tuples [][]*expr.Literal
	Hints  []Hint
}

// TableFunctionScan calls a table function: a window TVF or process table function over its inputs, or a plain one
// under a Correlate.
type TableFunctionScan struct {
	Call expr.Expr
	// Window is set once the call is known to be a windowing TVF.
	Window *WindowSpec
	Hints  []Hint
}

// WindowKind is the kind of a windowing table-valued function.
type WindowKind uint8

// The windowing TVFs.
const (
	Tumble WindowKind = iota
	Hop
	Cumulate
	Session
)

// WindowSpec is a windowing TVF's parameters, in milliseconds.
type WindowSpec struct {
	Kind      WindowKind
	TimeField int
	RowTime   bool
	Size      int64 // max size of CUMULATE, gap of SESSION
	Slide     int64 // of HOP; step of CUMULATE
	Offset    int64
	Partition []int // of SESSION
}

// Correlate calls its right input for each row of the left (LogicalCorrelate).
type Correlate struct {
	ID       int
	Type     JoinType
	Required []int // columns of the left that the right reads
	Hints    []Hint
}

// Snapshot is FOR SYSTEM_TIME AS OF (LogicalSnapshot).
type Snapshot struct {
	Period expr.Expr
	Hints  []Hint
}

// Uncollect is UNNEST of the input's columns.
type Uncollect struct {
	WithOrdinality bool
}

// WatermarkAssigner declares a rowtime column (LogicalWatermarkAssigner).
type WatermarkAssigner struct {
	Rowtime   int
	Watermark expr.Expr
	Hints     []Hint
}

// Expand makes a row for each projection (FlinkLogicalExpand), for grouping sets.
type Expand struct {
	Projects [][]expr.Expr
	ExpandID int
}

// RankRange is the range of ranks that is kept: constant, or up to a column's value.
type RankRange struct {
	Start, End int64
	EndColumn  int // -1 for a constant range
}

// Rank is Top-N (FlinkLogicalRank). Its row is the input's, and the rank number if OutputRank.
type Rank struct {
	Function   *expr.Operator // ROW_NUMBER, RANK, DENSE_RANK
	Partition  []int
	Order      []SortField
	Range      RankRange
	OutputRank bool
	RankType   *types.Type
	// NumberName is the name of the rank number, printed where it is put out.
	NumberName string
}

// OverCall is a call in an OVER group; Args are columns, or constants behind the input's columns (Constants).
type OverCall struct {
	Op          *expr.Operator
	Args        []expr.Expr
	Distinct    bool
	IgnoreNulls bool
	Type        *types.Type
	Name        string
}

// OverGroup is the calls that share one window.
type OverGroup struct {
	Partition []int
	Order     []SortField
	Frame     expr.Frame
	Calls     []OverCall
}

// Over computes windowed aggregates behind the input's columns (FlinkLogicalOverAggregate).
type Over struct {
	Groups []OverGroup
}

// Match is MATCH_RECOGNIZE (LogicalMatch).
type Match struct {
	Pattern     string
	PatternText string
	Partition   []int
	Order       []SortField
	Measures    []NamedExpr
	Defines     []NamedExpr
	AllRows     bool
	After       string
	Subsets     []string
	StrictStart bool
	StrictEnd   bool
	Interval    *expr.Literal
	Tree        *ast.Pattern
	SkipTo      string // the variable of AFTER MATCH SKIP TO, or ""
}

// NamedExpr is an expression with a name.
type NamedExpr struct {
	Name string
	Expr expr.Expr
}

// NoTTL is what STATE_TTL says of an input of a MultiJoin for which none was given (StateTtlHint.NO_STATE_TTL).
const NoTTL = "0s"

// MultiJoin joins several inputs at once (Calcite's MultiJoin as Flink uses it).
type MultiJoin struct {
	// Types and Conditions are those of the input against what precedes; the first is Inner, without condition.
	Types      []JoinType
	Conditions []expr.Expr
	TTL        []string // by input, what STATE_TTL says
}

// ConflictStrategy is what ON CONFLICT says.
type ConflictStrategy uint8

// The conflict strategies.
const (
	NoConflictClause ConflictStrategy = iota
	ConflictError
	ConflictNothing
	ConflictDeduplicate
)

// Sink writes to a table (LogicalSink). Its row is what it consumes.
type Sink struct {
	Table         *catalog.Table
	Sink          *connector.Sink
	TargetColumns []int // positions in the table's columns as written, nil if no list was given
	Hints         []Hint
	Conflict      ConflictStrategy
	// Abilities are what the sink prints inside its table: partition, overwrite, writeMetadata.
	Abilities []Ability
	Partition []string // what PARTITION (k = v, …) sets, in order (PartitioningSpec)
	Overwrite bool
}

// IntermediateTableScan reads what another block of the statement's plan yields (FlinkLogicalIntermediateTableScan).
type IntermediateTableScan struct {
	Table string // the name that the block's result has
	// Unique are the unique keys of the block, Windows its columns that bound windows.
	Unique  keys.Set
	Windows *Windows
}

func (*Scan) logicalOp()                  {}
func (*IntermediateTableScan) logicalOp() {}
func (*Project) logicalOp()               {}
func (*Filter) logicalOp()                {}
func (*Calc) logicalOp()                  {}
func (*Join) logicalOp()                  {}
func (*Aggregate) logicalOp()             {}
func (*WindowAggregate) logicalOp()       {}
func (*Sort) logicalOp()                  {}
func (*SetOp) logicalOp()                 {}
func (*Values) logicalOp()                {}
func (*TableFunctionScan) logicalOp()     {}
func (*Correlate) logicalOp()             {}
func (*Snapshot) logicalOp()              {}
func (*Uncollect) logicalOp()             {}
func (*WatermarkAssigner) logicalOp()     {}
func (*Expand) logicalOp()                {}
func (*Rank) logicalOp()                  {}
func (*Over) logicalOp()                  {}
func (*Match) logicalOp()                 {}
func (*MultiJoin) logicalOp()             {}
func (*Sink) logicalOp()                  {}
