package logical

import (
	"strconv"
	"strings"

	"rowkind/planner/internal/connector"
)

// checkHint refuses hints that are not known and options that do not fit (HintStrategyTable.validateHint with the option
// checkers of FlinkHintStrategies).
func checkHint(h *Hint) {
	name := strings.ToUpper(h.Name)
	if hintTargets[name] == nil {
		assertion("Hint: " + h.Name + " should be registered in the HintStrategyTable")
	}
	switch name {
	case "OPTIONS":
		if len(h.KV) == 0 {
			assertion("Hint [" + h.Name + "] only support non empty key value options")
		}
	case "BROADCAST", "SHUFFLE_HASH", "SHUFFLE_MERGE", "NEST_LOOP", "MULTI_JOIN":
		if len(h.List) == 0 {
			assertion("Invalid hint: " + hintText(h) + ", expecting at least one table or view specified in hint " + h.Name + ".")
		}
	case "LOOKUP":
		checkLookup(h)
	case "STATE_TTL":
		checkStateTTL(h)
	}
}

// hintText spells a hint as FlinkHints.stringifyHints does.
func hintText(h *Hint) string {
	switch {
	case len(h.KV) > 0:
		kv := make([]string, len(h.KV))
		for i, o := range h.KV {
			kv[i] = o.Key + "=" + o.Value
		}
		return h.Name + "(" + strings.Join(kv, ", ") + ")"
	case len(h.List) > 0:
		return h.Name + "(" + strings.Join(h.List, ",") + ")"
	}
	return h.Name
}

func checkStateTTL(h *Hint) {
	if len(h.List) > 0 {
		assertion("Invalid list options in STATE_TTL hint, only support key-value options.")
	}
	if len(h.KV) == 0 {
		assertion("Invalid STATE_TTL hint, expecting at least one key-value options specified.")
	}
	for _, o := range h.KV {
		if _, err := connector.ParseDuration(o.Value); err != nil {
			assertion("Invalid STATE_TTL hint value: " + err.Error())
		}
	}
}

func (h *Hint) option(key string) (string, bool) {
	for _, o := range h.KV {
		if o.Key == key {
			return o.Value, true
		}
	}
	return "", false
}

func checkLookup(h *Hint) {
	if len(h.List) > 0 {
		assertion("Invalid list options in LOOKUP hint, only support key-value options.")
	}
	if _, ok := h.option("table"); !ok {
		assertion("Invalid LOOKUP hint: incomplete required option(s): [Key: 'table' , default: null (fallback keys: [])]")
	}
	kv := map[string]string{}
	for _, o := range h.KV {
		kv[o.Key] = o.Value
	}
	for i := range lookupOptions {
		if r := lookupOptions[i].Check(kv); r != nil {
			assertion("Invalid LOOKUP hint options: " + r.Error())
		}
	}
	if v, ok := kv["capacity"]; ok && foldEq(kv["async"], "true") && !positive(v) {
		assertion("Invalid LOOKUP hint option: capacity value should be positive integer but was " + v)
	}
	given := 0
	for _, k := range []string{"retry-predicate", "retry-strategy", "fixed-delay", "max-attempts"} {
		if _, ok := kv[k]; ok {
			given++
		}
	}
	if given != 0 && given != 4 {
		assertion("Invalid LOOKUP hint: retry options can be both null or all not null")
	}
	if given == 0 {
		return
	}
	if v := kv["retry-predicate"]; !foldEq(v, "lookup_miss") {
		assertion("Invalid LOOKUP hint option: unsupported retry-predicate '" + v + "', only 'lookup_miss' is supported currently")
	}
	if v := kv["max-attempts"]; !positive(v) {
		assertion("Invalid LOOKUP hint option: max-attempts value should be positive integer but was " + v)
	}
}

func positive(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n > 0
}

// lookupOptions are the options of LOOKUP whose values are looked at (LookupJoinHintOptions).
var lookupOptions = []connector.Option{
	{Key: "async", Kind: connector.Bool},
	{Key: "capacity", Kind: connector.Int},
	{Key: "timeout", Kind: connector.Duration},
	{Key: "output-mode", Kind: connector.Enum, Values: []string{"ORDERED", "ALLOW_UNORDERED"}},
	{Key: "retry-strategy", Kind: connector.Enum, Values: []string{"FIXED_DELAY"}},
	{Key: "fixed-delay", Kind: connector.Duration},
	{Key: "max-attempts", Kind: connector.Int},
	{Key: "shuffle", Kind: connector.Bool},
}
