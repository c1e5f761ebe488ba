// Package physical holds the physical tree of a streaming plan (Flink's StreamPhysicalRel) and the conversion to it.
package physical

import (
	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/keys"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/rel"
	"rowkind/planner/internal/types"
)

// Op is a physical operator.
type Op interface {
	rel.Op
	physicalOp()
}

// Node is a node of the physical tree.
type Node = rel.Node[Op]

// TableSourceScan reads a source (StreamPhysicalTableSourceScan).
type TableSourceScan struct{ *logical.Scan }

// IntermediateTableScan reads what another block yields (StreamPhysicalIntermediateTableScan).
type IntermediateTableScan struct {
	Table string
	Block *Block
}

// Block is what is known of an optimized block to those that read it (IntermediateRelTable).
type Block struct {
	Root         *Node
	Upsert       keys.Set
	Unique       keys.Set
	Monotonicity Monotonicity
	// UpdateBefore says that one of its readers needs to know what updates replace.
	UpdateBefore bool
}

// DataStreamScan and the like do not occur: scripts have table sources only.

// Calc projects and filters (StreamPhysicalCalc).
type Calc struct {
	Exprs []expr.Expr
	Cond  expr.Expr
	// InputNames are the names that it prints its input's columns by, where those bear others by now.
	InputNames []string
}

// Exchange shuffles by the columns Hash, or to one place if Hash is nil (StreamPhysicalExchange).
type Exchange struct{ Hash []int }

// ChangelogNormalize makes a full changelog of an upsert stream (StreamPhysicalChangelogNormalize).
type ChangelogNormalize struct {
	Key  []int
	Cond expr.Expr
	// SourceReused marks one whose scan is normalized more than once in its tree.
	SourceReused bool
}

// DropUpdateBefore drops the update-before rows (StreamPhysicalDropUpdateBefore).
type DropUpdateBefore struct{}

// WatermarkAssigner is StreamPhysicalWatermarkAssigner.
type WatermarkAssigner struct {
	Rowtime   int
	Watermark expr.Expr
}

// MiniBatchAssigner is StreamPhysicalMiniBatchAssigner.
type MiniBatchAssigner struct {
	IntervalMillis int64
	RowTime        bool
}

// Phase tells the stages of an aggregate apart.
type Phase uint8

// The phases.
const (
	OnePhase Phase = iota
	LocalPhase
	GlobalPhase
)

// PartialFinal tells the two halves of a split distinct aggregate apart.
type PartialFinal uint8

// The halves of a split distinct aggregate.
const (
	NotSplit PartialFinal = iota
	Partial
	Final
)

// GroupAggregate is StreamPhysicalGroupAggregate, or its local and global halves.
type GroupAggregate struct {
	Phase        Phase
	Group        []int
	Calls        []logical.AggCall
	PartialFinal PartialFinal
	Hints        []logical.Hint
	// Retract is set when the changelog is known: per call, whether it prints _RETRACT.
	Retract []bool
	// InputRow and the local buffers, of a local or global half (AggregateInfoList).
	Local *LocalAggregate
	// IndexOfCountStar is printed after the incremental rule, -1 for none.
	IndexOfCountStar int
	// Of a global half: the calls before a COUNT(*) was added to count rows, whether it was, and which call counts
	// rows, -1 for none; LocalRow is what the local half reads.
	Original      []logical.AggCall
	CountInserted bool
	CountAt       int
	LocalRow      *types.Type
	Missed        logical.Missed // why it is no window aggregate
}

// LocalAggregate describes the buffers between the halves of a two-phase aggregate.
type LocalAggregate struct {
	Input       *types.Type // row below the local half
	Buffers     [][]string  // per call, the names of its buffer columns
	Distinct    []DistinctView
	ViewOf      []int  // per call, the distinct view that it aggregates over, -1 for none
	HiddenCount string // name of the COUNT(*) added for retraction, empty for none
}

// DistinctView is a DISTINCT(n) AS distinct$0 of a local aggregate.
type DistinctView struct {
	Name string
	Args []int
}

// IncrementalGroupAggregate is StreamPhysicalIncrementalGroupAggregate.
type IncrementalGroupAggregate struct {
	PartialGroup, FinalGroup []int
	Calls                    []logical.AggCall
	Retract                  []bool
	Local                    *LocalAggregate
}

