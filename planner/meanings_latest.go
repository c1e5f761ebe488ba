package planner

import "strings"

// latestMeanings are those of the grammar that Flink reads and does not plan, and of the older connectors.
var latestMeanings = []meaning{
	{"Could not find a suitable table factory for 'org.apache.flink.table.legacy", false, text("The options are of the interfaces before Flink 1.11 (`connector.type`, `format.type`), and no connector of that kind takes all of them. Write the table with `connector` and today's options.")},
	{"Cannot invoke \"org.apache.calcite.sql.validate.SqlValidator.getTypeFactory()\"", false, text("Flink reads PIVOT and does not plan it. Write an aggregate with FILTER (WHERE …) for each value.")},
	{"Measure expression in PIVOT", false, text("PIVOT takes aggregates, as SUM(x), and Flink does not plan it in the end. Write an aggregate with FILTER (WHERE …) for each value.")},
	{"Value count in PIVOT", false, text("Each entry of IN must have a value for each column of FOR. Flink does not plan PIVOT in the end: write an aggregate with FILTER (WHERE …) for each value.")},
	{"Value count in UNPIVOT", false, text("Each entry of IN must have a column for each measure that UNPIVOT names.")},
	{"In UNPIVOT, cannot derive type for measure", false, text("The columns that UNPIVOT makes one of have types that do not fit together; CAST them in a sub-query first.")},
	{"In UNPIVOT, cannot derive type for axis", false, text("The names that AS gives to the entries of UNPIVOT have types that do not fit together.")},
	{"Duplicate column name '", false, text("UNPIVOT makes a column of this name twice.")},
	{"Unsupported cast from 'NULL' to", false, text("A NULL that has no type of its own is to become a value here, as UNPIVOT writes it, and Flink has no code for that. Write UNION ALL of one query for each column.")},
	{"Unsupported call: $", false, func(r refusal) string {
		call, _, _ := strings.Cut(strings.TrimPrefix(r.message, "Unsupported call: $"), "(")
		return "A window of GROUP BY may not stand in CUBE, ROLLUP or GROUPING SETS: " + call + " is then a call like any other, which has no code. Use the window table function, TABLE(" + call + "(…)), and group by window_start, window_end."
	}},
	{"There are not enough rules to produce a node", false, func(r refusal) string {
		if strings.Contains(r.message, "Sample") || strings.Contains(strings.ToUpper(r.s.SQL), "TABLESAMPLE") {
			return "Flink has no operator that takes a sample of a stream; filter by RAND() instead of TABLESAMPLE."
		}
		return "Flink reads this and has no operator that could run it on a stream."
	}},
	{"Cannot extend null", false, text("Columns in parentheses behind a table's name declare columns that the table does not have (EXTEND), which Flink reads and does not plan. Declare them in CREATE TABLE.")},
	{"class org.apache.calcite.sql.SqlBasicCall: `", false, text("Flink's reading of the script ends at this form of table, which it has no case for. Write the table without EXTEND or columns behind its name.")},
	{"class org.apache.calcite.sql.", false, text("FOR SYSTEM_TIME AS OF takes a time attribute of the left table, or a constant that is written as one literal.")},
	{"CURRENT_TIMESTAMP (of class", false, text("FOR SYSTEM_TIME AS OF takes a time attribute of the left table, or a constant that is written as one literal.")},
	{"not a literal: ?", false, text("A dynamic parameter has no value in a script; write the number.")},
	{"equivalence.get(p", false, text("Flink trips over this condition of a join: a sub-query in ON, or columns that are equal to more than one other. Filter by it in a sub-query, or compare in WHERE.")},
	{" type is not allowed for window boundary", true, text("The frame of OVER is measured in rows by a number, and in time by an interval of days, hours or seconds.")},
	{"Invalid time zone. ", false, text("table.local-time-zone takes the name of a time zone as Europe/Berlin, UTC, or GMT with hours and minutes as GMT+08:00.")},
	{"FILTER must be applied to aggregate function", false, text("Only aggregates leave rows out by FILTER; elsewhere write CASE WHEN … END.")},
	{"Invalid escape ", false, text("ESCAPE of LIKE names one character, which may stand before %, _ and itself in the pattern only.")},
	{"Please explicitly cast default value", false, text("The default of LAG has another type than its column; CAST it to the column's type.")},
	{"Cannot infer type of field", false, text("The row has no field of this name or number.")},
	{"Either Topic or Topic Pattern must be set", false, text("An upsert-kafka table that is read needs 'topic' or 'topic-pattern', and not both.")},
	{"Maximum parallelism must be between", false, text("The option takes a number from 1 to 32768.")},
	{"assertion failed: INSERT OVERWRITE requires", false, text("Only files can be overwritten, and none of the older connectors; write INSERT INTO.")},
}
