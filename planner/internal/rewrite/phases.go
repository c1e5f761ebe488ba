package rewrite

import "slices"

// phases are Flink's logical phases in their order (FlinkStreamProgram), each with its rules in the order of
// FlinkStreamRuleSets. A rule that is absent here has no effect on what scripts can say (Python, async, legacy sources).
var phases = []phase{
	{name: "subquery_rewrite", steps: []step{
		{name: "rewrite sub-queries to semi-join", flavour: sequence, rules: []*rule{
			filterSimplifySub,
			subQueryScalarCount,
			subQueryRemove,
			joinTypeCoerce,
			joinPushExpressions,
		}},
		{name: "sub-queries remove", flavour: collection, rules: []*rule{filterSubQuery, projectSubQuery, joinSubQuery}},
		{name: "read window functions", flavour: whole, tree: markWindows},
	}},
	{name: "temporal_join_rewrite", steps: []step{
		{name: "convert correlate to temporal table join", flavour: sequence, rules: []*rule{correlateToLookup, correlateToTemporal}},
	}},
	{name: "decorrelate", steps: []step{
		{name: "decorrelate", flavour: whole, tree: decorrelate},
	}},
	{name: "default_rewrite", steps: []step{
		{name: "default rewrite", flavour: sequence, rules: []*rule{
			filterSimplify,
			joinSimplify,
			joinTypeCoerce,
			joinPushExpressions,
			coalesceUnreachable,
			coalesceEquiJoin,
			filterReduce,
			projectReduce,
			joinReduce,
			pullUpConstants,
			projectMerge,
			groupWindow,
			projectToWindow,
			windowProperties,
			windowPropertiesHaving,
			coerceSetOp,
			notInOrIn,
			fetchZero,
			filterMerge,
			unnestCorrelate,
			unnestConstant,
			searchConstant,
			functionJoin,
			wrapJSON,
			countStarInput,
		}},
	}},
	{name: "predicate_pushdown", rounds: 5, steps: []step{
		{name: "join predicate rewrite", flavour: sequence, rules: []*rule{joinDerive}},
		{name: "filter rules", flavour: collection, rules: append(filterRules[:len(filterRules):len(filterRules)],
			filterSimplify,
			joinSimplify,
			joinTypeCoerce,
			joinPushExpressions,
			filterReduce,
			projectReduce,
			joinReduce,
		)},
	}},
	{name: "predicate_pushdown", steps: []step{
		{name: "push down partitions into table scan", flavour: sequence, rules: []*rule{partitionsIntoScan}},
		{name: "push down filters into table scan", flavour: sequence, rules: []*rule{filterIntoScan}},
		{name: "prune empty after predicate push down", flavour: sequence, rules: pruneRules},
	}},
	{name: "join_reorder", steps: []step{
		{name: "do join reorder", flavour: whole, tree: reorderJoins},
	}},
	{name: "multi_join", steps: []step{
		{name: "merge binary regular joins into MultiJoin", flavour: collection, rules: []*rule{joinToMultiJoin}},
	}},
	{name: "project_rewrite", steps: []step{
		{name: "project rules", flavour: collection, rules: projectRules},
		{name: "multi-way joins met", flavour: whole, tree: noteMultiJoins},
	}},
	// A volcano phase: its rules compete by cost. What wins is written down as a sequence; see cost.go.
	{name: "logical", steps: volcanoSteps, volcano: true},
	{name: "logical", steps: []step{
		{name: "same multi-way joins", flavour: whole, tree: sameMultiJoins},
		{name: "scans", flavour: sequence, rules: []*rule{projectSnapshot, projectWatermark, projectMerge, projectRemove, projectIntoScan, aggregateProjectMerge, windowProjectMerge, sortProject, projectSort, projectMerge, limitIntoScan}},
		{name: "calcs", flavour: whole, tree: calcs},
	}},
	{name: "logical_rewrite", steps: []step{
		{name: "logical rewrite", flavour: sequence, rules: []*rule{
			watermarkAcrossCalc,
			watermarkIntoScan,
			rankFromOver,
			rankNarrow,
			constantRankNumber,
			splitAggregate,
			calcSnapshot,
			calcMerge,
			unusedRankNumber,
			calcRemove,
			filterInCalcIntoScan,
			temporalKey,
		}},
		{name: "event time temporal join", flavour: sequence, rules: []*rule{noFilterOnVersions}},
	}},
	{name: "time_indicator", steps: []step{
		{name: "convert time indicators", flavour: whole, tree: timeIndicators},
	}},
}

// volcanoSteps are the rules that look at no scan.
var volcanoSteps = []step{
	{name: "calls", flavour: sequence, rules: []*rule{aggregateRemove, aggregateSemiJoin, keyForCall, filterKeyForCall, pruneCalls}},
	{name: "snapshots", flavour: whole, tree: plainSnapshots},
	{name: "joins below aggregates", flavour: sequence, rules: []*rule{aggregateJoinRemove}},
	{name: "rules", flavour: collection, rules: logicalRules},
	{name: "columns said twice", flavour: sequence, rules: []*rule{semiJoinRepeated}},
	{name: "aggregate functions", flavour: whole, tree: reduceAggregates},
	{name: "rules again", flavour: collection, rules: logicalRules},
	{name: "projections of semi-joins", flavour: sequence, rules: []*rule{semiProject}},
}

// filterRules are FILTER_RULES.
var filterRules = []*rule{
	filterIntoJoin,
	joinConditionPush,
	filterAggregate,
	filterProject,
	filterSetOp,
	filterMerge,
}

// filterJoinRules are those of FILTER_RULES that do not work against projectRules: the two kinds compete by cost in the
// volcano planner, and a filter over a projection is the same Calc as a projection over a filter.
var filterJoinRules = []*rule{
	filterIntoJoin,
	joinConditionPush,
	filterAggregate,
	filterSetOp,
	filterMerge,
}

// projectRules are PROJECT_RULES.
var projectRules = append(projectLogicalRules(projectJoin), projectWindowFunction)

// projectLogicalRules are those of PROJECT_RULES that always win in the volcano planner, but for join, which is one of its
// flavours.
func projectLogicalRules(join *rule) []*rule {
	return []*rule{
		projectFilter,
		join,
		projectMultiJoin,
		projectSemiJoin,
		projectMerge,
		projectRemove,
		pullUpConstants,
		projectSetOp,
	}
}

// pruneRules are PRUNE_EMPTY_RULES.
var pruneRules = []*rule{
	pruneSetOp,
	pruneSingle,
	pruneJoin,
	aggregateValues,
}

// logicalRules are those of LOGICAL_OPT_RULES that always win.
var logicalRules = slices.Concat(pruneRules, []*rule{
	unionRemove,
	unionToDistinct,
	intersectToSemiJoin,
	intersectAll,
	minusToAntiJoin,
	minusAll,
	aggregateRemove,
	aggregateProjectMerge,
	aggregateProjectOrder,
	windowProjectMerge,
	decomposeSets,
	filterExpanded,
	unionAggregate,
	aggregateJoinRemove,
	projectJoinRemove,
	aggregateJoin,
	semiJoin,
	semiJoinProject,
	pruneCalls,
	projectMultiJoinAny,
}, filterJoinRules, projectLogicalRules(projectJoinCheaper), []*rule{projectWindowScan})
