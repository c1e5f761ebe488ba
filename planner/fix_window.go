package planner

import (
	"slices"
	"strings"

	"rowkind/planner/internal/ast"
)

// The fixes of this file turn an operator that sends updates into its form over windows, which sends rows once.

// appendOnly are the edits with which the query itself may send inserted rows alone.
func (f *fixer) appendOnly() []candidate {
	f.queryRoot()
	out := append(f.wholeWindow(), f.wholePartition()...)
	out = append(out, f.wholeWindowJoin()...)
	return append(append(out, f.bothBounds()...), f.temporalJoin()...)
}

// short are the cheaper forms that the statement's query fell short of, of a refused INSERT those of its query alone.
func (f *fixer) short() []FellShort {
	if f.s.Verdict == Planned {
		return f.s.FellShort
	}
	return f.queryShort
}

// wholePartition partitions a Top-N by the bound of the window that it leaves out.
func (f *fixer) wholePartition() []candidate {
	for _, short := range f.short() {
		missing := between(short.Text, "PARTITION BY does not hold ", ",")
		if short.Wanted != "WindowRank" || missing == "" {
			continue
		}
		var out []candidate
		ast.Inspect(f.stmt, func(n ast.Node) bool {
			call, ok := n.(*ast.Call)
			if !ok || call.Over == nil || len(call.Over.Partition) == 0 || len(call.Over.OrderBy) == 0 {
				return true
			}
			end := call.Over.Partition[len(call.Over.Partition)-1].Span().End
			out = append(out, candidate{
				title:  "Partition by " + missing + " as well",
				effect: "The best rows of a window are then sent once, when the watermark passes its end, and forgotten.",
				risk:   "Results come when a window ends, not with every row.",
				edits:  []Edit{at(f.s.Span.Start, end, end, ", "+quoteName(missing), "both bounds of the window")},
			})
			return true
		})
		return out
	}
	return nil
}

// wholeWindowJoin joins windows by both of their bounds where ON compares one.
func (f *fixer) wholeWindowJoin() []candidate {
	var out []candidate
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		j, ok := n.(*ast.Join)
		if !ok || j.On == nil {
			return true
		}
		have := map[string]*ast.BinaryExpr{}
		ast.Inspect(j.On, func(n ast.Node) bool {
			if b, ok := n.(*ast.BinaryExpr); ok && b.Op == "=" {
				if l, r := lastPart(b.L), lastPart(b.R); l != "" && l == r {
					have[l] = b
				}
			}
			return true
		})
		for _, pair := range [...][2]string{{"window_start", "window_end"}, {"window_end", "window_start"}} {
			b, missing := have[pair[0]], pair[1]
			if b == nil || have[missing] != nil {
				continue
			}
			eq := f.s.SQL[b.L.Span().Start:b.R.Span().End]
			end := j.On.Span().End
			out = append(out, candidate{
				title:  "Join on " + missing + " as well",
				effect: "The rows of a window are then joined once, when the watermark passes its end, and forgotten.",
				risk:   "Results come when a window ends, not with every row.",
				edits:  []Edit{at(f.s.Span.Start, end, end, " AND "+strings.ReplaceAll(eq, pair[0], missing), "both bounds of the window")},
			})
		}
		return true
	})
	return out
}

// bothBounds gives a join by time that has one bound the other.
func (f *fixer) bothBounds() []candidate {
	if !slices.ContainsFunc(f.short(), func(s FellShort) bool { return s.Wanted == "IntervalJoin" }) {
		return nil
	}
	bound := map[string]string{">": "<= %s + ", ">=": "<= %s + ", "<": ">= %s - ", "<=": ">= %s - "}
	var out []candidate
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || bound[b.Op] == "" || lastPart(b.L) == "" || lastPart(b.R) == "" {
			return true
		}
		l, r := b.L.Span(), b.R.Span()
		left, right := f.s.SQL[l.Start:l.End], f.s.SQL[r.Start:r.End]
		other := left + " " + strings.Replace(bound[b.Op], "%s", right, 1) + "INTERVAL '1' HOUR"
		out = append(out, candidate{
			title:  "Bound the time between " + left + " and " + right + " on both sides",
			effect: "An interval join: a row waits for an hour, is joined or sent alone once, and forgotten.",
			risk:   "What is further apart than an hour is no longer joined; set the interval that your data needs.",
			edits:  []Edit{at(f.s.Span.Start, r.End, r.End, " AND "+other, "the other bound")},
		})
		return true
	})
	return out
}

// lastPart is the column that a name names, "" for anything else.
func lastPart(e ast.Expr) string {
	id, ok := e.(*ast.Ident)
	if !ok || id.Star || len(id.Parts) == 0 {
		return ""
	}
	return id.Parts[len(id.Parts)-1].Text
}

// shiftShort gives the forms that a query alone fell short of the places that it has in its statement.
func shiftShort(list []FellShort, by int) []FellShort {
	out := slices.Clone(list)
	for i := range out {
		if at := out[i].Span; at != nil {
			out[i].Span = &Span{at.Start + by, at.End + by}
		}
	}
	return out
}
