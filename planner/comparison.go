package planner

import (
	"slices"
	"strings"
)

// way is one of the ways to write to a sink whose key is not the query's.
type way struct {
	title, meaning string
	edits          []Edit
	// check says that the check of 2.3 is off.
	check bool
	// before says that Flink before 2.3 is meant, which no setting of 2.3 quite gives.
	before bool
}

// comparison shows, for a sink whose key is not the query's, every way to write to it side by side.
func (f *fixer) comparison() *Comparison {
	if f.insert == nil || f.sink == nil || !hasPrimaryKey(f.sink) {
		return nil
	}
	bare := f.defaults()
	if f.insert.OnConflict != "" {
		bare = append(bare, at(f.in.Span.Start, f.insert.Query.Span().End, f.insert.Span().End, "", "without the clause"))
	}
	plain := f.variant(bare)
	if plain == nil || plain.Verdict != Rejected || !strings.Contains(plain.Errors[len(plain.Errors)-1].Message, "differs from the primary key") {
		return nil
	}
	key := strings.Join(keyColumns(f.sink), ", ")
	c := &Comparison{Title: "Writing to " + f.sinkName() + ", whose primary key (" + key + ") is not the query's upsert key"}
	for _, w := range f.ways(bare, "("+key+")") {
		if a := f.variant(w.edits); a != nil {
			c.Cases = append(c.Cases, w.column(a))
		}
	}
	return c
}

// defaults sets back what the script has set of the check and the materializer.
func (f *fixer) defaults() []Edit {
	var out []Edit
	for _, o := range [][2]string{{"table.exec.sink.require-on-conflict", "true"}, {"table.exec.sink.upsert-materialize", "AUTO"}} {
		if strings.Contains(f.script[:f.start], o[0]) {
			out = append(out, f.before("SET '"+o[0]+"' = '"+o[1]+"';\n", "as Flink 2.3 has it by default"))
		}
	}
	return out
}

// ways lists them; bare takes the statement's own clause out.
func (f *fixer) ways(bare []Edit, key string) []way {
	base := f.in.Span.Start
	clause := func(word string) []Edit {
		return append(f.defaults(), at(base, f.insert.Query.Span().End, f.insert.Span().End, "\nON CONFLICT DO "+word, "ON CONFLICT DO "+word))
	}
	set := func(text string) []Edit { return append(bare[:len(bare):len(bare)], f.before(text+"\n\n", text)) }
	marks, _ := f.missingWatermarks()
	const check = "SET 'table.exec.sink.require-on-conflict' = 'false';"
	return []way{
		{title: "Flink 2.3, no clause", edits: bare,
			meaning: "refused: two rows of the query may meet on one " + key + ", and nothing says which of them wins"},
		{title: "ON CONFLICT DO DEDUPLICATE", edits: clause("DEDUPLICATE"),
			meaning: "the latest row of each " + key + " is kept; when it is withdrawn, the one before it comes back"},
		{title: "ON CONFLICT DO ERROR", edits: append(clause("ERROR"), marks...),
			meaning: "the job fails when two rows of the query meet on one " + key + "; rows wait for the watermark"},
		{title: "ON CONFLICT DO NOTHING", edits: append(clause("NOTHING"), marks...),
			meaning: "the first row of each " + key + " is kept; rows wait for the watermark"},
		{title: "require-on-conflict = false", edits: set(check), check: true,
			meaning: "the sink keeps the history of each " + key + " and writes what came last, without being told how to settle conflicts"},
		{title: "Before Flink 2.3", edits: append(bare[len(f.defaults()):len(bare):len(bare)], f.before(check+"\n\n", check)), before: true,
			meaning: "the sink keeps the history of each " + key + " and writes what came last; nothing was asked"},
		{title: "upsert-materialize = NONE", edits: set("SET 'table.exec.sink.upsert-materialize' = 'NONE';"),
			meaning: "no history at the sink: an update or delete of one row may overwrite or remove another of its " + key},
	}
}

// column is what a way answers. Flink 2.2 and before put no materializer over rows that are only inserted, which 2.3 does
// once the check is off.
func (w *way) column(a *Answer) ComparisonColumn {
	facts := factsOf(a)
	c := ComparisonColumn{Title: w.title, Verdict: a.Verdict, Mode: facts.intoSink, Inserted: facts.inserted, Message: facts.rejected,
		Meaning: w.meaning, Edits: w.edits}
	const materializer = "SinkUpsertMaterializer"
	appends := !updates(facts.intoSink) && a.Verdict == Planned
	const overwrites = "no history at the sink: each row overwrites the one before it of its key, in the order of arrival"
	switch {
	case w.before:
		c.Edits = nil
		if appends {
			c.Inserted = slices.DeleteFunc(slices.Clone(c.Inserted), func(op string) bool { return op == materializer })
			c.Meaning = overwrites
		}
	case appends && slices.Contains(c.Inserted, materializer) && w.check:
		c.Meaning += "; Flink 2.2 kept none for rows that are only inserted"
	case appends && strings.HasPrefix(c.Meaning, "no history"):
		c.Meaning = overwrites
	case appends:
		c.Meaning = strings.Replace(c.Meaning, "; when it is withdrawn, the one before it comes back", "; nothing is withdrawn here, so no history is kept", 1)
	}
	return c
}
