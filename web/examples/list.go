package examples

const (
	streams  = "The kinds of stream"
	noKey    = "Sinks and what they take"
	differ   = "Keys that differ"
	readBack = "Reading an upsert topic"
	cdc      = "Change data capture"
	joins    = "Joins"
	windows  = "Windows"
	dedup    = "Deduplication"
	topn     = "Top-N"
	convert  = "Changelogs as rows"
	whole    = "Whole scripts"
)

var list = []Example{
	{Slug: "filter", Group: streams, Origin: "append/filter", Title: "A filter only appends", Text: []string{
		"The source sends rows and never takes one back, and neither the filter nor the projection changes that. Every node sends `I` alone, so any sink takes the result.",
	}},
	{Slug: "upsert", Group: streams, Origin: "seeds/bank_append_sink_fixed", Title: "A sum updates, and the sink keeps the last value per key", Text: []string{
		"A sum per account changes with each row. The aggregate sends a first value as `I` and every later one as `UA`, keyed by `account_id`. The sink has the same key, so it needs to hear of the new value only.",
	}},
	{Slug: "retract", Group: streams, Origin: "sinks/kafka_debezium", Title: "A sink that wants the old value too", Text: []string{
		"`debezium-json` writes every change with its before and after. The sink asks for `UB`, and the aggregate sends it: each update takes two records.",
	}},
	{Slug: "keyless-append-sink", Group: noKey, Origin: "seeds/user_counts_kafka_json", Title: "Updates into an append-only topic", Text: []string{
		"A plain Kafka table with `json` can only append. A count per user updates, so Flink refuses. Its message names the aggregate; the clause is the `GROUP BY`.",
	}},
	{Slug: "keyless-jdbc", Group: noKey, Origin: "seeds/user_counts_jdbc_no_key", Title: "A database table without a key", Text: []string{
		"JDBC can update, but only where a primary key says which row. Without one it refuses updates as soon as the plan is made.",
	}},
	{Slug: "keyed-jdbc", Group: noKey, Origin: "seeds/user_counts_jdbc_keyed", Title: "The same table with its key", Text: []string{
		"With `PRIMARY KEY (user_id) NOT ENFORCED` the connector upserts: `I` and `UA` reach it, and no `UB`.",
	}},
	{Slug: "print", Group: noKey, Origin: "sinks/print_takes_all", Title: "print takes everything", Text: []string{
		"A sink that takes every kind makes the aggregate send `UB` as well. What a query sends depends on who reads it.",
	}},
	{Slug: "key-mismatch", Group: differ, Origin: "seeds/views_by_country_mismatch", Title: "The sink's key is not the query's key", Text: []string{
		"The query counts per user and country; the sink keeps one row per user. Rows of several countries would overwrite each other in the order of their arrival. Flink 2.3 refuses until `ON CONFLICT` says what shall happen.",
	}},
	{Slug: "group-by-sink-key", Group: differ, Origin: "seeds/views_by_country_fix_grouping", Title: "First way out: group by the sink's key", Text: []string{
		"Where one row per user is what is meant, the query should say so. The keys are equal, and nothing is inserted.",
	}},
	{Slug: "do-deduplicate", Group: differ, Origin: "seeds/views_by_country_do_deduplicate", Title: "Second way out: ON CONFLICT DO DEDUPLICATE", Text: []string{
		"The sink keeps every version of a key in state and writes the latest. That takes the upsert materializer, and the aggregate now sends `UB`, so that the materializer can take versions back.",
	}},
	{Slug: "do-error", Group: differ, Origin: "seeds/views_by_country_do_error", Title: "Third way out: ON CONFLICT DO ERROR", Text: []string{
		"Rows wait for the watermark; if then two rows claim one key, the job fails. For who is sure that it cannot happen, and wants to know if it does.",
	}},
	{Slug: "key-contains", Group: differ, Origin: "seeds/views_by_country_key_contains", Title: "A key that contains the query's key", Text: []string{
		"The sink's key has the upsert key and one column more. Two rows never claim one key, so no clause is needed. But the extra column may change, and then the old row must be deleted: `UB` stays.",
	}},
	{Slug: "upsert-topic-copy", Group: readBack, Origin: "seeds/read_back_same_key", Title: "Copying an upsert topic", Text: []string{
		"An upsert topic sends `UA` and `D` only; it cannot tell a first value from a later one. A sink with the same key does not need to know.",
	}},
	{Slug: "upsert-topic-normalize", Group: readBack, Origin: "seeds/read_back_needs_before", Title: "ChangelogNormalize completes the changelog", Text: []string{
		"This sink wants every kind. The planner inserts `ChangelogNormalize`, which keeps the last row of every key in state to tell `I` from `UA` and to send `UB`.",
	}},
	{Slug: "upsert-topic-aggregate", Group: readBack, Origin: "upsert-source/aggregate_by_value", Title: "Counting over an upsert topic", Text: []string{
		"A count per plan must subtract a user who changes plans. That needs the old row, which the topic does not send, so `ChangelogNormalize` comes in.",
	}},
	{Slug: "cdc", Group: cdc, Origin: "upsert-source/mysql_cdc_full", Title: "A database's changes, all of them", Text: []string{
		"`mysql-cdc` reads the binlog, which holds old and new rows. All four kinds leave the scan, and nothing needs to be inserted.",
	}},
	{Slug: "cdc-drop-before", Group: cdc, Origin: "seeds/bank_cdc_to_keyed_sink", Title: "DropUpdateBefore saves half the records", Text: []string{
		"The sink has the same key as the table and keeps the last value, so nobody needs `UB`. The planner drops it right above the scan.",
	}},
	{Slug: "cdc-duplicates", Group: cdc, Origin: "upsert-source/debezium_duplicates", Title: "When the change events may come twice", Text: []string{
		"`table.exec.source.cdc-events-duplicate` says that events may repeat. `ChangelogNormalize` removes the repeats, at the price of a row of state per key.",
	}},
	{Slug: "left-join", Group: joins, Origin: "join-regular/left_append_append", Title: "A left join of two append-only streams updates", Text: []string{
		"A row without a match is sent at once, padded with NULLs. When its match arrives, the padded row is taken back: `D`, then `I`. Both inputs stay in state.",
	}},
	{Slug: "join-loses-key", Group: joins, Origin: "join-regular/many_to_one", Title: "A join that loses the key", Text: []string{
		"Each order has one customer, so `order_id` is still unique. But the join shuffles by `customer_id`: when an order changes its customer, its old and new row take different ways and may overtake each other. So there is no upsert key behind the join.",
	}},
	{Slug: "join-keeps-key", Group: joins, Origin: "join-regular/pk_pk_same_key", Title: "A join that keeps the key", Text: []string{
		"Both sides are joined on their primary keys. Changes of one key take one way, so the key survives.",
	}},
	{Slug: "interval-join", Group: joins, Origin: "join-interval/shipped_within_hours", Title: "An interval join only appends", Text: []string{
		"Bounds on both times let Flink drop old rows from state, and the result is append-only.",
	}},
	{Slug: "temporal-join", Group: joins, Origin: "join-temporal/versioned_upsert_kafka", Title: "A temporal join reads the version of that moment", Text: []string{
		"`FOR SYSTEM_TIME AS OF` joins each order with the rate that held then. The versioned side may be an upsert topic, without `ChangelogNormalize`.",
	}},
	{Slug: "lookup-join", Group: joins, Origin: "join-lookup/jdbc_dimension", Title: "A lookup join asks the database", Text: []string{
		"With processing time, each row asks a JDBC table as it passes. Nothing is kept, and later changes of the table don't reach rows that have passed.",
	}},
	{Slug: "tumble", Group: windows, Origin: "window/tumble", Title: "A window sends one final row", Text: []string{
		"An aggregate per window of event time waits until the window is over, then sends one row: `I` alone. The local half sums up before the shuffle.",
	}},
	{Slug: "window-keyed-sink", Group: windows, Origin: "window/into_keyed_sink", Title: "Windows into a keyed sink", Text: []string{
		"One would think that window and country are a key. The planner derives no upsert key for a window aggregate, so 2.3 asks for `ON CONFLICT`.",
	}},
	{Slug: "window-over-cdc", Group: windows, Origin: "window/over_cdc", Title: "Windows over changing rows", Text: []string{
		"A window aggregate can read all four kinds: it settles them inside the window, and one final row comes out.",
	}},
	{Slug: "keep-last", Group: dedup, Origin: "dedup/last_row_rowtime", Title: "Keep the last row per key", Text: []string{
		"`ROW_NUMBER() … = 1`, newest first. Each later row replaces the one before: `UA`, keyed by the partition.",
	}},
	{Slug: "keep-first", Group: dedup, Origin: "dedup/first_row_rowtime_into_append_sink", Title: "Keep the first row, and only append", Text: []string{
		"Oldest first by event time, and the first row is final once the watermark has passed it. An append-only sink takes it.",
	}},
	{Slug: "no-deduplication", Group: dedup, Origin: "dedup/order_by_plain_column", Title: "Ordered by a plain column", Text: []string{
		"The same query ordered by a column that is no time attribute is no deduplication to Flink. It becomes a Top-1, which updates more and keeps more.",
	}},
	{Slug: "topn-append", Group: topn, Origin: "topn/append_fast", Title: "Top 3 of rows that never change", Text: []string{
		"`AppendFastStrategy`: only the best three rows per customer stay in state.",
	}},
	{Slug: "topn-update", Group: topn, Origin: "topn/update_fast", Title: "Top 10 of counts that only grow", Text: []string{
		"The order column only rises and the highest come first, so a row never falls out unseen: `UpdateFastStrategy`, and no `UB` is needed.",
	}},
	{Slug: "topn-retract", Group: topn, Origin: "topn/retract_strategy", Title: "Top 3 of counts that rise and fall", Text: []string{
		"When counts shrink, a row from below may come up. `RetractStrategy` keeps all rows in state and needs `UB` from below.",
	}},
	{Slug: "to-changelog", Group: convert, Origin: "seeds/user_counts_to_changelog", Title: "TO_CHANGELOG: changes as plain rows", Text: []string{
		"`TO_CHANGELOG` turns each change into a row with an `op` column. The result only appends, so a `json` topic can hold it.",
	}},
	{Slug: "from-changelog", Group: convert, Origin: "changelog-functions/from_changelog", Title: "FROM_CHANGELOG: and back", Text: []string{
		"Rows with an `op` column become a changelog again, all four kinds.",
	}},
	{Slug: "as-pasted", Group: whole, Origin: "seeds/user_counts_as_pasted", Title: "A sketch from an article, as pasted", Text: []string{
		"`views` is a reserved word in Flink 2.3, so this does not parse. Flink's refusal comes first; under it, the plan of the script with the word quoted.",
	}},
	{Slug: "two-sinks", Group: whole, Origin: "statement-sets/shared_aggregate", Title: "One view, two sinks, two modes", Text: []string{
		"Both sinks read one view. One needs `UB` and the other does not, so the plan holds the aggregate twice, over one shared exchange.",
	}},
	{Slug: "dashboard", Group: whole, Origin: "real-world/shop_dashboard", Title: "A shop's dashboard", Text: []string{
		"Revenue per minute, top products per hour and live totals, from one stream in one statement set.",
	}},
}
