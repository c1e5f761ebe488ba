package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
)

// upsertKeysIn reads the keys that a refusal names, in the sink's column names: "upsert key: [a, b], [c]."
func upsertKeysIn(message string) [][]string {
	_, rest, ok := strings.Cut(message, "upsert key: ")
	if !ok {
		return nil
	}
	rest, _, _ = strings.Cut(rest, ". This can lead")
	var out [][]string
	for {
		in := between(rest, "[", "]")
		if in == "" {
			return out
		}
		out = append(out, strings.Split(in, ", "))
		_, rest, _ = strings.Cut(rest, "]")
	}
}

// keyDiffers are the ways out where the query's upsert key is not the sink's primary key.
func (f *fixer) keyDiffers(root string) []candidate {
	var out []candidate
	for _, key := range upsertKeysIn(root) {
		if edits, ok := f.sinkKey(key); ok {
			out = append(out, candidate{
				title:  "Declare PRIMARY KEY (" + strings.Join(key, ", ") + ") on " + f.sinkName(),
				effect: "The sink is keyed as the query's rows are, so each update reaches its own row and nothing is materialized.",
				risk:   "The table then holds one row for each " + strings.Join(key, ", ") + "; readers that expect " + strings.Join(keyColumns(f.sink), ", ") + " to be unique must change.",
				edits:  edits,
			})
		}
	}
	out = append(out, f.writeRank()...)
	out = append(out, f.groupBySinkKey()...)
	out = append(out, f.groupByItems()...)
	out = append(out, f.conflictStrategies()...)
	out = append(out, f.deduplicateFirst()...)
	return append(out, candidate{
		title:  "SET 'table.exec.sink.require-on-conflict' = 'false'",
		effect: "As before Flink 2.3: no clause is asked for, and the sink materializes the history of each key.",
		risk:   "Rows of different upsert keys still meet on one primary key; which of them is kept depends on arrival.",
		edits:  []Edit{f.before("SET 'table.exec.sink.require-on-conflict' = 'false';\n\n", "the check of Flink 2.3 switched off")},
	})
}

func (f *fixer) sinkName() string {
	if f.insert == nil {
		return "the sink"
	}
	return f.insert.Table.Simple()
}

func (f *fixer) sinkKey(cols []string) ([]Edit, bool) {
	if f.sink == nil {
		return nil, false
	}
	return setKey(f.sink, f.sinkAt, f.textAt(f.sinkAt), cols)
}

// textAt is the SQL of the statement that starts at an offset.
func (f *fixer) textAt(start int) string {
	for i := range f.res.Statements {
		if f.res.Statements[i].Span.Start == start {
			return f.res.Statements[i].SQL
		}
	}
	return ""
}

// before writes text in front of the statement.
func (f *fixer) before(text, why string) Edit {
	return Edit{Span: Span{f.start, f.start}, New: text, Why: why}
}

// after writes text behind the statement's last word.
func (f *fixer) after(text, why string) Edit {
	e := f.in.Span.End
	if f.insert != nil {
		e = f.in.Span.Start + f.insert.Span().End
	}
	return Edit{Span: Span{e, e}, New: text, Why: why}
}

// conflictStrategies are the three clauses, the two that want watermarks with the watermarks that are missing.
func (f *fixer) conflictStrategies() []candidate {
	if f.insert == nil || f.insert.OnConflict != "" {
		return nil
	}
	marks, all := f.missingWatermarks()
	clause := func(word string) Edit {
		return f.after("\nON CONFLICT DO "+word, "what is to happen when rows of different upsert keys meet on one primary key")
	}
	pk := strings.Join(keyColumns(f.sink), ", ")
	latest := candidate{
		title:  "ON CONFLICT DO DEDUPLICATE",
		effect: "The latest row of each primary key (" + pk + ") is kept; when it is withdrawn the one before it comes back.",
		risk:   "The sink keeps every row of each primary key in state, for as long as the state's time-to-live lets it.",
		edits:  []Edit{clause("DEDUPLICATE")},
	}
	if root := f.queryRoot(); root != nil && !updates(root.Mode) {
		latest.effect = "The latest row to arrive of each primary key (" + pk + ") is kept. Rows are only inserted here, so the sink keeps no state for it."
		latest.risk = "\"Latest\" is by arrival."
	}
	out := []candidate{latest}
	if !all {
		return out
	}
	extra := ""
	if len(marks) > 0 {
		extra = " Adds the watermark that the clause asks of every source."
	}
	return append(out, candidate{
		title:  "ON CONFLICT DO ERROR" + withWatermark(marks),
		effect: "The job fails as soon as two upsert keys meet on one primary key." + extra,
		risk:   "Rows are held back until the watermark passes them; a conflict stops the job.",
		edits:  append([]Edit{clause("ERROR")}, marks...),
	}, candidate{
		title:  "ON CONFLICT DO NOTHING" + withWatermark(marks),
		effect: "The first row of each primary key is kept, later ones of other upsert keys are dropped." + extra,
		risk:   "Rows are held back until the watermark passes them; what is dropped is not reported.",
		edits:  append([]Edit{clause("NOTHING")}, marks...),
	})
}

