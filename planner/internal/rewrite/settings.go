package rewrite

// Settings are the session settings that the logical phases look at (planner-map of Flink: TableConfig).
type Settings struct {
	// DistinctSplit is table.optimizer.distinct-agg.split.enabled, Buckets its bucket-num.
	DistinctSplit bool
	Buckets       int64
	// MultiJoin is table.optimizer.multi-join.enabled.
	MultiJoin bool
	// JoinReorder is table.optimizer.join-reorder-enabled.
	JoinReorder bool
	// SourceIdleMillis is table.exec.source.idle-timeout.
	SourceIdleMillis int64
	// MiniBatch is table.exec.mini-batch.enabled.
	MiniBatch bool
	// TimeZone is table.local-time-zone, for folding.
	TimeZone string
}
