package rewrite

import "rowkind/planner/internal/catalog"

// Settings are the session's settings.
type Settings = catalog.Settings

// The settings that the logical phases look at.
const (
	settingDistinctSplit = "table.optimizer.distinct-agg.split.enabled"
	settingBuckets       = "table.optimizer.distinct-agg.split.bucket-num"
	settingMultiJoin     = "table.optimizer.multi-join.enabled"
	settingJoinReorder   = "table.optimizer.join-reorder-enabled"
	settingBushy         = "table.optimizer.bushy-join-reorder-threshold"
	settingIdleTimeout   = "table.exec.source.idle-timeout"
)