// GroupWindowAggregate is the legacy group window (StreamPhysicalGroupWindowAggregate).
type GroupWindowAggregate struct {
	logical.WindowAggregate
	Emit string // emit=[…], empty for none
	// ProducesUpdates is set where a window fires more than once.
	ProducesUpdates bool
}

// WindowTableFunction is StreamPhysicalWindowTableFunction.
type WindowTableFunction struct{ Window logical.WindowSpec }

// WindowRef says how an operator over windows finds its window: by the TVF's own time column, or by columns of the
// input that hold the window's bounds.
type WindowRef struct {
	Spec       logical.WindowSpec
	TimeColumn int // time_col of a directly attached window, -1 otherwise
	Start, End int // win_start, win_end columns, -1 otherwise
	SliceEnd   bool
}

// WindowAggregate is a window TVF aggregate in one phase, or its halves.
type WindowAggregate struct {
	Phase      Phase
	Group      []int
	Calls      []logical.AggCall
	Window     WindowRef
	Properties []logical.WindowProperty // window_start, window_end, window_time in output order
	Retract    []bool
	Local      *LocalAggregate
}

// WindowRank is StreamPhysicalWindowRank.
type WindowRank struct {
	logical.Rank
	Window WindowRef
}

// WindowDeduplicate is StreamPhysicalWindowDeduplicate.
type WindowDeduplicate struct {
	Partition []int
	OrderKey  int
	KeepLast  bool
	RowTime   bool
	Window    WindowRef
}

// WindowJoin is StreamPhysicalWindowJoin.
type WindowJoin struct {
	Type        logical.JoinType
	Cond        expr.Expr
	Left, Right WindowRef
}

// InputSpec says what is known of the key of one input of a join (JoinInputSideSpec).
type InputSpec uint8

// The input specs.
const (
	NoUniqueKey InputSpec = iota
	HasUniqueKey
	JoinKeyContainsUniqueKey
)

// Join is a regular join (StreamPhysicalJoin).
type Join struct {
	Type                logical.JoinType
	Cond                expr.Expr
	Hints               []logical.Hint
	LeftSpec, RightSpec InputSpec // filled in when keys are known
	MiniBatch           bool
	Missed              logical.Missed // why it is no interval join
}

// IntervalJoin is StreamPhysicalIntervalJoin; bounds in milliseconds.
type IntervalJoin struct {
	Type logical.JoinType
	Cond expr.Expr
	// Rest is the condition without what bounds the times.
	Rest                expr.Expr
	RowTime             bool
	Lower, Upper        int64
	LeftTime, RightTime int
}

// TemporalJoin is StreamPhysicalTemporalJoin.
type TemporalJoin struct {
	Type logical.JoinType
	Cond expr.Expr
}

// LookupKey is one key of a lookup: a column of the dimension table that is to equal a column of the input, or a literal.
type LookupKey struct {
	Column  string
	Index   int // of the table's row
	Input   int // -1 for a literal
	Literal expr.Expr
}

// LookupJoin is StreamPhysicalLookupJoin.
type LookupJoin struct {
	Type         logical.JoinType
	Table        *catalog.Table
	Source       *connector.Source
	TableRow     *types.Type // the dimension's row, as read
	Keys         []LookupKey
	Calc         *Calc     // on the dimension's side, nil for none
	CalcNames    []string  // the names of its columns before the join made them distinct
	Cond         expr.Expr // residual over both, nil for none
	PreFilter    expr.Expr // over the left, nil for none
	Async, Retry string
	Shuffle      bool
	Materialize  bool
	UpsertKey    []int
	Hints        []logical.Hint
}

// MultiJoin is StreamPhysicalMultiJoin.
type MultiJoin struct {
	// Types and Conditions are those of the input against what precedes; the first is Inner, without condition.
	Types      []logical.JoinType
	Conditions []expr.Expr
	CommonKey  []string
	UniqueKeys []string // per input, as printed
	Keys       [][]int  // common join key per input
	JoinKeys   [][]int  // per input, its columns in the condition that joins it
	Hints      []logical.Hint
}

