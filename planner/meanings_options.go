package planner

import "strings"

// optionMeanings are those of options, formats and types: what a connector or format says of its declaration.
var optionMeanings = []meaning{
	{"Option 'topic' and 'topic-pattern' shouldn't be set together", false, func(r refusal) string {
		return r.table() + " names both a topic and a pattern of topics; one of them must go."
	}},
	{"Invalid value for option '", false, func(r refusal) string {
		return "The connector of " + r.table() + " takes '" + r.quoted(0) + "' with one of " + between(r.message, "[", "]") + "."
	}},
	{"Unsupported value '", false, func(r refusal) string {
		return "The format of " + r.table() + " takes " + between(r.message, "[", "]") + " here, not " + r.quoted(0) + "."
	}},
	{"Error configuring watermark", false, func(r refusal) string { return "Aligned watermarks of " + r.table() + " need both options or neither." }},
	{"Either all or none of the following options", false, func(r refusal) string {
		return "The options that belong together are given in part on " + r.table() + "."
	}},
	{"For input string: \"", false, func(r refusal) string {
		return "An option of " + r.table() + " has " + between(r.message, "\"", "\"") + " where a number belongs."
	}},
	{"Unrecognized option for boolean", false, func(r refusal) string { return "An option of " + r.table() + " has something else than true or false." }},
	{"sink.transactional-id-prefix must be specified", false, func(r refusal) string {
		return "Writing " + r.table() + " exactly once uses Kafka transactions, and they need a name that no other job has."
	}},
	{"fail-on-missing-field and ignore-parse-errors", false, func(r refusal) string {
		return "The two options of " + r.table() + " contradict each other: one fails on what the other passes over."
	}},
	{"Currently 'round-robin' partitioner", false, func(r refusal) string {
		return "Records of " + r.table() + " have a key and go to the partition of their key."
	}},
	{"Unsupported generator kind", false, func(r refusal) string { return "datagen fills a column at random or as a sequence." }},
	{"Could not find required property 'fields.", false, func(r refusal) string { return "A sequence of datagen needs its start and its end." }},
	{"Could not find any format factory", false, func(r refusal) string {
		return "Flink 2.3 with the usual formats has nothing called " + r.quoted(0) + "; a misspelt name, or a jar that is not there."
	}},
	{"Could not find any jdbc factory", false, func(r refusal) string {
		return "The url of " + r.table() + " names a database that the JDBC connector has no dialect for."
	}},
	{"Could not find the field '", false, func(r refusal) string {
		return "The key of " + r.table() + "'s records is to hold " + r.quoted(0) + ", which is no physical column of it."
	}},
	{"All fields in 'key.fields' must be prefixed", false, func(r refusal) string {
		return "With a prefix, every column of the record's key in " + r.table() + " is declared under its prefixed name."
	}},
	{"The option 'key.fields' can only be declared", false, func(r refusal) string {
		return r.table() + " names the columns of its record key, and no format ('key.format') to write them in."
	}},
	{"A key format 'key.format' requires", false, func(r refusal) string {
		return r.table() + " has a format for its record key, and does not say which columns make it ('key.fields')."
	}},
	{"A key format should only deal with INSERT-only", false, func(r refusal) string {
		return "A record's key holds plain columns, so 'key.format' of " + r.table() + " is a format such as json, not one of changes."
	}},
	{"Option 'csv.", false, func(r refusal) string { return "csv takes one character there." }},
	{"Debezium JSON serialization doesn't support", false, func(r refusal) string {
		return r.table() + " can be read with schemas in its records; Flink does not write them."
	}},
	{"JSON format doesn't support non-string as key", false, func(r refusal) string {
		return "A JSON object has strings as names, so a map in " + r.table() + " needs STRING keys: " + r.after("The type is: ") + " has not."
	}},
	{"Avro format doesn't support non-string as key", false, func(r refusal) string {
		return "An Avro map has strings as keys; the one of " + r.table() + " has " + r.after("The key type is: ") + "."
	}},
	{"Avro does not support TIMESTAMP type", false, func(r refusal) string {
		return "Declare the timestamps of " + r.table() + " as TIMESTAMP(3); Avro has no finer ones here."
	}},
	{"Unsupported to derive Schema for type", false, func(r refusal) string {
		return "Avro has no type for " + r.after("type: ") + " of " + r.table() + "."
	}},
	{"Unsupported type '", false, func(r refusal) string {
		return "The format of " + r.table() + " cannot write " + r.quoted(0) + ", the type of " + r.quoted(1) + "."
	}},
	{"Unsupported type: ", false, func(r refusal) string {
		return "The format of " + r.table() + " has nothing for the type " + r.after("type: ") + "."
	}},
	{" dialect doesn't support type", true, func(r refusal) string {
		return "The database behind " + r.table() + " has no type for " + r.after("type: ") + "."
	}},
	{"Invalid configured parallelism", false, func(r refusal) string { return "The parallelism of " + r.table() + " must be a positive number." }},
	{"Primary key must be _id field", false, func(r refusal) string {
		return "MongoDB identifies a document by _id, so that is the primary key of " + r.table() + "."
	}},
	{"Primary key must be present", false, func(r refusal) string {
		return r.table() + " delivers changes by key, so it must declare a primary key."
	}},
	{"'scan.incremental.snapshot.chunk.key-column' is required", false, func(r refusal) string {
		return r.table() + " is read in chunks that are cut by its primary key; without one, name a column to cut by or switch scan.incremental.snapshot.enabled off."
	}},
	{"' startup mode but missing", true, func(r refusal) string {
		return "The start-up mode of " + r.table() + " needs " + r.quoted(0) + " to say from where."
	}},
	{"Catalog options do not contain", false, text("CREATE CATALOG must say of which 'type' the catalog is.")},
}

