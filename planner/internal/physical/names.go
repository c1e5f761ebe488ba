package physical

import (
	"slices"
	"strconv"
)

// Name is the operator's name.
func (o *TableSourceScan) Name() string {
	if o.Scan != nil && o.Source != nil && o.Source.Legacy != "" {
		return "LegacyTableSourceScan"
	}
	return "TableSourceScan"
}

// Name is the operator's name.
func (*IntermediateTableScan) Name() string { return "IntermediateTableScan" }

// Name is the operator's name.
func (*Calc) Name() string { return "Calc" }

// Name is the operator's name.
func (*Exchange) Name() string { return "Exchange" }

// Name is the operator's name.
func (*ChangelogNormalize) Name() string { return "ChangelogNormalize" }

// Name is the operator's name.
func (*DropUpdateBefore) Name() string { return "DropUpdateBefore" }

// Name is the operator's name.
func (*WatermarkAssigner) Name() string { return "WatermarkAssigner" }

// Name is the operator's name.
func (*MiniBatchAssigner) Name() string { return "MiniBatchAssigner" }

// Name is the operator's name.
func (o *GroupAggregate) Name() string {
	return [...]string{"GroupAggregate", "LocalGroupAggregate", "GlobalGroupAggregate"}[o.Phase]
}

// Name is the operator's name.
func (*IncrementalGroupAggregate) Name() string { return "IncrementalGroupAggregate" }

// Name is the operator's name.
func (*GroupWindowAggregate) Name() string { return "GroupWindowAggregate" }

// Name is the operator's name.
func (*WindowTableFunction) Name() string { return "WindowTableFunction" }

// Name is the operator's name.
func (o *WindowAggregate) Name() string {
	return [...]string{"WindowAggregate", "LocalWindowAggregate", "GlobalWindowAggregate"}[o.Phase]
}

// Name is the operator's name.
func (*WindowRank) Name() string { return "WindowRank" }

// Name is the operator's name.
func (*WindowDeduplicate) Name() string { return "WindowDeduplicate" }

// Name is the operator's name.
func (*WindowJoin) Name() string { return "WindowJoin" }

// Name is the operator's name.
func (*Join) Name() string { return "Join" }

// Name is the operator's name.
func (*IntervalJoin) Name() string { return "IntervalJoin" }

// Name is the operator's name.
func (*TemporalJoin) Name() string { return "TemporalJoin" }

// Name is the operator's name.
func (*LookupJoin) Name() string { return "LookupJoin" }

// Name is the operator's name.
func (*MultiJoin) Name() string { return "MultiJoin" }

// Name is the operator's name.

// Name is the operator's name.
func (*Rank) Name() string { return "Rank" }

// Name is the operator's name.
func (*SortLimit) Name() string { return "SortLimit" }

// Name is the operator's name.
func (*Limit) Name() string { return "Limit" }

// Name is the operator's name.
func (*Sort) Name() string { return "Sort" }

// Name is the operator's name.
func (*TemporalSort) Name() string { return "TemporalSort" }

// Name is the operator's name.
func (*OverAggregate) Name() string { return "OverAggregate" }

// Name is the operator's name.
func (*Expand) Name() string { return "Expand" }

// Name is the operator's name.
func (*Union) Name() string { return "Union" }

// Name is the operator's name.
func (*Values) Name() string { return "Values" }

// Name is the operator's name.
func (*Correlate) Name() string { return "Correlate" }

// Name is the operator's name.
func (*VectorSearch) Name() string { return "VectorSearchTableFunction" }

// Name is the operator's name.
func (*Match) Name() string { return "Match" }

// Name is the operator's name.
func (*ProcessTableFunction) Name() string { return "ProcessTableFunction" }

// Name is the operator's name.
func (o *Sink) Name() string {
	if o.Sink == nil {
		return "Sink"
	}
	return o.Sink.Name()
}

// FreshName is name, with the first free number appended if names has it (RowTypeUtils.getUniqueName).
func FreshName(names []string, name string) string {
	fresh := name
	for i := 0; slices.Contains(names, fresh); i++ {
		fresh = name + "_" + strconv.Itoa(i)
	}
	return fresh
}
