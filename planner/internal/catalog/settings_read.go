package catalog

import (
	"strings"

	"rowkind/planner/internal/connector"
)

// environmentRows are options of the job that Flink reads to set up its environment before it optimizes anything
// (StreamExecutionEnvironment.configure, PlannerBase.beforeTranslation): key, kind, and for enums the class and the
// constants.
var environmentRows = [...][4]string{
	{"parallelism.default", "Int", "", ""},
	{"pipeline.max-parallelism", "Int", "", ""},
	{"pipeline.auto-watermark-interval", "Duration", "", ""},
	{"pipeline.object-reuse", "Bool", "", ""},
	{"pipeline.generic-types", "Bool", "", ""},
	{"pipeline.force-avro", "Bool", "", ""},
	{"pipeline.force-kryo", "Bool", "", ""},
	{"pipeline.force-kryo-avro", "Bool", "", ""},
	{"pipeline.closure-cleaner-level", "Enum", "org.apache.flink.api.common.ExecutionConfig$ClosureCleanerLevel", "NONE TOP_LEVEL RECURSIVE"},
	{"execution.checkpointing.interval", "Duration", "", ""},
	{"execution.checkpointing.interval-during-backlog", "Duration", "", ""},
	{"execution.checkpointing.timeout", "Duration", "", ""},
	{"execution.checkpointing.min-pause", "Duration", "", ""},
	{"execution.checkpointing.aligned-checkpoint-timeout", "Duration", "", ""},
	{"execution.checkpointing.max-concurrent-checkpoints", "Int", "", ""},
	{"execution.checkpointing.tolerable-failed-checkpoints", "Int", "", ""},
	{"execution.checkpointing.unaligned.enabled", "Bool", "", ""},
	{"execution.checkpointing.unaligned.max-subtasks-per-channel-state-file", "Int", "", ""},
	{"execution.checkpointing.snapshot-compression", "Bool", "", ""},
	{"execution.checkpointing.mode", "Enum", "org.apache.flink.core.execution.CheckpointingMode", "EXACTLY_ONCE AT_LEAST_ONCE"},
	{"execution.checkpointing.externalized-checkpoint-retention", "Enum", "org.apache.flink.configuration.ExternalizedCheckpointRetention",
		"DELETE_ON_CANCELLATION RETAIN_ON_CANCELLATION NO_EXTERNALIZED_CHECKPOINTS"},
	{"task.cancellation.interval", "Duration", "", ""},
	{"task.cancellation.timeout", "Duration", "", ""},
	{"metrics.latency.interval", "Duration", "", ""},
}

// jobRows are options that Flink reads as it makes a job of the plan, whatever the plan is (Transformation, StreamGraph).
var jobRows = [...][4]string{
	{"pipeline.vertex-description-mode", "Enum", "org.apache.flink.configuration.PipelineOptions$VertexDescriptionMode", "TREE CASCADING"},
	{"pipeline.vertex-name-include-index-prefix", "Bool", "", ""},
	{"execution.state-recovery.claim-mode", "Enum", "org.apache.flink.core.execution.RecoveryClaimMode", "CLAIM NO_CLAIM LEGACY"},
	{"execution.buffer-timeout.interval", "Duration", "", ""},
}

// everyNode are the options of the table environment that all operators read as they become part of a job.
var everyNode = [...]string{"table.exec.simplify-operator-name-enabled", "table.exec.uid.generation",
	"table.generated-code.max-length", "table.generated-code.max-members"}

func init() {
	for _, rows := range [...][][4]string{environmentRows[:], jobRows[:]} {
		for _, r := range rows {
			settings[r[0]] = &connector.Option{Key: r[0], Kind: settingKinds[r[1]], Class: r[2], Values: strings.Fields(r[3])}
		}
	}
	settings["execution.buffer-timeout.interval"].Deprecated = []string{"execution.buffer-timeout"}
}

// Read panics with a *diag.Rejection where SET gave one of the keys a value that does not parse.
func (s Settings) Read(keys ...string) {
	if len(s) == 0 {
		return
	}
	for _, k := range keys {
		if r := settings[k].Check(s); r != nil {
			panic(r)
		}
	}
}

// CheckEnvironment reads what Flink reads once a statement is valid, before it optimizes it.
func (s Settings) CheckEnvironment() {
	s.Read("table.exec.resource.default-parallelism")
	s.readRows(environmentRows[:])
}

// CheckJob reads what Flink reads of any plan when it makes a job of it.
func (s Settings) CheckJob() {
	s.Read(everyNode[:]...)
	s.readRows(jobRows[:])
}

func (s Settings) readRows(rows [][4]string) {
	if len(s) == 0 {
		return
	}
	for i := range rows {
		s.Read(rows[i][0])
	}
}
