package physical

import (
	"testing"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/connector"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
)

// TestAsyncText asserts what a lookup join prints of an asynchronous source, as Flink's own tests expect it.
func TestAsyncText(t *testing.T) {
	hint := func(kv ...string) []logical.Hint {
		h := logical.Hint{Name: "LOOKUP"}
		for i := 0; i < len(kv); i += 2 {
			h.KV = append(h.KV, logical.KeyValue{Key: kv[i], Value: kv[i+1]})
		}
		return []logical.Hint{h}
	}
	async, sync := &connector.Source{AsyncLookup: true}, &connector.Source{}
	byKey := catalog.NewSettings(map[string]string{"table.exec.async-lookup.key-ordered-enabled": "true", "table.exec.async-lookup.timeout": "5 s"})
	for _, c := range []struct {
		op    LookupJoin
		input mode.Modify
		set   catalog.Settings
		want  string
	}{
		{LookupJoin{Source: sync}, mode.ModifyInsert, catalog.Settings{}, ""},
		{LookupJoin{Source: async}, mode.ModifyInsert, catalog.Settings{}, "ORDERED, KEY_ORDERED: false, 180000ms, 100"},
		{LookupJoin{Source: async, Hints: hint("async", "false")}, mode.ModifyInsert, catalog.Settings{}, "ORDERED, KEY_ORDERED: false, 180000ms, 100"},
		{LookupJoin{Source: async, Materialize: true}, mode.ModifyAll, catalog.Settings{}, ""},
		{LookupJoin{Source: async, Hints: hint("output-mode", "allow_unordered", "capacity", "300", "timeout", "1min")}, mode.ModifyInsert, catalog.Settings{},
			"UNORDERED, KEY_ORDERED: false, 60000ms, 300"},
		{LookupJoin{Source: async, Hints: hint("output-mode", "allow_unordered")}, mode.ModifyAll, catalog.Settings{}, "ORDERED, KEY_ORDERED: false, 180000ms, 100"},
		{LookupJoin{Source: async, Hints: hint("output-mode", "allow_unordered")}, mode.ModifyAll, byKey, "ORDERED, KEY_ORDERED: true, 5000ms, 100"},
	} {
		if got := c.op.AsyncText(c.input, c.set); got != c.want {
			t.Errorf("%v: %q, want %q", c.op.Hints, got, c.want)
		}
	}
}
