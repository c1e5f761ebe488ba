package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rowkind/planner"
)

// claims are what the scripts of the area seeds show (each says so in its first line), in the words in which --why tells it:
// which key, which operator, what state, which fix. The page shows the same result.
var claims = map[string][]string{
	"bank_alerts":                 {"It appends to `alerts`.", "transactions (kafka, json) only ever inserts rows."},
	"bank_append_as_pasted":       {"The connector of raw_transactions needs properties.bootstrap.servers.", "# Assumed: Flink 2.3 plans this. The query gives an append-only stream (I)", "Write the assumptions into the script"},
	"bank_append_filter":          {"The query gives an append-only stream (I), without an upsert key."},
	"bank_append_into_keyed_sink": {"have no upsert key. Table raw_transactions (kafka, json) declares no primary key. So for all Flink knows two of them may meet on (txn_id), the primary key of large_transactions", "Fix 1: ON CONFLICT DO DEDUPLICATE", "so the sink keeps no state for it", "Deduplicate by (txn_id) first"},
	"bank_append_sink_fails":      {"The sink append_sink only takes inserted rows, but update changes reach it. They come from the aggregation by account_id", "The updates begin at GROUP BY account_id", "Fix 1: Make append_sink an upsert-kafka table with PRIMARY KEY (account_id)", "TO_CHANGELOG"},
	"bank_append_sink_fixed":      {"It upserts into `upsert_sink`, by upsert key `account_id`.", "The upsert key (account_id) is the primary key (account_id) of upsert_sink."},
	"bank_branch_average":         {"The query gives an upsert stream (I, UA), by upsert key `branch_id`.", "It sends no UPDATE_BEFORE: nobody up to the result needs it."},
	"bank_branch_totals":          {"It upserts into `branch_totals`, by upsert key `branch_id`.", "state medium: It keeps one result per group. Keyed by (branch_id). Grows with distinct (branch_id)."},
	"bank_cdc_as_pasted":          {"The connector of accounts_cdc needs password, username.", "# Assumed: Flink 2.3 plans this."},
	"bank_cdc_filtered_to_keyed_sink": {"It sends UPDATE_BEFORE, because it reads status, which may change while the upsert key (account_id) stays: when an update leaves the filter, only the old row tells what to delete.",
		"The upsert key (account_id) is the primary key (account_id) of balances."},
	"bank_cdc_full_changelog":                      {"accounts_cdc (mysql-cdc) is a changelog whose updates come with the old row and the new one: [I,UB,UA,D].", "It sends `audit` a retract stream (I, UB, UA, D)."},
	"bank_cdc_to_keyed_sink":                       {"accounts_cdc sends UPDATE_BEFORE, and nobody up to the sink balances (upsert-kafka, json) needs it: the upsert key (account_id) finds the row", "# DropUpdateBefore [I,UA,D]"},
	"bank_explain_changelog_mode":                  {"(I, UA)"},
	"bank_explain_plain":                           {"(I, UA)"},
	"bank_no_key_as_pasted":                        {},
	"bank_no_key_planned":                          {"bad_sink is an upsert table: its primary key is the key of its records, so it must declare one.", "Fix 1: Declare PRIMARY KEY (account_id) on bad_sink"},
	"bank_running_count":                           {"an upsert stream (I, UA), by upsert key `account_id`", "It sends no UPDATE_BEFORE: nobody up to the result needs it."},
	"bank_running_sum":                             {"an upsert stream (I, UA), by upsert key `account_id`", "It sends no UPDATE_BEFORE: nobody up to the result needs it."},
	"bank_totals_as_pasted":                        {"The connector of account_totals needs properties.bootstrap.servers.", "# Assumed: Flink 2.3 plans this. It upserts into `account_totals`, by upsert key `account_id`."},
	"bank_totals_keyed":                            {"It upserts into `account_totals`, by upsert key `account_id`."},
	"bank_whole_page":                              {"The connector of raw_transactions needs properties.bootstrap.servers.", "The sink append_sink only takes inserted rows, but update changes reach it.", "Nothing called transactions is declared before this statement.", "Make append_sink an upsert-kafka table with PRIMARY KEY (account_id)"},
	"bank_window_append":                           {"It appends to `minute_totals`.", "A window's result is sent once, when the watermark passes its end: inserts only.", "state low: It keeps one result per group of each open window, cleared by the watermark. Keyed by window and (account_id)."},
	"key_enforced":                                 {"Flink does not check keys; write PRIMARY KEY (…) NOT ENFORCED.", "Fix 1: Write NOT ENFORCED"},
	"key_is_not_checked":                           {"The rows that reach last_page have no upsert key, and it has the primary key (user_id).", "Before Flink 2.3: [I]\n", "ON CONFLICT DO ERROR: [I], inserts SinkUpsertMaterializer"},
	"key_makes_not_null":                           {"an append-only stream (I), without an upsert key"},
	"key_mode_left_out":                            {"Flink does not check keys; write PRIMARY KEY (…) NOT ENFORCED.", "Fix 1: Write NOT ENFORCED"},
	"key_page_url_on_user_count":                   {"The query's rows are identified by (user_id), the rows of user_last_page by (page_url).", "Fix 1: Declare PRIMARY KEY (user_id) on user_last_page", "ON CONFLICT DO DEDUPLICATE"},
	"read_back_aggregated":                         {"It was inserted because GROUP BY view_count must take the old row out of its group again, and user_view_counts (upsert-kafka, json) does not send it.", "state medium: It keeps the last row of every key, the whole row. Keyed by (user_id)."},
	"read_back_needs_before":                       {"It was inserted because the sink audit_log (kafka, debezium-json) writes changes with the row that an update replaces, and user_view_counts (upsert-kafka, json) does not send it.", "# ChangelogNormalize [I,UB,UA,D]"},
	"read_back_same_key":                           {"It upserts into `mirror`, by upsert key `user_id`.", "# TableSourceScan [UA,D]"},
	"user_counts_as_pasted":                        {"views is a reserved word in Flink SQL: as a name it needs back quotes.", "It upserts into `user_view_counts`, by upsert key `user_id`.", "Fix 1: Write the assumptions into the script"},
	"user_counts_as_pasted_with_source":            {"views is a reserved word in Flink SQL: as a name it needs back quotes.", "Fix 1: Write the assumptions into the script"},
	"user_counts_ellipsis_with":                    {"Something is left out here (…); it must be written.", "the elision taken out"},
	"user_counts_input_retracts":                   {"The source page_views (mysql-cdc) takes rows back, so a group can become empty, which deletes it.", "# GroupAggregate [I,UA,D]"},
	"user_counts_jdbc_keyed":                       {"by upsert key `user_id`", "# GroupAggregate [I,UA]"},
	"user_counts_jdbc_no_key":                      {"a JDBC table can only be updated by its primary key, which this one does not declare", "Fix 1: Declare PRIMARY KEY (user_id) on user_view_counts"},
	"user_counts_jdbc_no_key_append":               {"It appends to `german_views`."},
	"user_counts_kafka_debezium":                   {"It also sends UPDATE_BEFORE, because the sink user_view_counts (kafka, debezium-json) writes changes with the row that an update replaces.", "# GroupAggregate [I,UB,UA]"},
	"user_counts_kafka_debezium_keyed":             {"It also sends UPDATE_BEFORE, because the sink user_view_counts (kafka, debezium-json) writes changes with the row that an update replaces.", "# GroupAggregate [I,UB,UA]"},
	"user_counts_kafka_json":                       {"The sink user_view_counts only takes inserted rows, but update changes reach it.", "Fix 1: Make user_view_counts an upsert-kafka table with PRIMARY KEY (user_id)", "Write user_view_counts as debezium-json", "upsert-kafka (user_id): [I,UA]"},
	"user_counts_quoted":                           {"The upsert key (user_id) is the primary key (user_id) of user_view_counts.", "It sends no UPDATE_BEFORE: nobody up to the sink", "# GroupAggregate [I,UA]"},
	"user_counts_source_without_group":             {"no group is named: give 'properties.group.id', or a 'scan.startup.mode'", "Fix 1: Write the assumptions into the script"},
	"user_counts_to_changelog":                     {"TO_CHANGELOG makes [I] of [I,UB,UA].", "The key (user_id) is lost: TO_CHANGELOG declares no key."},
	"user_counts_upsert_kafka_no_key":              {"user_view_counts is an upsert table", "Fix 1: Declare PRIMARY KEY (user_id) on user_view_counts"},
	"user_counts_upsert_kafka_no_key_format":       {"user_view_counts does not say how its records are to be written ('key.format')."},
	"user_counts_upsert_kafka_no_value_format":     {"user_view_counts does not say how its records are to be written ('value.format')."},
	"views_by_country_as_pasted":                   {"views is a reserved word", "Nothing called page_views is declared before this statement.", "Declare PRIMARY KEY (user_id, country) on user_views"},
	"views_by_country_check_off":                   {"The primary key (user_id) of user_views (upsert-kafka, json) is not the upsert key (user_id, country) of the rows that reach it, so the sink keeps the rows of each key", "state high: It keeps every row that was written and not taken back, in order. Keyed by (user_id).", "Before Flink 2.3: [I,UB,UA], inserts SinkUpsertMaterializer"},
	"views_by_country_do_deduplicate":              {"the latest row of each (user_id) is kept; when it is withdrawn, the one before it comes back", "state high", "through an upsert materializer that the planner inserted"},
	"views_by_country_do_deduplicate_no_watermark": {"through an upsert materializer that the planner inserted"},
	"views_by_country_do_error":                    {"the job fails when two rows of the query meet on one (user_id); rows wait for the watermark", "It also sends UPDATE_BEFORE, because the sink user_views (upsert-kafka, json) has the primary key (user_id), which is not the upsert key (user_id, country)"},
	"views_by_country_do_error_no_watermark":       {"DO ERROR settles a conflict when the watermark passes it, so each source needs one; page_views has none.", "ON CONFLICT DO DEDUPLICATE instead"},
	"views_by_country_do_nothing":                  {"the first row of each (user_id) is kept; rows wait for the watermark"},
	"views_by_country_do_nothing_no_watermark":     {"DO NOTHING settles a conflict when the watermark passes it, so each source needs one; page_views has none.", "ON CONFLICT DO DEDUPLICATE instead"},
	"views_by_country_fix_grouping":                {"The upsert key (user_id) is the primary key (user_id) of user_views.", "It sends no UPDATE_BEFORE: nobody up to the sink"},
	"views_by_country_fix_key":                     {"The upsert key (user_id, country) is the primary key (user_id, country) of user_views."},
	"views_by_country_key_contains":                {"in which country may change while the upsert key (user_id) stays: the row under the old key must then be deleted", "The primary key (user_id, country) of user_views holds the upsert key (user_id)."},
	"views_by_country_materialize_none":            {"It also sends UPDATE_BEFORE, because the sink user_views (upsert-kafka, json) has the primary key (user_id), which is not the upsert key (user_id, country)"},
	"views_by_country_mismatch": {"The query's rows are identified by (user_id, country), the rows of user_views by (user_id).", "Fix 1: Declare PRIMARY KEY (user_id, country) on user_views", "Fix 2: Group by the sink's key (user_id)",
		"ON CONFLICT DO DEDUPLICATE", "ON CONFLICT DO ERROR", "ON CONFLICT DO NOTHING", "SET 'table.exec.sink.require-on-conflict' = 'false'"},
	"views_by_country_updating_input": {"The query's rows are identified by (user_id, country), the rows of user_views by (user_id).", "The updates begin at FROM page_views", "From there they go through GROUP BY user_id, country"},
}

// TestClaims asserts that --why says of each script of the area seeds what it shows.
func TestClaims(t *testing.T) {
	files, err := filepath.Glob("../testdata/corpus/seeds/*.sql")
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sql")
		want, known := claims[name]
		if !known {
			t.Errorf("%s: nothing is asked of it", name)
		}
		sql, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got := written(t, name, string(sql))
		for _, w := range want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: --why does not say %q:\n%s", name, w, got)
			}
		}
	}
}

func written(t *testing.T, name, sql string) string {
	t.Helper()
	var out bytes.Buffer
	w := Writer{Name: name, Script: sql, Out: &out, Err: &out, Why: true}
	w.Result(planner.Explain(t.Context(), sql, planner.Everything()))
	return out.String()
}
