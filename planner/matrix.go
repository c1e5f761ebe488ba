package planner

import (
	"context"
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
)

// matrices sets each planned or refused INSERT against the kinds of sink and source and against the settings, and, where
// its key differs from the sink's, the ways to settle that side by side.
func matrices(ctx context.Context, script string, res *Result, plan planFunc) {
	for i := range res.Statements {
		s := &res.Statements[i]
		if s.Verdict != Planned && s.Verdict != Rejected || ctx.Err() != nil {
			continue
		}
		fs := fixersOf(ctx, script, res, s, plan)
		for i := 0; i < len(fs) && s.Comparison == nil; i++ {
			s.Comparison = fs[i].comparison()
		}
		f := newFixer(ctx, script, res, s, plan)
		if f.stmt == nil || !plansAnything(f.stmt) {
			continue
		}
		for _, m := range []Matrix{f.sinkMatrix(), f.sourceMatrix(), f.settingMatrix()} {
			if len(m.Rows) > 0 {
				s.Matrices = append(s.Matrices, m)
			}
		}
	}
}

// plansAnything reports whether a statement is a query or an insert, explained or not.
func plansAnything(st ast.Statement) bool {
	switch x := st.(type) {
	case *ast.Explain:
		return plansAnything(x.Statement)
	case *ast.Execute:
		return plansAnything(x.Statement)
	case *ast.QueryStatement, *ast.Insert, *ast.StatementSet:
		return true
	}
	return false
}

// variant plans the script with edits and gives the statement's twin.
func (f *fixer) variant(edits []Edit) *Answer {
	if f.ctx.Err() != nil {
		return nil
	}
	p := patch{original: f.script, edits: sortedEdits(edits)}
	twin := func(end int) bool { return p.inOriginal(end) == f.s.Span.End }
	after := f.plan(f.ctx, Apply(f.script, edits), twin)
	if n := len(after.Statements); after.Problem == nil && n > 0 && twin(after.Statements[n-1].Span.End) {
		return &after.Statements[n-1].Answer
	}
	return nil
}

// row is what a variant answers, as a row of a matrix.
func (f *fixer) row(title string, edits []Edit) (MatrixRow, bool) {
	a := f.variant(edits)
	if a == nil {
		return MatrixRow{}, false
	}
	facts := factsOf(a)
	return MatrixRow{Title: title, Verdict: a.Verdict, Mode: facts.intoSink, Inserted: facts.inserted, Message: facts.rejected, Edits: edits}, true
}

// tableKind is a connector that a matrix tries.
type tableKind struct {
	title   string
	keyed   bool
	options [][2]string
}

var sinkKinds = []tableKind{
	{"kafka, json", false, [][2]string{{"connector", "kafka"}, {"topic", "t"}, {"properties.bootstrap.servers", "localhost:9092"}, {"format", "json"}}},
	{"kafka, debezium-json", false, [][2]string{{"connector", "kafka"}, {"topic", "t"}, {"properties.bootstrap.servers", "localhost:9092"}, {"format", "debezium-json"}}},
	{"upsert-kafka", true, [][2]string{{"connector", "upsert-kafka"}, {"topic", "t"}, {"properties.bootstrap.servers", "localhost:9092"}, {"key.format", "json"}, {"value.format", "json"}}},
	{"jdbc with a key", true, [][2]string{{"connector", "jdbc"}, {"url", "jdbc:postgresql://localhost:5432/db"}, {"table-name", "t"}}},
	{"jdbc without a key", false, [][2]string{{"connector", "jdbc"}, {"url", "jdbc:postgresql://localhost:5432/db"}, {"table-name", "t"}}},
	{"filesystem, csv", false, [][2]string{{"connector", "filesystem"}, {"path", "/tmp/t"}, {"format", "csv"}}},
}