// RankStrategy is how a Rank treats its input.
type RankStrategy uint8

// The rank strategies.
const (
	UndefinedStrategy RankStrategy = iota
	AppendFast
	UpdateFast
	RetractStrategy
)

// Rank is StreamPhysicalRank; a deduplication too, in the physical section.
type Rank struct {
	logical.Rank
	Strategy   RankStrategy
	PrimaryKey []int          // of UpdateFast
	Missed     logical.Missed // why it is no rank of windows
}

// SortLimit is StreamPhysicalSortLimit.
type SortLimit struct {
	logical.Sort
	Strategy   RankStrategy
	PrimaryKey []int
}

// Limit is StreamPhysicalLimit.
type Limit struct{ logical.Sort }

// Sort is StreamPhysicalSort, TemporalSort StreamPhysicalTemporalSort.
type Sort struct{ logical.Sort }

// TemporalSort sorts by time first.
type TemporalSort struct{ logical.Sort }

// OverAggregate is StreamPhysicalOverAggregate.
type OverAggregate struct{ logical.OverGroup }

// Expand is StreamPhysicalExpand.
type Expand struct{ logical.Expand }

// Union is StreamPhysicalUnion.
type Union struct{}

// Values is StreamPhysicalValues.
type Values struct{ logical.Values }

// Correlate is StreamPhysicalCorrelate: Call is over the input's row.
type Correlate struct {
	ID   int
	Type logical.JoinType
	Call expr.Expr
	Cond expr.Expr
	// FunctionRow is the row of the table function.
	FunctionRow *types.Type
}

// VectorSearch is StreamPhysicalVectorSearchTableFunction: for each row, those of a table that are nearest to a column.
type VectorSearch struct {
	Type          logical.JoinType
	Table         *catalog.Table
	Source        *connector.Source
	Search, Query string // the names of the columns
	TopK          string
	Config        []logical.KeyValue // nil if none was given
	Columns       []string           // of the table, or what is computed of them
	Computed      bool
}

// Match is StreamPhysicalMatch.
type Match struct{ logical.Match }

// ProcessTableFunction is StreamPhysicalProcessTableFunction.
type ProcessTableFunction struct {
	Call expr.Expr
	UID  string
}

// Sink is StreamPhysicalSink.
type Sink struct {
	*logical.Sink
	UpsertMaterialize bool
	// UpsertKeys are those of the rows that reach it, in Flink's order.
	UpsertKeys [][]int
}

func (*TableSourceScan) physicalOp()           {}
func (*IntermediateTableScan) physicalOp()     {}
func (*Calc) physicalOp()                      {}
func (*Exchange) physicalOp()                  {}
func (*ChangelogNormalize) physicalOp()        {}
func (*DropUpdateBefore) physicalOp()          {}
func (*WatermarkAssigner) physicalOp()         {}
func (*MiniBatchAssigner) physicalOp()         {}
func (*GroupAggregate) physicalOp()            {}
func (*IncrementalGroupAggregate) physicalOp() {}
func (*GroupWindowAggregate) physicalOp()      {}
func (*WindowTableFunction) physicalOp()       {}
func (*WindowAggregate) physicalOp()           {}
func (*WindowRank) physicalOp()                {}
func (*WindowDeduplicate) physicalOp()         {}
func (*WindowJoin) physicalOp()                {}
func (*Join) physicalOp()                      {}
func (*IntervalJoin) physicalOp()              {}
func (*TemporalJoin) physicalOp()              {}
func (*LookupJoin) physicalOp()                {}
func (*MultiJoin) physicalOp()                 {}
func (*Rank) physicalOp()                      {}
func (*SortLimit) physicalOp()                 {}
func (*Limit) physicalOp()                     {}
func (*Sort) physicalOp()                      {}
func (*TemporalSort) physicalOp()              {}
func (*OverAggregate) physicalOp()             {}
func (*Expand) physicalOp()                    {}
func (*Union) physicalOp()                     {}
func (*Values) physicalOp()                    {}
func (*Correlate) physicalOp()                 {}
func (*VectorSearch) physicalOp()              {}
func (*Match) physicalOp()                     {}
func (*ProcessTableFunction) physicalOp()      {}
func (*Sink) physicalOp()                      {}
