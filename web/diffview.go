package web

import (
	"strings"

	"rowkind/planner"
	"rowkind/planner/diff"
)

// diffHeadline is the diff in a sentence.
func diffHeadline(d diff.Result) string {
	switch {
	case d.Same:
		return "The plans are the same"
	case d.Costs:
		return "The plan changes, and it costs"
	}
	return "The plan changes"
}

type rowGroup struct {
	Same bool
	Rows []diff.Row
}

// groups folds runs of unchanged nodes, but a single one is shown: it is where
// a change stands.
func groups(rows []diff.Row) []rowGroup {
	var out []rowGroup
	for i := 0; i < len(rows); {
		j := i
		same := rows[i].Kind == diff.Same
		for j < len(rows) && (rows[j].Kind == diff.Same) == same {
			j++
		}
		out = append(out, rowGroup{same && j-i > 1, rows[i:j]})
		i = j
	}
	return out
}

func allSame(s diff.Statement) bool {
	for _, r := range s.Rows {
		if r.Kind != diff.Same {
			return false
		}
	}
	return true
}

func sign(k diff.RowKind, s string) string {
	if k == diff.Same {
		return ""
	}
	return s
}

func indent(depth int) string { return strings.Repeat("· ", depth) }

func orNothing(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func rootMessage(s *planner.Statement) string {
	if e := rootError(s.Answer); e != nil {
		return e.Message
	}
	return ""
}
