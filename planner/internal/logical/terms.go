package logical

import "rowkind/planner/internal/rel"

// Terms writes the attributes.
func (o *Scan) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Project) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Filter) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Calc) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Join) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Aggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WindowAggregate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Sort) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *SetOp) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Values) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *TableFunctionScan) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Correlate) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Snapshot) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Uncollect) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *WatermarkAssigner) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Expand) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Rank) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Over) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Match) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *MultiJoin) Terms(w *rel.Terms) {}

// Terms writes the attributes.
func (o *Sink) Terms(w *rel.Terms) {}