func withWatermark(marks []Edit) string {
	if len(marks) == 0 {
		return ""
	}
	return ", with a watermark"
}

// missingWatermarks declares watermarks on the sources of the statement that have none; false if one has no column for it.
func (f *fixer) missingWatermarks() ([]Edit, bool) {
	var out []Edit
	for _, t := range f.sources() {
		if t.create.Schema == nil || t.create.Schema.Watermark != nil {
			continue
		}
		e, _, ok := addWatermark(t.create, t.at)
		if !ok {
			return nil, false
		}
		out = append(out, e)
	}
	return out, true
}

type declared struct {
	create *ast.CreateTable
	at     int
}

// sources are the declarations of the tables that the statement reads.
func (f *fixer) sources() []declared {
	var out []declared
	for _, name := range tablesOf(f.res, f.in) {
		if f.insert != nil && name == f.insert.Table.Simple() {
			continue
		}
		if c, at := declaration(f.res, f.in, name); c != nil {
			out = append(out, declared{c, at})
		}
	}
	return out
}

// groupBySinkKey groups an aggregate by the sink's key alone, where the query selects the columns for it.
func (f *fixer) groupBySinkKey() []candidate {
	if f.insert == nil || f.sink == nil {
		return nil
	}
	sel, ok := f.insert.Query.(*ast.Select)
	if !ok || sel.GroupBy == nil || len(f.insert.Columns) > 0 {
		return nil
	}
	var keep, sqls []string
	columns := physicalColumns(f.sink)
	var edits []Edit
	base := f.in.Span.Start
	key := map[string]bool{}
	for _, k := range keyColumns(f.sink) {
		key[k] = true
	}
	for i := range sel.Items {
		item := &sel.Items[i]
		if i >= len(columns) {
			return nil
		}
		text := f.in.SQL[item.X.Span().Start:item.X.Span().End]
		switch {
		case key[columns[i]]:
			keep, sqls = append(keep, columns[i]), append(sqls, text)
		case f.isGroupKey(sel, text):
			edits = append(edits, at(base, item.X.Span().Start, item.X.Span().End, "MAX("+text+")", columns[i]+" is no longer a key"))
			if item.Alias == nil {
				edits[len(edits)-1].New += " AS " + quoteName(columns[i])
			}
		}
	}
	if len(keep) != len(key) || len(edits) == 0 || len(sel.GroupBy.Items) == 0 {
		return nil
	}
	items := sel.GroupBy.Items
	edits = append(edits, at(base, items[0].Span().Start, items[len(items)-1].Span().End, strings.Join(sqls, ", "), "grouped by the sink's key"))
	return []candidate{{
		title:  "Group by the sink's key (" + strings.Join(keep, ", ") + ")",
		effect: "One row for each key of the sink; what was a key beside it becomes MAX of its values.",
		risk:   "The counts and sums then run over all of what was told apart before.",
		edits:  edits,
	}}
}

// groupByItems groups by what is written into the sink's key, where that is computed of the groups.
func (f *fixer) groupByItems() []candidate {
	if f.insert == nil || f.sink == nil || len(f.insert.Columns) > 0 {
		return nil
	}
	sel, ok := f.insert.Query.(*ast.Select)
	columns := physicalColumns(f.sink)
	if !ok || sel.GroupBy == nil || len(sel.GroupBy.Items) == 0 || len(sel.Items) != len(columns) {
		return nil
	}
	var texts []string
	computed := false
	for _, k := range keyColumns(f.sink) {
		for i, c := range columns {
			if x := sel.Items[i].X.Span(); c == k {
				texts = append(texts, f.in.SQL[x.Start:x.End])
				computed = computed || !f.isGroupKey(sel, f.in.SQL[x.Start:x.End])
			}
		}
	}
	if !computed {
		return nil
	}
	items := sel.GroupBy.Items
	return []candidate{{
		title:  "Group by " + strings.Join(texts, ", "),
		effect: "The groups are then what the sink is keyed by.",
		risk:   "Groups that come out the same become one.",
		edits: []Edit{at(f.in.Span.Start, items[0].Span().Start, items[len(items)-1].Span().End, strings.Join(texts, ", "),
			"grouped by what is written into the key")},
	}}
}

