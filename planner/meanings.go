package planner

import "strings"

// meanings is the table of what refusals mean: the start of a root message (or a part of it), and what to say of it. The
// first that fits is taken.
var meanings = []meaning{
	// Changelogs.
	{"has an upsert key that differs from the primary key", true, sayKeyDiffers},
	{" doesn't support consuming ", true, sayNotConsumed},
	{"ON CONFLICT DO ", false, sayConflictWatermark},
	{"ON CONFLICT clause is only allowed for upsert sinks", false, func(r refusal) string {
		sink := simpleName(r.quoted(0))
		if strings.Contains(r.message, "retract mode") {
			return sink + " takes every change with the row before it, so no two rows conflict there; the clause is for sinks that keep the last row of a key."
		}
		return sink + " appends what it gets and has no key by which rows could conflict; the clause is for sinks that keep the last row of a key."
	}},
	{"please declare primary key for sink table", false, text("The query updates rows, and a JDBC table can only be updated by its primary key, which this one does not declare.")},
	{"' tables require to define a PRIMARY KEY constraint", true, func(r refusal) string {
		return r.table() + " is an upsert table: its primary key is the key of its records, so it must declare one."
	}},
	{"The Kafka table '", false, func(r refusal) string {
		return "A " + r.quoted(1) + " topic is append-only: nothing keeps two records of one key apart, so " + simpleName(r.quoted(0)) + " cannot declare a primary key. A changelog format or upsert-kafka can."
	}},
	{"Configuration 'table.exec.source.cdc-events-duplicate' is enabled", false, func(r refusal) string {
		return "Repeated events are told apart by the primary key, and " + simpleName(r.quoted(1)) + " declares none."
	}},
	{"The column(s): ", false, text("A column of this query comes out differently each time it is computed, so an update or delete would not find the row that it is about. With TRY_RESOLVE the planner refuses that.")},
	{"The metadata column(s): ", false, text("Metadata of a change differs between the row and its later update or delete, so they would not match. With TRY_RESOLVE the planner refuses that.")},
	{"There exists non deterministic function", false, text("A condition that comes out differently each time may let an update through and hold back its delete. With TRY_RESOLVE the planner refuses that.")},
	{"The current sql doesn't support to do delta join optimization", false, text("A delta join was demanded by table.optimizer.delta-join.strategy = FORCE, and this plan does not allow one.")},
	// Sorting and ranking.
	{"Sort on a non-time-attribute field", false, text("A stream never ends, so it can only be sorted by its event time, ascending. With a LIMIT the planner keeps a Top-N instead.")},
	{"FETCH is missed", false, text("OFFSET without LIMIT would have to keep the whole stream.")},
	{"RANK() on streaming table", false, text("A streaming Top-N numbers rows by ROW_NUMBER(); RANK() with its ties is not supported.")},
	{"DENSE_RANK() on streaming table", false, text("A streaming Top-N numbers rows by ROW_NUMBER(); DENSE_RANK() with its ties is not supported.")},
	{"Rank end is not specified", false, text("The WHERE bounds the row number from below only, so the planner would have to keep every row. Bound it from above: row_num <= n.")},
	{"Rank end should not less than zero", false, text("The WHERE keeps no row number at all.")},
	{"The window can only be ordered in ASCENDING mode", false, text("An OVER window follows time as it passes, so ORDER BY must be ascending.")},
	{"The window can only be ordered by a single time column", false, text("An OVER window follows one time attribute.")},
	{"Non-time attribute sort is not supported for bounded OVER window", false, text("A bounded OVER window must be ordered by a time attribute.")},
	{"OVER RANGE FOLLOWING windows are not supported", false, text("A frame cannot reach into the future of a stream.")},
	{"Over Agg: Unsupported use of OVER windows", false, text("All OVER calls of one SELECT must use the same PARTITION BY, ORDER BY and frame; put the others into a query of their own.")},
	{"Over Agg: The window rank function requires order by", false, text("ROW_NUMBER() needs an ORDER BY in its OVER clause.")},
	{" Function is not supported in stream mode", true, func(r refusal) string {
		f, _, _ := strings.Cut(r.message, " ")
		return f + " needs rows that have not arrived yet, so a stream cannot compute it."
	}},
	{"OVER clause is necessary for window functions", false, text("This function ranks or looks around in a window, so it needs OVER (…).")},
	// Windows and time.
	{"The window function requires the timecol is a time attribute type", false, text("The window's time column is a plain timestamp. Declare WATERMARK FOR it on the table, or use a PROCTIME() column; a time attribute is lost where it is computed with or passes a regular join or aggregation.")},
	{"must be a time attribute type in streaming mode", true, text("The window's time column must be a timestamp with a watermark, or a PROCTIME() column.")},
	{"Window aggregate can only be defined over a time attribute column", false, text("The group window's column is a plain timestamp. Declare WATERMARK FOR it on the table, or use a PROCTIME() column.")},
	{"requires size must be an integral multiple of slide", true, text("The window is cut into slices of one slide each, so its size must be a multiple of the slide.")},
	{"requires maxSize must be an integral multiple of step", true, text("The window grows step by step, so its largest size must be a multiple of the step.")},
	{"Call to auxiliary group function", false, text("TUMBLE_START and its like repeat the window of the GROUP BY, argument for argument.")},
	{"The query contains more than one rowtime attribute column", false, func(r refusal) string {
		return "A written row carries one event time. Keep one of " + between(r.message, "[", "]") + " and cast the others to TIMESTAMP."
	}},
	// Joins.
	{"Temporal table join requires an equality condition on fields of table", false, func(r refusal) string {
		return "A lookup asks the table for a key, so ON must say column = column of " + simpleName(between(r.message, "[", "]")) + ", without a cast."
	}},
	{"Temporal Table Join requires primary key in versioned table", false, text("The versions of a row are told apart by the primary key of the table behind FOR SYSTEM_TIME AS OF, and it declares none.")},
	{"Event-Time Temporal Table Join requires both primary key and row time attribute", false, text("The table behind FOR SYSTEM_TIME AS OF needs a watermark as well as a primary key: its event time says from when a version holds.")},
	{"Temporal table's primary key [", false, text("ON must compare the whole primary key of the versioned table; otherwise several versions could match.")},
	{"Currently the join key in Temporal Table Join can not be empty", false, text("A temporal join needs an equality of columns in its ON.")},
	{"Temporal table join currently only supports 'FOR SYSTEM_TIME AS OF'", false, text("FOR SYSTEM_TIME AS OF must name a time attribute of the left table.")},
	{"Processing-time temporal join is not supported", false, text("FOR SYSTEM_TIME AS OF a PROCTIME() column looks up the table, and this connector cannot be looked up. By event time it can be joined as a versioned table.")},
	{"Interval join with proctime attribute requires no event-time attributes", true, text("An interval join by processing time forbids event-time columns in its inputs; cast them to TIMESTAMP first.")},
	{"Unknown join type", false, text("FOR SYSTEM_TIME AS OF joins as INNER or LEFT only.")},
	{"INNER, LEFT, RIGHT or FULL join requires a condition", false, text("The join has no ON and no USING; write CROSS JOIN if every pair is meant.")},
	{"unexpected correlate variable", false, text("A sub-query that refers to the outer row cannot be unnested here; ORDER BY … LIMIT inside of LATERAL is such a case. ROW_NUMBER() expresses the same.")},
	// Sinks.
	{"Column types of query result and sink for '", false, saySchema},
	{"Streaming mode not support overwrite", false, text("INSERT OVERWRITE replaces what is there when it ends, and a stream does not end.")},
	{"INSERT OVERWRITE requires", false, func(r refusal) string {
		return simpleName(r.quoted(0)) + " cannot be overwritten; its connector only adds to it."
	}},
	{"Unknown target column '", false, func(r refusal) string {
		return "The sink has no column " + r.quoted(0) + " that can be written; computed and VIRTUAL columns cannot be."
	}},
	{"Target column '", false, func(r refusal) string { return r.quoted(0) + " stands twice in the column list." }},
	{"Number of columns must match number of query columns", false, text("The column list and the query differ in length.")},
	{"has no default value and does not allow NULLs", true, func(r refusal) string { return "The column list leaves out " + r.quoted(0) + ", which is NOT NULL." }},
	{"Connector '", false, func(r refusal) string {
		if strings.Contains(r.message, "can only be used as a sink") {
			return "A " + r.quoted(0) + " table can be written, not read."
		}
		return "A " + r.quoted(0) + " table can be read, not written."
	}},
	{"Currently, filesystem sink doesn't support setting parallelism", false, text("The file sink takes updates in one order only, so its parallelism cannot be set for an updating query.")},
	{"Sink '", false, func(r refusal) string { return simpleName(r.quoted(0)) + " is a view; only a table can be written." }},
	{"Cannot find table '", false, func(r refusal) string { return "No table of that name is declared before this statement." }},
	// Connectors.
	{"One or more required options are missing", false, sayMissingOptions},
	{"Unsupported options found for '", false, func(r refusal) string {
		list, _, _ := strings.Cut(r.message, "\n\nSupported options:")
		_, list, _ = strings.Cut(list, "Unsupported options:")
		return "A " + r.quoted(0) + " table does not know " + strings.Join(strings.Fields(list), ", ") + "."
	}},
	{"Table options do not contain an option key 'connector'", false, func(r refusal) string { return r.table() + " does not say which connector it has." }},
	{"Could not find any factory for identifier '", false, func(r refusal) string {
		return "Flink 2.3 with the usual connectors has nothing called " + r.quoted(0) + "; a misspelt name, or a jar that is not there."
	}},
	{"Could not find required scan format", false, func(r refusal) string {
		return r.table() + " does not say how its records are written ('" + r.quoted(0) + "')."
	}},
	{"Could not find required sink format", false, func(r refusal) string {
		return r.table() + " does not say how its records are to be written ('" + r.quoted(0) + "')."
	}},
	{"Property group.id is required", false, text("A Kafka source starts from a consumer group's offsets unless it is told otherwise, and no group is named: give 'properties.group.id', or a 'scan.startup.mode'.")},
	{"Either 'topic' or 'topic-pattern' must be set", false, func(r refusal) string { return r.table() + " does not name its topic." }},
	{"Invalid metadata key '", false, func(r refusal) string {
		return "The connector of " + simpleName(r.quoted(2)) + " has no metadata called " + r.quoted(0) + "."
	}},
	{"Could not parse value", false, text("The option's value is none of those that it takes.")},
	// Names, types, grammar.
	{"Object '", false, sayNotFound},
	{"Column '", false, func(r refusal) string {
		switch {
		case strings.Contains(r.message, "is ambiguous"):
			return "Several tables of the FROM have a column " + r.quoted(0) + "; write it with its table's name."
		case strings.Contains(r.message, "did you mean"):
			return "Names are case-sensitive in Flink: the column is called " + r.quoted(1) + "."
		}
		return "No table of the FROM has a column " + r.quoted(0) + ". An alias of the SELECT list is not visible in WHERE, GROUP BY and HAVING."
	}},
	{"Table '", false, func(r refusal) string {
		if strings.Contains(r.message, "not found") {
			return r.quoted(0) + " is not the name or alias of a table in this FROM."
		}
		return "The connector of " + simpleName(r.quoted(0)) + " cannot do what its declaration asks for."
	}},
	{"Expression '", false, func(r refusal) string {
		return r.quoted(0) + " is neither grouped by nor aggregated, so a group has no one value for it."
	}},
	{"Cannot apply '", false, func(r refusal) string { return "Flink does not convert these types by itself; CAST one side." }},
	{"implicit type conversion between", false, text("Flink does not compare a number with a string; CAST one side.")},
	{"No match found for function signature", false, func(r refusal) string {
		f, _, _ := strings.Cut(r.after("signature "), "(")
		return "Flink has no function " + f + " for these arguments."
	}},
	{"Illegal use of 'NULL'", false, text("A bare NULL has no type; write CAST(NULL AS type).")},
	{"Encountered ", false, saySyntax},
	{"Incorrect syntax near the keyword", false, saySyntax},
	{"Non-query expression encountered in illegal context", false, text("Flink reads no statement here; the first word is not one that starts a statement.")},
	{"Aggregate expression is illegal in", false, text("WHERE is applied before rows are grouped; use HAVING for a condition on a group.")},
	{"Flink doesn't support ENFORCED mode", false, text("Flink does not check keys; write PRIMARY KEY (…) NOT ENFORCED.")},
	{"Mismatch between configured runtime mode", false, text("The script switches to batch; rowkind answers for streaming.")},
}

// saySyntax tells a reserved word from other slips.
func saySyntax(r refusal) string {
	at := failure(r.s.SQL)
	if at < 0 {
		if word, _, ok := strings.Cut(r.after("near the keyword '"), "'"); ok {
			return "A view names a column after " + word + ", without an alias. Flink keeps that name without quotes and can't read the view again; in the view, write " + word + " AS a name."
		}
		return "The statement is not Flink SQL."
	}
	if _, ok := elision(r.s.SQL, at); ok {
		return "Something is left out here (…); it must be written."
	}
	if w, ok := wordToQuote(r.s.SQL, at); ok {
		word := r.s.SQL[w.Start:w.End]
		return word + " is a reserved word in Flink SQL: as a name it needs back quotes."
	}
	return "Flink's grammar allows no such word here."
}
