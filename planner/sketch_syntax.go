package planner

import (
	"strings"

	"rowkind/planner/internal/ast"
	"rowkind/planner/internal/diag"
	"rowkind/planner/internal/parse"
)

// repairSyntax quotes a reserved word that stands where a name was meant, or takes out an elision. The refusal's place is
// the token at which the grammar gave up, so the word is that token or the one before it.
func (m *mender) repairSyntax(_ *Result, s *Statement) bool {
	at := failure(s.SQL)
	if at < 0 {
		return false
	}
	if e, ok := elision(s.SQL, at); ok {
		return m.replace(Span{s.Span.Start + e.Start, s.Span.Start + e.End}, "", "the elision taken out")
	}
	word, ok := wordToQuote(s.SQL, at)
	if !ok {
		return false
	}
	name := s.SQL[word.Start:word.End]
	return m.replace(Span{s.Span.Start + word.Start, s.Span.Start + word.End}, "`"+name+"`", "`"+name+"` is a reserved word in Flink SQL, so it needs back quotes as a name")
}

// failure is where in text the parser gives up, len(text) for its end and -1 if it does not.
func failure(text string) int {
	_, err := parse.Statement(text)
	r, ok := err.(*diag.Rejection)
	if !ok {
		return -1
	}
	if r.Span.IsZero() && strings.Contains(r.Error(), "<EOF>") {
		return len(text)
	}
	return r.Span.Start
}

// elision finds "..." or "…" at the place of a refusal, with the comma that belongs to it.
func elision(text string, at int) (Span, bool) {
	start, end := at, at
	for start > 0 && text[start-1] == '.' {
		start--
	}
	for end < len(text) && text[end] == '.' {
		end++
	}
	if strings.HasPrefix(text[at:], "…") {
		end = at + len("…")
	} else if end-start < 3 {
		return Span{}, false
	}
	for end < len(text) && strings.IndexByte(" \t\r\n", text[end]) >= 0 {
		end++
	}
	if end < len(text) && text[end] == ',' {
		return Span{start, end + 1}, true
	}
	for start > 0 && strings.IndexByte(" \t\r\n", text[start-1]) >= 0 {
		start--
	}
	if start > 0 && text[start-1] == ',' {
		start--
	}
	return Span{start, end}, true
}

// wordToQuote finds the reserved word near at which, quoted, lets the parser get further.
func wordToQuote(text string, at int) (Span, bool) {
	best, found := Span{}, false
	reach := at
	for _, w := range wordsNear(text, at) {
		word := strings.ToUpper(text[w.Start:w.End])
		if !parse.Reserved(word) || structural[word] {
			continue
		}
		quoted := text[:w.Start] + "`" + text[w.Start:w.End] + "`" + text[w.End:]
		now := failure(quoted)
		if now < 0 {
			return w, true
		}
		if now-2 > reach {
			best, found, reach = w, true, now-2
		}
	}
	return best, found
}

// structural words are never meant as names where they stand in a statement's skeleton; quoting one would change what
// the statement says.
var structural = map[string]bool{
	"SELECT": true, "FROM": true, "WHERE": true, "GROUP": true, "BY": true, "ORDER": true, "HAVING": true, "JOIN": true,
	"ON": true, "INSERT": true, "INTO": true, "CREATE": true, "TABLE": true, "WITH": true, "AS": true, "UNION": true,
	"AND": true, "OR": true, "NOT": true, "NULL": true, "PRIMARY": true, "CASE": true, "WHEN": true, "THEN": true,
	"ELSE": true, "IN": true, "IS": true, "LIKE": true, "BETWEEN": true, "EXISTS": true, "DISTINCT": true, "OVER": true,
}

// wordsNear gives the word at an offset, the word before it, and the word after it.
func wordsNear(text string, at int) []Span {
	var out []Span
	if w := wordAt(text, at); !w.Empty() {
		out = append(out, w)
	}
	i := min(at, len(text))
	for i > 0 && !nameByte(text[i-1]) && text[i-1] != '\'' && text[i-1] != '`' {
		i--
	}
	if i > 0 && nameByte(text[i-1]) {
		if w := wordAt(text, i-1); w.End <= at && !w.Empty() {
			out = append(out, w)
		}
	}
	j := wordAt(text, at).End
	for j < len(text) && !nameByte(text[j]) && text[j] != '\'' && text[j] != '`' {
		j++
	}
	if w := wordAt(text, j); j < len(text) && !w.Empty() {
		out = append(out, w)
	}
	return out
}

func wordAt(text string, at int) Span {
	if at >= len(text) || !nameByte(text[at]) {
		return Span{}
	}
	start, end := at, at
	for start > 0 && nameByte(text[start-1]) {
		start--
	}
	for end < len(text) && nameByte(text[end]) {
		end++
	}
	if start > 0 && (text[start-1] == '\'' || text[start-1] == '`') {
		return Span{}
	}
	return Span{start, end}
}

func nameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// tablesOf lists the tables that a statement reads and writes, views of the script seen through.
func tablesOf(now *Result, s *Statement) []string {
	seen := map[string]bool{}
	var out []string
	var visit func(sql string, before int)
	visit = func(sql string, before int) {
		st, err := parse.Statement(sql)
		if err != nil || st == nil {
			return
		}
		ast.Inspect(st, func(n ast.Node) bool {
			name := tableRead(n)
			if name == "" || seen[name] {
				return true
			}
			seen[name] = true
			out = append(out, name)
			for i := before - 1; i >= 0 && i < len(now.Statements); i-- {
				if now.Statements[i].Kind == "CreateView" && viewNamed(now.Statements[i].SQL, name) {
					visit(now.Statements[i].SQL, i)
					break
				}
			}
			return true
		})
	}
	visit(s.SQL, s.Index)
	return out
}

// tableRead is the name of the table that n itself reads, empty for none.
func tableRead(n ast.Node) string {
	switch t := n.(type) {
	case *ast.TableName:
		return t.Name.Simple()
	case *ast.TableArg:
		if t.Table != nil {
			return t.Table.Simple()
		}
	}
	return ""
}

func viewNamed(sql, name string) bool {
	st, err := parse.Statement(sql)
	v, ok := st.(*ast.CreateView)
	return err == nil && ok && v.Name.Simple() == name
}
