package planner

import (
	"context"
	"strings"

	"rowkind/planner/internal/mysqlimport"
)

// Imported is a Flink script made of tables that MySQL or TiDB has.
type Imported struct {
	// SQL declares the tables for the connector that was asked for.
	SQL    string   `json:"sql"`
	Tables []string `json:"tables"`
	// Notes name what has no counterpart and what was filled in; their spans
	// are in the text that was imported.
	Notes []Note `json:"notes,omitempty"`
}

// ImportTargets are the connectors that tables can be imported for, the usual one first.
func ImportTargets() []string { return mysqlimport.Targets() }

// Import turns what SHOW CREATE TABLE prints on MySQL or TiDB into Flink tables.
func Import(sql, target string) (Imported, error) {
	r, err := mysqlimport.Convert(sql, target, mysqlimport.Options{})
	if err != nil {
		return Imported{}, err
	}
	out := Imported{SQL: r.SQL}
	for _, t := range r.Tables {
		out.Tables = append(out.Tables, t.Name)
	}
	for _, n := range r.Notes {
		note := Note{Text: n.Message}
		if n.Hint != "" {
			note.Text += " " + n.Hint
		}
		if n.Span.End > n.Span.Start {
			note.Span = &Span{Start: n.Span.Start, End: n.Span.End}
		}
		out.Notes = append(out.Notes, note)
	}
	return out, nil
}

// offerImport says of a refused CREATE TABLE that MySQL would accept, and offers
// the import as its fix.
func offerImport(ctx context.Context, script string, res *Result, plan planFunc) {
	for i := range res.Statements {
		s := &res.Statements[i]
		if ctx.Err() != nil {
			return // MySQL's parser does not look at the time
		}
		if s.Verdict != Rejected || !strings.Contains(strings.ToUpper(s.SQL), "CREATE") || !mysqlimport.HasTables(s.SQL) {
			continue
		}
		s.Notes = append(s.Notes, Note{Text: "This is valid MySQL: a table as MySQL or TiDB prints it, not Flink's declaration of one."})
		for _, target := range ImportTargets() {
			in, err := Import(s.SQL, target)
			if err != nil {
				break
			}
			edits := []Edit{{Span: s.Span, New: strings.TrimRight(in.SQL, ";\n"), Why: "imported from MySQL"}}
			after := plan.whole(ctx, Apply(script, edits))
			if i >= len(after.Statements) || after.Statements[i].Verdict != Done {
				continue
			}
			f := Fix{Title: "Import as a table of " + target, Effect: importEffect(target), Edits: edits}
			for _, n := range in.Notes {
				f.Changes = append(f.Changes, n.Text)
			}
			s.Fixes = append(s.Fixes, f)
		}
	}
}

func importEffect(target string) string {
	switch target {
	case mysqlimport.MySQLCDC:
		return "Reads the table and then every change of it from MySQL's binary log: `I`, `UB`, `UA`, `D`."
	case mysqlimport.TiDBCDC:
		return "Reads the table and then every change of it from TiDB."
	}
	return "Reads the table once, looks rows up in it, or writes to it."
}
