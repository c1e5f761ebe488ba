package planner

import "strings"

func init() { meanings = append(meanings, moreMeanings...) }

// moreMeanings are those of declarations, options and the rarer operators.
var moreMeanings = []meaning{
	{"Invalid joinAttributeMap configuration", false, text("An ON condition compares two columns of one and the same table, which Flink's multi-way join does not get over. Put the comparison into a sub-query over that table, or leave multi-join off.")},
	{"Type mismatch for join key field", false, text("Flink's multi-way join compares the conditions of joined joins column by column and finds two of unlike types. Write the joins one after the other, without parentheses, or leave multi-join off.")},
	{" out of bounds for length ", true, text("Flink's multi-way join trips over joins in parentheses on the right side of a join. Write the joins one after the other, or leave multi-join off.")},
	{"' connector doesn't support '", true, func(r refusal) string {
		return "An upsert table makes the changes itself, from the key of each record; its value needs a format of plain rows such as json, not " + r.quoted(3) + "."
	}},
	{"Table (or view) ", false, func(r refusal) string {
		return "Something called " + between(r.message, "Table (or view) ", " already") + " is declared above already; CREATE OR REPLACE does not replace it in Flink 2.3, so DROP it first."
	}},
	{"Unsupported CREATE OR REPLACE statement for EXPLAIN", false, text("EXPLAIN takes a query, an INSERT, a statement set or CREATE TABLE … AS; a plain CREATE TABLE has no plan.")},
	{"Cannot instantiate user-defined function", false, text("The function's class is not at hand, so neither Flink's planner here nor rowkind can know its types.")},
	{"com.", false, text("The function's class is not at hand, so neither Flink's planner here nor rowkind can know its types.")},
	{"org.", false, text("A Java class is not at hand.")},
	{"' must be set to be greater than zero together", true, text("Buffering needs both options: how many rows, and for how long.")},
	{"The sink for table '", false, func(r refusal) string {
		return "Rows of one key must stay in order, and " + simpleName(r.quoted(0)) + " asks for another parallelism than its input without a key to shuffle by."
	}},
	{"ModelProviderFactory' in the classpath", true, text("The model's provider is a jar that is not at hand, so calls of the model cannot be planned.")},
	{"The 'raw' format", false, text("The raw format is the bytes of one column; the table must have exactly one physical column of a plain type.")},
	{"Column count mismatch in", false, text("Both sides of the set operation must have the same number of columns.")},
	{"Type mismatch in column", false, text("The column has types on the two sides that have no common type; CAST one of them.")},
	{"Event-Time Temporal Table Join requires same rowtime type", false, text("The event times of the two sides are TIMESTAMP on one and TIMESTAMP_LTZ on the other; declare both the same.")},
	{"getTable(ObjectPath, long) is not implemented", false, text("FOR SYSTEM_TIME AS OF a constant asks the catalog for the table as it was then, which the in-memory catalog cannot tell.")},
	{"Unsupported time travel expression", false, text("FOR SYSTEM_TIME AS OF takes a time attribute of the left table, or a constant.")},
	{"VIEW definition and input fields not match", false, text("The view names another number of columns than its query yields.")},
	{"Can't perform ", false, text("UPDATE and DELETE change rows in place, which none of these connectors does for a stream; write the changes with INSERT into a keyed table.")},
	{"Aggregate expressions cannot be nested", false, text("An aggregate of an aggregate needs a sub-query between the two.")},
	{"Values passed to VALUES operator must have compatible types", false, text("The rows of VALUES have types that do not fit together in one column.")},
	{"Values passed to IN operator must have compatible types", false, text("The left side of IN and its list have no common type.")},
	{"UPSERT INTO statement is not supported", false, text("INSERT INTO a table with a primary key does what UPSERT says.")},
	{"The rowtime attribute field '", false, func(r refusal) string {
		return "WATERMARK FOR names " + r.quoted(0) + ", which the table does not have."
	}},
	{"Multiple WATERMARK declarations", false, text("A table has one event time.")},
	{"Invalid data type of time field for watermark definition", false, text("Event time is a TIMESTAMP(3) or TIMESTAMP_LTZ(3); plain TIMESTAMP has six digits, which is too fine.")},
	{"Invalid data type of expression for watermark definition", false, text("The watermark must be a timestamp, such as ts - INTERVAL '5' SECOND.")},
	{"UNIQUE constraint is not supported", false, text("Flink knows PRIMARY KEY … NOT ENFORCED only.")},
	{"Invalid primary key '", false, func(r refusal) string {
		if strings.Contains(r.message, "nullable") {
			return "The key column " + r.quoted(1) + " comes from elsewhere and may be NULL there; a key may not."
		}
		return "The primary key names a column twice."
	}},
	{"Primary key column '", false, func(r refusal) string { return "The key names " + r.quoted(0) + ", which is no column of the table." }},
	{"Duplicate primary key definition", false, text("The table declares two primary keys.")},
	{"A regular Column named '", false, func(r refusal) string { return "Two columns are called " + r.quoted(0) + "." }},
	{"A column named '", false, func(r refusal) string { return "Two columns are called " + r.quoted(0) + "." }},
	{"Could not create a PRIMARY KEY with column '", false, func(r refusal) string {
		return r.quoted(0) + " is computed or metadata; a key is made of columns that are stored."
	}},
	{"Hint: ", false, func(r refusal) string {
		return "Flink has no hint called " + between(r.message, "Hint: ", " should") + "."
	}},
	{"The options of following hints cannot match", false, text("A hint names a table or alias that this query does not read.")},
	{"MiniBatch Latency must be greater than 0", false, text("Mini-batch is on, and nothing says how long rows may wait: set table.exec.mini-batch.allow-latency.")},
	{"Key: 'table.exec.mini-batch.size'", false, text("Mini-batch is on, and nothing says how many rows make a batch: set table.exec.mini-batch.size.")},
	{"Invalid target mapping for argument 'op_mapping'", false, text("op_mapping maps INSERT, UPDATE_BEFORE, UPDATE_AFTER and DELETE, each at most once, to the codes that are written.")},
	{"The 'op_mapping' must include UPDATE_BEFORE", false, text("FROM_CHANGELOG makes full updates, so the codes must tell the row before an update as well.")},
	{"The op column '", false, func(r refusal) string {
		return "FROM_CHANGELOG reads the kind of each row from column " + r.quoted(0) + ", which its input does not have; name another one with op => DESCRIPTOR(…)."
	}},
	{"All rows per match mode is not supported", false, text("MATCH_RECOGNIZE gives ONE ROW PER MATCH in Flink.")},
	{"Greedy quantifiers are not allowed as the last element", false, text("A pattern that ends in A* or A+ never knows that it has ended; make it reluctant (A*?) or put another variable behind.")},
	{"There are not enough rules to produce a node", false, text("The query uses a construct that Flink's streaming planner has no operator for.")},
	{"Cannot generate a valid execution plan", false, text("The query uses a construct that Flink's streaming planner has no operator for.")},
	{"Division by zero", false, text("A constant expression of the query divides by zero.")},
	{"Numeric literal '", false, text("The number does not fit BIGINT; write it as a DECIMAL or in quotes with a CAST.")},
	{"Unknown identifier '", false, func(r refusal) string {
		return r.quoted(0) + " is neither a column that may be used here nor a type that Flink knows."
	}},
	{"Invalid number of arguments to function", false, func(r refusal) string { return r.quoted(0) + " takes another number of arguments." }},
	{"Invalid input arguments", false, text("The function takes other types; CAST the arguments, or see the signatures that Flink lists.")},
	{"Illegal mixing of types", false, text("The branches have no common type; CAST them to one.")},
	{"WHERE clause must be a condition", false, text("WHERE needs something that is true or false.")},
	{"Duplicate relation name '", false, func(r refusal) string { return r.quoted(0) + " stands twice in the FROM; give one an alias." }},
	{"List of column aliases must have same degree", false, text("The alias names another number of columns than the table has.")},
	{"Only tables with set semantics may be partitioned", false, text("This function looks at one row at a time, so PARTITION BY has nothing to do.")},
	{"does not exist", true, text("The statement names something that is not declared, or not any more.")},
	{"already exists", true, text("Something of that name is declared above already.")},
	{"is not supported", true, text("Flink's streaming planner does not support this.")},
	{"not supported", true, text("Flink's streaming planner does not support this.")},
}
