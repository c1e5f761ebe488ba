package physical

// Every has one of each operator, for tests that see to it that every pass knows all of them.
func Every() []Op {
	return []Op{
		&TableSourceScan{}, &IntermediateTableScan{Block: &Block{}}, &Calc{}, &Exchange{}, &ChangelogNormalize{}, &DropUpdateBefore{}, &WatermarkAssigner{},
		&MiniBatchAssigner{}, &GroupAggregate{}, &IncrementalGroupAggregate{}, &GroupWindowAggregate{}, &WindowTableFunction{},
		&WindowAggregate{}, &WindowRank{}, &WindowDeduplicate{}, &WindowJoin{}, &Join{}, &IntervalJoin{}, &TemporalJoin{},
		&LookupJoin{}, &MultiJoin{}, &Rank{}, &SortLimit{}, &Limit{}, &Sort{}, &TemporalSort{}, &OverAggregate{},
		&Expand{}, &Union{}, &Values{}, &Correlate{}, &VectorSearch{}, &Match{}, &ProcessTableFunction{}, &Sink{},
	}
}
