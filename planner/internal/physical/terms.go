package physical

import "rowkind/planner/internal/rel"

// Terms writes the attributes.
func (o *TableSourceScan) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Calc) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Exchange) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *ChangelogNormalize) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *DropUpdateBefore) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WatermarkAssigner) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *MiniBatchAssigner) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *GroupAggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *IncrementalGroupAggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *GroupWindowAggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WindowTableFunction) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WindowAggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WindowRank) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WindowDeduplicate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WindowJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Join) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *IntervalJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *TemporalJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *LookupJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *MultiJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *DeltaJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Rank) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *SortLimit) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Limit) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Sort) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *TemporalSort) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *OverAggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Expand) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Union) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Values) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Correlate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Match) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *ProcessTableFunction) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Sink) Terms(w *rel.Terms) {}
