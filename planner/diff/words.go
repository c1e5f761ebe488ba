package diff

import (
	"fmt"
	"slices"
	"strings"

	"rowkind/planner"
)

// findings says in words what matters of the rows: operators that the planner
// inserts, kinds of row sent, keys, state.
func findings(rows []Row) []Finding {
	var out []Finding
	var plain []string
	for _, r := range rows {
		switch r.Kind {
		case Added:
			if r.B.Inserted {
				out = append(out, Finding{"Adds " + article(r.B.Op) + " that the planner inserted.", true})
			} else {
				plain = append(plain, "adds "+r.B.Op)
			}
		case Removed:
			if r.A.Inserted {
				out = append(out, Finding{"No longer needs the inserted " + r.A.Op + ".", false})
			} else {
				plain = append(plain, "removes "+r.A.Op)
			}
		case Changed:
			out = append(out, nodeFindings(r)...)
		}
	}
	if len(plain) > 0 {
		text := strings.Join(compact(plain), ", ")
		out = append(out, Finding{strings.ToUpper(text[:1]) + text[1:] + ".", false})
	}
	return dedupe(out)
}

func nodeFindings(r Row) []Finding {
	var out []Finding
	who := "The " + r.B.Op
	if r.B.Op == "Sink" || r.B.Op == "TableSourceScan" {
		who += " " + planner.TableName(r.B)
	}
	for _, c := range r.Changes {
		switch c.What {
		case "mode":
			out = append(out, modeFinding(who, r.A.Mode, r.B.Mode)...)
		case "key":
			switch {
			case c.After == "":
				out = append(out, Finding{who + " loses its upsert key " + c.Before + ".", true})
			case c.Before == "":
				out = append(out, Finding{who + " now has the upsert key " + c.After + ".", false})
			default:
				out = append(out, Finding{who + " has the upsert key " + c.After + ", was " + c.Before + ".", false})
			}
		case "upsertMaterialize":
			if c.After == "true" {
				out = append(out, Finding{"Adds an upsert materializer at the sink " + planner.TableName(r.B) + ".", true})
			} else {
				out = append(out, Finding{"No longer needs the upsert materializer at the sink " + planner.TableName(r.B) + ".", false})
			}
		case "conflictStrategy":
			out = append(out, Finding{who + " now handles conflicts by " + orNone(c.After) + ", was " + orNone(c.Before) + ".", false})
		case "state":
			out = append(out, Finding{fmt.Sprintf("%s keeps %s state, was %s.", who, c.After, c.Before), level(c.After) > level(c.Before)})
		}
	}
	return out
}

func modeFinding(who string, before, after []string) []Finding {
	var more, less []string
	for _, k := range after {
		if !slices.Contains(before, k) {
			more = append(more, kindWords[k])
		}
	}
	for _, k := range before {
		if !slices.Contains(after, k) {
			less = append(less, kindWords[k])
		}
	}
	var out []Finding
	if len(more) > 0 {
		out = append(out, Finding{who + " now also sends " + strings.Join(more, " and ") + ".", true})
	}
	if len(less) > 0 {
		out = append(out, Finding{who + " no longer sends " + strings.Join(less, " and ") + ".", false})
	}
	return out
}

var kindWords = map[string]string{
	"I": "INSERT", "UB": "UPDATE_BEFORE", "UA": "UPDATE_AFTER", "D": "DELETE", "PD": "DELETE by key only",
}

func level(class string) int {
	return slices.Index([]string{"none", "low", "medium", "high"}, class)
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func article(op string) string {
	if op != "" && strings.ContainsRune("AEIOU", rune(op[0])) {
		return "an " + op
	}
	return "a " + op
}

// compact counts what is said several times.
func compact(words []string) []string {
	var out []string
	n := map[string]int{}
	for _, w := range words {
		if n[w]++; n[w] == 1 {
			out = append(out, w)
		}
	}
	for i, w := range out {
		if n[w] > 1 {
			out[i] = fmt.Sprintf("%s (%d times)", w, n[w])
		}
	}
	return out
}

func dedupe(list []Finding) []Finding {
	var out []Finding
	for _, f := range list {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}
