package planner

import (
	"strings"
	"testing"
)

// Where Flink may make a MultiJoin the answer says that it is not modelled; elsewhere it does not.
func TestMultiJoinIsNamed(t *testing.T) {
	tables := "CREATE TABLE a (id INT) WITH ('connector' = 'datagen');\nCREATE TABLE b (id INT) WITH ('connector' = 'datagen');\n"
	query := "SELECT a.id FROM a JOIN b ON a.id = b.id;"
	on := "SET 'table.optimizer.multi-join.enabled' = 'true';\n"
	for text, want := range map[string]bool{tables + on + query: true, tables + query: false, tables + on + "SELECT id FROM a;": false} {
		res := Explain(t.Context(), text, Options{})
		s := &res.Statements[len(res.Statements)-1]
		got := len(s.Notes) == 1 && strings.Contains(s.Notes[0].Text, "MultiJoin")
		if s.Verdict != Planned || got != want {
			t.Errorf("%s: %s, notes %v", text, s.Verdict, s.Notes)
		}
	}
}
