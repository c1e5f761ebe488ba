package planner

import "strings"

// rarerMeanings are those of declarations, statements and the rarer operators.
var rarerMeanings = []meaning{
	{"0", false, text("A source that deletes by key alone feeds an operator that needs the whole row, and Flink does not get over that. Declare no watermark on such a table, or let the connector send whole rows.")},
	{"empty.reduceLeft", false, text("The ON condition compares a time attribute, or no column at all, with a call without arguments such as NOW(), which Flink's search for interval joins does not get over. Filter by it in a sub-query, or compare in WHERE.")},
	{"Invalid hint: ", false, text("The hint takes names of tables or of their aliases: HINT(a, b).")},
	{"Invalid LOOKUP hint", false, text("An option of the LOOKUP hint has no meaning, or one that belongs to it is missing.")},
	{"Required sync lookup function by planner", false, text("The lookup must keep what it has found, to take the same row back, and only a source that is asked row by row can do that. Leave the source's asynchronous lookups off.")},
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
	{"com.", false, text("The function's class is not at hand, so neither Flink's planner here nor rowkind can know its types.")},
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
	{"The system time period specification expects Timestamp", false, func(r refusal) string {
		return "FOR SYSTEM_TIME AS OF names a point in time; here stands a " + r.quoted(0) + "."
	}},
	{"Windowed aggregate expression is illegal in", false, text("WHERE is applied before OVER windows are computed; put the OVER call into a sub-query and filter its result.")},
	{"String literal continued on same line", false, text("Two strings stand side by side; join them with || or put a comma between.")},
	{"Illegal DATE literal", false, func(r refusal) string { return r.quoted(0) + " is no date of the calendar, written as yyyy-MM-dd." }},
	{"Illegal use of dynamic parameter", false, text("A ? has no value here; Flink plans a script with its values written out.")},
	{"Expecting alias, found character literal", false, text("An alias is a name, in back quotes where need be; a text in single quotes is a value.")},
	{"Cannot convert table '", false, text("SELECT STREAM is Calcite's word; in Flink every query over a stream is one.")},
	{"APPROX_COUNT_DISTINCT", false, text("APPROX_COUNT_DISTINCT is for batch; on a stream COUNT(DISTINCT …) keeps the values.")},
	{"We now only support the count of one field", false, text("COUNT takes one column; count a ROW, or count them one by one.")},
	{"The argument of CURRENT_WATERMARK() must be a rowtime", false, func(r refusal) string {
		return "CURRENT_WATERMARK takes the column that WATERMARK FOR is declared on; this one is a plain " + r.quoted(0) + "."
	}},
	{"TIMESTAMP_LTZ only supports diff", false, text("Only two times of one type can be subtracted; CAST one of them.")},
	{"The cast from NUMERIC type to TIMESTAMP", false, text("A number is no point in time by itself: TO_TIMESTAMP_LTZ(number, 3) reads milliseconds, with 0 seconds.")},
	{"CURSOR expression encountered", false, text("A sub-query stands where a single value belongs.")},
	{"Query expression encountered in illegal context", false, text("A query stands where none may stand; as a value it goes into parentheses, as a table into FROM.")},
	{"Unsupported SQL query! executeSql()", false, text("This statement is not one that Flink executes through its table environment.")},
	{"Duplicate EXPLAIN DETAIL", false, text("The same detail is asked of EXPLAIN twice.")},
	{"Columns identifiers without types", false, text("A declaration gives each column its type; names alone are for CREATE TABLE … AS.")},
	{"CREATE TABLE AS SELECT syntax does not support", false, text("CREATE TABLE … AS makes a plain table; declare a temporary or partitioned one by itself, and INSERT into it.")},
	{"Each like option feature can be declared only once", false, text("LIKE says of one feature twice what to do with it.")},
	{"Illegal merging strategy", false, func(r refusal) string { return r.quoted(0) + " makes no sense for " + r.quoted(1) + " in LIKE." }},
	{"Source table '", false, func(r refusal) string {
		return simpleName(r.quoted(0)) + " after LIKE is not a table that is declared before this statement."
	}},
	{"A watermark can not be defined for a processing-time", false, text("Processing time needs no watermark: the clock never goes back.")},
	{"The watermark declaration's output data type", false, func(r refusal) string {
		return "WATERMARK FOR yields " + r.quoted(1) + ", and its column is " + r.quoted(2) + "; both must be of one type."
	}},
	{"Invalid column name '", false, func(r refusal) string {
		return "WATERMARK FOR names " + r.quoted(0) + "; event time must be a column of its own, not a field of one."
	}},
	{"The column `", false, func(r refusal) string {
		return "Two columns read the metadata " + r.quoted(0) + "; one of them is enough."
	}},
	{"Partition column '", false, func(r refusal) string {
		return "PARTITIONED BY names " + r.quoted(0) + ", which the table does not declare."
	}},
	{"Invalid partition key '", false, func(r refusal) string {
		return "PARTITIONED BY takes physical columns, and " + r.quoted(0) + " is computed."
	}},
	{"Invalid bucket key '", false, func(r refusal) string {
		return "DISTRIBUTED BY takes physical columns, and " + r.quoted(0) + " is none."
	}},
	{"Invalid bucket count '", false, text("DISTRIBUTED BY needs at least one bucket.")},
	{"Bucket count must be a positive integer", false, text("DISTRIBUTED BY needs at least one bucket.")},
	{"Static partition column '", false, func(r refusal) string {
		return "INSERT … PARTITION names " + r.quoted(0) + ", by which " + simpleName(r.quoted(1)) + " is not partitioned."
	}},
	{"Decimal scale must be between", false, text("A DECIMAL(p, s) has at most p digits, s of them behind the point.")},
	{"Temporary table with identifier '", false, func(r refusal) string {
		return "A temporary table hides the one called " + simpleName(r.quoted(0)) + "; DROP TEMPORARY TABLE comes first."
	}},
	{"Object identifier must consist of", false, text("A name is catalog.database.table at most.")},
	{"Database ", false, text("The database still holds tables; DROP … CASCADE drops them, too.")},
	{"Cannot drop a catalog which is currently in use", false, text("USE another catalog before this one is dropped.")},
	{"The 'OPTIONS' hint is allowed only when", false, text("OPTIONS hints are switched off by table.dynamic-table-options.enabled = false.")},
	{"The JSON() function is currently only supported", false, text("JSON() marks a text as JSON inside of JSON_OBJECT or JSON_ARRAY; it yields nothing of its own.")},
	{"Unsupported argument type", false, func(r refusal) string {
		return "The function takes " + r.quoted(0) + " here, not " + r.quoted(1) + "; CAST the argument."
	}},
	{"Unknown field '", false, func(r refusal) string { return "The row has no field called " + r.quoted(0) + "." }},
	{"Table or column alias must be a simple identifier", false, text("An alias is one name, without a point.")},
	{"Require at least 1 argument", false, text("The function was called with nothing.")},
	{"Parameters must be of the same type", false, text("All arguments must have one type; CAST those that differ.")},
	{"GROUPING operator may only occur", false, text("GROUPING and GROUPING_ID tell the sets of a GROUP BY; this query groups nothing.")},
	{"ELSE clause or at least one THEN clause", false, text("Every branch of this CASE is NULL, so it has no type.")},
	{"Unsupported query: MERGE", false, text("MERGE changes rows in place, which Flink's streaming planner does not do; write the changes with INSERT into a keyed table.")},
	{"ShowJobsOperation doesn't support", false, text("SHOW JOBS asks a running cluster.")},
	{"getProcedure is not implemented", false, text("The in-memory catalog has no procedures to CALL.")},
	{"jar or artifact resource", false, text("The jar is not at hand.")},
	{"null", false, text("Flink fails here without a message of its own; the exception's class is all that it says.")},
	{"not a query: ", false, text("Flink's validator fails here: a value stands where a query belongs.")},
	{"Failed to execute ALTER MATERIALIZED TABLE", false, func(r refusal) string {
		_, why, _ := strings.Cut(r.message, "\n")
		return "The table cannot be changed so. Flink's reason: " + strings.ReplaceAll(why, "`", "")
	}},
}