var sourceKinds = []tableKind{
	{"kafka, json", false, [][2]string{{"connector", "kafka"}, {"topic", "t"}, {"properties.bootstrap.servers", "localhost:9092"}, {"scan.startup.mode", "earliest-offset"}, {"format", "json"}}},
	{"kafka, debezium-json", true, [][2]string{{"connector", "kafka"}, {"topic", "t"}, {"properties.bootstrap.servers", "localhost:9092"}, {"scan.startup.mode", "earliest-offset"}, {"format", "debezium-json"}}},
	{"upsert-kafka", true, [][2]string{{"connector", "upsert-kafka"}, {"topic", "t"}, {"properties.bootstrap.servers", "localhost:9092"}, {"key.format", "json"}, {"value.format", "json"}}},
	{"mysql-cdc", true, [][2]string{{"connector", "mysql-cdc"}, {"hostname", "localhost"}, {"username", "flink"}, {"password", "flink"}, {"database-name", "db"}, {"table-name", "t"}}},
	{"jdbc", true, [][2]string{{"connector", "jdbc"}, {"url", "jdbc:postgresql://localhost:5432/db"}, {"table-name", "t"}}},
}

// sinkMatrix is the same INSERT against each kind of sink.
func (f *fixer) sinkMatrix() Matrix {
	m := Matrix{Kind: "sinks", Title: "The same INSERT into other sinks"}
	if f.sink == nil || f.sink.Schema == nil || f.sink.Like != nil || f.sink.As != nil {
		return m
	}
	key := keyColumns(f.sink)
	if len(key) == 0 {
		if keys := f.queryKeys(); len(keys) > 0 {
			key = keys[0]
		}
	}
	for _, k := range sinkKinds {
		if k.keyed && len(key) == 0 {
			continue
		}
		edit, ok := f.redeclare(f.sink, f.sinkAt, k, key)
		if !ok {
			continue
		}
		title := k.title
		if k.keyed {
			title += " (" + strings.Join(key, ", ") + ")"
		}
		if row, ok := f.row(title, []Edit{edit}); ok {
			row.Current = isKind(f.sink, k)
			m.Rows = append(m.Rows, row)
		}
	}
	return m
}

// sourceMatrix is the same statement over each kind of its first source.
func (f *fixer) sourceMatrix() Matrix {
	m := Matrix{Kind: "sources"}
	sources := f.sources()
	if len(sources) == 0 {
		return m
	}
	src := sources[0]
	if src.create.Schema == nil || src.create.Like != nil || src.create.As != nil {
		return m
	}
	m.Title = "The same query over another kind of " + src.create.Name.Simple()
	key := keyColumns(src.create)
	if columns := physicalColumns(src.create); len(key) == 0 && len(columns) > 0 {
		key = columns[:1]
	}
	for _, k := range sourceKinds {
		edit, ok := f.redeclare(src.create, src.at, k, key)
		if !ok {
			continue
		}
		title := k.title
		if k.keyed {
			title += " (" + strings.Join(key, ", ") + ")"
		}
		if row, ok := f.row(title, []Edit{edit}); ok {
			row.Current = isKind(src.create, k)
			m.Rows = append(m.Rows, row)
		}
	}
	return m
}

func isKind(c *ast.CreateTable, k tableKind) bool {
	if optionOf(c, "connector") != k.options[0][1] {
		return false
	}
	for _, o := range k.options {
		if o[0] == "format" && optionOf(c, "format") != o[1] {
			return false
		}
	}
	return k.options[0][1] != "jdbc" || k.keyed == hasPrimaryKey(c)
}

