package connector

import (
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/expr"
	"rowkind/planner/internal/mode"
	"rowkind/planner/internal/source"
	"rowkind/planner/internal/types"
	"slices"
	"strings"
)

var filesystemSpecs = []spec{{id: "filesystem", required: texts("path format"), optional: filesystemOptions,
	source: filesystemSource, sink: filesystemSink}}

const filesPackage = "org.apache.flink.connector.file.table."

var filesystemOptions = join(
	texts("source.path.regex-pattern partition.time-extractor.class partition.time-extractor.timestamp-formatter "+
		"partition.time-extractor.timestamp-pattern sink.partition-commit.policy.kind sink.partition-commit.policy.class "+
		"sink.partition-commit.policy.class.parameters"),
	[]Option{
		opt("partition.default-name", Text).or("__DEFAULT_PARTITION__"), opt("source.monitor-interval", Duration),
		enum("source.report-statistics", filesPackage+"FileSystemConnectorOptions$FileStatisticsType", "none all").or("all"),
		opt("sink.rolling-policy.file-size", Memory).or("128 mb"), opt("sink.rolling-policy.rollover-interval", Duration).or("30 min"),
		opt("sink.rolling-policy.inactivity-interval", Duration).or("30 min"), opt("sink.rolling-policy.check-interval", Duration).or("1 min"),
		opt("sink.shuffle-by-partition.enable", Bool).or("false"), opt("partition.time-extractor.kind", Text).or("default"),
		enum("sink.partition-commit.trigger", filesPackage+"FileSystemConnectorOptions$PartitionCommitTriggerType", "partition-time process-time").or("process-time"),
		opt("sink.partition-commit.delay", Duration).or("0 ms"), opt("sink.partition-commit.watermark-time-zone", Text).or("UTC"),
		opt("sink.partition-commit.success-file.name", Text).or("_SUCCESS"), opt("auto-compaction", Bool).or("false"),
		opt("compaction.file-size", Memory), opt("sink.parallelism", Int),
	})

// fileFormat finds the format of a file table, which may be one for files only.
func (b *build) fileFormat() *chosen {
	b.validateExcept(b.Options["format"] + ".")
	id := b.Options["format"]
	for i := range formats {
		f := &formats[i]
		if f.id == id && (b.sink && f.encodes || !b.sink && f.decodes) {
			c := chosen{f, id + "."}
			if !f.files {
				b.createFormat(c)
			}
			return &c
		}
	}
	fail("Could not find any format factory for identifier '%s' in the classpath.", id)
	return nil
}

func filesystemSource(b *build) *Source {
	f := b.fileFormat()
	return &Source{
		Name: "Filesystem", Class: filesPackage + "FileSystemTableSource", Mode: f.mode, Bounded: !b.has("source.monitor-interval"),
		Projection: true, Limit: true, Partitions: true, PartitionList: []map[string]string{}, ReadsMetadata: true, MetadataProjection: true, Metadata: fileMetadata,
		Filter:     func(expr.Expr, []Column) (accepted, remains bool) { return true, true },
		Documented: f.files,
		Late: func(produced []Column) error {
			// A partitioned table without directories is an empty source, and no decoder is made.
			if len(b.PartitionKeys) > 0 {
				return nil
			}
			if f.whole {
				return lateOf(b, coder{f, b.Physical})
			}
			return lateOf(b, coder{f, b.withoutMetadata(produced)})
		},
	}
}

// withoutMetadata keeps the physical columns of a produced row.
func (b *build) withoutMetadata(produced []Column) []Column {
	var out []Column
	for _, c := range produced {
		if b.index(c.Name) >= 0 {
			out = append(out, c)
		}
	}
	return out
}

var fileMetadata = []Metadata{md("file.path", text1), md("file.name", text1), md("file.size", types.BigIntType.WithNullable(false)),
	md("file.modification-time", types.LTZ3.WithNullable(false))}

func filesystemSink(b *build) *Sink {
	f := b.fileFormat()
	n, given := atoi(b.get("sink.parallelism")), b.has("sink.parallelism")
	s := &Sink{
		Name: "Filesystem", Class: filesPackage + "FileSystemTableSink", Overwrite: true, Partitioning: true,
		StreamingOverwriteRefused: true, Documented: f.files,
		ModeFor: func(k mode.Kinds) mode.Kinds {
			if given && !k.InsertOnly() {
				panic(diag.Newf(diag.Validation, source.Span{}, "Currently, filesystem sink doesn't support setting parallelism (%d) by 'sink.parallelism' "+
					"when the input stream is not INSERT only. The row kinds of input stream are [%s]", n, shortKinds(k)))
			}
			return f.mode
		},
		Late: func(consumed []Column, _ mode.Kinds) error {
			var cols []Column
			for _, c := range b.Physical {
				if !slices.Contains(b.PartitionKeys, c.Name) {
					cols = append(cols, c)
				}
			}
			return lateOf(b, coder{f, cols})
		},
	}
	return s
}

// shortKinds spells kinds as RowKind.shortString does.
func shortKinds(k mode.Kinds) string {
	var w []string
	for _, p := range []struct {
		k mode.Kinds
		s string
	}{{mode.Insert, "+I"}, {mode.UpdateBefore, "-U"}, {mode.UpdateAfter, "+U"}, {mode.Delete, "-D"}} {
		if k.Has(p.k) {
			w = append(w, p.s)
		}
	}
	return strings.Join(w, ",")
}
