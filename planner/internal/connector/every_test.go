package connector

import (
	"os"
	"strings"
	"testing"
)

// TestEveryRowIsRecorded: of each connector that Flink could be asked about there are recorded answers with and without a
// primary key, as TestRecorded reads and writes every table it finds.
func TestEveryRowIsRecorded(t *testing.T) {
	text, err := os.ReadFile("testdata/connectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var with, without strings.Builder
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, ";") // the table in question
		if strings.Contains(line, "PRIMARY KEY") {
			with.WriteString(line)
		} else {
			without.WriteString(line)
		}
	}
	for id, s := range specs {
		name := "'connector'='" + id + "'"
		if s.documented {
			continue
		}
		if !strings.Contains(with.String(), name) {
			t.Errorf("no recorded answer for %s with a primary key", id)
		}
		if !strings.Contains(without.String(), name) {
			t.Errorf("no recorded answer for %s without a primary key", id)
		}
	}
}