// lastMeanings are marks that many messages have; they are looked for when nothing more exact fits.
var lastMeanings = []meaning{
	{"doesn't exist", true, sayAbsent},
	{"does not exist", true, sayAbsent},
	{"already exists", true, func(r refusal) string {
		if name := simpleName(r.quoted(0)); name != "" {
			return "Something called " + name + " is declared above already."
		}
		return "Something of that name is declared above already."
	}},
	{"current SQL conformance level", true, func(r refusal) string {
		word, _, _ := strings.Cut(r.message, " is not allowed")
		return "Flink's dialect has no " + strings.TrimPrefix(word, "Bang equal ") + "; write <> for unequal, EXCEPT for MINUS."
	}},
	{"Cast function cannot convert", false, func(r refusal) string {
		return "Flink converts no " + between(r.message, "value of type ", " to type") + " to " + r.after("to type ") + ", not even by CAST."
	}},
	{"can only be used in MATCH_RECOGNIZE", true, func(r refusal) string {
		return r.quoted(0) + " looks at the rows of a pattern; outside of MATCH_RECOGNIZE, LAG and LEAD look at neighbours."
	}},
	{"A column with the same name", false, func(r refusal) string {
		return "Two columns are called " + between(r.message, "`", "`") + "; give one an alias."
	}},
	{"Field names must be unique", false, func(r refusal) string { return "Two fields are called " + between(r.message, "[", "]") + "." }},
	{"The base table already has", false, func(r refusal) string {
		return "LIKE takes over what the other table declares, so the new table would have it twice. Flink names the clause that leaves it out."
	}},
	{"Lexical error", false, saySyntax},
	{"is not supported", true, saySupported},
}

func sayAbsent(r refusal) string {
	name := simpleName(r.quoted(0))
	if name == "" {
		name = simpleName(between(r.message, "`", "` "))
	}
	if name == "" {
		return "The statement names something that is not declared, or not any more."
	}
	return "Nothing called " + name + " is declared before this statement, or not any more."
}

func saySupported(r refusal) string {
	return "This is valid to write, and Flink's streaming planner has nothing that does it."
}
