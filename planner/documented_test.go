package planner

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// Every connector without a release for Flink 2.3, with and without a key, as source and as sink, says so with its answer.
func TestDocumentedConnectors(t *testing.T) {
	const others = "CREATE TABLE rows_in (id INT, name STRING) WITH ('connector' = 'datagen'); CREATE TABLE rows_out (id INT, name STRING) WITH ('connector' = 'print');\n"
	for id, options := range map[string]string{
		"elasticsearch-6": "'hosts' = 'http://h:9200', 'index' = 'i', 'document-type' = 'd'",
		"elasticsearch-7": "'hosts' = 'http://h:9200', 'index' = 'i'",
		"elasticsearch-8": "'hosts' = 'http://h:9200', 'index' = 'i'",
		"opensearch":      "'hosts' = 'http://h:9200', 'index' = 'i'",
		"opensearch-2":    "'hosts' = 'http://h:9200', 'index' = 'i'",
		"mongodb":         "'uri' = 'mongodb://h', 'database' = 'd', 'collection' = 'c'",
		"hbase-1.4":       "'table-name' = 't', 'zookeeper.quorum' = 'h'",
		"hbase-2.2":       "'table-name' = 't', 'zookeeper.quorum' = 'h'",
		"iceberg":         "'catalog-name' = 'c'",
		"paimon":          "'path' = '/p'",
		"hudi":            "'path' = '/p'",
		"kinesis":         "'stream.arn' = 'a', 'aws.region' = 'r', 'format' = 'json'",
		"firehose":        "'delivery-stream' = 's', 'aws.region' = 'r', 'format' = 'json'",
		"pulsar":          "'topics' = 't', 'service-url' = 'u', 'format' = 'json'",
		"dynamodb":        "'table-name' = 't', 'aws.region' = 'r'",
		"tidb-cdc":        "'database-name' = 'd', 'table-name' = 't', 'pd-addresses' = 'h'",
		"db2-cdc":         "'hostname' = 'h', 'database-name' = 'd', 'table-name' = 't', 'username' = 'u', 'password' = 'p'",
	} {
		for _, key := range []string{"", ", PRIMARY KEY (id) NOT ENFORCED"} {
			table := fmt.Sprintf("CREATE TABLE it (id INT, name STRING%s) WITH ('connector' = '%s', %s);\n", key, id, options)
			for _, use := range []string{"SELECT * FROM it", "INSERT INTO rows_out SELECT * FROM it", "INSERT INTO it SELECT * FROM rows_in", "INSERT INTO it SELECT id, MAX(name) FROM rows_in GROUP BY id"} {
				res := Explain(context.Background(), others+table+use+";", Options{})
				s := res.Statements[len(res.Statements)-1]
				if s.Verdict != Planned && s.Verdict != Rejected {
					t.Errorf("%s%s: %s", table, use, s.Verdict)
				}
				if !strings.Contains(strings.Join(s.Documented, "\n"), "`"+id+"`") {
					t.Errorf("%s%s is %s and not marked: %v", table, use, s.Verdict, s.Errors)
				}
			}
		}
	}
	released := Explain(context.Background(), others+"INSERT INTO rows_out SELECT * FROM rows_in;", Options{})
	if d := released.Statements[2].Documented; d != nil {
		t.Errorf("connectors that Flink was asked about are marked: %v", d)
	}
}
