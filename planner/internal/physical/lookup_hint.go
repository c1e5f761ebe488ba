package physical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/catalog"
	"rowkind/planner/internal/logical"
	"rowkind/planner/internal/mode"
)

// lookupHint reads of a join's LOOKUP hint whether to shuffle, and how to look up again (RetryLookupOptions).
func lookupHint(hints []logical.Hint) (shuffle bool, retry string) {
	kv := lookupOptions(hints)
	if kv["retry-predicate"] != "" {
		retry = kv["retry-predicate"] + ", " + strings.ToUpper(kv["retry-strategy"]) + ", " + durationText(kv["fixed-delay"]) + ", " + kv["max-attempts"]
	}
	return strings.EqualFold(kv["shuffle"], "true"), retry
}

// lookupOptions are the options of the first LOOKUP hint.
func lookupOptions(hints []logical.Hint) map[string]string {
	kv := map[string]string{}
	for i := range hints {
		if hints[i].Name == "LOOKUP" {
			for _, x := range hints[i].KV {
				kv[x.Key] = x.Value
			}
			break
		}
	}
	return kv
}

// AsyncText says how a source looks up that answers later, over an input of these kinds: what the hint says, else the
// settings (LookupJoinUtil.getMergedAsyncOptions). Only what inserts may come out of order. It is empty where each row
// waits for its answer, as where the join must keep what it has looked up.
func (o *LookupJoin) AsyncText(input mode.Modify, set catalog.Settings) string {
	if !o.Source.AsyncLookup || o.Materialize {
		return ""
	}
	kv := lookupOptions(o.Hints)
	of := func(option, setting string) string {
		if v, ok := kv[option]; ok {
			return v
		}
		return set.Text(setting)
	}
	unordered := strings.EqualFold(of("output-mode", "table.exec.async-lookup.output-mode"), "ALLOW_UNORDERED")
	order := "ORDERED"
	if unordered && input.InsertOnly() {
		order = "UNORDERED"
	}
	byKey := set.Bool("table.exec.async-lookup.key-ordered-enabled") && unordered && !input.InsertOnly()
	return order + ", KEY_ORDERED: " + strconv.FormatBool(byKey) + ", " + durationText(of("timeout", "table.exec.async-lookup.timeout")) +
		", " + of("capacity", "table.exec.async-lookup.buffer-capacity")
}
