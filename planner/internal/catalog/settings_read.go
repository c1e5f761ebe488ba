package catalog

import (
	"slices"
	"strings"
	"time"

	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/source"
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
			addSetting(&connector.Option{Key: r[0], Kind: settingKinds[r[1]], Class: r[2], Values: strings.Fields(r[3])})
		}
	}
	settings["execution.buffer-timeout.interval"].Deprecated = []string{"execution.buffer-timeout"}
}

// Read panics with a *diag.Rejection where SET gave one of the keys a value that does not parse.
func (s Settings) Read(keys ...string) {
	if len(s.values) == 0 {
		return
	}
	for _, k := range keys {
		if r := settings[k].Check(s.values); r != nil {
			panic(r)
		}
	}
}

// CheckEnvironment reads what Flink reads once a statement is valid, before it optimizes it.
func (s Settings) CheckEnvironment() {
	if len(s.values) == 0 {
		return
	}
	s.Read("table.exec.resource.default-parallelism")
	s.readRows(environmentRows[:])
	if n, ok := s.values["parallelism.default"]; ok && s.Int("parallelism.default") < 1 && n != "-1" {
		diag.Fail(diag.IllegalArgument, source.Span{}, "Parallelism must be at least one, or ExecutionConfig.PARALLELISM_DEFAULT (use system default).")
	}
	if _, ok := s.values["pipeline.max-parallelism"]; ok {
		switch n := s.Int("pipeline.max-parallelism"); {
		case n < 1:
			diag.Fail(diag.IllegalArgument, source.Span{}, "The maximum parallelism must be greater than 0.")
		case n > 1<<15:
			diag.Fail(diag.IllegalArgument, source.Span{}, "Maximum parallelism must be between 1 and 32768. Found: %d", n)
		}
	}
	if z, ok := s.values["table.local-time-zone"]; ok && !knownZone(z) {
		diag.Fail(diag.Validation, source.Span{}, "Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as "+
			"'America/Los_Angeles' to include daylight saving time. Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. "+
			"Or use 'UTC' without time zone and daylight saving time.")
	}
}

// shortZones are names that Java has as abbreviations only, and those of Go's own.
var shortZones = []string{"", "Local", "EST", "MST", "HST"}

// knownZone reports what Java knows as a time zone (TableConfigUtils.validateTimeZone); where this machine has no zones of
// its own to ask, everything is.
func knownZone(z string) bool {
	if z == "default" || z == "UTC" || z == "GMT" || len(z) == len("GMT+00:00") && (z[:4] == "GMT+" || z[:4] == "GMT-") {
		return true
	}
	if _, err := time.LoadLocation("Europe/Berlin"); err != nil {
		return true
	}
	_, err := time.LoadLocation(z)
	return err == nil && !slices.Contains(shortZones, z)
}

// Zone is the session's time zone, nil for UTC; a zone that this machine does not know is refused as not modelled.
func (s Settings) Zone() *time.Location {
	z, ok := s.values["table.local-time-zone"]
	if !ok || z == "default" || z == "UTC" || z == "GMT" {
		return nil
	}
	if t, err := time.Parse("GMT-07:00", z); err == nil {
		return t.Location()
	}
	loc, err := time.LoadLocation(z)
	if err != nil {
		diag.Unknown(source.Span{}, "the time zone %s", z)
	}
	return loc
}

// CheckJob reads what Flink reads of any plan when it makes a job of it.
func (s Settings) CheckJob() {
	s.Read(everyNode[:]...)
	s.readRows(jobRows[:])
}

func (s Settings) readRows(rows [][4]string) {
	if len(s.values) == 0 {
		return
	}
	for i := range rows {
		s.Read(rows[i][0])
	}
}
