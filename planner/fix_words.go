package planner

import (
	"strconv"
	"strings"
	"unicode"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/parse"
)

// The fixes of this file write what other databases say in Flink's words.

// aliasMeant writes the expression that an alias of SELECT stands for where GROUP BY or HAVING names the alias.
func (f *fixer) aliasMeant(root string) []candidate {
	alias := between(root, "Column '", "' not found in any table")
	if alias == "" || f.stmt == nil {
		return nil
	}
	var out []candidate
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		sel, ok := n.(*ast.Select)
		if !ok {
			return true
		}
		for i := range sel.Items {
			item := &sel.Items[i]
			if item.Alias == nil || item.Alias.Text != alias {
				continue
			}
			x := item.X.Span()
			text := f.s.SQL[x.Start:x.End]
			var edits []Edit
			replace := func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && len(id.Parts) == 1 && id.Parts[0].Text == alias {
					edits = append(edits, at(f.s.Span.Start, id.Span().Start, id.Span().End, text, "what "+alias+" stands for"))
				}
				return true
			}
			if sel.GroupBy != nil {
				for k := range sel.GroupBy.Items {
					if e := sel.GroupBy.Items[k].X; e != nil {
						ast.Inspect(e, replace)
					}
				}
			}
			if sel.Having != nil {
				ast.Inspect(sel.Having, replace)
			}
			if len(edits) > 0 {
				out = append(out, candidate{
					title:  "Write " + text + " for " + alias,
					effect: "GROUP BY and HAVING know the columns of FROM, not the names that SELECT gives.",
					edits:  edits,
				})
			}
		}
		return true
	})
	return out
}

// notGrouped groups by the expression that SELECT reads, or by what a position stands for.
func (f *fixer) notGrouped(root string) []candidate {
	missing := between(root, "Expression '", "' is not being grouped")
	if missing == "" || f.stmt == nil {
		return nil
	}
	var out []candidate
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		sel, ok := n.(*ast.Select)
		if !ok || sel.GroupBy == nil {
			return true
		}
		var edits []Edit
		for k := range sel.GroupBy.Items {
			item := sel.GroupBy.Items[k].X
			if item == nil {
				continue
			}
			span := item.Span()
			p, err := strconv.Atoi(f.s.SQL[span.Start:span.End])
			if err != nil || p < 1 || p > len(sel.Items) {
				continue
			}
			x := sel.Items[p-1].X.Span()
			edits = append(edits, at(f.s.Span.Start, span.Start, span.End, f.s.SQL[x.Start:x.End], "what the position stands for"))
		}
		if len(edits) > 0 {
			out = append(out, candidate{
				title:  "Group by the expressions instead of their positions",
				effect: "A number in GROUP BY is a constant in Flink.",
				edits:  edits,
			})
			return true
		}
		end := sel.GroupBy.Span().End
		out = append(out, candidate{
			title:  "Group by " + missing + " as well",
			effect: "There is then one row for each " + missing + " of a group.",
			risk:   "The groups are smaller; an aggregate such as MAX(" + missing + ") keeps them as they are.",
			edits:  []Edit{at(f.s.Span.Start, end, end, ", "+missing, "a column that SELECT reads")},
		})
		return true
	})
	return out
}

// reluctant makes the last quantifier of a pattern stop as soon as it may.
func (f *fixer) reluctant(string) []candidate {
	var out []candidate
	if f.stmt == nil {
		return nil
	}
	ast.Inspect(f.stmt, func(n ast.Node) bool {
		if m, ok := n.(*ast.MatchRecognize); ok && m.Pattern != nil {
			end := m.Pattern.Span().End
			out = append(out, candidate{
				title:  "Let the last quantifier of the pattern stop early",
				effect: "A match ends with the first row that completes it.",
				risk:   "What the last variable could go on to match is left out; a variable behind it that names the end keeps the quantifier greedy.",
				edits:  []Edit{at(f.s.Span.Start, end, end, "?", "a quantifier that takes as little as it may")},
			})
		}
		return true
	})
	return out
}

// ignoreNondeterminism plans as Flink does where nothing is set.
func (f *fixer) ignoreNondeterminism(string) []candidate {
	return []candidate{{
		title:  "SET 'table.optimizer.non-deterministic-update.strategy' = 'IGNORE'",
		effect: "Flink plans as it does by default and does not look for values that change from one evaluation to the next.",
		risk:   "A row that is taken back may not be the one that was sent: wrong results, or a failing job.",
		edits:  []Edit{f.before("SET 'table.optimizer.non-deterministic-update.strategy' = 'IGNORE';\n\n", "the check switched off")},
	}}
}

// mostWords bounds the words of one statement that are rewritten: each may look through the tables before it.
const mostWords = 100

// until is how many bytes of text stand before c, all where it does not come.
func until(text string, c byte) int {
	if i := strings.IndexByte(text, c); i >= 0 {
		return i
	}
	return len(text)
}

// inFlinksWords writes operators and quotes of other databases as Flink takes them.
func (f *fixer) inFlinksWords(string) []candidate {
	var edits []Edit
	sql := f.s.SQL
	base := f.s.Span.Start
	for i := 0; i < len(sql) && len(edits) <= mostWords; i++ {
		switch c := sql[i]; {
		case c == '\'' || c == '`':
			i += 1 + until(sql[i+1:], c)
		case c == '"':
			end := strings.IndexByte(sql[i+1:], '"')
			if end < 0 {
				return nil
			}
			end += i + 1
			edits = append(edits, at(base, i, end+1, f.quoted(sql[i+1:end], sql[:i]), "double quotes mean nothing to Flink"))
			i = end
		case strings.HasPrefix(sql[i:], "--"):
			i += until(sql[i:], '\n')
		case strings.HasPrefix(sql[i:], "!="):
			edits = append(edits, at(base, i, i+2, "<>", "the operator that Flink takes"))
			i++
		case strings.HasPrefix(sql[i:], "=="):
			edits = append(edits, at(base, i, i+2, "=", "the operator that Flink takes"))
			i++
		}
	}
	if len(edits) == 0 || len(edits) > mostWords {
		return nil
	}
	return []candidate{{
		title:  "Write it in Flink's words",
		effect: "Names stand in backticks, strings in single quotes; unequal is <> and equal is =.",
		edits:  edits,
	}}
}

// quoted is a text of double quotes: a name where a table has such a column or an alias is due, a string otherwise.
func (f *fixer) quoted(text, before string) string {
	last := strings.TrimSpace(before)
	last = last[strings.LastIndexFunc(last, unicode.IsSpace)+1:]
	name := strings.EqualFold(last, "AS") || strings.HasSuffix(before, ".")
	for i := 0; i < f.s.Index && !name; i++ {
		st, err := parse.Statement(f.res.Statements[i].SQL)
		c, ok := st.(*ast.CreateTable)
		name = err == nil && ok && columnOf(c, text) != nil
	}
	if name {
		return "`" + text + "`"
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}
