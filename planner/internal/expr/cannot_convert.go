package expr

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
)

// CannotConvert refuses an operator of Calcite that Flink has no counterpart of (VolcanoPlanner). Flink goes on with all
// that its planner holds then.
func CannotConvert(operator string, at source.Span) {
	diag.Fail("org.apache.calcite.plan.RelOptPlanner$CannotPlanException", at, "There are not enough rules to produce a node with desired "+
		"properties: convention=LOGICAL, FlinkRelDistributionTraitDef=any, MiniBatchIntervalTraitDef=None: 0, ModifyKindSetTraitDef=[NONE], "+
		"UpdateKindTraitDef=[NONE], DuplicateChangesTraitDef=[NONE].\nMissing conversion is %s[convention: NONE -> LOGICAL]", operator)
}
