package logical

// The names are those of Calcite's classes without their convention; the text writer puts Logical or FlinkLogical before them.

// Name is the operator's name.
func (*Scan) Name() string { return "TableScan" }

// Name is the operator's name.
func (*IntermediateTableScan) Name() string { return "IntermediateTableScan" }

// Name is the operator's name.
func (*Project) Name() string { return "Project" }

// Name is the operator's name.
func (*Filter) Name() string { return "Filter" }

// Name is the operator's name.
func (*Calc) Name() string { return "Calc" }

// Name is the operator's name.
func (*Join) Name() string { return "Join" }

// Name is the operator's name.
func (*Aggregate) Name() string { return "Aggregate" }

// Name is the operator's name.
func (*WindowAggregate) Name() string { return "WindowAggregate" }

// Name is the operator's name.
func (*Sort) Name() string { return "Sort" }

// Name is Union, Intersect or Minus.
func (o *SetOp) Name() string { return [...]string{"Union", "Intersect", "Minus"}[o.Kind] }

// Name is the operator's name.
func (*Values) Name() string { return "Values" }

// Name is the operator's name.
func (*TableFunctionScan) Name() string { return "TableFunctionScan" }

// Name is the operator's name.
func (*Correlate) Name() string { return "Correlate" }

// Name is the operator's name.
func (*Snapshot) Name() string { return "Snapshot" }

// Name is the operator's name.
func (*Uncollect) Name() string { return "Uncollect" }

// Name is the operator's name.
func (*WatermarkAssigner) Name() string { return "WatermarkAssigner" }

// Name is the operator's name.
func (*Expand) Name() string { return "Expand" }

// Name is the operator's name.
func (*Rank) Name() string { return "Rank" }

// Name is the operator's name.
func (*Over) Name() string { return "OverAggregate" }

// Name is the operator's name.
func (*Match) Name() string { return "Match" }

// Name is the operator's name.
func (*MultiJoin) Name() string { return "MultiJoin" }

// Name is the operator's name.
func (o *Sink) Name() string {
	if o.Sink != nil && o.Sink.Legacy != "" {
		return "LegacySink"
	}
	return "Sink"
}