func (f *fixer) isGroupKey(sel *ast.Select, text string) bool {
	for i := range sel.GroupBy.Items {
		if x := sel.GroupBy.Items[i].X; x != nil && f.in.SQL[x.Span().Start:x.Span().End] == text {
			return true
		}
	}
	return false
}

func physicalColumns(c *ast.CreateTable) []string {
	var out []string
	if c == nil || c.Schema == nil {
		return nil
	}
	for i := range c.Schema.Columns {
		if c.Schema.Columns[i].Expr == nil && !c.Schema.Columns[i].Virtual {
			out = append(out, c.Schema.Columns[i].Name.Simple())
		}
	}
	return out
}

// deduplicateFirst keeps the last row of each key of the sink to arrive, for a query that only inserts.
func (f *fixer) deduplicateFirst() []candidate {
	if f.insert == nil || f.sink == nil || len(f.insert.Columns) > 0 || f.insert.OnConflict != "" {
		return nil
	}
	// Rows that are taken back later would come with another time, and not be found.
	if root := f.queryRoot(); root == nil || updates(root.Mode) {
		return nil
	}
	columns, key := physicalColumns(f.sink), keyColumns(f.sink)
	q := f.insert.Query.Span()
	text := f.in.SQL[q.Start:q.End]
	list := quoteNames(columns)
	new := "SELECT " + list + " FROM (\n  SELECT " + list + ", ROW_NUMBER() OVER (PARTITION BY " + quoteNames(key) +
		" ORDER BY PROCTIME() DESC) AS row_num\n  FROM (\n" + text + "\n  ) AS q (" + list + ")\n) WHERE row_num = 1"
	return []candidate{{
		title:  "Deduplicate by (" + strings.Join(key, ", ") + ") first",
		effect: "The last row to arrive of each key is kept in state and written; the sink's key is then the query's upsert key.",
		risk:   "Keeps one row for each key in state; \"last\" is by arrival.",
		edits:  []Edit{at(f.in.Span.Start, q.Start, q.End, new, "only the last row of each key reaches the sink")},
	}}
}

// conflictWatermark adds the watermarks that ON CONFLICT DO ERROR and DO NOTHING ask for, or takes the strategy that needs
// none.
func (f *fixer) conflictWatermark(string) []candidate {
	var out []candidate
	if marks, ok := f.missingWatermarks(); ok && len(marks) > 0 {
		out = append(out, candidate{
			title:  "Declare the missing watermark",
			effect: "Every source then has the watermark that the clause waits for.",
			risk:   "Rows are written only once the watermark has passed them.",
			edits:  marks,
		})
	}
	if f.insert == nil {
		return out
	}
	end := f.in.Span.Start + f.insert.Span().End
	text := f.script[:end]
	start := strings.LastIndex(strings.ToUpper(text), f.insert.OnConflict)
	if start < 0 {
		return out
	}
	return append(out, candidate{
		title:  "ON CONFLICT DO DEDUPLICATE instead",
		effect: "Needs no watermark: the latest row of each primary key is kept.",
		risk:   "For updating input the sink keeps every row of each primary key in state.",
		edits:  []Edit{{Span: Span{start, end}, New: "DEDUPLICATE", Why: "the strategy that needs no watermark"}},
	})
}

// conflictNotAllowed takes the clause out.
func (f *fixer) conflictNotAllowed(string) []candidate {
	if f.insert == nil {
		return nil
	}
	base := f.in.Span.Start
	q, end := f.insert.Query.Span().End, f.insert.Span().End
	return []candidate{{
		title:  "Take out ON CONFLICT",
		effect: "The sink takes the changes as they come; there is no conflict to settle.",
		edits:  []Edit{at(base, q, end, "", "the sink has no use for the clause")},
	}}
}