// redeclare writes a table's declaration anew: its columns and watermark, the connector of k, the key if k has one.
func (f *fixer) redeclare(c *ast.CreateTable, base int, k tableKind, key []string) (Edit, bool) {
	sql := f.textAt(base)
	var parts []string
	for i := range c.Schema.Columns {
		col := &c.Schema.Columns[i]
		if col.Metadata {
			return Edit{}, false
		}
		end := col.Span().End
		if col.Constraint != nil {
			end = min(end, keyStart(sql, col))
		}
		if col.Span().Start < 0 || end > len(sql) || end <= col.Span().Start {
			return Edit{}, false
		}
		parts = append(parts, strings.TrimSpace(sql[col.Span().Start:end]))
	}
	if w := c.Schema.Watermark; w != nil {
		parts = append(parts, sql[w.Span().Start:w.Span().End])
	}
	if k.keyed {
		parts = append(parts, "PRIMARY KEY ("+quoteNames(key)+") NOT ENFORCED")
	}
	var opts []string
	for _, o := range k.options {
		value := o[1]
		if value == "t" {
			value = c.Name.Simple()
		}
		opts = append(opts, "'"+o[0]+"' = '"+value+"'")
	}
	text := "CREATE TABLE " + sql[c.Name.Span().Start:c.Name.Span().End] + " (\n  " + strings.Join(parts, ",\n  ") + "\n) WITH (\n  " + strings.Join(opts, ",\n  ") + "\n)"
	return at(base, c.Span().Start, c.Span().End, text, "declared as "+k.title), true
}

func keyStart(sql string, col *ast.Column) int {
	end := max(col.Constraint.Span().End, col.Span().End)
	if i := strings.Index(strings.ToUpper(sql[col.Span().Start:min(end, len(sql))]), "PRIMARY"); i >= 0 {
		return col.Span().Start + i
	}
	return end
}

// trial is a setting to try, with what it means.
type trial struct{ set, meaning string }

// keys are those of the SET statements.
func (t trial) keys() []string {
	var keys []string
	for line := range strings.Lines(t.set) {
		keys = append(keys, strings.Split(line, "'")[1])
	}
	return keys
}

// settings are the ones that can change a plan.
var settings = []trial{
	{"SET 'table.exec.mini-batch.enabled' = 'true';\nSET 'table.exec.mini-batch.allow-latency' = '2 s';\nSET 'table.exec.mini-batch.size' = '5000';", "changes are gathered and processed in batches, results come later"},
	{"SET 'table.optimizer.distinct-agg.split.enabled' = 'true';", "COUNT(DISTINCT …) is computed in buckets first, against skew"},
	{"SET 'table.optimizer.multi-join.enabled' = 'true';", "joins on one key are one operator without state between them"},
	{"SET 'table.exec.source.cdc-events-duplicate' = 'true';", "a changelog source is taken to repeat events, and normalized by its key"},
	{"SET 'table.exec.sink.upsert-materialize' = 'NONE';", "the sink keeps no history; late updates may hit another key's row"},
	{"SET 'table.exec.sink.upsert-materialize' = 'FORCE';", "the sink materializes whatever the keys"},
	{"SET 'table.exec.sink.require-on-conflict' = 'false';", "no ON CONFLICT is asked for, as before Flink 2.3"},
	{"SET 'table.optimizer.non-deterministic-update.strategy' = 'TRY_RESOLVE';", "non-deterministic columns are checked, or materialized at lookups"},
	{"SET 'table.exec.emit.early-fire.enabled' = 'true';\nSET 'table.exec.emit.early-fire.delay' = '5 s';", "group windows send results before they end, and update them"},
}

// settingMatrix are the settings that would change this very plan, and how.
func (f *fixer) settingMatrix() Matrix {
	m := Matrix{Kind: "settings", Title: "Settings that would change this plan"}
	for _, set := range settings {
		if !f.s.asked.Any(set.keys()...) {
			continue
		}
		edits := []Edit{f.before(set.set+"\n\n", set.meaning)}
		a := f.variant(edits)
		if a == nil || a.Verdict == f.s.Verdict && a.Keys == f.s.Keys && sameRoot(a, &f.s.Answer) {
			continue
		}
		facts := factsOf(a)
		m.Rows = append(m.Rows, MatrixRow{
			Title: set.set, Verdict: a.Verdict, Mode: facts.intoSink, Inserted: facts.inserted, Message: facts.rejected,
			Effect: strings.Join(append([]string{set.meaning}, compareAnswers(&f.s.Answer, a)...), "; "), Edits: edits,
		})
	}
	return m
}

func sameRoot(a, b *Answer) bool {
	return slices.EqualFunc(a.Errors, b.Errors, func(x, y Error) bool { return x.Message == y.Message })
}
